"""The host's page in a real browser: what it sends, what it says where it cannot, how it looks on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

import pytest

import screens
from contract.messages import (
    Alert,
    CountersView,
    FaultView,
    LinkView,
    MachineCode,
    MachineReport,
    PartView,
    UndoRequest,
)
from controller.appliance import taken_along
from controller.appliance.backup import BackupError
from controller.sentences.refusals import Refusal
from screens import TABLE_LANGUAGES
from tests.controller.browser import Size, resize
from tests.controller.scored import unseen
from tests.controller.screens.pages import Page
from tests.controller.screens.stand import Stand
from upkeep.finding import Finding, Level
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
HOST: Final = Page("host.html", (360, 740), scrolls=True)
SIZES: Final[tuple[Size, ...]] = ((360, 740), (1024, 600))
TABS: Final = ("now", "next", "phones", "evening", "machine", "doctor", "care", "power")
NAMES: Final = ("Anna", "Bo", "Chie", "Dmytro", "Elisabeth")
LEAST_PX: Final = 44
SMALL: Final = """
return [...document.querySelectorAll(".host :is(button, select, a.knob)")]
  .filter((key) => key.offsetParent && !key.closest(".switches, .candidates"))
  .filter((key) => key.offsetHeight < arguments[0])
  .map((key) => `${key.dataset.act ?? key.textContent} ${key.offsetWidth} x ${key.offsetHeight}`);
"""
COLUMNS: Final = """
return [...document.querySelectorAll(".host :is(h1, h2, h3, dt, dd, button, a)")]
  .filter((e) => e.offsetParent && e.textContent.trim().length > 3)
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) * 2 > e.clientWidth).map((e) => e.textContent);
"""
"""What stands as a column of single letters."""
FINE_PRINT: Final = """
return [...document.querySelectorAll(".host *")]
  .filter((e) => e.offsetParent && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 18).map((e) => e.outerHTML.slice(0, 80));
"""
CHOOSE: Final = """
const list = document.querySelector("[data-otherwise]");
list.value = arguments[0];
list.dispatchEvent(new Event("change"));
"""
REPORT: Final = MachineReport(
    state="ready",
    build="avr",
    firmware="a1b2c3d4",
    protocol="1.4",
    reset="power",
    link=LinkView(sent=1200, heard=3400, median_ms=4.2, p99_ms=9.1),
    counters=CountersView(cycles=210, boots=31, watchdogs=0, recovered=12, latched=2),
    remembered=(FaultView(fault="E21", cause="LANE_JAM", lane=1, axis="CONV1", cycle=209),),
    tested=(PartView(part="LIFT2", verdict="fail", measured=40),),
)


@pytest.fixture
def host(stand: Stand) -> Iterator[Stand]:
    """A table whose house has opened the page on a telephone; it remembers some names."""
    desk = stand.web._desk
    assert desk is not None
    for name in NAMES:
        desk.hosting.keep(name)
    played = unseen(1)
    stand.web.follow(lambda: ("g1", played))
    stand.bus.publish_machine(REPORT)
    yield stand
    for name in desk.hosting.book.names:
        desk.hosting.forget(name)
    stand.bus.show("machine", None)


def opened(stand: Stand, tab: str, name: str = "idle_first", language: str = "en", **changes: Any) -> None:
    stand.publish(name, **changes)
    stand.visit(HOST, language, fragment=f"#{tab}")
    stand.draw(HOST, name, **changes)


def sent(stand: Stand) -> list[tuple[str, dict[str, Any]]]:
    return [(order.name, order.body) for order in stand.commands()]


def answer(stand: Stand) -> list[tuple[str, dict[str, Any]]]:
    """What was sent, answered well."""
    orders = stand.commands()
    for order in orders:
        stand.bus.answer(order)
    return [(order.name, order.body) for order in orders]


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_part_is_whole_and_readable_on_every_size(host: Stand, axe: str, language: str) -> None:
    faults: list[str] = []
    for size in SIZES:
        for tab in TABS:
            opened(host, tab, "play_jam" if tab == "machine" else "idle_first", language)
            resize(host.driver, size)
            host.wait(partial(host.there, f'[data-tab="{tab}"] section'))
            faults += [f"{tab} {size}: {fault}" for fault in host.check(axe, scrolls=True)]
            faults += [f"{tab} {size}: small {key}" for key in host.driver.execute_script(SMALL, LEAST_PX)]
            faults += [f"{tab} {size}: column {text}" for text in host.driver.execute_script(COLUMNS)]
            faults += [f"{tab} {size}: fine {text}" for text in host.driver.execute_script(FINE_PRINT)]
    assert faults == []
    assert host.complaints() == []


def test_four_are_seated_from_the_list_and_a_guest_is_not_remembered(host: Stand) -> None:
    opened(host, "next")
    host.press('[data-act="clear-all"]')
    for name in ("Bo", "Anna", "Elisabeth"):
        host.press(f'[data-name="{name}"]')
    host.write('[name="guest"]', "  Gast  ")
    host.click('.guest input[type="checkbox"]')
    host.press('[data-act="guest"]')
    host.press('[data-swap="0"]')
    host.wait(lambda: host.values("[data-player]", "data-player") == ["Anna", "Bo", "Elisabeth", "Gast"])
    host.wait(lambda: host.there('[data-changes="0"]'))
    host.press('[data-act="set"]')
    ((name, body),) = sent(host)
    assert name == "game.set"
    assert body["players"] == ["Anna", "Bo", "Elisabeth", "Gast"]
    assert (body["draw"], body["preset"], body["options"]) == (False, "rrc", {})
    assert body["after"]


def test_seats_are_drawn_and_rules_changed(host: Stand) -> None:
    opened(host, "next")
    host.press('[data-draw="true"]')
    host.driver.execute_script(CHOOSE, "game.tobi")
    host.wait(lambda: host.values("[data-changes] [data-option]", "data-option") == ["game.tobi"])
    host.press('[data-act="set"]')
    ((name, body),) = sent(host)
    assert (name, body["draw"], body["options"]) == ("game.set", True, {"game.tobi": True})


def test_a_name_is_remembered_and_forgotten_after_a_second_press(host: Stand) -> None:
    opened(host, "next")
    host.press('[data-act="clear-all"]')
    host.write('[name="guest"]', "Greta")
    host.press('[data-act="guest"]')
    assert answer(host) == [("player.keep", {"name": "Greta"})]
    host.press('[data-act="forgetting"]')
    host.press('[data-act="forget:Bo"]')
    assert host.waiting == []
    host.press('[data-sure="forget:Bo"]')
    assert answer(host) == [("player.forget", {"name": "Bo"})]


def test_of_two_hosts_the_slower_one_is_told_and_chooses(host: Stand) -> None:
    opened(host, "next", game="g1")
    host.press('[data-swap="0"]')
    seats = host.values("[data-player]", "data-player")
    host.draw(HOST, "idle_first", game="g2")
    host.wait(lambda: host.there("[data-meanwhile]"))
    assert host.find('[data-act="set"]:disabled')
    assert host.values("[data-player]", "data-player") == seats, "nothing that was chosen is lost"
    host.press('[data-act="mine"]')
    host.press('[data-act="set"]')
    ((_, body),) = sent(host)
    assert (body["after"], body["players"]) == ("g2", seats)


def test_what_the_table_refuses_is_said(host: Stand) -> None:
    opened(host, "next")
    host.press('[data-act="set"]')
    (order,) = host.commands()
    host.bus.answer(order, Refusal("set_meanwhile"))
    host.wait(lambda: host.values("[data-said]", "data-said") == ["no"])
    assert "Another host has set up" in host.texts("[data-said]")[0]


@pytest.mark.parametrize("state", ["fault", "estop", "hold", "unhomed"])
def test_start_is_offered_where_the_machine_waits_for_a_press(host: Stand, state: str) -> None:
    opened(host, "now")
    machine = host.draw(HOST, "shuffle").machine
    assert host.texts('[data-why="start"]') == ["A hand is being prepared: wait until it begins."]
    host.draw(HOST, "shuffle", machine=machine.model_copy(update={"state": MachineCode(state)}))
    assert not host.find('[data-why="start"]')
    host.press('[data-act="start"]')
    assert answer(host) == [("cycle.start", {})]


def test_the_game_is_begun_paused_gone_on_taken_back_and_ended(host: Stand) -> None:
    opened(host, "now")
    host.press('[data-act="start"]')
    assert answer(host) == [("cycle.start", {})]
    host.draw(HOST, "play")
    assert host.texts('[data-why="start"]') == ["A hand is being played."]
    host.write(".reason input", "tea")
    host.press('[data-act="pause"]')
    assert answer(host) == [("pause", {"reason": "tea"})]
    host.draw(HOST, "play_paused")
    host.press('[data-act="resume"]')
    assert answer(host) == [("resume", {})]
    snapshot = host.draw(HOST, "play")
    host.press('[data-act="undo"]')
    (order,) = host.commands()
    assert (order.name, order.body, order.if_rev) == ("undo", {}, snapshot.rev)
    host.press('[data-act="end"]')
    assert host.waiting == []
    host.press('[data-sure="end"]')
    assert answer(host) == [("game.end", {"game": snapshot.game})]


def test_a_hand_is_ruled_where_the_table_sees_and_entered_where_it_does_not(host: Stand) -> None:
    opened(host, "now", "play")
    host.press('[data-act="enter"]')
    assert host.values("[data-entering]", "data-entering") == ["ruling"]
    assert host.values("[data-tool]", "data-tool") == ["result", "correct", "withdraw"]
    host.press("[data-close-entry]")
    opened(host, "now", "score_play")
    host.press('[data-act="enter"]')
    assert host.values("[data-entering]", "data-entering") == ["result"]
    for each in ("won:1", "from:0", "han:3", "fu:40"):
        host.press(f'[data-touch="{each}"]')
    host.wait(lambda: host.there('[data-effect="allowed"]'))
    host.press('[data-touch="enter"]')
    assert sent(host)[0][0] == "result.enter"


def test_a_player_asks_to_undo_and_all_four_answer_at_the_table(host: Stand) -> None:
    seat = Page("seat.html", (360, 740), {"seat": "1"})
    host.publish("play")
    host.visit(seat)
    snapshot = host.draw(seat, "play")
    host.press('[data-undo="ask"]')
    (order,) = host.commands()
    assert (order.name, order.body, order.if_rev) == ("undo", {"seat": 1}, snapshot.rev)
    asked = UndoRequest(
        by="x", seq=7, type="discarded", seat=0, agreed=[False, True, False, False], since_ms=0
    )
    table = Page("table.html", (1024, 600), {"sides": "1"})
    host.visit(table)
    host.draw(table, "play", undo=asked)
    host.press('[data-undo="all"]')
    bodies: list[dict[str, Any]] = []

    def all_three() -> bool:
        host.beat()
        for order in host.waiting:
            bodies.append(order.body)
            host.bus.answer(order)
        host.waiting = []
        return len(bodies) == 3

    host.wait(all_three)
    assert bodies == [{"seat": seat, "seq": 7, "agree": True} for seat in (0, 2, 3)]


def test_the_program_ends_after_a_second_press_and_says_what_it_waits_for(host: Stand) -> None:
    opened(host, "power")
    host.press('[data-act="restart"]')
    host.press('[data-not="restart"]')
    host.press('[data-act="stop"]')
    host.press('[data-sure="stop"]')
    assert answer(host) == [("power", {"what": "stop"})]
    host.draw(HOST, "idle_first", alerts=[Alert(code="closing", message="It ends.")])
    host.wait(lambda: host.there("[data-closing]"))
    host.press('[data-act="stay"]')
    assert answer(host) == [("power", {"what": "stay"})]


def test_the_machine_shows_its_fault_counters_test_and_fairness(host: Stand) -> None:
    opened(host, "machine", "play_jam")
    assert host.values("[data-plan]", "data-plan") == ["2"]
    assert host.values("[data-remembered]", "data-remembered") == ["E21"]
    assert host.values("[data-tested]", "data-tested") == ["fail"]
    assert "210" in host.texts(".lines")[0]
    host.press('[data-act="fairness"]')
    host.wait(lambda: len(host.find("[data-even]")) == 4)
    host.draw(HOST, "idle_first")
    host.press('[data-act="selftest"]')
    host.press('[data-sure="selftest"]')
    assert sent(host) == [("machine.selftest", {"axis": None})]
    host.press('[data-act="read"]')
    assert sent(host) == [("machine.read", {})]


def test_a_table_without_a_machine_has_no_page_for_it(host: Stand) -> None:
    opened(host, "machine", "score_paid")
    host.wait(lambda: host.there("[data-no-machine]"))
    assert "machine" not in host.values("[data-go]", "data-go")


def test_who_has_no_account_is_told_how_to_get_one(host: Stand) -> None:
    host.publish("idle_first")
    host.visit(HOST)
    host.driver.execute_script("localStorage.clear()")
    host.visit(HOST)
    host.draw(HOST, "idle_first")
    host.wait(lambda: host.there("[data-not-yours]"))
    assert host.find("[data-act]") == []
    host.sign_in()


def test_a_backup_and_a_report_are_downloaded(
    host: Stand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []
    saving = {"behavior": "allow", "downloadPath": str(tmp_path)}
    host.driver.execute_cdp_cmd("Browser.setDownloadBehavior", saving)

    def making(what: str) -> Callable[[Path, IO[bytes]], object]:
        def make(_data: Path, out: IO[bytes]) -> None:
            asked.append(what)
            out.write(b"PK")

        return make

    def failing(_data: Path, _out: IO[bytes]) -> None:
        raise BackupError("The disk is full.")

    opened(host, "care")
    for what in ("backup", "support"):
        monkeypatch.setitem(taken_along._MAKERS, what, making(what))
        host.press(f'[data-act="{what}"]')
        host.wait(lambda: host.there('[data-take="taken"]'))
        monkeypatch.setitem(taken_along._MAKERS, what, failing)
        host.press(f'[data-act="{what}"]')
        host.wait(lambda: host.there('[data-take="not_taken"]'))
    assert asked == ["backup", "support"]
    host.wait(lambda: sorted(path.name.split("-")[1] for path in tmp_path.glob("*.zip")) == asked)
    assert {path.read_bytes() for path in tmp_path.glob("*.zip")} == {b"PK"}
    host.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "default"})


def test_what_the_check_up_leads_to_a_page_for_is_found_by_the_doctor() -> None:
    script = (Path(screens.TABLE) / "js" / "doctor.js").read_text("utf-8")
    codes = set(re.findall(r"\b([a-z_]+): (?:CALIBRATE|CAMERA|NETWORK|\"setup)", script))
    assert len(codes) > 10
    assert codes <= set(catalogue("en", "doctor")["found"])


def test_the_check_up_says_what_to_do_first_in_the_hosts_language(stand: Stand) -> None:
    stand.examined = [
        Finding("python", Level.OK, "python_ok", {"version": "3.13"}),
        Finding("machine", Level.FAULT, "machine_away", {"port": "/dev/ttyACM0"}, "ls /dev/serial/by-id/"),
    ]
    stand.publish("idle_first")
    stand.open("host.html", "#doctor", lang="de")
    stand.wait(lambda: stand.there('[data-doctor="report"]'))
    assert stand.values("[data-first]", "data-first") == ["machine"]
    assert "Maschine anstecken und einschalten" in stand.texts("[data-first] p")[0]
    assert stand.values("[data-check]", "data-level") == ["ok", "fault"]
    assert stand.values('[data-mends="machine_away"]', "href") == ["setup.html#machine"] * 2
    assert stand.texts(".doctor code") == [], "what a page mends needs no shell"
    stand.examined = [Finding("browser", Level.ADVICE, "browser_missing", fix="sudo apt install chromium")]
    stand.click("[data-look-again]")
    stand.wait(lambda: stand.there('[data-first="browser"]'))
    assert stand.texts("[data-first] strong") == ["Nichts fehlt. Das könnte besser sein:"]
    assert stand.texts("[data-first] .quiet") == ["In einem Terminal:"]
    stand.examined = []
    stand.click("[data-look-again]")
    stand.wait(lambda: stand.there("[data-well]"))

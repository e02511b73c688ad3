"""The table screen in real Chromium over a real broker: every phase, every fault, every language."""

from __future__ import annotations

import os
import re
import signal
from typing import Any

import pytest

from contract.messages import Alert, MachineCode, PondTile, Question
from controller.broker.broker import EmbeddedBroker
from controller.web.server import Web
from screens import TABLE_LANGUAGES
from tests.controller.browser import hold_still, recording, resize
from tests.controller.screens.looking import CHECKS
from tests.controller.screens.stand import NAMES, TOPICS, Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


def test_a_hand_in_play_is_shown_on_all_four_sides(stand: Stand) -> None:
    stand.open()
    state = stand.show("play")
    assert stand.texts(".score") == ["18400", "41200", "8900", "30500"]
    assert stand.texts(".name") == [seat.name for seat in state.seats]
    assert stand.texts(".edge .round") == ["South 3"] * 4
    assert stand.texts(".edge .left") == ["33 left"] * 4
    assert stand.tiles(".indicators") == ["4p", "9s"]
    assert stand.values(".count", "data-count") == ["2", "1"]
    assert stand.values(".is-dealer", "data-seat") == ["2"]
    assert stand.values(".is-turn", "data-seat") == ["3"]
    assert stand.values("section.riichi-paid", "data-seat") == ["1"]
    assert stand.texts(".riichi-tag") == ["Riichi"]
    assert stand.tiles('[data-field="0"] .pond') == ["1m", "9m", "2z", "8p", "1s", "6z", "5p"]
    assert len(stand.find('[data-field="1"] .pond .sideways')) == 1
    assert stand.values('[data-field="2"] .meld', "data-meld") == ["pon", "chi"]
    assert stand.tiles('[data-field="3"] .meld.ankan') == ["back", "1z", "1z", "back"]
    assert stand.complaints() == []


def test_a_new_discard_and_the_spoken_word_are_marked(stand: Stand) -> None:
    stand.open()
    state = stand.show("play")
    assert not stand.find(".newest")
    stand.say("called", seat=3, meld={"type": "pon"})
    stand.wait(lambda: stand.values('[data-field="3"] .word', "data-word") == ["pon"])
    seat = state.seats[3]
    pond = [*seat.pond, seat.pond[0]]
    seats = [*state.seats[:3], seat.model_copy(update={"pond": pond})]
    stand.show("play", seats=seats, turn=0)
    assert len(stand.find('[data-field="3"] .newest')) == 1
    assert len(stand.find(".newest")) == 1
    stand.wait(lambda: not stand.find(".word"))
    stand.say("win_declared", seat=0, source=0)
    stand.wait(lambda: stand.texts('[data-field="0"] .word') == ["Tsumo"])


@pytest.mark.parametrize(("name", "words", "progress", "hint"), [
    ("collect", "Collecting tiles", "31%", "Push the tiles in, then press START"),
    ("shuffle", "Shuffling", "64%", "Keep hands off the table"),
    ("raise", "Raising the walls", "90%", "Keep hands off the table"),
])  # fmt: skip
def test_the_machine_tells_what_it_does(
    stand: Stand, name: str, words: str, progress: str, hint: str
) -> None:
    stand.open()
    stand.show(name)
    assert stand.texts(".machine h1") == [words]
    assert stand.texts(".ring text") == [progress]
    assert stand.texts(".machine p") == [hint]


def test_where_there_is_no_machine_people_are_asked_to_build_and_to_throw(stand: Stand) -> None:
    stand.open()
    machine = stand.show("idle_first").machine.model_copy(update={"state": MachineCode.NONE})
    stand.show("idle_first", machine=machine)
    assert stand.texts(".machine h1") == ["Build the walls"]
    assert stand.texts(".machine p") == ["The hand begins when four walls stand."]
    stand.show("dice", machine=machine, dice=None, wall=None)
    assert stand.texts(".machine h1") == ["Throw the dice"]
    assert not stand.find(".ring")
    assert stand.complaints() == []


def test_walls_of_a_set_with_flowers_are_reported(stand: Stand) -> None:
    stand.open()
    view = stand.show("idle_first").machine
    machine = view.model_copy(update={"state": MachineCode.NONE, "stacks": [18, 18, 18, 17]})
    stand.show("idle_first", machine=machine)
    assert stand.texts(".machine p") == [
        "Walls of 18 stacks: put the eight flowers aside and build 17 a side."
    ]
    assert stand.complaints() == []


def test_the_dice_are_entered_by_touch_where_no_camera_reads_them(stand: Stand) -> None:
    stand.sign_in()
    stand.open()
    machine = stand.show("idle_first").machine.model_copy(update={"state": MachineCode.NONE})
    stand.show("dice", machine=machine, dice=None, wall=None)
    stand.find("[data-type-dice]")[0].click()
    stand.find('[data-die="1.6"]')[0].click()
    assert stand.find('[data-die="1.6"]')[0].get_attribute("aria-pressed") == "true"
    stand.find('[data-die="0.2"]')[0].click()
    [order] = stand.commands()
    assert (order.name, order.body) == ("dice.enter", {"dice": [2, 6]})
    assert stand.complaints() == []


@pytest.mark.parametrize(
    ("walls", "words", "begins"),
    [
        ("raised", "Push the tiles in and raise the walls", "The hand begins when four walls stand."),
        ("dealt", "Push the tiles in and let the table deal", "The hand begins when four hands lie there."),
    ],
)
def test_a_bought_table_says_what_is_waited_for(stand: Stand, walls: str, words: str, begins: str) -> None:
    stand.open()
    machine = stand.show("idle_first").machine.model_copy(update={"state": MachineCode.NONE, "walls": walls})
    stand.show("idle_first", machine=machine)
    assert stand.texts(".machine h1") == [words]
    assert stand.texts(".machine p") == [begins]
    assert stand.complaints() == []


def test_a_wall_that_is_not_whole_is_said_with_whose_it_is(stand: Stand) -> None:
    stand.open()
    state = stand.show("idle_first")
    machine = state.machine.model_copy(update={"state": MachineCode.NONE, "stacks": [17, 17, 16, 17]})
    stand.show("idle_first", machine=machine)
    assert stand.texts(".machine p") == [f"{state.seats[2].name}: 16 stacks in the wall instead of 17"]


def test_a_result_that_silence_accepts_says_for_how_long_it_waits(stand: Stand) -> None:
    stand.open()
    state = stand.show("confirm_ron")
    assert state.result is not None
    result = state.result.model_copy(update={"counts_at_ms": state.ts_ms + 60_000})
    stand.show("confirm_ron", result=result)
    (hint,) = stand.texts('[data-notice="hint"]')
    assert re.fullmatch(r"Counts in \d+ s unless somebody disputes it", hint)


@pytest.mark.parametrize(("state", "cause", "words"), [
    ("fault", "LANE_JAM", "Fault"),
    ("estop", "LID_OPEN", "Emergency stop"),
    ("hold", "", "Paused"),
    ("unhomed", "", "Not homed"),
])  # fmt: skip
def test_a_machine_that_waits_for_a_person_keeps_no_hands_off(
    stand: Stand, state: str, cause: str, words: str
) -> None:
    """Who is asked to take tiles out of a lane must not read the opposite."""
    stand.open()
    machine = stand.show("shuffle").machine
    assert stand.find(".hands-off")
    stand.show("shuffle", machine=machine.model_copy(update={"state": MachineCode(state), "cause": cause}))
    assert stand.texts(".machine h1") == [words]
    assert stand.texts(".machine p") == ["Shuffling"]
    assert not stand.find(".hands-off")


def test_nobody_is_in_riichi_while_the_machine_works(stand: Stand) -> None:
    stand.open()
    seats = stand.show("play").seats
    assert stand.find(".riichi-tag")
    stand.show("collect", seats=seats)
    assert not stand.find(".riichi-tag, section.riichi-paid")


def test_dice_and_the_first_draw(stand: Stand) -> None:
    stand.open()
    stand.show("dice")
    assert stand.values(".dice", "data-dice") == ["1+5"]
    assert stand.texts(".dice .sum") == ["6"]
    stand.show("deal")
    assert stand.texts('[data-notice="hint"]') == ["East draws first"]


def test_a_broken_rule_is_reported_with_what_follows(stand: Stand) -> None:
    stand.open()
    state = stand.show("play_kuikae")
    assert stand.values("[data-finding]", "data-finding") == ["kuikae"]
    notice = stand.texts('[data-notice="finding"]')[0]
    assert notice.startswith(f"!{state.seats[2].name}: ")
    assert "(R-KUI-02)" in notice
    assert notice.endswith("Dead hand")
    assert stand.texts('[data-seat="2"] .dead-tag') == ["Dead hand"]
    assert stand.values("[data-picture]", "href") == []
    kept = state.findings[0].model_copy(
        update={"pictures": ["/evidence/game/57.jpg", "/evidence/game/58.jpg"]}
    )
    stand.show("play_kuikae", findings=[kept])
    assert stand.values("[data-picture]", "data-picture") == kept.pictures
    assert stand.texts("[data-picture]") == ["Picture 1", "Picture 2"]
    state = stand.show("confirm_chombo")
    assert stand.texts(".result h1") == ["Chombo"]
    assert stand.texts('[data-hand="1"] .claim') == ["Chombo"]
    stand.click('[data-leaf="next"]')
    assert stand.values("[data-pays]", "data-pays") == ["2000", "-8000", "4000", "2000"]


def test_faults_and_questions_are_said_in_words(stand: Stand) -> None:
    stand.open()
    stand.show("play_dark")
    assert stand.texts('[data-notice="sight"]') == ["!Too dark for the camera: switch the light on."]
    assert not stand.find('[data-notice="alert"]'), "the camera's trouble is said once"
    stand.show("play_jam")
    assert stand.texts("[data-notice]") == ["!Lane 3 is jammed (fault 22); the machine is clearing it."]
    stand.show("play_jam", alerts=[])
    assert stand.texts("[data-notice]") == ["!Clearing a jam · Fault E22, lane 3"]
    stand.show("play_unread")
    assert stand.tiles('[data-notice="question"]') == ["3z", "4z", "5p"]
    assert len(stand.find('[data-field="1"] .unread')) == 1
    refused = Question(id="x", code="refused_event", seat=3, faults=["OUT_OF_TURN"])
    stand.show("play", questions=[refused])
    assert stand.texts('[data-notice="question"]') == ["?Мария: It is another player's turn."]
    stand.show("play", alerts=[Alert(code="never_heard_of", message="Something new happened: look at it.")])
    assert stand.texts('[data-notice="alert"]') == ["!Something new happened: look at it."]


def test_what_is_wrong_with_the_machine_is_told_in_the_screen_s_language(stand: Stand) -> None:
    alerts = [
        Alert(code="machine_lost_wiring", message="The machine's firmware was built for another wiring."),
        Alert(code="machine_refused_supply", message="The motor supply is off."),
    ]
    stand.open()
    stand.show("play", alerts=alerts)
    wiring, supply = (f"!{alert.message}" for alert in alerts)
    assert stand.texts('[data-notice="machine"]') == [f"{wiring} Set-up", supply], "there it is put right"
    stand.open(lang="sv")
    stand.show("play", alerts=alerts)
    wiring, supply = stand.texts('[data-notice="machine"]')
    assert "annan kabeldragning" in wiring
    assert "Motorströmmen är avslagen" in supply


def test_that_the_machine_wants_service_is_not_told_to_who_plays(stand: Stand) -> None:
    alerts = [Alert(code="machine_warning_SLOW_SORT", message="Sorting is slow (Fault E79.)")]
    stand.open(lang="sv")
    stand.show("play", alerts=alerts)
    assert stand.texts("[data-notice]") == []
    stand.open("referee.html", lang="sv")
    stand.wait(lambda: stand.find('[data-notice="service"]'))
    (notice,) = stand.texts('[data-notice="service"]')
    assert "Sorteringen går långsamt" in notice


def test_a_jam_is_reported_in_the_screen_s_language(stand: Stand) -> None:
    stand.open(lang="sv")
    stand.show("play_jam")
    assert stand.texts("[data-notice]") == ["!Brickor har fastnat; maskinen löser det. (Fel E22, bana 3)"]


def test_a_broker_that_dies_is_admitted_and_the_screen_comes_back_whole(lone: Stand) -> None:
    lone.open()
    lone.show("play")
    pid = lone.broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    lone.wait(lambda: lone.find('.stage.stale [data-link="down"]') and lone.find('[data-notice="link"]'))
    assert lone.texts(".score")[0] == "18400"
    os.kill(pid, signal.SIGKILL)
    state = lone.publish("confirm_ron")
    lone.wait(lambda: lone.find(f'.stage[data-rev="{state.rev}"]') and lone.find('[data-link="up"]'))
    assert not lone.find('[data-notice="link"]')
    assert lone.texts(".call") == ["Ron"]


def test_a_table_that_stops_and_starts_again_is_followed(lone: Stand) -> None:
    lone.open()
    for _ in range(3):
        lone.show("play")
    lone.bus.close()
    lone.wait(lambda: lone.texts('[data-notice="link"] span') == ["The table is switched off."])
    lone.restart("boot-2")
    lone.show("finished")
    assert lone.rev == 1
    assert not lone.find('[data-notice="link"]')


@pytest.mark.parametrize("who", ["the house", "a guest"])
def test_a_service_that_starts_anew_is_found(lone: Stand, who: str) -> None:
    """Another process with another broker, and the guest's secret is another one: the web page keeps its
    address, and the accounts are those of before."""
    lone.open()
    if who == "a guest":
        lone.driver.execute_script("localStorage.clear()")
        lone.open()
    lone.show("play")
    lone.bus.close()
    lone.broker.stop()
    lone.web.stop()
    lone.wait(lambda: lone.find('[data-notice="link"]'))
    lone.broker = EmbeddedBroker(lone.folder, TOPICS)
    lone.broker.start()
    lone.web = Web(TOPICS, lone.broker.address, port=lone.web.port)
    lone.web.start()
    lone.restart("boot-2")
    state = lone.publish("finished")
    lone.wait(lambda: lone.find(f'.stage[data-phase="finished"][data-rev="{state.rev}"]'), 25)
    lone.wait(lambda: lone.find('[data-link="up"]'))


def test_an_older_snapshot_of_the_same_run_is_ignored(stand: Stand) -> None:
    stand.open()
    newer = stand.show("play")
    stand.publish("confirm_ron", rev=newer.rev - 1)
    stand.show("confirm_abort")
    assert not stand.find(".call")


def test_a_silent_table_is_called_silent(stand: Stand) -> None:
    """The connection stands, but the main loop does not beat any more."""
    stand.open()
    stand.show("play")
    stand.wait(lambda: stand.find('[data-notice="link"]'))
    assert stand.texts('[data-notice="link"] span')[0].startswith("No update from the table for ")
    stand.wait(lambda: stand.bus.poll() == [] and not stand.find('[data-notice="link"]'))


def test_before_the_first_snapshot_the_screen_says_what_it_waits_for(stand: Stand) -> None:
    stand.open()
    stand.wait(lambda: stand.texts("[data-notice]") == ["Connected. Waiting for the table…"])


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_phase_has_its_words_fits_in_and_is_readable(stand: Stand, driver: Any, language: str) -> None:
    hold_still(driver)
    faults: list[str] = []
    with recording(driver):
        stand.open(lang=language, sides="1", theme="light" if language in ("ru", "ja") else "dark")
        for size in ((1280, 800), (1920, 1080)):
            resize(driver, size)
            for name in NAMES:
                stand.show(name)
                faults += [f"{name} {size} {fault}" for fault in stand.check(None, scrolls=False)]
        traffic = stand.traffic()
    assert faults == []
    assert driver.execute_script("return document.documentElement.lang") == language
    assert stand.complaints() == []
    assert f"{stand.web.url}shared/tiles/5m.svg" in stand.requests(traffic)
    assert stand.foreign(traffic) == []


OFF_THE_MAT = """
const mat = document.querySelector(".mat").getBoundingClientRect();
return [...document.querySelectorAll(".pond .tile")].map((e) => e.getBoundingClientRect()).filter((box) =>
  box.left < mat.left - 1 || box.right > mat.right + 1 || box.top < mat.top - 1 || box.bottom > mat.bottom + 1
).length;
"""


@pytest.mark.parametrize("phase", ["play", "show_exhaustive"])
def test_full_ponds_stay_on_the_mat(stand: Stand, driver: Any, phase: str) -> None:
    """Three full rows, with and without words below them."""
    stand.open()
    hold_still(driver)
    seats = [
        seat.model_copy(update={"pond": [PondTile(tile="1m", sideways=n == 13) for n in range(18)]})
        for seat in stand.show("play").seats
    ]
    for size in ((1024, 768), (1280, 800), (1920, 1080)):
        resize(driver, size)
        stand.show(phase, seats=seats)
        assert len(stand.find(".pond .tile")) == 4 * 18
        assert driver.execute_script(OFF_THE_MAT) == 0, size


def test_every_text_has_seven_to_one_in_the_theme_of_the_system(stand: Stand, driver: Any) -> None:
    stand.open(theme="")
    hold_still(driver)
    weak: list[str] = []
    for name in NAMES:
        stand.show(name)
        weak += [f"{name} {fault}" for fault in driver.execute_script(CHECKS["contrast"])]
    assert weak == []


def test_the_language_can_be_switched_without_a_reload(stand: Stand) -> None:
    stand.open()
    stand.show("play")
    stand.driver.execute_script(
        "const list = document.querySelector('.switches select'); list.value = 'ja';"
        "list.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    stand.wait(lambda: stand.texts(".edge .round") == ["南3局"] * 4)


def test_any_seat_can_sit_at_the_bottom(stand: Stand) -> None:
    stand.open(south="2")
    stand.show("play")
    assert stand.values(".seat.side0", "data-seat") == ["2"]
    assert stand.values(".field.side1", "data-field") == ["3"]

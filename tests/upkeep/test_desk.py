"""What the pages know of the care for the computer, and what may be asked when."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from runtime.clock import CLOCK
from runtime.version import version
from tests.upkeep.computer import Computer
from upkeep import desk as desks
from upkeep.desk import CareAsk, LastBackup
from upkeep.network import OFFER, Offer
from upkeep.places import note
from upkeep.release import name_of

ZIP = "jantaku-table-east-20261127-011438.zip"
ASKS: list[tuple[dict[str, Any], str]] = [
    ({"what": "look"}, "jantaku-care@look.service"),
    ({"what": "backup", "place": "here"}, "jantaku-care@backup:here.service"),
    ({"what": "restore", "place": "here", "file": ZIP}, f"jantaku-care@restore:here:{ZIP}.service"),
    ({"what": "foreign", "place": "here", "file": ZIP}, f"jantaku-care@foreign:here:{ZIP}.service"),
    ({"what": "reset"}, "jantaku-care@reset.service"),
    ({"what": "forget"}, "jantaku-care@forget.service"),
    ({"what": "update", "place": "network"}, "jantaku-update@network.service"),
    ({"what": "back"}, "jantaku-update@back.service"),
]
PLAYS_ON = ("look", "backup", "forget")


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def ask(computer: Computer, *, in_hand: bool = False, **body: Any) -> str:
    return computer.desk.ask(CareAsk(**body), "hand" if in_hand else None).code


@pytest.mark.parametrize(("body", "unit"), ASKS)
def test_a_unit_does_it_and_during_a_hand_only_what_lets_the_table_play_on(
    computer: Computer, body: dict[str, Any], unit: str
) -> None:
    plays_on = body["what"] in PLAYS_ON
    assert ask(computer, in_hand=True, **body) == ("ok" if plays_on else "hand")
    assert ask(computer, **body) == "ok"
    assert computer.started == [unit] * (2 if plays_on else 1)


@pytest.mark.parametrize(
    "body",
    [
        *({"what": "backup"}, {"what": "backup", "place": "network"}, {"what": "restore", "place": "here"}),
        *({"what": "look", "place": "here"}, {"what": "update"}, {"what": "update", "place": "here"}),
        *(
            {"what": "back", "place": "stick"},
            {"what": "reset", "file": ZIP},
            {"what": "restore", "file": ZIP},
        ),
    ],
)
def test_parts_that_do_not_fit_are_refused(computer: Computer, body: dict[str, Any]) -> None:
    assert ask(computer, **body) == "bad"
    assert computer.started == []


def test_what_is_in_the_way_is_said(computer: Computer) -> None:
    assert ask(computer, what="backup", place="stick") == "no_stick"
    computer.stick, computer.runs = True, True
    assert ask(computer, what="backup", place="stick") == "busy"
    computer.runs, computer.allowed = False, False
    assert ask(computer, what="backup", place="stick") == "not_allowed"
    assert computer.desk.view().progress is None
    computer.loaded = False
    assert ask(computer, what="backup", place="stick") == "not_here"
    assert not computer.desk.view().here
    assert computer.started == []


def test_who_asks_again_as_soon_as_it_has_ended_waits_until_its_unit_is_gone(
    computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    computer.runs, written = True, computer.progress("look")
    gone = threading.Timer(0.5, setattr, (computer, "runs", False))
    written.doing("reading")
    assert ask(computer, what="backup", place="here") == "busy", "it has not ended"
    written.ended()
    gone.start()
    assert ask(computer, what="backup", place="here") == "ok"
    computer.runs = True
    monkeypatch.setattr(desks, "GOING_S", 0.5)
    assert ask(computer, what="backup", place="here") == "busy", "something else runs"


def test_it_is_told_how_it_goes_from_the_press_on(computer: Computer) -> None:
    def stands() -> tuple[str, str, str]:
        progress = computer.desk.view().progress
        assert progress is not None
        return progress.what, progress.step, progress.code

    computer.progress("look").ended()
    assert ask(computer, what="backup", place="here") == "ok"
    assert stands() == ("backup", "", "")
    written, computer.runs = computer.progress("backup"), True
    written.doing("saving")
    assert stands() == ("backup", "saving", "")
    written.ended("full", "No room.")
    assert stands() == ("backup", "saving", "full")


def test_what_ended_without_a_word_was_cut(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "PATIENCE_S", 0.0)
    ask(computer, what="reset")
    unwritten = computer.desk.view().progress
    assert unwritten is not None
    assert (unwritten.what, unwritten.code) == ("reset", "interrupted")
    computer.progress("reset").doing("stopping")
    cut = computer.desk.view().progress
    assert cut is not None
    assert (cut.step, cut.code) == ("stopping", "interrupted")


def test_what_systemd_does_not_answer_about_was_not_cut(computer: Computer) -> None:
    """When an update stops the table, what the table asks with is ended, too."""
    computer.progress("back").doing("starting")
    computer.answers = False
    unknown = computer.desk.view().progress
    assert unknown is not None
    assert (unknown.step, unknown.code) == ("starting", "")
    assert ask(computer, what="reset") == "busy"


def test_the_last_backup_the_versions_and_what_the_network_offers(computer: Computer, tmp_path: Path) -> None:
    empty = computer.desk.view()
    assert (empty.last, empty.before, empty.offer, empty.fetched, empty.network) == (
        None,
        None,
        None,
        0,
        True,
    )
    note(1_800_000_000_000, Path("/media/jantaku/x.zip"), computer.folders.state)
    computer.lies_beside("0.0.9")
    offer = Offer(looked_at_ms=1, version="99.0", size=200)
    (computer.folders.fetched / OFFER).write_text(offer.model_dump_json())
    assert computer.desk.view().fetched == 0, "nothing of it is there yet"
    (computer.folders.fetched / (name_of("99.0") + ".part")).write_bytes(b"x" * 50)
    view = computer.desk.view()
    assert view.last is not None
    assert (view.last.at_ms, view.before, view.fetched) == (1_800_000_000_000, "0.0.9", 25)
    assert view.offer == offer
    (computer.folders.fetched / OFFER).write_text(Offer(looked_at_ms=1, version="0.0.1").model_dump_json())
    older = computer.desk.view().offer
    assert older is not None
    assert older.version == "", "what this version has overtaken is no offer"


def test_damaged_notes_say_nothing(computer: Computer) -> None:
    for folder, name in (
        (computer.folders.run, "progress.json"),
        (computer.folders.state, "last-backup.json"),
        (computer.folders.fetched, OFFER),
    ):
        (folder / name).write_bytes(b"\xff{")
    view = computer.desk.view()
    assert (view.progress, view.last, view.offer) == (None, None, None)


def test_without_an_address_nothing_is_looked_for(tmp_path: Path) -> None:
    computer = Computer(tmp_path, index="")
    assert computer.desk.look().code == "no_index"
    assert not computer.desk.view().network


@pytest.mark.parametrize("body", [body for body, _ in ASKS if body["what"] not in PLAYS_ON])
def test_a_round_of_an_event_is_in_the_way_as_a_hand_is(computer: Computer, body: dict[str, Any]) -> None:
    assert computer.desk.ask(CareAsk(**body), "round").code == "round"
    assert computer.started == []


@pytest.mark.parametrize(
    "body",
    [
        *({"what": "cook"}, {"what": "look", "place": "cloud"}, {"what": "look", "more": 1}, {}),
        *({"what": "restore", "place": "here", "file": file} for file in ("../a.zip", "a.tar", ".a.zip", "")),
    ],
)
def test_what_is_no_question_cannot_be_asked(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CareAsk(**body)


@pytest.mark.parametrize(
    ("here", "part", "size", "per_cent"),
    [
        *(
            (None, None, 200, 0),
            (None, 0, 200, 0),
            (None, 1, 200, 0),
            (None, 2, 200, 1),
            (None, 199, 200, 99),
        ),
        *((200, None, 200, 100), (300, None, 200, 100), (50, 100, 200, 25), (None, 50, 0, 0)),
    ],
)
def test_how_much_of_an_offer_is_here_is_reported_in_whole_per_cent(
    computer: Computer, here: int | None, part: int | None, size: int, per_cent: int
) -> None:
    folder = computer.folders.fetched
    (folder / OFFER).write_text(Offer(looked_at_ms=1, version="99.0", size=size).model_dump_json())
    for ending, length in (("", here), (".part", part)):
        if length is not None:
            (folder / (name_of("99.0") + ending)).write_bytes(bytes(length))
    assert computer.desk.view().fetched == per_cent


def test_an_offer_of_what_is_no_version_has_no_part(computer: Computer) -> None:
    offer = Offer(looked_at_ms=1, version="99/../..", size=1)
    (computer.folders.fetched / OFFER).write_text(offer.model_dump_json())
    assert computer.desk.view().fetched == 0


@pytest.mark.parametrize(
    ("offered", "left"), [(version(), ("", 0)), ("0.0.1", ("", 0)), ("99.0", ("99.0", 7)), ("", ("", 7))]
)
def test_only_what_is_later_than_this_version_is_offered(
    computer: Computer, offered: str, left: tuple[str, int]
) -> None:
    offer = Offer(looked_at_ms=3, version=offered, size=7)
    (computer.folders.fetched / OFFER).write_text(offer.model_dump_json())
    seen = computer.desk.view().offer
    assert seen is not None
    assert (seen.version, seen.size, seen.looked_at_ms) == (*left, 3)


def test_the_view_says_what_runs_since_when(computer: Computer) -> None:
    begun = CLOCK.now_ms()
    assert ask(computer, what="forget") == "ok"
    computer.stick = True
    note(5, Path("/media/jantaku/x.zip"), computer.folders.state)
    seen = computer.desk.view()
    assert (seen.here, seen.stick, seen.version) == (True, True, version())
    assert seen.last == LastBackup(at_ms=5, file="/media/jantaku/x.zip")
    assert begun <= seen.now_ms <= CLOCK.now_ms()
    assert seen.progress is not None
    assert begun <= seen.progress.at_ms <= seen.now_ms
    assert (seen.progress.what, seen.progress.code) == ("forget", "")


@pytest.mark.parametrize(
    ("waited", "runs", "code"), [(0.0, False, ""), (60.0, True, ""), (60.0, False, "interrupted")]
)
def test_a_unit_that_writes_nothing_is_awaited_while_it_runs(
    computer: Computer, monkeypatch: pytest.MonkeyPatch, waited: float, runs: bool, code: str
) -> None:
    assert ask(computer, what="foreign", place="here", file=ZIP) == "ok"
    at = computer.desk.view().progress
    monkeypatch.setattr(desks, "PATIENCE_S", desks.PATIENCE_S - waited)
    computer.runs = runs
    later = computer.desk.view().progress
    assert at is not None
    assert later is not None
    assert (later.what, later.at_ms, later.code) == ("restore", at.at_ms, code)


def test_a_page_waits_seconds_and_not_minutes() -> None:
    """A unit begins within a second; a person looks at the page meanwhile."""
    assert (desks.PATIENCE_S, desks.GOING_S, desks._LOOKS_S) == (10.0, 5.0, 0.2)


def test_the_network_is_looked_into_as_the_tables_user(computer: Computer) -> None:
    assert computer.desk.look().code == "ok"
    offer = computer.desk.view().offer
    assert offer is not None
    assert (offer.code, offer.message) == ("no_key", "Nobody's releases are trusted here.")
    assert computer.started == []

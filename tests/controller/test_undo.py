"""Taking back the last event: a referee alone, the seats all four; a kill ends no request."""

from __future__ import annotations

from pathlib import Path

from engine.state import events as ev
from tests.controller.desk import Desk
from tests.controller.given import hand, unpaid


def test_a_referee_takes_the_last_event_back(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid()[:12])
    last = desk.game.log[-1]
    log = desk.game.log
    assert desk.says("undo").ok
    assert desk.game.log == log[:-1]
    (correct,) = desk.accepted
    assert isinstance(correct, ev.Correct)
    assert (correct.count, last in correct.events) == (1, False)


def test_the_seats_undo_when_all_four_agree(tmp_path: Path) -> None:
    """K-ASSIST-04."""
    desk = Desk(tmp_path, unpaid()[:12])
    log = desk.game.log
    for seat in (2, 0, 2, 1):
        assert desk.says("undo", seat=seat).ok
    assert desk.shown.undo is not None
    assert desk.shown.undo.agreed == [True, True, True, False]
    assert desk.game.log == log
    assert desk.says("undo", seat=3, seq=desk.shown.undo.seq).ok
    assert desk.game.log == log[:-1]
    assert desk.shown.undo is None


def test_a_request_says_whose_event_it_is_about_and_who_asked(tmp_path: Path) -> None:
    """Of an event of no seat it names none."""
    for kind, name in ((ev.Discarded, "discarded"), (ev.DoraRevealed, "dora_revealed")):
        at = next(n for n, event in enumerate(unpaid()) if isinstance(event, kind))
        seat = getattr(unpaid()[at], "seat", None)
        assert (seat is None) == (name == "dora_revealed")
        desk = Desk(tmp_path / name, unpaid()[: at + 1])
        assert desk.says("undo", seat=2).ok
        asked = desk.shown.undo
        assert asked is not None
        assert (asked.type, asked.seat) == (name, seat)
        assert asked.agreed == [False, False, True, False]
        assert asked.by
        assert asked.since_ms > 0


def test_one_no_ends_the_request_and_so_does_another_event(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid()[:12])
    desk.says("undo", seat=2)
    desk.says("undo", seat=1, agree=False)
    assert desk.shown.undo is None
    desk.says("undo", seat=2)
    line = desk.shown.undo.seq if desk.shown.undo else -1
    desk.says("penalty", seat=1, row="P-42")
    assert desk.shown.undo is None
    assert desk.says("undo", seat=3, seq=line).code == "not_now"


def test_players_take_back_neither_rulings_nor_recorded_hands(tmp_path: Path) -> None:
    """K-ASSIST-05."""
    desk = Desk(tmp_path, unpaid()[:12])
    desk.says("penalty", seat=1, row="P-42")
    assert desk.says("undo", seat=1).code == "not_now"
    assert desk.says("undo").ok
    over = Desk(tmp_path / "over", (*unpaid(), hand().ended))
    for body in ({}, {"seat": 1}):
        reply = over.says("undo", **body)
        assert (reply.code, "K-ASSIST-05" in reply.message) == ("not_now", True)


def test_what_the_machine_did_is_not_taken_back(tmp_path: Path) -> None:
    events = unpaid()
    dealt = next(n for n, e in enumerate(events) if isinstance(e, ev.Dealt))
    desk = Desk(tmp_path, events[: dealt + 1])
    assert desk.says("undo").code == "not_now"


def test_a_request_outlives_a_kill_until_something_else_happens(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid()[:12])
    log = desk.game.log
    for seat in (2, 0, 1):
        desk.says("undo", seat=seat)
    asked = desk.shown.undo
    desk.restart()
    desk.turn()
    assert asked is not None
    assert desk.shown.undo == asked
    assert desk.says("undo", seat=3, seq=asked.seq).ok
    assert desk.game.log == log[:-1]
    desk.says("undo", seat=2)
    desk.says("undo", seat=1, agree=False)
    desk.restart()
    desk.turn()
    assert desk.shown.undo is None
    desk.says("undo", seat=2)
    desk.says("penalty", seat=1, row="P-42")
    desk.restart()
    desk.turn()
    assert desk.shown.undo is None

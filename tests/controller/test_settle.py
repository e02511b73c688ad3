"""Settled by the table: dead hand or chombo, when all four agree, the offender too (K-PEN-08)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from contract.messages import RecordMessage, Reply
from contract.messages.seat_panel import Button
from controller.machine.transitions import CycleStep
from engine.judge import Kind
from engine.state import events as ev
from engine.state.events import Sanction
from firmware_bridge.message import MachineState
from tests.controller.club_link.sitting import assign, play, records
from tests.controller.desk import Desk, Disk
from tests.controller.ending.test_referee import FALSE_RON
from tests.controller.given import S, hand, unpaid
from tests.controller.loop.test_service import paid

SEATS = (0, 1, 2, 3)
DEAD = ev.Penalised(2, Sanction.DEAD_HAND, "P-02", confirmed=SEATS)


def asks(desk: Desk, seat: int, offender: int = 2, row: str = "P-02", **body: Any) -> Reply:
    return desk.says("settle", seat=seat, offender=offender, row=row, **body)


@pytest.fixture
def playing(tmp_path: Path) -> Desk:
    return Desk(tmp_path, unpaid()[:12])


def test_a_hand_is_dead_when_all_four_agree(playing: Desk) -> None:
    for seat in (0, 1, 0, 3):
        assert asks(playing, seat).ok
    asked = playing.shown.settle
    assert asked is not None
    assert (asked.seat, asked.row, asked.sanction) == (2, "P-02", Sanction.DEAD_HAND)
    assert asked.agreed == [True, True, False, True]
    assert playing.accepted == []
    assert asks(playing, 2).ok
    assert playing.accepted == [DEAD]
    assert playing.shown.settle is None
    assert [s.dead for s in playing.shown.seats] == [False, False, True, False]
    (ruling,) = playing.shown.rulings
    assert (ruling.seat, ruling.penalty, ruling.confirmed) == (2, "P-02", [0, 1, 2, 3])


def test_a_chombo_ends_the_hand(playing: Desk) -> None:
    playing.machine(S.PRESENTED)
    for seat in SEATS:
        assert asks(playing, seat, row="P-30").ok
    assert playing.accepted == [ev.Penalised(2, Sanction.CHOMBO, "P-30", confirmed=SEATS)]
    paid(playing)
    assert playing.service.step_of_cycle is CycleStep.WAIT


def test_one_no_ends_the_request(playing: Desk) -> None:
    asks(playing, 0)
    asks(playing, 2, agree=False)
    assert playing.shown.settle is None
    for seat in (0, 1, 3):
        asks(playing, seat)
    assert playing.accepted == []


@pytest.mark.parametrize("row", ["P-42", "P-01", "P-25", "P-28", "P-31", "P-46", "P-99"])
def test_for_everything_else_a_referee_comes(playing: Desk, row: str) -> None:
    reply = asks(playing, 0, row=row)
    assert reply.code == "bad_schema"
    assert playing.shown.settle is None


def test_one_case_at_a_time_and_not_what_is_ruled_or_paused(playing: Desk) -> None:
    asks(playing, 0)
    assert "another case" in asks(playing, 1, row="P-18").message
    assert "another case" in asks(playing, 1, offender=3).message
    playing.says("pause")
    assert "paused" in asks(playing, 1).message
    playing.says("resume")
    for seat in SEATS:
        asks(playing, seat)
    assert playing.accepted == [DEAD]
    assert asks(playing, 1).message == "That is ruled already."


def test_between_two_hands_there_is_nothing_to_settle(tmp_path: Path) -> None:
    desk = Desk(tmp_path, (*unpaid(), hand().ended))
    assert asks(desk, 0).code == "not_now"


def test_a_request_outlives_a_kill_and_not_its_hand(playing: Desk) -> None:
    for seat in (0, 1, 2):
        asks(playing, seat)
    asked = playing.shown.settle
    playing.restart()
    playing.turn()
    assert asked is not None
    assert playing.shown.settle == asked
    asks(playing, 3)
    assert playing.accepted == [DEAD]
    playing.restart()
    playing.turn()
    assert playing.shown.settle is None
    asks(playing, 0, offender=1)
    for event in (*unpaid()[12:], hand().ended):
        playing.service._accepting.propose(event)
    playing.turn()
    assert playing.shown.settle is None


def test_a_full_disk_settles_it_later(playing: Desk, disk: Disk) -> None:
    for seat in (0, 1, 2):
        asks(playing, seat)
    disk.full = True
    playing.bus.hear(id="last", by="x", name="settle", body={"seat": 3, "offender": 2, "row": "P-02"})
    playing.turn()
    assert playing.accepted == []
    disk.full = False
    playing.turn()
    assert playing.accepted == [DEAD]


def test_nobody_confirms_for_the_four(playing: Desk) -> None:
    forged = {"type": "penalised", "seat": 2, "sanction": "dead_hand", "confirmed": [0, 1, 2, 3]}
    reply = playing.says("ruling", event=forged)
    assert (reply.code, playing.accepted) == ("bad_schema", [])
    assert "send `settle`" in reply.message
    assert playing.says("ruling", event={**forged, "sanction": "fine", "points": 1000}).code == "bad_schema"


# what the club is told


@pytest.fixture
def seated(desk: Desk) -> Desk:
    desk.machine(MachineState.READY)
    assert assign(desk, clock="none").ok
    return desk


def recorded(desk: Desk) -> RecordMessage:
    (message,) = records(desk).values()
    return message


def settled(desk: Desk) -> list[tuple[int, str, list[int]]]:
    return [(r.seat, r.penalty, r.confirmed) for r in recorded(desk).rulings]


def test_the_record_of_the_hand_says_what_was_settled(seated: Desk) -> None:
    events = hand().events
    play(seated, *events[:9])
    for seat in SEATS:
        assert asks(seated, seat).ok
    referee = seated.says("penalty", seat=1, row="P-42")
    assert referee.ok
    seated.restart()
    play(seated, *events[9:])
    assert settled(seated) == [(2, "P-02", [0, 1, 2, 3]), (1, "P-42", [])]


def test_a_chombo_that_the_table_proposed_is_settled_by_the_four(seated: Desk) -> None:
    play(seated, *FALSE_RON[1:])
    seated.wait(4.0)
    assert [f.kind for f in seated.shown.findings] == [Kind.WIN_NOT_COMPLETE.value]
    seated.press(Button.CONFIRM, *SEATS)
    seated.turn()
    assert settled(seated) == [(1, "P-14", [0, 1, 2, 3])]
    assert (recorded(seated).reason, recorded(seated).offenders) == ("chombo", [1])


def test_what_a_referee_takes_back_is_not_told(seated: Desk) -> None:
    events = hand().events
    play(seated, *events[:9])
    for seat in SEATS:
        asks(seated, seat)
    assert seated.says("undo").ok
    play(seated, *events[9:])
    assert settled(seated) == []


def test_a_corrected_hand_is_reported_again_without_it(seated: Desk) -> None:
    events = hand().events
    play(seated, *events[:9])
    for seat in SEATS:
        asks(seated, seat)
    play(seated, *events[9:])
    at = seated.game.log.index(DEAD)
    play(seated, ev.Correct(at, 1, (), "the tiles were counted again"))
    assert (recorded(seated).rev, settled(seated)) == (1, [])

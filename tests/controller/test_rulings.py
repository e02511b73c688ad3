"""What referees rule over the bus, from the command to the journal and the screens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from contract.messages import Phase
from contract.stored.codec import encode
from controller.bus.gate import Order
from controller.machine.transitions import CycleStep
from controller.table.journal import read
from engine.state import events as ev
from engine.state.events import Sanction
from tests.controller.desk import Desk, Disk
from tests.controller.given import S, hand, last_hand, unpaid
from tests.controller.loop.test_service import paid


def rules(desk: Desk, event: ev.Event) -> Any:
    return desk.says("rule", event=encode(event))


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "event: Field required"),
        ({"event": {"type": "penalised", "seat": 5, "sanction": "fine"}}, "seat"),
        ({"event": {"type": "penalised", "seat": 1, "sanction": "applause"}}, "applause"),
        ({"event": {"type": "drawn", "seat": 1}}, "drawn is no ruling"),
    ],
)
def test_what_is_no_ruling_is_refused_with_a_reason(tmp_path: Path, body: dict[str, Any], says: str) -> None:
    desk = Desk(tmp_path, unpaid())
    reply = desk.says("rule", **body)
    assert reply.code == "bad_schema"
    assert says in reply.message
    assert desk.accepted == []


def test_a_ruling_that_cannot_be_now_says_why(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    reply = rules(desk, ev.RiichiWithdrawn(0))
    assert (reply.ok, reply.code) == (False, "not_now")
    assert reply.message
    assert "refused" in {r.kind for r in read(desk.path).records}


def test_a_chombo_ends_the_hand_and_is_confirmed_by_all(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid()[:12])
    desk.machine(S.PRESENTED)
    ruling = ev.Penalised(2, Sanction.CHOMBO, "P-30")
    assert rules(desk, ruling).ok
    paid(desk)
    assert desk.accepted[0] == ruling
    ended = desk.accepted[1]
    assert isinstance(ended, ev.HandEnded)
    assert ended.reason is ev.EndReason.CHOMBO
    # under rrc nothing moves at the table: the price is deducted after uma
    assert desk.game.scores == (30000,) * 4
    assert desk.service.step_of_cycle is CycleStep.WAIT


def test_a_ruling_waits_for_room_on_the_disk(tmp_path: Path, disk: Disk) -> None:
    desk = Desk(tmp_path, unpaid())
    disk.full = True
    ruling = ev.Penalised(1, Sanction.REMINDER, "P-42")
    before = len(desk.bus.answers)
    desk.bus.commands.append(command(ruling))
    desk.turn()
    assert len(desk.bus.answers) == before
    assert not desk.service.written
    disk.full = False
    desk.turn()
    assert desk.bus.answers[-1].ok
    assert desk.accepted[0] == ruling


def command(event: ev.Event) -> Any:
    return Order(id="late", by="referee", name="rule", body={"event": encode(event)})


def test_a_corrected_result_moves_the_points_and_the_screens(tmp_path: Path) -> None:
    desk = Desk(tmp_path, (*unpaid(), hand().ended))
    log = desk.game.log
    started = next(i for i, e in enumerate(log) if isinstance(e, ev.HandStarted))
    entered = ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(3, 0, 1, 30),))
    correct = ev.Correct(started + 1, len(log) - started - 2, (entered,), "entered by hand")
    assert rules(desk, correct).ok
    # a mangan-free ron of one han and 30 fu from the dealer by a player who is not: 1000
    assert desk.game.scores == (29000, 30000, 30000, 31000)
    assert [s.score for s in desk.shown.seats] == [29000, 30000, 30000, 31000]
    assert desk.shown.result is not None
    assert desk.shown.result.deltas == [-1000, 0, 0, 1000]
    desk.restart()
    assert desk.game.scores == (29000, 30000, 30000, 31000)


def test_a_game_that_a_correction_reopens_goes_on(tmp_path: Path) -> None:
    desk = Desk(tmp_path, last_hand())
    desk.machine(S.PRESENTED)
    paid(desk)
    log = desk.game.log
    started = max(i for i, e in enumerate(log) if isinstance(e, ev.HandStarted))
    cancelled = ev.Correct(started, len(log) - started, (), "the last hand is cancelled")
    assert rules(desk, cancelled).ok
    assert not desk.game.finished
    assert desk.service.step_of_cycle is CycleStep.WAIT
    assert desk.shown.phase is Phase.IDLE


def test_names_of_people_who_sat_wrongly(tmp_path: Path) -> None:
    desk = Desk(tmp_path, (*unpaid(), hand().ended))
    scores = desk.game.scores
    assert rules(desk, ev.Reseated(("B", "A", "C", "D"))).ok
    assert [s.name for s in desk.shown.seats] == ["B", "A", "C", "D"]
    assert desk.game.scores == scores

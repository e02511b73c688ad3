"""The guided self-test at a table that runs: its commands, its report, START, and the cycle that waits."""

from __future__ import annotations

import pytest

from contract.messages import GuideView
from contract.messages.seat_panel import Button
from controller.machine.selftest.acts import FIRST, ORDER
from controller.machine.selftest.guide import WATCH_MS
from controller.machine.transitions import Trigger
from firmware_bridge.device import Answered
from firmware_bridge.message import (
    Answer,
    ClearFault,
    Fault,
    Flag,
    Home,
    MachineState,
    Reply,
    SelfTest,
    Service,
    Status,
    Stop,
    Watch,
)
from tests.controller.desk import Desk

S = MachineState
WATCHED = Answered(Watch(WATCH_MS), Reply(Answer.DONE))


@pytest.fixture(autouse=True)
def every_change_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.machine.attendant.REPORT_S", 0.0)


def begun(desk: Desk) -> GuideView:
    """At its first step."""
    desk.machine(S.READY)
    assert desk.says("machine.selftest", guided=True).ok
    return asked(desk)


def asked(desk: Desk) -> GuideView:
    """The step after the machine has answered to `Watch`."""
    desk.device.reports.append(WATCHED)
    desk.machine(S.UNHOMED)
    guide = desk.bus.machine.guide
    assert guide is not None
    return guide


def at_start(desk: Desk) -> GuideView:
    """At the step before anything moves."""
    guide = begun(desk)
    for _ in FIRST:
        assert desk.says("machine.step", step=guide.step, word="skip").ok
        guide = asked(desk)
    assert guide.act == "go"
    return guide


def test_it_asks_step_by_step_and_takes_answers_to_the_step_that_is_asked(desk: Desk) -> None:
    guide = begun(desk)
    assert (guide.step, guide.act, guide.waits_for) == (1, "estop", ("ESTOP",))
    assert desk.bus.machine.testing
    assert desk.device.sent == [Stop(), Watch(WATCH_MS)]
    reply = desk.says("machine.step", step=2, word="skip")
    assert (reply.code, reply.reason) == ("not_now", "no_such_step")
    assert desk.says("machine.step", step=1, word="skip").ok
    assert asked(desk).act == "lid"
    assert {part.how for part in desk.bus.machine.tested} == {"not_tried"}
    assert len(desk.bus.machine.tested) == 59


def test_nothing_is_sent_that_moves_before_somebody_presses_and_the_cycle_waits(desk: Desk) -> None:
    at_start(desk)
    moving = [c for c in desk.device.sent if isinstance(c, Home | Service | SelfTest | ClearFault)]
    assert (moving, desk.device.presses) == ([], 0), "an UNHOMED machine is not homed under somebody's hands"


def test_start_at_a_seat_says_that_the_machine_may_move_where_that_is_asked(desk: Desk) -> None:
    begun(desk)
    desk.press(Button.START, 0)
    desk.turn()
    assert desk.device.presses == 0, "and nothing else, not even a hand that begins"
    assert desk.shown.phase == "idle"
    desk.says("machine.step", step=1, word="stop")
    desk.machine(S.UNHOMED)
    at_start(desk)
    desk.press(Button.START, 0)
    desk.turn()
    assert desk.device.presses == 1
    assert desk.device.sent[-2:] == [Service(True), Watch(WATCH_MS)]
    desk.device.reports.append(Status(S.SERVICE, flags=Flag.SUPPLY))
    desk.turn()
    desk.device.reports.append(WATCHED)
    desk.turn()
    assert desk.device.sent[-1] == SelfTest(ORDER[0])
    assert desk.bus.machine.guide is not None
    assert (desk.bus.machine.guide.act, desk.bus.machine.guide.axis) == ("moving", ORDER[0].name)


def test_start_lets_nothing_move_while_the_table_is_paused(desk: Desk) -> None:
    at_start(desk)
    assert desk.says("pause").ok
    desk.press(Button.START, 0)
    desk.turn()
    assert desk.says("resume").ok
    desk.turn()
    assert desk.device.presses == 0, "nor does it wait for the end of the pause"
    desk.press(Button.START, 0)
    desk.turn()
    assert desk.device.presses == 1


def test_who_ends_it_gets_what_was_found_and_the_table_its_machine(desk: Desk) -> None:
    guide = begun(desk)
    assert desk.says("machine.step", step=guide.step, word="stop").ok
    desk.turn()
    assert desk.device.sent[-2:] == [Stop(), Watch(0)]
    assert (desk.bus.machine.guide, desk.bus.machine.testing) == (None, False)
    assert len(desk.bus.machine.tested) == 59
    desk.machine(S.UNHOMED)
    assert desk.device.sent[-1] == Home(), "refused by the machine until somebody presses START"
    assert desk.says("machine.step", step=guide.step, word="skip").reason == "no_such_step"


@pytest.mark.parametrize("state", S)
def test_it_begins_while_nothing_moves_and_nothing_stands(desk: Desk, state: MachineState) -> None:
    desk.machine(S.READY, state)
    reply = desk.says("machine.selftest", guided=True)
    if state in (S.READY, S.UNHOMED, S.FAULT, S.ESTOP):
        assert reply.ok
    else:
        assert reply.reason == "not_at_rest"


def test_a_machine_whose_stop_is_stuck_from_the_start_is_tried_all_the_same(desk: Desk) -> None:
    desk.machine(S.ESTOP)
    assert desk.says("machine.selftest", guided=True).ok
    desk.device.reports += [WATCHED, Fault(0x04)]
    desk.machine(S.ESTOP)
    assert desk.bus.machine.guide is not None
    assert desk.says("machine.selftest", guided=True).reason == "not_at_rest", "one at a time"


def test_a_step_with_a_word_that_is_none_is_refused(desk: Desk) -> None:
    begun(desk)
    assert desk.says("machine.step", step=1, word="dance").code == "bad_schema"
    assert desk.says("machine.step", step=0, word="skip").code == "bad_schema"


def test_nothing_of_the_game_moves_the_machine_meanwhile(desk: Desk) -> None:
    begun(desk)
    sent = list(desk.device.sent)
    desk.service._preparation.tell(Trigger.START)
    assert (desk.device.presses, desk.device.sent) == (0, sent)

"""The service at its machine: refusals, warnings, self-tests, and the report of it all."""

from __future__ import annotations

import pytest

from contract.messages.seat_panel import Button, Lamp
from controller.machine.attendant import REPORT_S
from controller.machine.transitions import CycleStep, Trigger
from firmware_bridge.device import Answered, DeviceLostError, Greeted, Trouble
from firmware_bridge.message import (
    MAGIC,
    MAJOR,
    MINOR,
    NONE,
    Answer,
    Build,
    Collect,
    Command,
    Counters,
    Done,
    Fault,
    Flag,
    MachineHello,
    MachineState,
    Outcome,
    PartTested,
    ReadCounters,
    ReadFaults,
    Reason,
    Reply,
    ResetCause,
    SelfTest,
    Service,
    Sorter,
    Status,
    Verdict,
)
from firmware_bridge.pins import Axis, Input
from tests.controller.desk import Desk

S = MachineState
HELLO = MachineHello(
    *(MAGIC, MAJOR, MINOR, 0, 0xABCD, 0, bytes.fromhex("0badc0de"), True),
    *(Build.AVR, ResetCause.WATCHDOG, 12, 7, 0, 0),
)


@pytest.fixture(autouse=True)
def every_change_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert REPORT_S == 1.0
    monkeypatch.setattr("controller.machine.attendant.REPORT_S", 0.0)


def test_a_discard_says_nothing_to_the_machine(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Walls that sank before the dice fell rise when the machine reports, and at nothing that is played."""
    preparation, told = desk.service._preparation, list[object]()

    def feed(what: object) -> list[Command]:
        told.append(what)
        return []

    monkeypatch.setattr(preparation.cycle, "feed", feed)
    preparation.tell(Trigger.DISCARD)
    assert told == []
    preparation.tell(Trigger.HAND_OVER)
    assert told == [Trigger.HAND_OVER]


def test_a_refused_command_is_reported_and_start_tries_again(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.press(Button.START, 0)
    desk.turn()
    desk.device.reports.append(Answered(Collect(), Reply(Answer.REFUSED, Reason.INTERLOCK)))
    desk.turn()
    assert list(desk.alerts) == ["machine_refused_interlock"]
    assert desk.panel.lamps == [Lamp.ASK_START] * 4
    desk.turn()
    assert desk.device.sent == [Collect()], "nothing moves by itself"
    desk.press(Button.START, 0)
    desk.turn()
    assert desk.device.sent == [Collect(), Collect()]
    assert desk.device.presses == 2, "and the machine is told that somebody pressed"
    desk.device.reports.append(Answered(Collect(), Reply(Answer.ACCEPTED, action=1)))
    desk.turn()
    assert desk.alerts == {}


def test_motion_that_was_interrupted_waits_for_start(desk: Desk) -> None:
    desk.device.reports.append(Status(S.HOLD, flags=Flag.SUPPLY | Flag.LEASE))
    desk.turn()
    assert list(desk.alerts) == ["machine_held"]
    assert desk.panel.lamps == [Lamp.ASK_START] * 4
    assert (desk.device.sent, desk.device.presses) == ([], 0), "nothing moves by itself"
    desk.press(Button.START, 0)
    desk.turn()
    assert (desk.device.sent, desk.device.presses) == ([], 1)
    desk.device.reports.append(Status(S.RAISING, flags=Flag.SUPPLY | Flag.LEASE | Flag.ASKED))
    desk.turn()
    assert desk.alerts == {}


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_one_sentence(desk: Desk, reason: Reason) -> None:
    desk.device.reports.append(Answered(Collect(), Reply(Answer.REFUSED, reason)))
    desk.turn()
    (sentence,) = desk.alerts.values()
    assert sentence.endswith(".")
    assert sentence.count(". ") == 0


@pytest.mark.parametrize("trouble", Trouble)
def test_a_machine_that_must_not_be_moved_is_reported_and_not_moved(desk: Desk, trouble: Trouble) -> None:
    desk.machine(S.READY)
    desk.device.lost = DeviceLostError(trouble, "It is not the machine: look.")
    desk.wait(1.0)
    assert desk.alerts == {f"machine_lost_{trouble}": "It is not the machine: look."}
    assert desk.bus.machine.state == "lost"
    assert [alert.message for alert in desk.bus.machine.alerts] == ["It is not the machine: look."]
    assert desk.device.sent == []


def test_a_full_queue_is_reported_until_the_next_start(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.device.reports.append(Fault(0x07, outcome=Outcome.WARNING))
    desk.machine(S.READY)
    assert list(desk.alerts) == ["machine_warning_EVENT_OVERFLOW"]
    assert "did not read" in desk.alerts["machine_warning_EVENT_OVERFLOW"]
    desk.press(Button.START, 0)
    desk.turn()
    assert desk.alerts == {}


def test_the_report_says_who_it_is_and_how_it_stands(desk: Desk) -> None:
    inputs = (1 << Input.HATCH_CLOSED | 1 << Input.LIFT0_DOWN).to_bytes(5, "little")
    status = Status(S.FAULT, Sorter.STAGED, NONE, 1, 0, fault=0x21, flags=Flag.SUPPLY)
    homed = 1 << Axis.LIFT0
    desk.device.reports += [
        Greeted(HELLO, fresh=True),
        Status(**{**{f: getattr(status, f) for f in status.__slots__}, "homed": homed, "inputs": inputs}),
    ]
    desk.turn()
    report = desk.bus.machine
    assert (report.state, report.fault, report.cause, report.sorter) == ("fault", "E21", "LANE_JAM", "staged")
    assert (report.drum_set, report.row_set, report.standing_set) == (None, 1, 0)
    assert (report.homed, report.inputs, report.supply) == (("LIFT0",), ("LIFT0_DOWN", "HATCH_CLOSED"), True)
    assert (report.build, report.firmware, report.protocol) == ("avr", "0badc0de+", "1.4")
    assert (report.pins, report.boots, report.reset) == ("0000ABCD", 12, "watchdog")


def test_a_report_is_published_once(desk: Desk) -> None:
    desk.machine(S.READY)
    first = desk.bus.machine
    desk.turn()
    assert desk.bus.machine is first


def test_a_self_test_is_followed_to_its_end_and_the_machine_leaves_service(desk: Desk) -> None:
    desk.machine(S.READY)
    assert desk.says("machine.selftest", axis="lift2").ok
    assert desk.device.sent == [Service(True), SelfTest(Axis.LIFT2)]
    desk.device.reports += [
        Answered(Service(True), Reply(Answer.DONE)),
        Answered(SelfTest(Axis.LIFT2), Reply(Answer.ACCEPTED, action=3)),
        PartTested(Axis.LIFT2, NONE, Verdict.PASS, 3990),
        PartTested(NONE, Input.LIFT2_UP, Verdict.FAIL, 0),
    ]
    desk.turn()
    assert desk.bus.machine.testing
    desk.device.reports.append(Done(3))
    desk.turn()
    assert desk.device.sent[-1] == Service(False)
    rows = [(part.part, part.verdict, part.measured) for part in desk.bus.machine.tested]
    assert rows == [("LIFT2", "pass", 3990), ("LIFT2_UP", "fail", 0)]
    assert not desk.bus.machine.testing


def test_a_self_test_that_ends_in_a_fault_leaves_service(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.says("machine.selftest")
    desk.device.reports.append(Fault(0x40, Axis.LIFT0))
    desk.turn()
    assert desk.device.sent[-1] == Service(False)
    assert not desk.bus.machine.testing


@pytest.mark.parametrize("state", set(S) - {S.READY, S.UNHOMED})
def test_no_self_test_while_something_stands_or_moves(desk: Desk, state: MachineState) -> None:
    desk.machine(S.READY, state)
    before = list(desk.device.sent)
    reply = desk.says("machine.selftest")
    assert (reply.code, reply.reason) == ("not_now", "not_at_rest")
    assert desk.device.sent == before


def test_no_self_test_in_a_hand(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.press(Button.START, 0)
    desk.turn()
    assert desk.service.step_of_cycle is CycleStep.COLLECT
    assert desk.says("machine.selftest").code == "not_now"


def test_a_self_test_of_no_axis_is_refused(desk: Desk) -> None:
    desk.machine(S.READY)
    reply = desk.says("machine.selftest", axis="arm")
    assert (reply.code, desk.device.sent) == ("bad_schema", [])
    assert "There is no axis arm" in reply.message


def test_counters_and_faults_are_read_when_somebody_asks(desk: Desk) -> None:
    desk.device.reports.append(Greeted(HELLO, fresh=True))
    desk.machine(S.READY)
    assert desk.bus.machine.counters is None
    assert desk.says("machine.read").ok
    desk.device.reports += [
        Answered(ReadCounters(), Reply(Answer.DONE)),
        Counters(210, 31, 1, 12, 2, 0, 0, 0, 900, 400),
        Answered(ReadFaults(), Reply(Answer.ACCEPTED)),
        Fault(0x21, Axis.CONV1, Outcome.RECORDED, state=S.SORTING, cycle=7),
        Fault(0x30, NONE, Outcome.RECORDED, state=S.RAISING, cycle=9),
    ]
    desk.turn()
    report = desk.bus.machine
    assert report.counters is not None
    assert (report.counters.cycles, report.counters.latched) == (210, 2)
    assert [(each.fault, each.axis, each.cycle) for each in report.remembered] == [
        ("E30", None, 9),
        ("E21", "CONV1", 7),
    ], "the newest first"
    assert (report.fault, desk.shown.machine.fault, desk.alerts) == (None, 0, {}), "they are no news"
    desk.says("machine.read")
    desk.turn()
    assert desk.bus.machine.remembered == (), "asked anew, each is counted once"


def test_a_machine_that_is_not_there_is_not_asked(desk: Desk) -> None:
    desk.device.lost = DeviceLostError(Trouble.SILENT, "gone")
    desk.turn()
    assert desk.says("machine.read").reason == "machine_away"
    assert ReadCounters() not in desk.device.sent


def test_a_refused_question_is_no_trouble_of_the_table(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.device.reports.append(Answered(ReadFaults(), Reply(Answer.REFUSED, Reason.BUSY)))
    desk.turn()
    assert desk.alerts == {}

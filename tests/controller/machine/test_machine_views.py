"""What the screens are told of the machine, report by report."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from contract.messages import LinkView, MachineCode, MachineReport, MachineView, PartView
from controller.machine.machine_views import counted, noted, part, remembered, report, seen
from firmware_bridge.message import (
    MAGIC,
    NONE,
    Build,
    Counters,
    Fault,
    Flag,
    MachineHello,
    MachineState,
    Outcome,
    PartTested,
    ResetCause,
    Status,
    Verdict,
)
from firmware_bridge.pins import Axis, Input

JAM = next(code for code in range(256) if seen(MachineView(state=MachineCode.READY), Fault(code)).lane == 2)
NAME = seen(MachineView(state=MachineCode.READY), Fault(JAM)).cause


@pytest.mark.parametrize("outcome", [o for o in Outcome if o is not Outcome.CLEARED])
def test_a_fault_stands_with_its_cause_and_its_lane(outcome: Outcome) -> None:
    view = seen(MachineView(state="ready"), Fault(JAM, outcome=outcome))
    assert (view.fault, view.cause, view.lane, view.state) == (JAM, NAME, 2, "ready")
    assert NAME


def test_a_fault_that_is_cleared_is_gone_with_its_cause_and_its_lane() -> None:
    view = seen(MachineView(state="fault"), Fault(JAM))
    view = seen(view, Fault(JAM, outcome=Outcome.CLEARED))
    assert (view.fault, view.cause, view.lane, view.state) == (0, "", None, "fault")


def test_the_journal_keeps_the_number_of_a_fault_also_when_it_is_cleared() -> None:
    kept = noted(Fault(JAM, outcome=Outcome.CLEARED))
    assert (kept["code"], kept["lane"], kept["recovering"]) == (JAM, 2, False)
    assert noted(Fault(JAM, outcome=Outcome.RECOVERING))["recovering"] is True


HELLO = MachineHello(
    *(MAGIC, 1, 4, 2, 0xABC, 0, b"\xde\xad\xbe\xef", True),
    *(Build.AVR, ResetCause.EXTERNAL),
    boots=3,
    life=7,
    fault=0,
    uptime_ms=5,
)


def test_a_machine_that_does_not_answer_is_lost_and_says_nothing_more() -> None:
    found = report(None, None, LinkView(sent=2))
    assert (found.state, found.link.sent, found.testing, found.tested) == ("lost", 2, False, ())
    assert (found.firmware, found.boots) == (MachineReport(state="lost", link=LinkView()).firmware, 0)


def test_who_greets_is_told_as_people_read_it() -> None:
    found = report(HELLO, None, LinkView())
    assert (found.build, found.firmware, found.protocol) == ("avr", "deadbeef+", "1.4")
    assert (found.pins, found.boots, found.reset) == ("00000ABC", 3, "external")
    assert report(replace(HELLO, dirty=False), None, LinkView()).firmware == "deadbeef"


def test_the_bits_of_a_status_are_reported_by_their_names() -> None:
    inputs = (1 << Input.STACK0_HOME | 1 << Input.ESTOP | 1 << Input.MOTOR_POWER).to_bytes(5, "little")
    homed = 1 << Axis.STACK1 | 1 << Axis.CENTRE | 1 << Axis.DRUM
    status = Status(MachineState.FAULT, drum_set=0, row_set=NONE, standing_set=1, homed=homed, inputs=inputs)
    found = report(None, replace(status, fault=JAM, flags=Flag.SUPPLY), LinkView())
    assert (found.state, found.drum_set, found.row_set, found.standing_set) == ("fault", 0, None, 1)
    assert (found.fault, found.cause, found.supply) == (f"E{JAM:02X}", NAME, True)
    assert found.homed == ("STACK1", "CENTRE"), "a drum has no place"
    assert found.inputs == ("STACK0_HOME", "ESTOP", "MOTOR_POWER")
    none = report(None, Status(MachineState.READY), LinkView())
    assert (none.fault, none.cause, none.supply, none.homed, none.inputs) == (None, "", False, (), ())


def test_lines_of_a_test_and_of_the_memory_name_what_they_are_about() -> None:
    of_axis, of_input = (
        PartTested(Axis.LIFT1, NONE, Verdict.PASS, 7),
        PartTested(NONE, Input.ESTOP, Verdict.PASS, 1),
    )
    assert part(of_axis) == PartView(part="LIFT1", verdict="pass", measured=7)
    assert part(of_input) == PartView(part="ESTOP", verdict="pass", measured=1)
    fault = Fault(JAM, axis=Axis.CONV2, outcome=Outcome.RECORDED, state=MachineState.FAULT, cycle=9)
    found = remembered(fault)
    assert (found.fault, found.cause, found.lane, found.axis) == (f"E{JAM:02X}", NAME, 2, "CONV2")
    assert (found.state, found.cycle) == ("fault", 9)
    assert remembered(replace(fault, axis=NONE)).axis is None
    assert noted(fault)["axis"] == Axis.CONV2


def test_counters_come_under_their_names() -> None:
    published = counted(Counters(*range(1, 1 + len(fields(Counters)))))
    own = Counters(*range(1, 1 + len(fields(Counters))))
    assert (published.cycles, published.boots, published.watchdogs) == (own.cycles, own.boots, own.watchdogs)
    assert (published.recovered, published.latched) == (own.recovered, own.latched)


def test_a_status_changes_the_view_whole() -> None:
    view = seen(MachineView(state="ready"), Status(MachineState.SORTING, fault=JAM, stacks=(1, 2, 3, 4)))
    assert (view.state, view.stacks, view.fault, view.cause, view.lane) == (
        *("sorting", [1, 2, 3, 4]),
        *(JAM, NAME, 2),
    )

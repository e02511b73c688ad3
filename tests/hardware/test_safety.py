"""What must hold whatever the host does: times from the contract of the machine, unsafe states 0."""

from __future__ import annotations

import pytest

from firmware_bridge.faults import KINDS, fault_of
from firmware_bridge.message import (
    Answer,
    ClearFault,
    Close,
    Collect,
    Home,
    MachineState,
    Outcome,
    Raise,
    ReadFaults,
    Reason,
    ResetCause,
    Shuffle,
    Stop,
)
from firmware_bridge.pins import Axis
from hardware.sim.rig import OUTPUTS, Broken, Unsafe
from tests.hardware.conftest import BARRED_S, Make, raising, small, sorting

FAULT = {kind.name: kind.number for kind in KINDS}


def test_nothing_is_driven_before_the_host_has_greeted(machine: Make) -> None:
    rig = machine()
    rig.silent = True
    rig.run(1.0)
    assert not rig.get_output(OUTPUTS["MOTOR_ENABLE"])
    assert rig.unsafe() == {}


@pytest.mark.parametrize("what", ["estop", "lid"])
def test_stop_and_lid_take_all_power_within_five_milliseconds(machine: Make, what: str) -> None:
    for ms in range(6):
        rig = sorting(machine)
        rig.run(ms / 1000)
        getattr(rig, what)(True)
        rig.run(0.1)
        assert 0 < rig.stop_latency_ms <= 5
        assert rig.unsafe() == {}
        assert rig.status.state is MachineState.ESTOP


def test_leaving_the_emergency_stop_needs_release_clearing_and_homing(machine: Make) -> None:
    rig = sorting(machine)
    rig.estop(True)
    rig.run(0.2)
    assert rig.ask(ClearFault()).reason is Reason.INTERLOCK
    rig.estop(False)
    rig.run(BARRED_S)
    assert rig.status.state is MachineState.ESTOP
    assert rig.ask(Shuffle()).reason is Reason.STATE
    assert rig.do(ClearFault())
    assert rig.until(lambda: rig.status.state is MachineState.UNHOMED, 0.5)
    assert rig.ask(Shuffle()).reason is Reason.UNHOMED
    assert rig.do(Home())
    assert rig.sort()
    assert rig.unsafe() == {}


def test_a_lid_opened_over_another_fault_takes_all_power_and_is_reported_once(machine: Make) -> None:
    """Whoever takes a jammed tile out opens it: the jam must not be lost in a flood of reports."""
    rig = sorting(machine)
    rig.jam(1, 60.0, -1)
    assert rig.until(lambda: rig.status.state is MachineState.FAULT, 30)
    jam = rig.status.fault
    rig.lid(True)
    rig.run(2.0)
    assert not rig.get_output(OUTPUTS["MOTOR_ENABLE"])
    assert rig.ask(ClearFault()).reason is Reason.INTERLOCK
    rig.lid(False)
    rig.run(BARRED_S)
    latched = [f.code for f in rig.faults if f.outcome is Outcome.LATCHED]
    assert [fault_of(code).code for code in latched] == ["E21", "E05"]
    assert rig.status.fault == jam == latched[0]
    rig.jam(1, -1.0, 0)
    assert rig.do(ClearFault())
    assert rig.do(Home())
    assert rig.sort()
    assert rig.unsafe() == {}


def test_the_emergency_stop_over_a_lockout_is_reported_once(machine: Make) -> None:
    rig = sorting(machine)
    rig.hang()
    rig.run(0.5)
    assert rig.until(lambda: rig.status.fault == FAULT["WATCHDOG_RESET"], 2)
    rig.estop(True)
    rig.run(1.0)
    rig.estop(False)
    rig.run(BARRED_S)
    assert [f.code for f in rig.faults].count(FAULT["ESTOP"]) == 1
    assert rig.do(ClearFault())
    rig.estop(True)
    assert rig.until(lambda: rig.status.state is MachineState.ESTOP, 0.5), "and again after it was cleared"
    assert rig.unsafe() == {}


def test_a_silent_host_means_hold_and_then_no_power(machine: Make) -> None:
    rig = sorting(machine)
    rig.lease = False
    beaten = rig.now
    assert rig.until(lambda: rig.status.state is MachineState.HOLD, 0.5)
    # The last heartbeat is up to 100 ms older than the moment in which they ended.
    assert rig.now - beaten <= 0.32
    assert rig.until(lambda: not rig.get_output(OUTPUTS["MOTOR_ENABLE"]), 2.2)
    assert 1.8 <= rig.now - beaten <= 2.1
    rig.run(0.05)
    assert rig.faults[-1].code == 0x01
    rig.lease = True
    assert rig.until(lambda: rig.status.state is MachineState.UNHOMED, 1.0)
    assert rig.do(Home())
    assert rig.unsafe() == {}


def test_hold_and_power_off_are_counted_from_the_last_heartbeat(machine: Make) -> None:
    rig = sorting(machine)
    beats = rig.link.statistics.sent
    rig.until(lambda: rig.link.statistics.sent > beats, 0.2)
    rig.silent = True
    last = rig.now
    motors = range(OUTPUTS["PICK0_ON"], OUTPUTS["DICE_ON"] + 1)
    assert rig.until(lambda: not any(rig.get_output(m) for m in motors), 0.5)
    assert 0.28 <= rig.now - last <= 0.32
    assert rig.until(lambda: not rig.get_output(OUTPUTS["MOTOR_ENABLE"]), 2.2)
    assert 1.9 <= rig.now - last <= 2.1


@pytest.mark.parametrize("slide", [4, 5, 6, 7])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_pinch_stops_within_thirty_milliseconds_backs_off_and_names_the_lift(
    machine: Make, slide: int, share: float
) -> None:
    rig = small(machine)
    rig.ready()
    rig.load(0)
    rig.sort()
    rig.obstacle(slide, share, 1)
    rig.ask(Raise())
    assert rig.until(lambda: rig.latched is not None, 5)
    fault = rig.latched
    assert fault is not None
    assert fault_of(fault.code) == fault_of(0x48 + slide - 4)
    assert fault.axis == Axis.LIFT0 + slide - 4
    assert 0 < rig.pinch_ms <= 30
    assert rig.unsafe() == {}
    where = rig.position(slide)
    assert where < share * 4000 - 150
    rig.run(3)
    assert rig.position(slide) == where


@pytest.mark.parametrize("slide", [4, 5, 6, 7])
def test_a_lift_that_sets_off_against_something_stops_within_thirty_milliseconds(
    machine: Make, slide: int
) -> None:
    """From rest it is slow, and the current rises with the way."""
    rig = raising(machine)
    rig.run(0.8)
    rig.link.send(Stop())
    rig.run(0.5)
    assert 500 < rig.position(slide) < 3500
    rig.obstacle(slide, rig.position(slide) / 4000, -1)
    rig.ask(Home())
    assert rig.until(lambda: rig.latched is not None, 5)
    assert rig.latched is not None
    assert fault_of(rig.latched.code) == fault_of(0x48 + slide - 4)
    assert 0 < rig.pinch_ms <= 30
    assert rig.unsafe() == {}


def test_fingers_in_the_closing_hatch(machine: Make) -> None:
    rig = small(machine)
    rig.ready()
    rig.do(Collect(0))
    rig.obstacle(8, 0.4, -1)
    rig.link.send(Close())
    assert rig.until(lambda: rig.latched is not None, 5)
    assert rig.latched is not None
    assert rig.latched.code == 0x51
    assert 0 < rig.pinch_ms <= 30
    assert rig.position(8) > 0.4 * 3000 + 150


def test_the_hatch_waits_for_the_drum(machine: Make) -> None:
    rig = small(machine)
    rig.ready()
    rig.plant_break(Axis.DRUM, Broken.RUNAWAY)
    rig.ask(Collect(0))
    assert rig.until(lambda: rig.latched is not None, 10)
    assert rig.latched is not None
    assert rig.latched.code == 0x72
    assert not rig.get_output(OUTPUTS["MOTOR_ENABLE"])
    assert Unsafe.DRUM_OPEN not in rig.unsafe()


def test_stop_is_obeyed_in_any_state(machine: Make) -> None:
    for moment in (sorting, raising):
        rig = moment(machine)
        rig.link.send(Stop())
        rig.run(0.1)
        assert not rig.get_output(OUTPUTS["MOTOR_ENABLE"])
        rig.run(0.2)
        assert rig.status.state is MachineState.UNHOMED


def test_a_hung_main_loop_is_reset_and_stays_locked_until_cleared(machine: Make) -> None:
    rig = sorting(machine)
    rig.hang()
    assert rig.until(lambda: not rig.get_output(OUTPUTS["MOTOR_ENABLE"]), 0.2)
    assert rig.until(lambda: rig.latched is not None, 2)
    assert rig.greetings[-1].hello.cause is ResetCause.WATCHDOG
    assert rig.ask(Home()).answer is Answer.REFUSED
    assert rig.do(ClearFault())
    assert rig.do(Home())
    assert rig.unsafe() == {}


@pytest.mark.parametrize("what", ["estop", "lid"])
def test_a_stop_while_the_main_loop_hangs_takes_all_power_by_the_watchdog(machine: Make, what: str) -> None:
    rig = sorting(machine)
    rig.hang()
    getattr(rig, what)(True)
    rig.run(0.5)
    assert 0 < rig.stop_latency_ms <= 40
    assert rig.unsafe() == {}


def test_a_reset_is_noticed_within_two_seconds_and_nothing_moves_before_homing(machine: Make) -> None:
    rig = sorting(machine)
    rig.reset(ResetCause.EXTERNAL)
    begun = rig.now
    greetings = len(rig.greetings)
    assert rig.until(lambda: len(rig.greetings) > greetings, 2)
    assert rig.now - begun <= 2
    rig.run(0.3)
    assert rig.ask(Shuffle()).reason is Reason.UNHOMED
    assert rig.unsafe() == {}


def test_the_record_of_a_fault_outlives_a_watchdog_reset(machine: Make) -> None:
    rig = sorting(machine)
    rig.estop(True)
    rig.run(0.3)
    rig.estop(False)
    rig.hang()
    rig.run(1.0)
    rig.ask(ReadFaults())
    rig.run(0.5)
    recorded = [f.code for f in rig.faults if f.outcome is Outcome.RECORDED]
    assert recorded == [0x04, 0x02]

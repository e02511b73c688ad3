"""What must hold whatever the host does: times from the contract of the machine, unsafe states 0."""

from __future__ import annotations

import pytest

from firmware_bridge.faults import KINDS, fault_of
from firmware_bridge.frame import LinkFrame, encode
from firmware_bridge.link import PRESS_S
from firmware_bridge.message import (
    Answer,
    ClearFault,
    Close,
    Collect,
    Command,
    Flag,
    FrameType,
    Heartbeat,
    Home,
    Jog,
    Lower,
    MachineState,
    Outcome,
    Press,
    Raise,
    ReadFaults,
    Reason,
    ResetCause,
    Shuffle,
    Stop,
)
from firmware_bridge.packing import pack
from firmware_bridge.pins import Axis
from hardware.sim.rig import OUTPUTS, Broken, Rig, Unsafe
from hardware.sim.scenario import SETTINGS, TILES
from tests.hardware.conftest import Make

FAULT = {kind.name: kind.number for kind in KINDS}
BARRED_S = PRESS_S + 0.2
"""After which a press counts again that follows a lid or a stop."""


def small(machine: Make, seed: int = 1, step_ms: int = 1) -> Rig:
    rig = machine(seed=seed, settings=SETTINGS, step_ms=step_ms)
    rig.small(TILES)
    return rig


def sorting(machine: Make) -> Rig:
    rig = small(machine)
    assert rig.ready()
    assert rig.load(0)
    rig.ask(Shuffle())
    rig.run(3.0)
    assert rig.status.state is MachineState.SORTING
    return rig


def raising(machine: Make) -> Rig:
    rig = small(machine)
    assert rig.ready()
    assert rig.load(0)
    assert rig.sort()
    rig.ask(Raise())
    return rig


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


def test_a_lid_opened_over_another_fault_takes_all_power_and_is_told_once(machine: Make) -> None:
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


def test_the_emergency_stop_over_a_lockout_is_told_once(machine: Make) -> None:
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


@pytest.mark.parametrize("seconds", [0.5, 1.2])
def test_what_was_held_goes_on_when_the_host_is_back_and_somebody_presses(
    machine: Make, seconds: float
) -> None:
    rig = raising(machine)
    rig.run(1.5)
    rig.lease = False
    assert rig.until(lambda: rig.status.state is MachineState.HOLD, 0.5)
    rig.run(seconds)
    rig.lease = True
    stood = rig.pulses_of_all()
    rig.run(5.0)
    assert rig.status.state is MachineState.HOLD
    assert Flag.LEASE in rig.status.flags
    assert Flag.ASKED not in rig.status.flags
    assert rig.pulses_of_all() == stood
    assert rig.ask(Press()).answer is Answer.DONE
    assert rig.until(lambda: rig.status.state is MachineState.PRESENTED, 5)
    assert rig.faults == []
    assert rig.unsafe() == {}


def test_a_press_from_before_the_cable_was_pulled_moves_nothing_after_it(machine: Make) -> None:
    rig = raising(machine)
    rig.run(1.5)
    rig.silent = True
    rig.run(0.6)
    rig.link.send(Press())
    rig.run(5.0)
    rig.silent = False
    rig.run(0.5)
    stood = rig.pulses_of_all()
    rig.link.send(Home())
    rig.run(5.0)
    assert rig.status.state is MachineState.UNHOMED
    assert rig.replies[-1].reply.reason is Reason.PRESS
    assert rig.pulses_of_all() == stood


def test_a_press_that_waited_behind_the_settings_after_a_reset_is_none(machine: Make) -> None:
    rig = small(machine, step_ms=50)
    assert rig.ready()
    rig.reset(ResetCause.POWER)
    rig.run(0.3)
    rig.link.send(Press())
    rig.run(4.0)
    rig.link.send(Home())
    rig.run(1.0)
    assert rig.replies[-1].reply.reason is Reason.PRESS
    assert rig.do(Home())


@pytest.mark.parametrize("how", ["power", "estop", "lid", "stop", "watchdog"])
def test_after_an_interruption_the_hatch_closes_only_when_somebody_presses(machine: Make, how: str) -> None:
    rig = small(machine)
    assert rig.ready()
    assert rig.do(Collect(0))
    assert rig.status.state is MachineState.INTAKE
    if how == "power":
        rig.reset(ResetCause.POWER)
    elif how == "watchdog":
        rig.hang()
    elif how == "stop":
        rig.link.send(Stop())
    else:
        getattr(rig, how)(True)
        rig.run(0.5)
        getattr(rig, how)(False)
    rig.run(1.0)
    stood = rig.pulses_of_all()
    for command in (ClearFault(), Home(), Close()):
        rig.link.send(command)
        rig.run(1.5)
    assert rig.pulses_of_all() == stood
    assert Reason.PRESS in [r.reply.reason for r in rig.replies]
    if rig.status.fault:
        assert rig.do(ClearFault())
    assert rig.do(Home())
    assert rig.unsafe() == {}


@pytest.mark.parametrize("what", ["estop", "lid"])
def test_a_press_while_the_lid_is_open_or_the_stop_pressed_is_none(machine: Make, what: str) -> None:
    rig = sorting(machine)
    getattr(rig, what)(True)
    rig.run(0.5)
    rig.link.send(Press())
    rig.run(0.1)
    getattr(rig, what)(False)
    rig.run(0.1)
    rig.link.send(ClearFault())
    rig.run(0.2)
    assert rig.replies[-1].reply.reason is Reason.PRESS
    rig.run(BARRED_S)
    assert rig.do(ClearFault())


@pytest.mark.parametrize("late_s", [0.03, PRESS_S])
@pytest.mark.parametrize("what", ["estop", "lid"])
def test_a_press_that_was_on_its_way_when_the_lid_closed_is_none(
    machine: Make, what: str, late_s: float
) -> None:
    rig = sorting(machine)
    getattr(rig, what)(True)
    rig.run(0.5)
    getattr(rig, what)(False)
    rig.run(late_s)
    rig.link.send(Press())
    rig.run(0.1)
    rig.link.send(ClearFault())
    rig.run(0.2)
    assert rig.replies[-1].reply.reason is Reason.PRESS
    rig.run(BARRED_S)
    assert rig.do(ClearFault())


def test_another_run_of_the_service_knows_of_no_press(machine: Make) -> None:
    rig = raising(machine)
    rig.run(1.0)
    rig.restarted(77)
    rig.run(1.0)
    stood = rig.pulses_of_all()
    rig.link.send(Lower())
    rig.run(2.0)
    assert rig.pulses_of_all() == stood
    rig.ask(Press())
    assert rig.until(lambda: rig.status.state is MachineState.PRESENTED, 5)
    assert rig.unsafe() == {}


def test_a_key_of_the_service_lets_nothing_else_go_on(machine: Make) -> None:
    rig = raising(machine)
    rig.run(1.0)
    rig.restarted(77)
    rig.run(1.0)
    stood = rig.pulses_of_all()
    rig.link.send(Jog(Axis.LIFT0, True, 300))
    rig.run(2.0)
    assert rig.replies[-1].reply.reason is Reason.STATE
    assert rig.status.state is MachineState.HOLD
    assert rig.pulses_of_all() == stood


def test_a_lease_that_the_host_gives_back_takes_the_consent_with_it(machine: Make) -> None:
    rig = raising(machine)
    rig.run(1.5)
    rig.write(encode(LinkFrame(FrameType.COMMAND, 0, 1, *pack(Heartbeat(0)))))
    rig.run(1.0)
    stood = rig.pulses_of_all()
    rig.run(2.0)
    assert Flag.LEASE in rig.status.flags, "the host goes on with its heartbeats"
    assert rig.pulses_of_all() == stood
    rig.ask(Press())
    assert rig.until(lambda: rig.status.state is MachineState.PRESENTED, 5)
    assert rig.unsafe() == {}


def test_a_fault_takes_the_consent_with_it(machine: Make) -> None:
    rig = sorting(machine)
    rig.driver_fault(True)
    rig.run(0.5)
    rig.driver_fault(False)
    rig.run(0.2)
    rig.link.send(ClearFault())
    rig.run(2.0)
    assert rig.status.state is MachineState.FAULT
    assert rig.replies[-1].reply.reason is Reason.PRESS
    assert rig.do(ClearFault())
    assert rig.until(lambda: rig.staged, 60)


def beeps_before_it_moves(rig: Rig, slides: range, command: Command) -> float:
    """Seconds from the first beep, with the lamp, to the first step of one of the slides; 0 without."""
    stood, beep = rig.pulses_of_all(), None
    rig.link.send(command)
    for _ in range(4000):
        rig.run(0.001)
        if rig.get_output(OUTPUTS["BUZZER"]) and rig.get_output(OUTPUTS["LAMP_STATUS"]) and beep is None:
            beep = rig.now
        if any(rig.pulses(s) != stood[s] for s in slides):
            return 0.0 if beep is None else rig.now - beep
    raise AssertionError("Nothing moves.")


def test_beep_and_lamp_come_before_motion_that_nobody_has_just_asked_for(machine: Make) -> None:
    rig = small(machine)
    assert rig.ready()
    assert rig.load(0)
    assert rig.sort()
    rig.run(3.0)
    assert 0.7 < beeps_before_it_moves(rig, range(4, 8), Raise()) < 1.2
    assert rig.until(lambda: rig.status.state is MachineState.PRESENTED, 5)
    rig.run(3.0)
    assert 0.7 < beeps_before_it_moves(rig, range(8, 9), Collect(1)) < 1.2
    rig.run(3.0)
    rig.ask(Press())
    assert beeps_before_it_moves(rig, range(8, 9), Close()) == 0.0, "who presses knows"
    assert rig.unsafe() == {}


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

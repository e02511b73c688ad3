"""Nothing moves without a press: what interrupts takes the consent, and a press that waited is none."""

from __future__ import annotations

import pytest

from firmware_bridge.faults import KINDS
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
    Press,
    Raise,
    Reason,
    ResetCause,
    Stop,
)
from firmware_bridge.packing import pack
from firmware_bridge.pins import Axis
from firmware_bridge.settings import SETTINGS as ALL_SETTINGS
from hardware.sim.rig import OUTPUTS, Rig
from hardware.sim.scenario import SETTINGS, TILES
from tests.hardware.conftest import BARRED_S, Make, raising, small, sorting

FAULT = {kind.name: kind.number for kind in KINDS}


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
    """Here it lacks them all; a few are sent in less time than a press has."""
    others = {s.name: min(s.default + 1, s.high) for s in ALL_SETTINGS if s.name != "TILES_PER_LANE"}
    rig = machine(settings=SETTINGS | others, step_ms=50)
    rig.small(TILES)
    assert rig.ready()
    rig.reset(ResetCause.POWER)
    rig.run(0.3)
    rig.link.send(Press())
    rig.run(4.0)
    rig.link.send(Home())
    rig.run(1.0)
    assert rig.replies[-1].reply.reason is Reason.PRESS
    assert rig.do(Home())


def test_a_press_right_after_a_reset_counts_though_the_machine_lacks_a_setting(machine: Make) -> None:
    rig = small(machine, step_ms=50)
    assert rig.ready()
    rig.reset(ResetCause.POWER)
    rig.run(0.3)
    rig.link.send(Press())
    rig.pressed()
    rig.link.send(Home())
    assert rig.until(lambda: rig.status.state is MachineState.READY, 30)
    assert rig.unsafe() == {}


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

"""The hatch: its switch is believed only where it was seen to let go, and the dice rest while it moves."""

from __future__ import annotations

import pytest

from firmware_bridge.message import (
    Answer,
    ClearFault,
    Close,
    Collect,
    DiceFell,
    Home,
    MachineState,
    Press,
    Reason,
    ThrowDice,
)
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import Ill, Rig
from tests.hardware.conftest import BARRED_S, Make, small

HATCH_FAULT = (0x70, Axis.CENTRE, Input.HATCH_CLOSED)
"""E70, a sensor is stuck: where, and which."""


def fault(rig: Rig) -> tuple[int, int, int]:
    assert rig.until(lambda: rig.latched is not None, 15)
    assert rig.latched is not None
    return rig.latched.code, rig.latched.axis, rig.latched.detail


def opened(rig: Rig) -> None:
    """The hatch stands open for a set, and a tile will lie in its gap when it comes down."""
    rig.hatch_blocked(3)
    assert rig.ready()
    assert rig.do(Collect(0))


KINDS = ["native", pytest.param("simavr", marks=[pytest.mark.slow, pytest.mark.timeout(900)])]


@pytest.mark.parametrize("kind", KINDS)
def test_a_switch_that_says_closed_over_an_open_hatch_is_reported_before_anything_turns(
    machine: Make, kind: str
) -> None:
    rig = small(machine, kind=kind, step_ms=10)
    opened(rig)
    rig.ill(Input.HATCH_CLOSED, Ill.STUCK0)
    rig.run(0.1)
    rig.ask(Close())
    assert fault(rig) == HATCH_FAULT
    assert rig.unsafe() == {}


@pytest.mark.parametrize("share", [0.95, 0.5, 0.2])
def test_a_switch_that_says_closed_on_the_way_down_is_reported(machine: Make, share: float) -> None:
    rig = small(machine, step_ms=10)
    opened(rig)
    rig.ask(Close())
    assert rig.until(lambda: rig.position(8) < share * 3000, 5)
    rig.ill(Input.HATCH_CLOSED, Ill.STUCK0)
    assert fault(rig) == HATCH_FAULT
    assert rig.unsafe() == {}


@pytest.mark.parametrize("kind", KINDS)
def test_after_a_loss_of_position_the_switch_is_seen_to_let_go_before_the_drum_creeps(
    machine: Make, kind: str
) -> None:
    """It sank onto the tile without current while the switch was stuck: nobody saw it close."""
    rig = small(machine, kind=kind, step_ms=10)
    opened(rig)
    rig.ill(Input.HATCH_CLOSED, Ill.STUCK0)
    rig.estop(True)
    assert rig.until(lambda: rig.position(8) <= 0, 20)
    rig.estop(False)
    rig.run(0.2)
    rig.link.send(Press())
    rig.pressed()
    rig.run(0.8)
    assert rig.ask(ClearFault()).answer is Answer.DONE
    rig.ask(Home())
    assert fault(rig) == HATCH_FAULT
    assert rig.unsafe() == {}


def test_once_it_is_mended_the_hatch_closes(machine: Make) -> None:
    rig = small(machine, step_ms=10)
    assert rig.ready()
    rig.ill(Input.HATCH_CLOSED, Ill.STUCK0)
    rig.ask(Collect(0))
    assert fault(rig) == HATCH_FAULT, "it did not let go"
    rig.ill(Input.HATCH_CLOSED, 0)
    rig.run(0.1)
    assert rig.ask(ClearFault()).answer is Answer.DONE
    assert rig.until(lambda: rig.status.state is MachineState.INTAKE, 10)
    assert rig.do(Close())
    assert rig.status.state is MachineState.READY
    assert rig.unsafe() == {}


def test_homing_raises_the_hatch_only_until_its_switch_lets_go_and_over_a_drum_that_stands(
    machine: Make,
) -> None:
    rig = small(machine, step_ms=10)
    rig.greet()
    rig.ask(Home())
    most = 0
    while rig.status.state is not MachineState.READY and rig.now < 30:
        rig.run(0.01)
        most = max(most, rig.position(8))
    assert rig.status.state is MachineState.READY
    assert 300 < most < 600, "of 3000 steps"
    assert rig.unsafe() == {}


def fell(rig: Rig) -> bool:
    return any(isinstance(report, DiceFell) for report in rig.reports)


@pytest.mark.parametrize("kind", KINDS)
def test_dice_that_are_thrown_while_the_hatch_closes_wait_for_it_and_no_finger_is_reported(
    machine: Make, kind: str
) -> None:
    """One current sensor watches both motors: the cup's current looked like a finger under the hatch."""
    rig = small(machine, kind=kind, step_ms=10)
    assert rig.ready()
    assert rig.do(Collect(0))
    rig.ask(Close())
    assert rig.ask(ThrowDice()).answer is Answer.ACCEPTED
    assert rig.status.state is MachineState.CLOSING
    assert rig.until(lambda: rig.status.state is not MachineState.CLOSING, 10)
    assert not fell(rig)
    assert rig.until(lambda: rig.status.state is MachineState.READY and fell(rig), 10)
    assert rig.faults == []
    assert rig.unsafe() == {}


def test_the_hatch_rests_until_the_dice_have_fallen(machine: Make) -> None:
    rig = small(machine, step_ms=10)
    assert rig.ready()
    for command in (Collect(0), Close()):
        rig.reports.clear()
        rig.ask(ThrowDice())
        assert rig.ask(command).reason is Reason.BUSY
        assert rig.until(lambda: fell(rig), 5)
        assert rig.do(command)
    assert rig.faults == []


def test_a_throw_that_the_lid_interrupts_ends_after_homing(machine: Make) -> None:
    rig = small(machine, step_ms=10)
    assert rig.ready()
    rig.ask(ThrowDice())
    rig.lid(True)
    rig.run(0.2)
    rig.lid(False)
    rig.run(BARRED_S)
    assert rig.do(ClearFault())
    assert not fell(rig)
    assert rig.do(Home())
    assert rig.until(lambda: fell(rig), 5)
    assert rig.status.state is MachineState.READY
    assert rig.unsafe() == {}

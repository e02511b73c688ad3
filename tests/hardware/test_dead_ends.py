"""What once never ended, or ended with a name that sent people to the wrong place."""

from __future__ import annotations

from firmware_bridge.faults import fault_of
from firmware_bridge.message import Answer, ClearFault, Shuffle
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import Ill, Place, Rig
from hardware.sim.scenario import SETTINGS, TILES
from tests.hardware.conftest import Make


def loaded(machine: Make, seed: int = 1) -> Rig:
    rig = machine(seed=seed, settings=SETTINGS, step_ms=10)
    rig.small(TILES)
    assert rig.ready()
    assert rig.load(0)
    return rig


def name(rig: Rig) -> str:
    """Of the fault that waits for a person."""
    assert rig.latched is not None
    return fault_of(rig.latched.code).name


def test_a_pair_that_its_sensor_does_not_see_is_looked_for_in_the_stacker(machine: Make) -> None:
    """It is the last one of the set, so no tile jams behind it; nobody is sent to look under the table."""
    rig = loaded(machine)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.count(0, Place.DRUM) <= 1, 60)
    for lane in range(4):
        rig.ill(Input.AT_STACK0 + lane, Ill.STUCK1)
    assert rig.until(lambda: rig.latched is not None, 200)
    assert name(rig) == "STACK_SINGLE"
    assert rig.latched is not None
    axis = rig.latched.axis
    for lane in range(4):
        rig.ill(Input.AT_STACK0 + lane, 0)
    rig.run(0.1)
    assert rig.input(Input.AT_STACK0 + axis - Axis.STACK0), "there it lies"
    while rig.latched is not None:
        assert rig.ask(ClearFault()).answer is Answer.DONE
        rig.run(0.3)
    assert rig.until(lambda: rig.staged or rig.latched is not None, 120)
    assert rig.staged, rig.faults
    assert rig.count(0, Place.ROW) == 4 * TILES

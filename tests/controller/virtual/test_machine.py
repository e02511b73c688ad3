"""The virtual table around the simulated machine."""

from __future__ import annotations

import pytest

from controller.machine.cycle import Cycle
from controller.machine.transitions import CycleStep, Trigger
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from firmware_bridge.message import DiceFell, Press, Raise, Shuffle, ThrowDice
from firmware_bridge.virtual.device import Simulator, virtual_device
from firmware_bridge.virtual.native_library import BuildError
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulator import Faults
from tests.controller.virtual.host import overlaps


@pytest.mark.parametrize("sets", [1, 2])
@pytest.mark.parametrize("simulator", ["python", "firmware"])
def test_the_machine_takes_the_tiles_and_raises_the_walls_of_the_hand(
    simulator: Simulator, sets: int
) -> None:
    world = VirtualTable(Ruleset.preset("rrc"), ("A", "B", "C", "D"), seed=3, hands=1, pace=8.0)
    try:
        device = virtual_device(
            simulator, world, 3, Faults(jam=0.0), Left.evening(sets), sets, 10.0, wait=True
        )
    except BuildError as error:
        pytest.skip(str(error))
    device.open()
    cycle = Cycle(sets=sets)
    thrown: list[tuple[int, int]] = []
    now = 0.0
    while cycle.step is not CycleStep.PLAY and now < 60.0:
        now += 0.1
        news = device.poll(now)
        thrown += [n.dice for n in news if isinstance(n, DiceFell)]
        world.step(now)
        orders = [command for n in news for command in cycle.feed(n)]
        if cycle.waits_for_start:
            device.send(Press())
            orders += cycle.feed(Trigger.START)
        for order in orders:
            lying = {Shuffle: 136 * (sets - 1), Raise: 0, ThrowDice: 136}.get(type(order))
            assert lying is None or len(world.scene(now).tiles) == lying
            device.send(order)
    assert thrown == list(world.plans[0].throws)
    device.close()
    assert overlaps(world.scene(now).tiles) == []
    world.step(now + 0.5)
    world.step(now + 1.0)
    world.step(now + 1.5)
    assert world.step_name in ("break", "take", "sort"), "the deal has begun"

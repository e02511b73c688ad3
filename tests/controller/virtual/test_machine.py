"""The virtual table around the simulated machine."""

from __future__ import annotations

from controller.virtual.world import VirtualTable
from engine.rules import Ruleset
from firmware_bridge.message import Collect, Command, DiceFell, Home, MachineState, Raise, Shuffle, ThrowDice
from firmware_bridge.simulator import Faults, SimulatedDevice, Timing
from tests.controller.virtual.host import overlaps

ORDERS: dict[MachineState, Command] = {
    MachineState.UNHOMED: Home(),
    MachineState.READY: Collect(),
    MachineState.CLOSING: Shuffle(),
    MachineState.STAGED: Raise(),
    MachineState.PRESENTED: ThrowDice(),
}


def test_the_machine_takes_the_tiles_and_raises_the_walls_of_the_hand() -> None:
    world = VirtualTable(Ruleset.preset("rrc"), ("A", "B", "C", "D"), seed=3, hands=1, pace=8.0)
    device = SimulatedDevice(world, 3, Timing().times(0.1), Faults(jam=0.0))
    device.open()
    told: MachineState | None = None
    thrown: list[tuple[int, int]] = []
    now = 0.0
    while not thrown and now < 60.0:
        now += 0.1
        thrown += [r.dice for r in device.poll(now) if isinstance(r, DiceFell)]
        world.step(now)
        state = device.machine.state
        if state in ORDERS and state is not told:
            assert len(world.scene(now).tiles) == (136 if state is MachineState.PRESENTED else 0)
            device.send(ORDERS[state])
            told = state
    assert thrown == list(world.plans[0].throws)
    assert overlaps(world.scene(now).tiles) == []
    world.step(now + 0.5)
    world.step(now + 1.0)
    world.step(now + 1.5)
    assert world.step_name in ("break", "take", "sort"), "the deal has begun"

"""What must happen in time: stops, pinches, silence, the first word after a reset or a pulled cable."""

from __future__ import annotations

import random

from benchmarks.progress import each
from firmware_bridge.message import MachineState, Raise, Shuffle
from hardware.sim.rig import OUTPUTS, Rig
from hardware.sim.scenario import evening, small_rig

MOTORS = range(OUTPUTS["PICK0_ON"], OUTPUTS["DICE_ON"] + 1)


def _sorting(seed: int, seconds: float) -> Rig:
    rig = small_rig(seed=seed)
    rig.left(drum=0)
    rig.ready()
    rig.ask(Shuffle())
    rig.run(seconds)
    return rig


def stops() -> None:
    """Emergency stop and lid at random moments of sorting, pinches at random heights."""
    chance = random.Random(1)
    slowest, longest = 0.0, 0
    for seed in each("stops and pinches", range(20)):
        with _sorting(seed, chance.uniform(1, 6)) as rig:
            (rig.estop if seed % 2 else rig.lid)(True)
            rig.run(0.1)
            slowest = max(slowest, rig.stop_latency_ms)
        with small_rig(seed=seed) as rig:
            rig.left(rows=0)
            rig.ready()
            rig.obstacle(4 + seed % 4, chance.uniform(0.1, 0.9), 1)
            rig.ask(Raise())
            rig.run(3)
            longest = max(longest, rig.pinch_ms)
    print(f"emergency stop or lid to all outputs off: longest {slowest:.2f} ms (<= 5)")
    print(f"pinch to standing lift: longest {longest} ms (<= 30)")


def silence() -> None:
    with Rig(step_ms=1) as rig:
        rig.left(drum=0)
        rig.ready()
        rig.ask(Shuffle())
        rig.run(2)
        sent = rig.link.statistics.sent
        rig.until(lambda: rig.link.statistics.sent > sent, 0.2)
        rig.silent, begun = True, rig.now
        rig.until(lambda: not any(rig.get_output(o) for o in MOTORS), 1)
        held = rig.now - begun
        rig.until(lambda: not rig.get_output(OUTPUTS["MOTOR_ENABLE"]), 3)
        print(f"host silent: motors stand after {1000 * held:.0f} ms (280..320), ", end="")
        print(f"power off after {rig.now - begun:.2f} s (1.9..2.1)")


def again() -> None:
    def trace() -> int:
        with small_rig(seed=7) as rig:
            ending = evening(rig, past=True)
            return hash((tuple(ending.states), tuple(rig.reports), rig.now))

    different = len({trace() for _ in each("traces", range(10))})
    print(f"the same seed: {different} different traces in 10 (1)")


def reconnect() -> None:
    """The first greeting after a reset, and the first status after a cable that was out for 0.5 to 5 s."""
    reset = max(_after_reset(seed) for seed in each("resets", range(10)))
    cable = max(_after_cable(seed) for seed in each("cables", range(10)))
    print(f"heard again after a reset within {reset:.2f} s (<= 2), and UNHOMED", end="")
    print(f"; after a pulled cable within {cable:.2f} s (<= 2)", flush=True)


def _after_reset(seed: int) -> float:
    with _sorting(seed, 1 + 0.1 * seed) as rig:
        lives = len(rig.greetings)
        rig.reset(1)
        begun = rig.now
        rig.until(lambda: len(rig.greetings) > lives, 5)
        took = rig.now - begun
        rig.run(0.3)
        assert rig.status.state is MachineState.UNHOMED
        return took


def _after_cable(seed: int) -> float:
    with _sorting(seed, 1 + 0.1 * seed) as rig:
        rig.silent = True
        rig.run(0.5 * (seed + 1))
        rig.silent, before, begun = False, rig.status, rig.now
        rig.until(lambda: rig.status is not before, 5)
        return rig.now - begun

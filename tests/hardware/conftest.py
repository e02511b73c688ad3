"""The firmware in its plant. Without a compiler these tests say what to install and are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from firmware_bridge.link import PRESS_S
from firmware_bridge.message import MachineState, Raise, Shuffle
from firmware_bridge.virtual.native_library import BuildError, build
from hardware.sim.rig import BINARIES, Rig
from hardware.sim.scenario import SETTINGS, TILES

Make = Callable[..., Rig]
BARRED_S = PRESS_S + 0.2
"""After which a press counts again that follows a lid or a stop."""


def need(target: str) -> None:
    """Skips where `make target` cannot be done here; fails where the sources are wrong."""
    try:
        build(target)
    except BuildError as error:
        if "missing" in str(error):
            pytest.skip(str(error))
        raise


@pytest.fixture
def machine() -> Iterator[Make]:
    """`machine()` gives a native rig with sets of 136 tiles; the arguments are those of `Rig`."""
    need("native")
    rigs: list[Rig] = []

    def make(kind: str = "native", seed: int = 1, **options: Any) -> Rig:
        if kind in BINARIES:
            need(BINARIES[kind][0])
        rigs.append(Rig(kind, seed, **options))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.close()


def loaded(machine: Make, seed: int = 1) -> Rig:
    """A machine that is ready, with a small set in its drum."""
    rig = machine(seed=seed, settings=SETTINGS, step_ms=10)
    rig.small(TILES)
    assert rig.ready()
    assert rig.load(0)
    return rig


def small(machine: Make, seed: int = 1, step_ms: int = 1, kind: str = "native") -> Rig:
    """A machine with small sets on the mat."""
    rig = machine(kind=kind, seed=seed, settings=SETTINGS, step_ms=step_ms)
    rig.small(TILES)
    return rig


def sorting(machine: Make) -> Rig:
    """In the middle of it."""
    rig = small(machine)
    assert rig.ready()
    assert rig.load(0)
    rig.ask(Shuffle())
    rig.run(3.0)
    assert rig.status.state is MachineState.SORTING
    return rig


def raising(machine: Make) -> Rig:
    """Walls have just set off."""
    rig = small(machine)
    assert rig.ready()
    assert rig.load(0)
    assert rig.sort()
    rig.ask(Raise())
    return rig

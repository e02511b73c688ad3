"""Tiles of both sets in one drum: each finds its own row."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.faults import fault_of
from firmware_bridge.message import ClearFault, Close, Collect, Reason, Shuffle
from firmware_bridge.pins import Input
from hardware.sim.rig import NOBODY, Ill, Place, Rig
from hardware.sim.scenario import SETTINGS, TILES
from tests.hardware.conftest import Make


def small(machine: Make, seed: int, kind: str = "native") -> Rig:
    rig = machine(kind, seed=seed, settings=SETTINGS, step_ms=10)
    rig.small(TILES)
    assert rig.ready()
    return rig


def told(rig: Rig) -> tuple[str, int]:
    """Name and detail of the fault that waits for a person."""
    assert rig.latched is not None
    return fault_of(rig.latched.code).name, rig.latched.detail


def fill(rig: Rig, tile_set: int) -> None:
    """People push what lies on the mat of a set into the open hatch."""
    rig.push(tile_set)
    assert rig.until(lambda: rig.count(tile_set, Place.MAT) == 0, 5)
    rig.push(NOBODY)


def mixed(machine: Make, strange: int, kind: str = "native", seed: int = 1) -> Rig:
    """The hatch was open for set 0; so many tiles of set 1 went in, too."""
    rig = small(machine, seed, kind)
    rig.remove(1, 4 * TILES - strange)
    assert rig.do(Collect(0))
    fill(rig, 0)
    fill(rig, 1)
    assert rig.do(Close())
    return rig


@pytest.mark.parametrize("strange", [1, 3, 12, 32])
def test_tiles_of_the_other_set_wait_in_the_drum_for_their_own(machine: Make, strange: int) -> None:
    rig = mixed(machine, strange, seed=strange)
    assert rig.sort(), rig.faults
    assert rig.count(0, Place.ROW) == 4 * TILES
    assert rig.count(1, Place.DRUM) == strange
    assert rig.status.row_set == 0
    rig.remove(1, strange - 4 * TILES)
    assert rig.load(1)
    assert rig.raise_walls()
    assert rig.sort(), rig.faults
    assert rig.count(1, Place.ROW) == 4 * TILES
    assert rig.unsafe() == {}


def test_the_binary_sorts_a_mixed_drum_as_the_core_does(machine: Make) -> None:
    told = []
    for kind in ("native", "simavr"):
        rig = mixed(machine, 6, kind)
        assert rig.sort()
        told.append(
            (rig.count(0, Place.ROW), rig.count(1, Place.DRUM), [(f.code, f.outcome) for f in rig.faults])
        )
    assert told[0] == told[1] == (4 * TILES, 6, [])


def test_a_set_that_lacks_tiles_among_those_of_the_other_is_told_as_mixed_and_goes_on(machine: Make) -> None:
    rig = small(machine, 1)
    assert rig.load(0)
    rig.alter(0, 12, 2)
    assert not rig.sort()
    assert told(rig) == ("SET_MIXED", 12)
    assert rig.count(1, Place.ROW) == 0
    assert rig.do(ClearFault())
    rig.remove(0, -12)
    assert rig.load(0)
    assert rig.sort(), rig.faults
    assert rig.count(0, Place.ROW) == 4 * TILES


def test_the_other_set_in_the_hatch_is_taken_for_what_it_is(machine: Make) -> None:
    rig = small(machine, 2)
    assert rig.do(Collect(0))
    fill(rig, 1)
    assert rig.do(Close())
    assert rig.status.drum_set == 0
    assert rig.sort(), rig.faults
    assert (rig.status.row_set, rig.count(1, Place.ROW)) == (1, 4 * TILES)


@pytest.mark.parametrize("lane", range(4))
def test_a_lane_that_alone_sees_tiles_of_the_other_set_has_a_bad_sensor(machine: Make, lane: int) -> None:
    """A hall switch that answers late sees half of a long magnet."""
    rig = small(machine, lane)
    assert rig.load(1)
    rig.ill(Input.BACK_UP0 + lane, Ill.LATE)
    assert not rig.sort()
    assert told(rig) == ("SENSOR_STUCK", Input.BACK_UP0 + lane)


def test_a_tile_of_the_other_set_on_the_belt_when_all_stops_is_in_no_row(machine: Make) -> None:
    """Resets at random moments of a mixed sorting: the rows hold one set all the same."""
    chance = random.Random(5)
    for seed in range(6):
        rig = mixed(machine, 12, seed=seed)
        for _ in range(3):
            rig.ask(Shuffle())
            rig.run(chance.uniform(3.0, 9.0))
            rig.reset(0)
            rig.run(0.5)
            assert rig.ready()
            if rig.staged:
                break
        assert rig.staged or rig.sort(), rig.faults
        assert rig.count(0, Place.ROW) == 4 * TILES


@pytest.mark.parametrize("tile_set", [0, 1])
def test_the_hatch_remembers_over_a_reset_for_which_set_it_is_open(machine: Make, tile_set: int) -> None:
    rig = small(machine, 1)
    assert rig.do(Collect(tile_set))
    rig.run(0.5)
    rig.reset(0)
    rig.run(0.5)
    assert rig.ready()
    assert rig.status.drum_set == tile_set
    assert rig.ask(Collect(1 - tile_set)).reason is Reason.INTERLOCK
    assert rig.do(Collect(tile_set))

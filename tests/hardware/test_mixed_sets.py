"""Tiles of both sets in one drum: each finds its own row."""

from __future__ import annotations

import random
from functools import partial

import pytest

from firmware_bridge.faults import fault_of
from firmware_bridge.message import ClearFault, Close, Collect, Raise, Reason, Shuffle
from firmware_bridge.pins import Input
from hardware.sim.rig import NOBODY, Ill, Place, Rig
from hardware.sim.scenario import SETTINGS, TILES
from tests.hardware.conftest import BARRED_S, Make


def small(machine: Make, seed: int, kind: str = "native") -> Rig:
    rig = machine(kind, seed=seed, settings=SETTINGS, step_ms=10)
    rig.small(TILES)
    assert rig.ready()
    return rig


def fault(rig: Rig) -> tuple[str, int]:
    """Name and detail of the fault that waits for a person."""
    assert rig.latched is not None
    return fault_of(rig.latched.code).name, rig.latched.detail


def fill(rig: Rig, tile_set: int) -> None:
    """People push what lies on the mat of a set into the open hatch."""
    rig.push(tile_set)
    assert rig.until(lambda: rig.count(tile_set, Place.MAT) == 0, 5)
    rig.push(NOBODY)


def whole(rig: Rig) -> bool:
    """The rows hold all tiles of set 0."""
    return rig.count(0, Place.ROW) == 4 * TILES


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
    ends = []
    for kind in ("native", "simavr"):
        rig = mixed(machine, 6, kind)
        assert rig.sort()
        ends.append(
            (rig.count(0, Place.ROW), rig.count(1, Place.DRUM), [(f.code, f.outcome) for f in rig.faults])
        )
    assert ends[0] == ends[1] == (4 * TILES, 6, [])


def test_a_set_that_lacks_tiles_among_those_of_the_other_is_reported_as_mixed_and_goes_on(
    machine: Make,
) -> None:
    rig = small(machine, 1)
    assert rig.load(0)
    rig.alter(0, 12, 2)
    assert not rig.sort()
    assert fault(rig) == ("SET_MIXED", 12)
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
    assert fault(rig) == ("SENSOR_STUCK", Input.BACK_UP0 + lane)


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


def short(rig: Rig, tiles: int) -> None:
    """So many tiles of set 0 are on the floor, and whoever was asked for them has the hatch open."""
    rig.remove(0, tiles)
    assert rig.load(0)
    assert not rig.sort()
    assert fault(rig)[0] == "COUNT_SHORT"
    assert rig.do(ClearFault())
    assert rig.do(Collect(0))


@pytest.mark.parametrize("kind", ["native", "simavr"])
def test_the_other_set_in_place_of_missing_tiles_is_reported_and_sorted_when_the_rows_are_free(
    machine: Make, kind: str
) -> None:
    """It was searched for the missing ones, for minutes, as often as somebody pressed START."""
    rig = small(machine, 1, kind)
    short(rig, 2)
    fill(rig, 1)
    assert rig.do(Close())
    begun = rig.now
    assert not rig.sort()
    assert fault(rig) == ("OTHER_SET", 2)
    assert rig.now - begun < 40
    assert (rig.status.drum_set, rig.status.row_set) == (1, 0)
    assert rig.do(ClearFault())
    assert rig.ask(Collect(0)).reason is Reason.INTERLOCK, "what lies in the rows is in the way"
    assert rig.do(Raise())
    assert rig.until(lambda: rig.count(0, Place.MAT) == 4 * TILES - 2, 5)
    assert rig.sort(), rig.faults
    assert (rig.status.row_set, rig.count(1, Place.ROW)) == (1, 4 * TILES)
    assert rig.unsafe() == {}


def sorted_or(rig: Rig) -> str | None:
    """Sorts; the name of the fault that waits for a person then."""
    done = rig.sort()
    rig.run(0.2)
    return None if done else fault(rig)[0]


def test_missing_tiles_that_come_with_the_other_set_are_found_among_it_or_wait_there(machine: Make) -> None:
    """Whichever comes by first, no row holds both sets, and no tile is lost."""
    found = set()
    for seed in range(6):
        rig = small(machine, seed)
        short(rig, 2)
        rig.remove(0, -2)
        fill(rig, 0)
        fill(rig, 1)
        assert rig.do(Close())
        while (name := sorted_or(rig)) == "SET_MIXED":
            assert rig.do(ClearFault())
            rig.run(0.2)
        whole = name is None
        found.add(whole)
        if not whole:
            assert name == "OTHER_SET"
            assert rig.do(ClearFault())
            assert rig.do(Raise())
            assert rig.until(lambda rig=rig: rig.count(0, Place.LIFT) == 0, 5)  # type: ignore[misc]
            assert rig.sort(), rig.faults
        assert rig.count(1 - whole, Place.ROW) == 4 * TILES
        assert rig.count(whole, Place.ROW) == 0
    assert found == {True, False}


@pytest.mark.parametrize("kind", ["native", "simavr"])
def test_a_tile_alone_in_a_stacker_rises_with_its_set(machine: Make, kind: str) -> None:
    """It went into the row of the other set, and no fault reported it."""
    rig = small(machine, 1, kind)
    short(rig, 3)
    assert rig.count(0, Place.CUP) == 1
    fill(rig, 1)
    assert rig.do(Close())
    assert not rig.sort()
    assert rig.do(ClearFault())
    assert rig.do(Raise())
    assert rig.until(lambda: rig.count(0, Place.MAT) == 4 * TILES - 3, 5)
    assert rig.sort(), rig.faults
    assert rig.count(1, Place.ROW) == 4 * TILES
    assert rig.count(0, Place.ROW) == 0
    assert rig.unsafe() == {}


def test_a_row_that_is_full_takes_no_tile_more(machine: Make) -> None:
    rig = small(machine, 1)
    short(rig, 3)
    assert rig.do(Close())
    full = [lane for lane in range(4) if rig.input(Input.ROW_FULL0 + lane)]
    assert 0 < len(full) < 4
    before = rig.pulses_of_all()
    assert rig.do(Raise())
    moved = [lane for lane in range(4) if rig.pulses(lane) - before[lane] > 0]
    assert set(moved).isdisjoint(full)
    assert moved


def test_a_tile_too_many_on_the_belt_when_all_stops_is_in_no_row_of_the_other_set(machine: Make) -> None:
    """The rows were whole, homing found them so, and nobody had looked at the belts."""
    for seed in range(1, 9):
        rig = small(machine, seed)
        rig.remove(0, -1)
        assert rig.load(0)
        rig.ask(Shuffle())
        assert rig.until(partial(whole, rig), 60)
        rig.run(0.1 * seed)
        rig.driver_fault(True)
        rig.run(0.3)
        rig.driver_fault(False)
        rig.estop(True)
        rig.run(0.1)
        rig.estop(False)
        rig.run(BARRED_S)
        assert rig.ready()
        if not rig.staged:
            continue
        assert rig.load(1)
        assert rig.raise_walls()
        assert rig.sort(), rig.faults
        assert (rig.count(0, Place.ROW), rig.count(1, Place.ROW)) == (0, 4 * TILES), seed


@pytest.mark.parametrize("seed", [9, 10, 16, 18, 33, 36])
def test_a_cable_that_is_pulled_again_and_again_lets_no_tile_of_the_other_set_in(
    machine: Make, seed: int
) -> None:
    """While all was held belts ran out, and a tile before its entry was measured as if they had run on."""
    chance = random.Random(seed)
    rig = mixed(machine, 16, seed=seed)
    rig.minded = True
    rig.ask(Shuffle())
    pulled = 0.0
    for _ in range(8):
        pulled += chance.uniform(1.0, 4.0)
        rig.at(pulled, partial(setattr, rig, "silent", True))
        rig.at(pulled + 0.5, partial(setattr, rig, "silent", False))
    assert rig.until(lambda: rig.staged or rig.latched is not None, 200)
    assert rig.count(1, Place.ROW) + rig.count(1, Place.CUP) == 0

"""Photo sensor and hall switch look at the same place: which of them is reported where one is dead."""

from __future__ import annotations

from functools import partial

import pytest

from firmware_bridge.message import ClearFault, Close, Collect, Shuffle
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import NOBODY, Ill, Place, Rig
from hardware.sim.scenario import TILES
from tests.hardware.conftest import Make, loaded, small

STUCK = 0x70


def emptied(rig: Rig, tile_set: int) -> bool:
    """No tile of the set lies on the mat."""
    return rig.count(tile_set, Place.MAT) == 0


def mixed(machine: Make, seed: int, tile_set: int) -> Rig:
    """A set in the drum, with twelve tiles of the other one."""
    rig = small(machine, seed, step_ms=10)
    assert rig.ready()
    rig.remove(1 - tile_set, 4 * TILES - 12)
    assert rig.do(Collect(tile_set))
    for each in (0, 1):
        rig.push(each)
        assert rig.until(partial(emptied, rig, each), 5)
    rig.push(NOBODY)
    assert rig.do(Close())
    return rig


@pytest.mark.parametrize("lane", range(4))
@pytest.mark.parametrize("seed", range(1, 6))
def test_magnets_that_come_and_go_where_no_tile_is_seen_report_the_photo_sensor(
    machine: Make, seed: int, lane: int
) -> None:
    """The time for which the hall switch saw them was added up: it was named where one stood there while the
    pusher moved the first pair."""
    rig = small(machine, seed, step_ms=10)
    assert rig.ready()
    assert rig.load(1), "of long magnets"
    rig.ill(Input.ENTRY0 + lane, Ill.STUCK1)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.latched is not None, 60)
    assert rig.latched is not None
    fault = rig.latched
    assert (fault.code, fault.axis, fault.detail) == (STUCK, Axis.PICK0 + lane, Input.ENTRY0 + lane)


@pytest.mark.parametrize("lane", range(4))
def test_a_magnet_that_never_goes_where_no_tile_is_reports_the_hall_switch(machine: Make, lane: int) -> None:
    rig = loaded(machine)
    rig.ill(Input.BACK_UP0 + lane, Ill.STUCK0)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.latched is not None, 60)
    assert rig.latched is not None
    fault = rig.latched
    assert (fault.code, fault.axis, fault.detail) == (STUCK, Axis.CONV0 + lane, Input.BACK_UP0 + lane)


@pytest.mark.parametrize("tile_set", [0, 1])
@pytest.mark.parametrize("lane", range(4))
def test_tiles_that_the_photo_sensor_does_not_see_go_back_before_they_are_a_pair(
    machine: Make, lane: int, tile_set: int
) -> None:
    """Nobody knows of which set they are. Who clears the fault has not always mended it."""
    rig = mixed(machine, lane + 1, tile_set)
    rig.ill(Input.ENTRY0 + lane, Ill.STUCK1)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.latched is not None, 60)
    assert rig.latched is not None
    assert (rig.latched.code, rig.latched.detail) == (STUCK, Input.ENTRY0 + lane)
    rig.ill(Input.ENTRY0 + lane, 0)
    assert rig.do(ClearFault())
    assert rig.until(lambda: rig.staged or rig.latched is not None, 120)
    assert rig.staged, rig.faults
    assert (rig.count(tile_set, Place.ROW), rig.count(1 - tile_set, Place.ROW)) == (4 * TILES, 0)


@pytest.mark.parametrize("lane", range(4))
def test_a_hall_switch_that_answers_late_lets_no_long_magnet_in_among_short_ones(
    machine: Make, lane: int
) -> None:
    """It saw the second half of them, as long as a short one."""
    rig = mixed(machine, lane + 1, 0)
    rig.ill(Input.BACK_UP0 + lane, Ill.LATE)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.staged or rig.latched is not None, 120)
    assert rig.count(1, Place.ROW) + rig.count(1, Place.CUP) == 0
    if rig.latched is not None:
        assert (rig.latched.code, rig.latched.detail) == (STUCK, Input.BACK_UP0 + lane)


@pytest.mark.parametrize("seed", range(1, 9))
def test_no_wheel_lifts_tiles_to_a_photo_sensor_that_has_been_dark_since_the_beginning(
    machine: Make, seed: int
) -> None:
    """They passed it unseen, one by one at each attempt, whoever pressed START without looking."""
    lane = seed % 4
    rig = mixed(machine, seed, seed % 2)
    rig.ill(Input.ENTRY0 + lane, Ill.STUCK0)
    rig.ask(Shuffle())
    for _ in range(4):
        assert rig.until(lambda: rig.latched is not None, 60)
        assert rig.latched is not None
        assert (rig.latched.code, rig.latched.detail) == (STUCK, Input.ENTRY0 + lane)
        assert rig.do(ClearFault())
        rig.run(0.5)
    other = 1 - seed % 2
    assert rig.count(other, Place.ROW) + rig.count(other, Place.CUP) == 0

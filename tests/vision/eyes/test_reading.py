"""Which region a tile that was found belongs to, however much of the mat was read for it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import closing

import numpy as np
import pytest

from engine.tiles.tile import Tile
from runtime.tasks import State, Tasks
from tests.killing import left
from vision.calibration.mat import HAND_Y, POND_ROW_Y, TILE_D, WALL_Y, Rect, Zone, to_table
from vision.calibration.surface import Surface
from vision.calibration.zones import REGIONS, Region, Scope
from vision.camera.frame import Pixels
from vision.eyes.reading import Look, Readings, Task
from vision.nets.detection import Detection

PIXELS = np.zeros((8, 8, 3), np.uint8)
SURFACE = Surface(8, 8, 10.0, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 1000.0), 0.0, 0.0)
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
PLACES = {
    Zone.POND: (-60.0, POND_ROW_Y[0], TILE_D),
    Zone.HAND: (0.0, HAND_Y, TILE_D),
    Zone.WALL: (0.0, WALL_Y, 40.0),
}
TILED = [region for region in REGIONS if region.zone in PLACES]


class OneEach:
    """Finds one tile in every region of tiles, those of a wall on their stacks."""

    def __init__(self) -> None:
        self.asked: list[Rect | None] = []

    def detect(
        self, pixels: Pixels, surface: Surface, region: Rect | None = None, stacks: Sequence[Rect] = ()
    ) -> list[Detection]:
        del pixels, surface, stacks
        self.asked.append(region)
        out = []
        for x, y, top in PLACES.values():
            for seat in range(4):
                at = to_table(seat, x, y)
                if region is None or region.holds(*at):
                    out.append(Detection(((Tile(seat), 1.0),), *at, 0.0, QUAD, 0.9, top))
        return out


def read(reader: OneEach, *tasks: Task) -> list[Look | None]:
    with closing(Readings(reader)) as readings:
        return list(readings.read(tasks, PIXELS, SURFACE))


@pytest.mark.parametrize("regions", [TILED, TILED[:4], [Region(Zone.HAND, 2)], [Region(Zone.WALL, 3)]])
def test_every_region_gets_its_own_tile_and_no_other(regions: list[Region]) -> None:
    looks = read(OneEach(), *(Task(region, True) for region in regions))
    assert [look and [d.tile for d in look.tiles] for look in looks] == [[Tile(r.seat)] for r in regions]


def test_only_where_much_is_new_the_whole_mat_is_looked_at() -> None:
    few, many = OneEach(), OneEach()
    read(few, Task(Region(Zone.POND, 0), True))
    assert None not in few.asked
    read(many, *(Task(region, True) for region in TILED))
    assert many.asked == [None]


def test_what_lies_beside_the_part_that_changed_is_left_out() -> None:
    x, y = to_table(0, *PLACES[Zone.HAND][:2])
    for scope, count in (
        (Scope(Rect(x - 5, y - 5, x + 5, y + 5)), 1),
        (Scope(Rect(x + 60, y, x + 90, y + 5)), 0),
    ):
        (look,) = read(OneEach(), Task(Region(Zone.HAND, 0), True, scope))
        assert look is not None
        assert len(look.tiles) == count


class Failing(OneEach):
    """An error of the program at the pond of seat 1."""

    def detect(
        self, pixels: Pixels, surface: Surface, region: Rect | None = None, stacks: Sequence[Rect] = ()
    ) -> list[Detection]:
        x, y = to_table(1, *PLACES[Zone.POND][:2])
        if region is None or region.holds(x, y):
            raise IndexError("a tile too many")
        return super().detect(pixels, surface, region, stacks)


def test_what_an_error_keeps_from_being_read_is_reported_and_is_not_taken_for_empty() -> None:
    part = Tasks().part("readings")
    tasks = [Task(Region(Zone.POND, seat), True) for seat in range(3)]
    with closing(Readings(Failing(), part)) as readings:
        looks = list(readings.read(tasks, PIXELS, SURFACE))
        assert [look is None for look in looks] == [False, True, False]
        assert part.failures == 1
        assert part.state is State.RECOVERING
        whole = readings.read([Task(region, True) for region in TILED], PIXELS, SURFACE)
        assert all(look is None for look in whole)


def test_readings_that_are_closed_leave_no_thread() -> None:
    before = threading.enumerate()
    readings = Readings(OneEach())
    list(readings.read([Task(Region(Zone.POND, 0), True)], PIXELS, SURFACE))
    assert set(threading.enumerate()) - set(before)
    readings.close()
    readings.close()
    assert left(before) == []

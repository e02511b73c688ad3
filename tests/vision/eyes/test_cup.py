"""A cup on the mat: nothing of it is a tile, a die or a stick, and a wall that it hides is not whole."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from benchmarks.backs import walls
from tests.vision.eyes.table import Change, Table
from vision.calibration.by_markers import calibrate
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.render import Renderer
from vision.scene.scene import Scene

WALLS = walls("cup", 0.6, 0.0)
STILL = 14
"""Pictures in which nothing moves: more than a second."""


@pytest.fixture(scope="module")
def draw() -> Renderer:
    return Renderer(seed=5)


@pytest.fixture
def table(draw: Renderer) -> Iterator[Table]:
    out = Table(draw, calibrate(draw.render(Scene(), 0.0)), Detector(threads=2, colours=Colours()))
    out.show([WALLS] * STILL)
    yield out
    out.eyes.close()


def cup(surface: Surface | None, x: float, y: float) -> Change:
    """A cup of 90 mm with coffee stands at a place of the table frame (mm)."""
    assert surface is not None
    rings = ((0.0, 34.0, (200, 205, 210)), (90.0, 40.0, (235, 238, 240)), (90.0, 36.0, (30, 45, 70)))
    round_ = np.linspace(0.0, 2 * np.pi, 60)
    outlines = []
    for z, radius, colour in rings:
        points = np.column_stack([x + radius * np.cos(round_), y + radius * np.sin(round_), 0 * round_ + z])
        outlines.append((np.rint(surface.image_points(points)).astype(np.int32), colour))

    def drawn(pixels: Pixels) -> Pixels:
        out = pixels.copy()
        for outline, colour in outlines:
            cv2.fillPoly(out, [outline], colour, cv2.LINE_AA)
        return out

    return drawn


@pytest.mark.parametrize("place", [(0.0, -120.0), (0.0, 0.0)], ids=["in a pond", "in the centre"])
def test_a_cup_is_nothing_of_the_game(table: Table, place: tuple[float, float]) -> None:
    assert table.eyes.walls == (17, 17, 17, 17)
    observed = table.show([WALLS] * 2 * STILL, cup(table.eyes.surface, *place))
    assert [o for o in observed if o.tiles or o.sticks or o.dice] == []
    assert table.eyes.walls == (17, 17, 17, 17)
    assert table.sights == []


def test_a_wall_on_which_a_cup_stands_is_not_whole_and_its_other_tiles_are_seen(table: Table) -> None:
    observed = table.show([WALLS] * 2 * STILL, cup(table.eyes.surface, 150.0, -215.0))
    assert [o for o in observed if o.tiles or o.sticks or o.dice] == []
    assert table.eyes.walls == (0, 17, 17, 17)
    assert 10 < len(table.eyes.wall(0)) < 17

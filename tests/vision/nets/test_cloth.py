"""The colour of the cloth beside the tiles."""

from __future__ import annotations

import numpy as np
import pytest

from vision.calibration.mat import MAT_HALF, Rect
from vision.nets.cloth import colour_of
from vision.nets.heatmap import Spot

FAR = 600
WIDE = Rect(-400.0, -400.0, 400.0, 400.0)
TO_PX = np.array([[1.0, 0.0, FAR], [0.0, -1.0, FAR], [0.0, 0.0, 1.0]])
GREEN, WHITE, WOOD = (40, 90, 30), (230, 235, 240), (30, 60, 120)


def spot(x: float, y: float) -> Spot:
    return Spot(x, y, 0.0, 0.9, -5.0)


def table(tiles: list[Spot]) -> np.ndarray:
    """A rim of wood around the cloth, and tiles."""
    pixels = np.full((2 * FAR, 2 * FAR, 3), WOOD, np.uint8)
    inner = slice(round(FAR - MAT_HALF), round(FAR + MAT_HALF))
    pixels[inner, inner] = GREEN
    for tile in tiles:
        x, y = round(FAR + tile.x), round(FAR - tile.y)
        pixels[y - 18 : y + 18, x - 13 : x + 13] = WHITE
    return pixels


def test_of_an_empty_mat() -> None:
    assert (colour_of(table([]), TO_PX, WIDE, [], MAT_HALF) == GREEN).all()  # type: ignore[union-attr]


def test_between_the_tiles_of_a_crowded_region() -> None:
    """Most of what is seen there are tiles, and what lies beyond the mat is none of it."""
    tiles = [spot(x, 300.0 + y) for x in range(-150, 151, 30) for y in (-40.0, 0.0)]
    region = Rect(-180.0, 220.0, 180.0, 500.0)
    seen = colour_of(table(tiles), TO_PX, region, tiles, MAT_HALF)
    assert seen is not None
    assert (seen == GREEN).all()


@pytest.mark.parametrize(
    "region",
    [
        Rect(-100.0, 300.0, 100.0, 500.0),
        Rect(-100.0, -500.0, 100.0, -300.0),
        Rect(300.0, -100.0, 500.0, 100.0),
        Rect(-500.0, -100.0, -300.0, 100.0),
    ],
)
def test_the_rim_is_no_cloth(region: Rect) -> None:
    """More of the region lies beyond the mat than upon it."""
    seen = colour_of(table([]), TO_PX, region, [], MAT_HALF)
    assert seen is not None
    assert (seen == GREEN).all()


def test_where_nothing_is_bare_nobody_knows() -> None:
    tiles = [spot(x, y) for x in range(-60, 61, 26) for y in range(-60, 61, 36)]
    assert colour_of(table(tiles), TO_PX, Rect(-60.0, -60.0, 60.0, 60.0), tiles, MAT_HALF) is None


def test_what_the_camera_does_not_see_counts_nothing() -> None:
    aside = np.array([[1.0, 0.0, -2000.0], [0.0, -1.0, 400.0], [0.0, 0.0, 1.0]])
    assert colour_of(table([]), aside, WIDE, [], MAT_HALF) is None

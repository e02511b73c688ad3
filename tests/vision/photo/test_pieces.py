"""Rows of a photograph, cut into what stands near each other."""

from __future__ import annotations

import numpy as np

from engine.tiles.tile import Tile
from vision.photo.pieces import bunches
from vision.photo.read import PhotoTile

WIDE, HIGH = 40.0, 52.0


def tile(
    x: float, y: float = 0.0, wide: float = WIDE, high: float = HIGH, *, across: bool = False
) -> PhotoTile:
    """One whose top left corner lies there, in a picture whose rows go down; on its side where `across`."""
    a, b, c, d = (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)
    return PhotoTile(Tile.parse("1m"), (b, c, d, a) if across else (a, b, c, d), 1.0)


def numbers(tiles: list[PhotoTile]) -> list[list[list[int]]]:
    return [[[spot.at for spot in piece] for piece in bunch] for bunch in bunches(tiles)]


def test_tiles_that_touch_are_one_piece() -> None:
    assert numbers([tile(41.0 * n) for n in range(5)]) == [[[0, 1, 2, 3, 4]]]


def test_a_gap_parts_a_piece_and_a_wide_one_parts_hands() -> None:
    near, far = 0.6 * WIDE, 2.0 * WIDE
    row = [tile(0), tile(41), tile(82 + near), tile(123 + near), tile(164 + near + far)]
    assert numbers(row) == [[[0, 1], [2, 3]], [[4]]]


def test_a_tile_on_its_side_is_as_wide_as_the_others() -> None:
    row = [tile(0), tile(41, HIGH - WIDE, HIGH, WIDE, across=True), tile(41 + HIGH + 1)]
    ((piece,),) = bunches(row)
    assert [spot.across for spot in piece] == [False, True, False]
    assert np.ptp([spot.width for spot in piece]) < 1e-6


def test_a_tile_of_another_size_is_no_part_of_the_hand() -> None:
    assert numbers([tile(0), tile(41), tile(82, wide=2 * WIDE, high=2 * HIGH)]) == [[[0, 1]], [[2]]]

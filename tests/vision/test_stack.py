"""The fourth tile of a kan, laid upon the one that lies sideways."""

from __future__ import annotations

import math
from itertools import count

import numpy as np
import pytest

from engine.tile import Tile
from vision.mat import MELD_RIGHT, MELD_Y, TILE_D, TILE_H, TILE_W, to_table
from vision.observation import Detection
from vision.stack import lays, stacked
from vision.track import Tracks

EYE = np.array([14.0, -46.0, 1250.0])
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
FACE = Tile.parse("6p")


def seen(x: float, y: float, z: float = 0.0) -> Detection:
    """A tile read on the plane of tiles that lie on the cloth, though its underside is at `z`."""
    part = (EYE[2] - TILE_D) / (EYE[2] - TILE_D - z)
    at = EYE[0] + (x - EYE[0]) * part, EYE[1] + (y - EYE[1]) * part
    return Detection(((FACE, 1.0),), *at, 0.0, QUAD, 1.0)


def pon(seat: int, z: float = 0.0, push: tuple[float, float] = (0.0, 0.0)) -> list[Detection]:
    """A pon in the corner whose middle tile lies sideways at `z`, pushed by so many mm."""
    places = ((-TILE_W / 2, 0.0, 0.0), (-TILE_W - TILE_H / 2, -4.0, z), (-1.5 * TILE_W - TILE_H, 0.0, 0.0))
    right, low = MELD_RIGHT + push[0], MELD_Y + push[1]
    return [seen(*to_table(seat, right + x, low + y), height) for x, y, height in places]


def changed(before: list[Detection], after: list[Detection]) -> tuple[set[int], set[int], list[int]]:
    tracks = Tracks(count(1))
    tracks.update(before, lambda _: 1.0)
    lay = lays(tracks)
    tracks.update(after, lambda _: 1.0)
    lying = list(tracks)
    return *stacked(lay, lying, EYE), [t.id for t in lying]


@pytest.mark.parametrize("seat", range(4))
def test_a_tile_upon_the_sideways_one_is_told_and_its_going_too(seat: int) -> None:
    laid, taken, tracks = changed(pon(seat), pon(seat, TILE_D))
    assert (laid, taken) == ({tracks[1]}, set())
    laid, taken, tracks = changed(pon(seat, TILE_D), pon(seat))
    assert (laid, taken) == (set(), {tracks[1]})


@pytest.mark.parametrize("push", [(6.0, -6.0), (8.0, 0.0), (0.0, 4.0), (0.4, -0.3)])
def test_a_set_that_is_pushed_is_no_kan(push: tuple[float, float]) -> None:
    laid, taken, _ = changed(pon(0), pon(0, push=push))
    assert not laid
    assert not taken


def test_a_tile_pushed_another_way_than_the_camera_would_move_it_is_no_kan() -> None:
    for degrees in range(0, 360, 30):
        away = math.radians(degrees)
        x, y = to_table(0, MELD_RIGHT - TILE_W - TILE_H / 2, MELD_Y - 4)
        outward = math.atan2(y - EYE[1], x - EYE[0])
        if abs(math.remainder(away - outward, 2 * math.pi)) < math.radians(40):
            continue
        moved = pon(0)
        moved[1] = seen(x + 8 * math.cos(away), y + 8 * math.sin(away))
        assert changed(pon(0), moved)[0] == set()

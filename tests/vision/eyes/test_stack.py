"""The fourth tile of a kan, laid upon the one that lies sideways."""

from __future__ import annotations

import math
from itertools import count

import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.calibration.mat import MELD_RIGHT, MELD_Y, TILE_D, TILE_H, TILE_W, to_table
from vision.eyes.familiarity import Familiarity
from vision.eyes.stack import Stacks
from vision.eyes.track import Tracks
from vision.nets.detection import Detection

EYE = np.array([14.0, -46.0, 1250.0])
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
FACE = Tile.parse("6p")


def seen(x: float, y: float, z: float = 0.0, top: float = TILE_D) -> Detection:
    """A tile whose underside is at `z` and whose top is taken to be at `told`."""
    part = (EYE[2] - top) / (EYE[2] - TILE_D - z)
    at = EYE[0] + (x - EYE[0]) * part, EYE[1] + (y - EYE[1]) * part
    return Detection(((FACE, 1.0),), *at, 0.0, QUAD, 1.0, top)


def pon(
    seat: int, z: float = 0.0, push: tuple[float, float] = (0.0, 0.0), top: float = TILE_D
) -> list[Detection]:
    """A pon in the corner whose middle tile lies sideways at `z`, pushed by so many mm."""
    places = ((-TILE_W / 2, 0.0), (-TILE_W - TILE_H / 2, -4.0), (-1.5 * TILE_W - TILE_H, 0.0))
    right, low = MELD_RIGHT + push[0], MELD_Y + push[1]
    flat, lying, last = (to_table(seat, right + x, low + y) for x, y in places)
    return [seen(*flat), seen(*lying, z, top), seen(*last)]


def raised(*readings: list[Detection]) -> list[bool]:
    """Whether each tile of the last reading lies upon another."""
    tracks, stacks = Tracks(count(1), Familiarity()), Stacks()
    for reading in readings:
        tracks.update(reading, lambda _: 1.0)
        stacks.follow(tracks, reading, EYE)
    return [t.id in stacks.raised for t in tracks]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("top", [TILE_D, 2 * TILE_D])
def test_a_tile_upon_the_sideways_one_is_reported_and_its_going_too(seat: int, top: float) -> None:
    upon = pon(seat, TILE_D, top=top)
    assert raised(pon(seat), upon) == [False, True, False]
    assert raised(pon(seat), upon, upon, pon(seat, TILE_D)) == [False, True, False]
    assert raised(pon(seat), upon, pon(seat)) == [False, False, False]


def test_a_low_tile_that_is_taken_for_a_high_one_is_no_kan() -> None:
    assert not any(raised(pon(0), pon(0, top=2 * TILE_D)))


@pytest.mark.parametrize("push", [(6.0, -6.0), (8.0, 0.0), (0.0, 4.0), (0.4, -0.3)])
def test_a_set_that_is_pushed_is_no_kan(push: tuple[float, float]) -> None:
    assert not any(raised(pon(0), pon(0, push=push)))


def test_a_tile_pushed_another_way_than_the_camera_would_move_it_is_no_kan() -> None:
    for degrees in range(0, 360, 30):
        away = math.radians(degrees)
        x, y = to_table(0, MELD_RIGHT - TILE_W - TILE_H / 2, MELD_Y - 4)
        outward = math.atan2(y - EYE[1], x - EYE[0])
        if abs(math.remainder(away - outward, 2 * math.pi)) < math.radians(40):
            continue
        moved = pon(0)
        moved[1] = seen(x + 8 * math.cos(away), y + 8 * math.sin(away))
        assert not any(raised(pon(0), moved))

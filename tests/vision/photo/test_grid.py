"""How tiles lie side by side tells the outline of each."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.nets.detect import FACES, NO_TILE, Floats
from vision.photo.choice import overlap
from vision.photo.grid import in_grids
from vision.photo.levels import Candidate, Level

NEAR = np.array([[60.0, -4, 90], [6, 72, 80], [1e-2, 3e-2, 1]])
"""A block seen from near and aslant: 60 x 72 px at its near corner, less than half of that at the far one."""
BLOCK = [(float(x), float(y)) for y, x in product(range(4), range(5))]


def seen(place: tuple[float, float], wide: float = 1.0, high: float = 1.0) -> Floats:
    """The corners of the tile whose middle lies there, in tiles."""
    corners = place + np.array([wide, high]) * [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]
    flat = np.column_stack([corners, np.ones(4)]) @ NEAR.T
    return np.asarray(flat[:, :2] / flat[:, 2:])


def candidate(quad: Floats) -> Candidate:
    return Candidate(Level(2.0, 1.0), quad, np.eye(NO_TILE + 1)[FACES.index(Tile.parse("3m"))], 0.0, 0.9)


def slipped(quad: Floats, rng: np.random.Generator) -> Floats:
    """As the detector outlines it: an upright rectangle as large as the tile, a little beside it."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    size = (sides[:2] + sides[2:]) / 2
    middle = quad.mean(axis=0) + rng.uniform(-0.05, 0.05, 2) * size
    return np.asarray(middle + size * [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def block(places: list[tuple[float, float]]) -> list[Candidate]:
    rng = np.random.default_rng(4)
    return [candidate(slipped(seen(place), rng)) for place in places]


def regular(kept: list[Candidate]) -> list[Floats | None]:
    return [None if one is None else one.quad for one in in_grids(kept)]


def test_outlines_of_a_block_seen_aslant_come_nearer_to_its_tiles() -> None:
    found = block(BLOCK)
    before = [overlap(c.quad, seen(place)) for c, place in zip(found, BLOCK, strict=True)]
    after = [
        0.0 if quad is None else overlap(quad, seen(place))
        for quad, place in zip(regular(found), BLOCK, strict=True)
    ]
    assert min(after) > 0.8
    assert np.mean(after) > np.mean(before) + 0.03


def test_a_tile_taken_to_lie_across_gets_the_outline_of_its_cell() -> None:
    found = block(BLOCK)
    found[7] = replace(found[7], quad=np.roll(seen(BLOCK[7], 1.3, 0.75), 1, axis=0))
    after = regular(found)[7]
    assert after is not None
    assert overlap(after, seen(BLOCK[7])) > 0.85


def test_tiles_upside_down_belong_to_the_block_and_stay_upside_down_or_not_by_what_they_show() -> None:
    found = block(BLOCK)
    turned = [replace(c, quad=np.roll(c.quad, 2, axis=0)) if k % 3 else c for k, c in enumerate(found)]
    for plain, after in zip(regular(found), regular(turned), strict=True):
        assert plain is not None
        assert after is not None
        assert overlap(plain, after) == pytest.approx(1, abs=1e-3)


def test_two_rows_apart_are_two_grids() -> None:
    rows = [(k, 0.0) for k in range(4)] + [(k + 0.5, 1.6) for k in range(4)]
    for after, place in zip(regular(block(rows)), rows, strict=True):
        assert after is not None
        assert overlap(after, seen(place)) > 0.8


@pytest.mark.parametrize(
    "places",
    [
        [(0.0, 0.0), (1.0, 0.0)],
        [(0.0, 0.0), (2.2, 0.3), (1.5, 2.5), (4.0, 1.4)],
        [(k, 0.06 * k * k) for k in range(5)],
    ],
    ids=["two only", "far apart", "a bent row"],
)
def test_what_makes_no_straight_grid_is_left_as_it_is(places: list[tuple[float, float]]) -> None:
    assert regular(block(places)) == [None] * len(places)


def test_nothing_has_no_grid() -> None:
    assert in_grids([]) == []

"""A place of a wall is judged by those beside it, too: exactly as all ways in which the wall may lie say."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.calibration.mat import TILE_W
from vision.nets.heatmap import Spot
from vision.nets.rows import GOES_ON, chains, continued

ODDS = st.floats(0.01, 0.99)


def wall(
    count: int, angle: float = 0.0, step: float = TILE_W, lost: frozenset[int] = frozenset()
) -> list[Spot]:
    """Stacks side by side; those of the walls at the sides are turned by 90 or by -90 degrees."""
    a = math.radians(angle)
    return [
        Spot(n * step * math.cos(a), n * step * math.sin(a), angle, 0.5, 1.0)
        for n in range(count)
        if n not in lost
    ]


def enumerated(odds: list[float]) -> list[float]:
    """The odds of each place by all 2^N ways in which tiles may lie there."""
    total, with_tile = 0.0, [0.0] * len(odds)
    for way in product((False, True), repeat=len(odds)):
        weight = math.prod(p if there else 1 - p for p, there in zip(odds, way, strict=True))
        weight *= math.prod(GOES_ON if a == b else 1 - GOES_ON for a, b in pairwise(way))
        total += weight
        with_tile = [sum_ + weight * there for sum_, there in zip(with_tile, way, strict=True)]
    return [one / total for one in with_tile]


@given(
    odds=st.lists(ODDS, min_size=2, max_size=7), angle=st.sampled_from([0.0, 3.0, 90.0, -90.0, 87.0, -88.0])
)
def test_each_place_has_the_odds_that_all_ways_of_the_wall_give_it(odds: list[float], angle: float) -> None:
    found = continued(wall(len(odds), angle), odds)
    assert found[1:-1] == pytest.approx(enumerated(odds)[1:-1], abs=1e-9)
    assert [found[0], found[-1]] == [odds[0], odds[-1]], "the ends are judged by themselves"


@given(odds=ODDS)
def test_what_stands_alone_is_judged_by_itself(odds: float) -> None:
    assert continued(wall(1), [odds]) == pytest.approx([odds])
    assert continued([], []).size == 0


def test_a_doubtful_back_between_others_is_none_of_doubt_and_a_dark_place_behind_the_end_stays_bare() -> None:
    inside = continued(wall(7), [0.9, 0.9, 0.9, 0.6, 0.9, 0.9, 0.9])
    assert inside[3] > 0.98
    behind = continued(wall(5), [0.99, 0.99, 0.99, 0.99, 0.03])
    assert behind[-1] < 0.5


def test_the_ends_of_a_whole_wall_belong_to_it() -> None:
    assert (continued(wall(17), [0.7] * 17)[[0, -1]] > 0.95).all()
    assert continued(wall(16), [0.7] * 16)[[0, -1]] == pytest.approx(0.7)


def test_places_that_nobody_would_take_for_backs_vouch_for_nothing() -> None:
    assert (continued(wall(17), [0.3] * 17)[1:-1] < 0.1).all()


@pytest.mark.parametrize("angle", [0.0, 4.0, 90.0, -90.0, 89.5])
def test_a_stack_that_is_gone_ends_the_chain(angle: float) -> None:
    spots = wall(12, angle, lost=frozenset({5}))
    assert sorted(sorted(chain) for chain in chains(spots)) == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9, 10]]


@pytest.mark.parametrize("side", [0.0, 90.0])
def test_a_wall_is_one_row_though_its_angles_flicker_around_the_right_one(side: float) -> None:
    whole = wall(9, side)
    spots = [replace(s, angle=side + (-1.0 if n % 2 else 1.0)) for n, s in enumerate(whole)]
    turned = [replace(s, angle=s.angle - 180 if s.angle > 90 else s.angle) for s in spots]
    assert [sorted(chain) for chain in chains(turned)] == [list(range(9))]


def test_middles_that_are_found_askew_are_of_one_row_and_those_of_the_row_before_it_are_not() -> None:
    rng = np.random.default_rng(4)
    row = [
        Spot(n * TILE_W + float(rng.uniform(-4, 4)), float(rng.uniform(-1, 1)), 0.0, 0.5, 1.0)
        for n in range(9)
    ]
    before = [Spot(n * TILE_W, 12.0, 0.0, 0.5, 1.0) for n in range(9)]
    found = sorted(sorted(chain) for chain in chains([*row, *before]))
    assert found == [list(range(9)), list(range(9, 18))]

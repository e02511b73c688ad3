"""Which candidates are tiles is for their neighbours to say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.calibration.mat import TILE_H, TILE_W
from vision.nets.detect import FACES, NO_TILE
from vision.photo import choice
from vision.photo.choice import Support, chosen, overlap, without_sides, without_strays
from vision.photo.levels import Candidate, Level

LOOKS = [Level(scale, 1.0) for scale in (0.5, 0.7, 1.0, 1.4, 2.0)]


def candidate(x: float, y: float, scale: float = 1.0, sure: float = 0.9, face: str = "3m") -> Candidate:
    """One whose middle lies there (px), `scale` px a mm."""
    odds = np.zeros(NO_TILE + 1)
    odds[FACES.index(Tile.parse(face))], odds[NO_TILE] = sure, 1 - sure
    half = scale * np.array([TILE_W, TILE_H]) / 2
    quad = np.array([x, y]) + half * [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    return Candidate(Level(scale, 1.0), quad, odds, 0.0, sure)


def row(count: int, scale: float = 1.0) -> list[Candidate]:
    return [candidate(100 + 27 * scale * k, 100, scale) for k in range(count)]


def kept(found: list[Candidate]) -> list[tuple[int, int]]:
    support = Support(found, LOOKS)
    return sorted((round(c.middle[0]), round(c.middle[1])) for c in chosen(found, support))


def test_neighbours_of_one_size_speak_for_each_other() -> None:
    found = row(5)
    support = Support(found, LOOKS)
    inner, alone = support.of([found[2], candidate(900, 900)])
    assert inner > support.of([found[0]])[0] > alone


def test_another_size_does_not_speak_for_a_tile() -> None:
    small = candidate(154, 130, 0.5)
    support = Support(row(5), LOOKS)
    assert support.of([small])[0] < 0.05 * support.of([candidate(154, 130)])[0]


def test_a_tile_goes_before_its_halves() -> None:
    halves = [candidate(154, 91.5, 0.6), candidate(154, 108.5, 0.6)]
    assert kept([*row(5), *halves]) == [(100 + 27 * k, 100) for k in range(5)]


def test_a_row_goes_before_one_large_tile_imagined_across_it() -> None:
    assert kept([*row(5), candidate(140, 100, 2.0)]) == [(100 + 27 * k, 100) for k in range(5)]


def test_of_two_at_one_place_the_surer_is_kept() -> None:
    other = candidate(157, 103, sure=0.7, face="7s")
    assert kept([*row(5), other]) == [(100 + 27 * k, 100) for k in range(5)]


def test_what_is_unsure_and_far_from_all_tiles_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [*row(5), candidate(900, 900, sure=0.62)]
    assert kept(found) == [(100 + 27 * k, 100) for k in range(5)]
    monkeypatch.setattr(choice, "LEAST_SUPPORT", 0.0)
    assert (900, 900) in kept(found)


def test_the_sizes_of_most_tiles_come_first() -> None:
    far = [replace(c, quad=c.quad + np.array([0, 900])) for c in row(3, 2.0)]
    found = [*row(6), *far]
    support = Support(found, LOOKS)
    first, second = support.levels(chosen(found, support))
    assert [first.scale, second.scale] == pytest.approx([1.0, 2.0], rel=0.05)


def test_a_tile_is_as_large_as_those_beside_it() -> None:
    odd = candidate(154, 100, 1.15)
    found = [c for c in row(5) if c.middle[0] != 154] + [odd]
    quad = Support(found, LOOKS).fitted(odd)
    assert quad.mean(axis=0) == pytest.approx([154, 100])
    assert np.ptp(quad[:, 0]) == pytest.approx(TILE_W, rel=0.06)


def test_blank_sides_are_no_white_dragons() -> None:
    dragon, side = candidate(235, 100, face="5z"), candidate(235, 140, 0.6, face="5z")
    assert [c.level.scale for c in without_sides([*row(5), dragon, side])] == [1.0] * 6


def test_overlap_is_intersection_over_union() -> None:
    one, moved = candidate(100, 100).quad, candidate(113, 100).quad
    assert overlap(one, one) == pytest.approx(1)
    assert overlap(one, moved) == pytest.approx(1 / 3)
    assert overlap(one, candidate(500, 100).quad) == 0


def test_a_small_or_unsure_tile_needs_a_neighbour_of_its_size() -> None:
    small = candidate(900, 900, 0.6, sure=0.99)
    assert without_strays([small]) == []
    assert len(without_strays([small, candidate(918, 900, 0.6)])) == 2
    unsure, sure = candidate(900, 900, sure=0.6), candidate(1500, 900, sure=0.95)
    assert [c.middle[0] for c in without_strays([*row(3), unsure, sure])] == [100, 127, 154, 1500]
    faint = replace(sure, heat=0.4)
    assert len(without_strays([*row(3), faint])) == 3
    near, large = candidate(181, 100, sure=0.6), candidate(181, 100, 2.0, sure=0.6)
    assert len(without_strays([*row(3), near])) == 4
    assert len(without_strays([*row(3), large])) == 3


def test_a_white_dragon_is_compared_with_the_face_beside_it() -> None:
    """Others may be nearer to the camera, and larger."""
    near = [replace(c, quad=c.quad + np.array([0, 900])) for c in row(3, 2.0)]
    small, large = candidate(181, 100, face="5z"), candidate(262, 1000, 2.0, face="5z")
    assert len(without_sides([*row(3), *near, small, large])) == 8
    swapped = [candidate(262, 1000, face="5z"), candidate(181, 100, 2.0, face="5z")]
    assert len(without_sides([*row(3), *near, *swapped])) == 6

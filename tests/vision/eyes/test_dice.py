"""Dice in the middle of the mat: any value, turned anyhow; nothing else is one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.calibration.by_markers import calibrate
from vision.calibration.layout import DICE_REACH
from vision.calibration.mat import STICK_Y, to_table, turn
from vision.calibration.surface import Surface
from vision.eyes.dice import Dice, Spot, middles
from vision.scene.render import Renderer, Style
from vision.scene.scene import DieBody, Scene, StickBody

DESIGNS = range(5)


@pytest.fixture(scope="module")
def surface() -> Surface:
    return calibrate(Renderer(seed=3).render(Scene(), 0.0), 50.0)


@pytest.fixture(scope="module", params=DESIGNS)
def renderer(request: pytest.FixtureRequest) -> Renderer:
    return Renderer(style=replace(Style.default(), die=request.param), seed=3)


Seen = list[tuple[int | None, int, int]]


def read(renderer: Renderer, surface: Surface, scene: Scene) -> Seen:
    """Values and places, in steps of 4 mm, in their order."""
    found = Dice().find(renderer.render(scene, 1.0), surface, DICE_REACH)
    return sorted((d.value, round(d.x / 4), round(d.y / 4)) for d in found if d.value is not None)


def thrown(first: int, size: float, places: tuple[tuple[float, float], ...]) -> tuple[Scene, Seen]:
    """Two dice that make seven, and what is to be read of them."""
    pair = tuple(
        DieBody(k, value, x, y, 31.0 * value + 7.0 * size, size)
        for k, (value, (x, y)) in enumerate(zip((first, 7 - first), places, strict=True))
    )
    return Scene(dice=pair), sorted((d.value, round(d.x / 4), round(d.y / 4)) for d in pair)


@pytest.mark.parametrize("size", [10.0, 12.0, 14.0])
def test_both_dice_are_read_on_the_cloth(renderer: Renderer, surface: Surface, size: float) -> None:
    for first in (1, 2, 3):
        scene, lying = thrown(first, size, ((-20.0, 16.0), (20.0, -12.0)))
        assert read(renderer, surface, scene) == lying


def test_a_large_six_is_read_though_its_rows_look_the_same_after_half_a_turn(
    renderer: Renderer, surface: Surface
) -> None:
    pair = DieBody(0, 6, -20.0, 16.0, 5.0, 16.0), DieBody(1, 6, 24.0, -14.0, 50.0, 16.0)
    assert [value for value, _, _ in read(renderer, surface, Scene(dice=pair))] == [6, 6]


@pytest.mark.parametrize("size", [10.0, 16.0])
def test_a_die_beside_or_upon_a_mark_is_read_right_or_not_at_all(
    renderer: Renderer, surface: Surface, size: float
) -> None:
    for first in (1, 2, 3):
        scene, lying = thrown(first, size, ((-24.0, 60.0), (28.0, -12.0)))
        assert set(read(renderer, surface, scene)) <= set(lying)


def test_an_empty_mat_its_marks_and_sticks_are_no_dice(renderer: Renderer, surface: Surface) -> None:
    assert read(renderer, surface, Scene()) == []
    kept = tuple(StickBody(k, 1000, 0.0, y, 0.0) for k, y in enumerate((21.0, -21.0, 30.0, -30.0)))
    riichi = tuple(StickBody(9 + s, 1000, *to_table(s, 0.0, STICK_Y), turn(s, 0.0)) for s in range(4))
    assert read(renderer, surface, Scene(sticks=(*kept, *riichi))) == []


def test_the_middle_of_a_top_is_found_beside_visible_sides() -> None:
    flat = np.full((80, 80, 3), 60, np.uint8)
    flat[28:52, 30:54] = 230
    flat[52:58, 30:54] = 150
    for y, x in ((34, 36), (34, 47), (45, 36), (45, 47)):
        flat[y - 2 : y + 3, x - 2 : x + 3] = 30
    (found,) = middles(flat, [Spot(43.0, 41.0)])
    assert (found.x, found.y) == pytest.approx((41.5, 39.5), abs=0.5)

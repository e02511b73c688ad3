"""A field without markers is followed by its edges, with tiles and arms over them."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.vision.calibration.mats import corners, fov, renderer, shot, worst
from vision.calibration.by_corners import calibrate_by_corners
from vision.calibration.drift import drift
from vision.calibration.edges import Found
from vision.calibration.follow import held, movement, placed_again
from vision.calibration.markers import Plan
from vision.calibration.mat import to_table
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.eyes.sight import MOVED_MM
from vision.scene.demo import demo_scene
from vision.scene.render import View
from vision.scene.rig import pushed

PLAN = Plan()


@pytest.fixture(scope="module")
def surface() -> Surface:
    touched = corners(View(), PLAN) + np.random.default_rng(3).normal(0, 2.0, (4, 2))
    return calibrate_by_corners(shot(View(), PLAN, ()), touched.tolist(), PLAN, fov(View()))


def played(push: tuple[float, float, float], seed: int = 4) -> tuple[View, Pixels]:
    """The table in play, the camera pushed by mm and degrees."""
    view = pushed(View(), *push)
    return view, renderer(view, PLAN, (), seed).render(demo_scene(seed), 1.0)


@pytest.mark.parametrize("push", [(0.0, 0.0, 0.0), (4.0, -3.0, 0.0), (5.0, -4.0, 1.0), (-5.0, 5.0, -1.0)])
def test_a_small_push_is_measured_and_the_camera_placed_again(
    surface: Surface, push: tuple[float, float, float]
) -> None:
    view, pixels = played(push)
    rim = surface.of_mm([(x, y) for x in (-375.0, 375.0) for y in (-375.0, 375.0)])
    off = surface.table_points(view.project([(x, y, 0.0) for x, y in rim]), 0.0) - rim
    moved = drift(pixels, surface)
    assert moved == pytest.approx(float(np.hypot(*off.T).max()), abs=0.7)
    again = placed_again(pixels, surface)
    assert again is not None
    assert worst(again, view) < 1.5
    assert again.edges == surface.edges


@pytest.mark.parametrize("light", [0.2, 0.4, 1.7])
def test_lamps_that_fail_or_are_switched_on_move_nothing(surface: Surface, light: float) -> None:
    _, pixels = played((0.0, 0.0, 0.0))
    now = held(np.asarray(cv2.convertScaleAbs(pixels, alpha=light), np.uint8), surface)
    assert now is not None
    assert now.moved < 1.0


UNEVEN = (
    (
        "",
        "-1.9 -1.7 -1.4 -1 -0.9 -0.9 -1 -1.1 -0.9 -0.8 -0.8 -0.8 -0.7 -0.5 -0.4 -0.4 -0.4 -0.4 2.1 2 "
        "2.1 1.9 2.2 2 2.2 2 2.2 2 2.2 2.2 2.3 2.3 2.5 2.5 2.6 2.7 2.8 2.9 3 3.1 3 3 2.8 0.2 0.2 0.4 "
        "0.3 0.3 0.5 0.6 0.7 0.8 0.8 0.7 0.7 0.7 0.7 0.8 1 1.3 1.4 1.3 1.2 1.2",
        "0.7 0.7 0.9 1 0.9 0.7 0.6 0.4 0.4 0.4 0.6 0.6 0.6 0.5 0.4 0.3 0.3 1.7 2.3 2.2 2.4 2.4 2.8 3 "
        "3.1 3.2 3.2 3.2 3.2 3.3 3.3 3.3 3.3 3.4 3.5 3.7 3.4 -0.4 -0.3 -0.2 -0.1 0 0 -0.2 -0.3 -0.3 "
        "-0.3 -0.2 -0.3 -0.2 -0.2 -0.3 -0.4 -0.4 -0.3 -0.3 -0.3 -0.2 2.2 -8.2",
        "0.2 0.2 0.1 0.1 0 0.1 0.3 0.6 0.9 0.9 0.5 0.2 0 0 0.1 2.7 2.8 3 3 3 3.1 3.2 3.1 3.3 3.2 3.5 "
        "3.4 3.9 3.9 4.1 4 4 4 4.1 4.2 4.3 4.3 4.3 4.4 4.2 0.4 3.8 3.7 0.1 0.1 0 -0.1 -0.1 -0.2 -0.2 "
        "-0.4 -0.4 -0.7 -0.8 -0.9 -1 -1.1 -1.2 -1.5 -1.6 -1.6 -0.1",
    ),
    (
        "",
        "-1.9 -1.7 -1.4 -1.1 -0.9 -0.9 -1.0 -1.0 -0.9 -0.8 -0.8 -0.8 -0.7 -0.5 -0.4 0.3 0.3 0.4 0.4 0.4 "
        "0.4 0.4 0.5 0.6 0.6 0.6 0.4 0.6 0.4 0.7 0.9 1.0 1.2 1.2 1.3 1.1 1.3 1.3 1.3 1.3 1.2 1.3 1.3 "
        "1.4 1.4 0.4 0.3 0.4 0.5 0.6 0.6 0.9 0.8 0.7 0.7 0.7 0.7 0.9 1.0 1.3 1.4 1.3 1.2 1.2",
        "0.7 0.7 0.9 1.0 0.9 0.7 0.6 0.4 0.4 0.4 0.5 0.6 0.6 0.5 1.1 1.1 0.8 1.1 1.1 1.2 1.2 1.2 1.4 "
        "1.2 1.4 1.4 1.5 1.6 1.5 2.0 1.8 2.1 2.0 2.1 2.1 2.0 2.2 2.1 2.3 2.4 -0.1 0.0 0.0 -0.1 -0.3 "
        "-0.3 -0.3 -0.2 -0.2 -0.2 -0.2 -0.3 -0.4 -0.4 -0.3 -0.3 -0.3 -7.4",
        "0.2 0.2 0.1 0.1 0.0 0.1 0.3 0.6 0.9 0.9 0.5 0.1 1.2 1.3 1.3 1.4 1.2 1.4 1.4 1.4 1.5 1.8 1.9 "
        "1.5 2.1 2.1 2.3 2.4 2.4 2.4 2.3 2.4 2.2 2.6 2.9 3.0 3.1 3.0 3.2 2.9 3.2 3.2 0.1 0.1 0.1 0.0 "
        "-0.1 -0.1 -0.2 -0.2 -0.4 -0.4 -0.6 -0.8 -0.9 -1.0 -1.1 -1.2 -1.5 -1.6 -1.6 -0.2",
    ),
)
"""By side, how many mm the cuts of a hand-laid cloth lie off, measured twice while walls hid a third
of three sides; the picture ended before the fourth."""


def shown(uneven: tuple[str, ...], push: tuple[float, float]) -> Found:
    """What cuts show that lie off by so much, where the whole is pushed by mm."""
    found = []
    for side, text in enumerate(uneven):
        offs, outward = np.array(text.split(), float), np.array(to_table(side, 0.0, -1.0))
        along = np.linspace(-360.0, 360.0, len(offs))
        found.append((np.full(len(offs), side), along, offs + float(outward @ push)))
    sides, alongs, offs_ = (np.concatenate(each) for each in zip(*found, strict=True))
    return Found(sides, alongs, offs_)


@pytest.mark.parametrize("uneven", UNEVEN, ids=["many fit", "two sides fit better than three"])
@pytest.mark.parametrize("push", [(0.0, 0.0), (3.0, 0.0), (-3.0, 0.0), (0.0, 3.0), (2.2, -2.2)])
def test_walls_along_three_sides_are_no_movement_and_hide_none(
    push: tuple[float, float], uneven: tuple[str, ...]
) -> None:
    best = movement(shown(uneven, push))
    assert best is not None
    by, turned = best[0][:2] - push, best[0][2]
    assert np.hypot(*by) + abs(turned) * math.hypot(375.0, 375.0) < MOVED_MM


def test_a_movement_that_explains_no_more_than_none_is_none() -> None:
    best = movement(shown(UNEVEN[0], (0.0, 0.0)))
    assert best is not None
    assert (best[0] == 0).all()


def test_a_great_push_is_not_guessed_at(surface: Surface) -> None:
    _, pixels = played((60.0, 0.0, 0.0))
    assert held(pixels, surface) is None
    assert placed_again(pixels, surface) is None


def test_a_side_under_an_arm_holds_still_but_places_nothing(surface: Surface) -> None:
    _, pixels = played((0.0, 0.0, 0.0))
    hidden = pixels.copy()
    hidden[int(corners(View(), PLAN)[0, 1]) - 40 :] = (120, 140, 180)
    now = held(hidden, surface)
    assert now is not None
    assert now.moved < 1.0
    assert placed_again(hidden, surface) is None


def test_a_covered_camera_holds_nothing(surface: Surface) -> None:
    covered = np.full((1520, 2028, 3), 90, np.uint8)
    assert held(covered, surface) is None

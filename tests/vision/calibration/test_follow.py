"""A field without markers is followed by its edges, with tiles and arms over them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.calibration.mats import corners, fov, renderer, shot, worst
from vision.calibration.by_corners import calibrate_by_corners
from vision.calibration.drift import drift
from vision.calibration.follow import held, placed_again
from vision.calibration.markers import Plan
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
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

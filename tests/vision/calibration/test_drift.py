"""A moved camera is measured by the markers, whatever single cards do."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from vision.calibration.by_markers import calibrate
from vision.calibration.corners import Floats
from vision.calibration.drift import around, displacement, drift, marker_shift
from vision.calibration.markers import MARKERS, STANDARD
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.scene.render import Renderer, View
from vision.scene.scene import Scene


def shot(view: View) -> Pixels:
    return Renderer(view).render(Scene(), 0.0)


@pytest.fixture(scope="module")
def usual() -> Pixels:
    return shot(View())


@pytest.fixture(scope="module")
def surface(usual: Pixels) -> Surface:
    return calibrate(usual, 50.0)


def test_drift_is_nothing_at_rest_and_the_way_of_a_bumped_camera(usual: Pixels, surface: Surface) -> None:
    at_rest = drift(usual, surface)
    bumped = drift(shot(replace(View(), x=View().x + 12.0)), surface)
    assert at_rest is not None
    assert at_rest < 0.7
    assert bumped == pytest.approx(12.0, abs=1.0)
    shift = marker_shift(around(usual, surface, 0), surface, 0)
    assert shift is not None
    assert np.hypot(*shift) < 0.4


def places() -> dict[int, Floats]:
    return {m.id: np.array([m.x, m.y]) for m in MARKERS}


def test_a_shift_and_a_turn_are_measured_where_they_are_largest() -> None:
    noise = np.random.default_rng(1).normal(0, 0.15, (16, 2))
    moved = {i: np.array([3.0, 0.0]) + noise[i] for i in places()}
    assert displacement(moved, STANDARD) == pytest.approx(3.0, abs=0.3)
    angle = math.radians(0.3)
    turned = {i: angle * np.array([-p[1], p[0]]) + noise[i] for i, p in places().items()}
    assert displacement(turned, STANDARD) == pytest.approx(angle * math.hypot(395, 395), abs=0.3)


def test_cards_that_were_kicked_are_outvoted() -> None:
    shifts = {i: np.zeros(2) for i in places()} | {9: np.array([14.0, -6.0]), 2: np.array([0.0, 9.0])}
    assert displacement(shifts, STANDARD) == pytest.approx(0.0, abs=0.01)


def test_few_markers_tell_a_shift_and_none_tells_nothing() -> None:
    assert displacement({0: np.array([3.0, 4.0])}, STANDARD) == pytest.approx(5.0)
    assert displacement({}, STANDARD) is None


def test_drift_beyond_the_nearest_places_is_found_in_the_whole_picture(surface: Surface) -> None:
    bumped = drift(shot(replace(View(), pan=4.0)), surface)
    assert bumped is not None
    assert bumped > 50.0


def test_no_marker_no_drift(surface: Surface) -> None:
    assert drift(np.full((1520, 2028, 3), 90, np.uint8), surface) is None

"""A picture in which nothing moved is not kept twice."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.camera.frame import Pixels
from vision.eyes.redact import Polygon
from vision.eyes.reducer import LONGEST, Reducer
from vision.scene.render import Renderer
from vision.scene.scene import Scene

STRIP: Polygon = np.array([(200.0, 900.0), (1500.0, 900.0), (1500.0, 1000.0), (200.0, 1000.0)])


@pytest.fixture(scope="module")
def mat() -> Pixels:
    return Renderer().render(Scene(), 0.0)


def noisy(pixels: Pixels, seed: int, sigma: float) -> Pixels:
    """As a sensor of that noise sees it, in grey levels."""
    noise = np.random.default_rng(seed).normal(0.0, sigma, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("sigma", [0.0, 4.0, 12.0])
def test_noise_of_the_sensor_is_no_change(mat: Pixels, sigma: float) -> None:
    reducer = Reducer()
    first = reducer.take(noisy(mat, 1, sigma), ())
    assert max(cv2.imdecode(np.frombuffer(first, np.uint8), 1).shape[:2]) == LONGEST  # type: ignore[union-attr]
    assert all(reducer.take(noisy(mat, seed, sigma), ()) is first for seed in range(2, 6))


def test_a_tile_that_is_laid_anywhere_is_a_change(mat: Pixels) -> None:
    """As small as a tile of 24 mm is where the camera sees it smallest, and hardly lighter than the cloth."""
    side = round(17 * mat.shape[0] / 1000)  # the mat is seen from above, and fills the picture's height
    for x, y in ((300, 300), (900, 500), (1500, 900)):
        laid = mat.copy()
        laid[y : y + side, x : x + side] = np.clip(laid[y : y + side, x : x + side].astype(int) + 12, 0, 255)
        reducer = Reducer()
        first = reducer.take(mat, ())
        second = reducer.take(laid, ())
        assert second is not first
        assert reducer.take(laid, ()) is second


def test_a_lamp_that_is_switched_off_is_a_change(mat: Pixels) -> None:
    reducer = Reducer()
    first = reducer.take(mat, ())
    assert reducer.take((mat * 0.6).astype(np.uint8), ()) is not first


def test_slow_changes_add_up(mat: Pixels) -> None:
    reducer, found = Reducer(), set[bytes]()
    for step in range(20):
        found.add(reducer.take(np.clip(mat.astype(int) - step, 0, 255).astype(np.uint8), ()))
    assert 2 <= len(found) <= 4


def test_what_is_blacked_out_now_or_no_longer_is_a_change(mat: Pixels) -> None:
    reducer = Reducer()
    shown = reducer.take(mat, ())
    hidden = reducer.take(mat, (STRIP,))
    assert hidden is not shown
    assert reducer.take(mat, (STRIP.copy(),)) is hidden
    assert reducer.take(mat, (STRIP + 1.0,)) is not hidden
    assert reducer.take(mat, ()) == shown


def test_a_camera_of_another_size_begins_anew(mat: Pixels) -> None:
    reducer = Reducer()
    first = reducer.take(mat, ())
    assert reducer.take(np.ascontiguousarray(mat[:720, :1280]), ()) is not first

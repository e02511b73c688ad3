"""The camera's model is OpenCV's, and its fit finds a lens again."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.calibration.corners import Floats
from vision.calibration.fit import LENS, Known, Seen, directions, fit, project

SIZE = (1640, 1232)
FOCAL, K1, K2, AXIS = 1500.0, -0.14, 0.06, (8.0, -5.0)
POSES = (
    (3.1, 0.03, -0.02, 10.0, 20.0, 1200.0),
    (2.7, 0.1, 0.2, 30.0, -60.0, 1400.0),
    (3.1, -0.1, 0.45, 0.0, 40.0, 1350.0),
)
GRID = np.array([(x, y, 0.0) for x in np.linspace(-400, 400, 9) for y in np.linspace(-400, 400, 9)])


def by_opencv(points: Floats, pose: tuple[float, ...]) -> Floats:
    middle = (SIZE[0] / 2 - 0.5 + AXIS[0], SIZE[1] / 2 - 0.5 + AXIS[1])
    matrix = np.array([[FOCAL, 0, middle[0]], [0, FOCAL, middle[1]], [0, 0, 1]])
    turn, shift = np.array(pose[:3]), np.array(pose[3:])
    pixels, _ = cv2.projectPoints(points, turn, shift, matrix, np.array([K1, K2, 0.0, 0.0]))
    return np.asarray(pixels, np.float64).reshape(-1, 2)


def params(pose: tuple[float, ...]) -> Floats:
    return np.array([math.log(FOCAL), K1, K2, *AXIS, *pose])


@pytest.mark.parametrize("pose", POSES)
def test_points_are_projected_as_opencv_does(pose: tuple[float, ...]) -> None:
    points = GRID + np.array([0.0, 0.0, 25.0])
    assert np.allclose(project(params(pose), points, *SIZE), by_opencv(points, pose), atol=1e-6)


def test_directions_undo_the_lens() -> None:
    pixels = by_opencv(GRID, POSES[0])
    turn = cv2.Rodrigues(np.array(POSES[0][:3]))[0]
    seen = GRID @ turn.T + POSES[0][3:]
    assert np.allclose(directions(params(POSES[0]), pixels, *SIZE), seen[:, :2] / seen[:, 2:], atol=1e-5)


def test_a_lens_is_found_again_from_pictures_of_several_places() -> None:
    known = Known(np.array([math.log(1300.0), 0, 0, 0, 0]), np.array([0.3, 0.3, 0.3, 30.0, 30.0]))
    rng = np.random.default_rng(4)
    pictures = [Seen(GRID, by_opencv(GRID, pose) + rng.normal(0, 0.05, (len(GRID), 2))) for pose in POSES]
    found, spread = fit(pictures, SIZE, known)
    assert math.exp(found[0]) == pytest.approx(FOCAL, rel=2e-3)
    assert found[1:3] == pytest.approx([K1, K2], abs=0.01)
    assert found[3:LENS] == pytest.approx(AXIS, abs=2.0)
    assert found[LENS:] == pytest.approx(POSES[0], rel=5e-3, abs=2e-3 * 1200)
    assert (np.diag(spread) > 0).all()


def test_a_corner_pulled_aside_does_not_pull_the_camera() -> None:
    known = Known(np.array([math.log(FOCAL), K1, K2, *AXIS]), np.array([1e-3, 1e-3, 1e-3, 0.1, 0.1]))
    pixels = by_opencv(GRID, POSES[0])
    pixels[5] += (12.0, -9.0)
    found, _ = fit([Seen(GRID, pixels)], SIZE, known)
    rest = np.delete(GRID, 5, axis=0)
    assert np.allclose(project(found, rest, *SIZE), by_opencv(rest, POSES[0]), atol=0.1)

"""POV-Ray shows a place where the camera of a few lines says that it is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.povray.drawing import PLAIN, Camera, absent, drawn, sensed, taken, vector

CAMERA = Camera(np.array([60.0, -150.0, 1100.0]), np.array([20.0, 30.0, 0.0]), 48.0, 640, 480)
PLACES = [(0.0, 0.0, 0.0), (240.0, 120.0, 20.0), (-260.0, -150.0, 0.0), (200.0, -170.0, 40.0)]


@pytest.mark.skipif(absent() is not None, reason=str(absent()))
@pytest.mark.parametrize("place", PLACES, ids=str)
def test_a_place_is_drawn_where_it_is_projected(place: tuple[float, float, float]) -> None:
    ball = f"sphere {{ {vector(place)}, 6 pigment {{ rgb 1 }} finish {{ ambient 0 diffuse 0 emission 1 }} }}"
    picture = drawn(f"global_settings {{ assumed_gamma 1 }} {ball}", CAMERA, PLAIN)
    spot = cv2.moments((picture[..., 1] > 128).astype(np.uint8), binaryImage=True)
    found = np.array([spot["m10"], spot["m01"]]) / spot["m00"]
    assert np.hypot(*(found - CAMERA.project([place])[0])) < 0.3


@pytest.mark.skipif(absent() is not None, reason=str(absent()))
def test_a_text_that_it_cannot_read_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="POV-Ray"):
        drawn("nothing of the kind {", CAMERA)


def test_a_sensor_adds_blur_and_noise() -> None:
    picture = np.full((60, 80, 3), 120, np.uint8)
    picture[:, 40:] = 200
    seen = sensed(picture, np.random.default_rng(1), 1.0, 3.0)
    assert 2.0 < seen[:, :30].std() < 4.0
    assert 130 < seen[:, 39:41].mean() < 190


def test_an_exposure_brings_back_what_is_burnt_out() -> None:
    light = np.full((20, 20, 3), 3.0, np.float32)
    light[:, 10:] = 1.5
    assert taken(light, 1.0, 0.5).min() == 255
    darker = taken(light, 0.25, 0.5)
    assert darker[10, 18, 0] < darker[10, 2, 0] < 255
    assert darker[10, 2, 0] == pytest.approx(255 * (1.055 * 0.75 ** (1 / 2.4) - 0.055), abs=1)

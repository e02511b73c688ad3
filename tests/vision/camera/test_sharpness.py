"""The width of the steepest edge: by the blur, not by the noise, and nothing where there is no edge."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.camera.frame import Pixels
from vision.camera.sharpness import SMOOTH_PX, edge_width


def square(blur: float, noise: float = 0.0, light: int = 220) -> Pixels:
    sharp = np.full((90, 90, 3), light, np.float32)
    sharp[30:60, 30:60] = 30
    soft = cv2.GaussianBlur(sharp, (0, 0), blur) if blur else sharp
    noisy = soft + np.random.default_rng(2).normal(0, noise, sharp.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("noise", [0.0, 6.0])
@pytest.mark.parametrize("blur", [1.5, 3.0, 5.0])
def test_a_blurred_edge_is_two_and_a_half_deviations_wide(blur: float, noise: float) -> None:
    assert edge_width(square(blur, noise)) == pytest.approx(
        np.sqrt(2 * np.pi * (blur**2 + SMOOTH_PX**2)), rel=0.15
    )


def test_the_sharpest_edge_is_three_pixels_wide() -> None:
    assert edge_width(square(0.0)) == pytest.approx(3.0, abs=0.5)


def test_without_contrast_there_is_no_edge() -> None:
    assert edge_width(square(0.0, light=50)) is None
    assert edge_width(np.zeros((1, 1, 3), np.uint8)) is None

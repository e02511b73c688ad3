"""How sharp a picture is: the width of its steepest edge between dark and light."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frame import Pixels
from vision.camera.light import Grey

LEAST_CONTRAST: Final = 30.0
"""Grey levels between the darkest and the lightest that make an edge worth measuring."""
LEAST_SIDE: Final = 8
SMOOTH_PX: Final = 1.0
"""Against the sensor's noise, whose slopes would pass for edges."""


def edge_width(pixels: Pixels) -> float | None:
    """Pixels that the steepest edge needs from dark to light; None where there is too little contrast.

    2.5 times the standard deviation of the blur, with that of SMOOTH_PX in it: about 3 where it is as
    sharp as pixels can be.
    """
    found = _slopes(pixels)
    if found is None:
        return None
    contrast, across, down = found
    return contrast / _steepest(cv2.magnitude(across, down))


def edge_widths(pixels: Pixels) -> tuple[float, float] | None:
    """The same for upright and for level edges alone: movement smears one kind, a lens both."""
    found = _slopes(pixels)
    if found is None:
        return None
    contrast, across, down = found
    return contrast / _steepest(np.abs(across)), contrast / _steepest(np.abs(down))


def _slopes(pixels: Pixels) -> tuple[float, Grey, Grey] | None:
    """Contrast, and grey levels per pixel to the right and downwards."""
    if min(pixels.shape[:2]) < LEAST_SIDE:
        return None
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (0, 0), SMOOTH_PX)
    dark, light = np.percentile(grey[::2, ::2], (3, 97))
    if light - dark < LEAST_CONTRAST:
        return None
    across, down = (
        np.asarray(cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, ksize=3, scale=1 / 8), np.float32) for dx in (1, 0)
    )
    return float(light - dark), across, down


def _steepest(slope: NDArray[Any]) -> float:
    return max(float(np.percentile(slope, 99.0)), 1e-6)

"""How sharp a picture is: the width of its steepest edge between dark and light."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.frame import Pixels

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
    if min(pixels.shape[:2]) < LEAST_SIDE:
        return None
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (0, 0), SMOOTH_PX)
    dark, light = np.percentile(grey[::2, ::2], (3, 97))
    contrast = float(light - dark)
    if contrast < LEAST_CONTRAST:
        return None
    across, down = (cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, ksize=3, scale=1 / 8) for dx in (1, 0))
    slope = float(np.percentile(cv2.magnitude(across, down), 99.0))
    return contrast / max(slope, 1e-6)

"""One picture of the mat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Height x width x 3, BGR."""


@dataclass(frozen=True, slots=True)
class Frame:
    """`t` in seconds of the clock that the service runs on, taken at exposure. `gain`: so many times as light
    as the camera's picture (`vision.camera.exposure`)."""

    camera: str
    t: float
    pixels: Pixels
    gain: float = 1.0

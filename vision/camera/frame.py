"""One picture of the mat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Height x width x 3, BGR."""


@dataclass(frozen=True, slots=True)
class Frame:
    """`t` in seconds of the clock that the service runs on, taken at exposure. `before`: the camera's own
    picture, where `pixels` were lightened (`vision.camera.exposure`)."""

    camera: str
    t: float
    pixels: Pixels
    before: Pixels | None = None

    @property
    def own(self) -> Pixels:
        """The camera's own picture: by it places and light are measured, as what is burnt moves edges."""
        return self.pixels if self.before is None else self.before

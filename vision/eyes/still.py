"""Pictures of what lies still, averaged: noise of the sensor and a lamp's flicker fall, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frame import Pixels

MOST: Final = 255
"""Pictures at most, whose sum 16 bits hold."""


class StillMean:
    """The mean of the pictures of one region since it lies still (`since`, s); `outline` (N x 2) are the
    pixels of the whole picture around it."""

    def __init__(self, outline: NDArray[np.float64], since: float) -> None:
        self.since = since
        self._ends = np.floor(outline.min(axis=0)), np.ceil(outline.max(axis=0)) + 1
        self._sum: NDArray[np.uint16] | None = None
        self._count = 0

    def add(self, pixels: Pixels) -> None:
        """One more picture, of the size of the first one."""
        if self._count == MOST:
            return
        part = pixels[self._box(pixels)]
        self._sum = part.astype(np.uint16) if self._sum is None else np.add(self._sum, part, out=self._sum)
        self._count += 1

    def lay(self, pixels: Pixels) -> None:
        """Puts the mean into its place in the picture."""
        if self._sum is not None:
            pixels[self._box(pixels)] = cv2.convertScaleAbs(self._sum, alpha=1.0 / self._count)

    def _box(self, pixels: Pixels) -> tuple[slice, slice]:
        height, width = pixels.shape[:2]
        (left, top), (right, bottom) = (np.clip(end, 0, (width, height)).astype(int) for end in self._ends)
        return slice(top, bottom), slice(left, right)


def averaged(pixels: Pixels, means: Iterable[StillMean]) -> Pixels:
    """The picture with the means in their places; the given one stays as it is."""
    laid = pixels.copy()
    for mean in means:
        mean.lay(laid)
    return laid

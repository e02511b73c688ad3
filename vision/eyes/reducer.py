"""Small pictures for clips; while nothing moves the one before stands for the next."""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.camera.frame import Pixels
from vision.camera.light import MOVING_ON, Grey, changes, small
from vision.eyes.redact import Polygon, reduced

LONGEST: Final = 576
QUALITY: Final = 50
"""Longest side in pixels and JPEG quality: some 14 kB a picture. It shows who did what; the faces are in the
picture beside it. Clips are most of what a card sees in a year (docs/measurements.md)."""
_SAME_LIGHT: Final[Grey] = np.ones((1, 1), np.float32)


class _Last(NamedTuple):
    grey: Grey
    hidden: tuple[Polygon, ...]
    jpeg: bytes


class Reducer:
    """Compares with the last picture that it encoded, so that slow changes add up."""

    def __init__(self) -> None:
        self._last: _Last | None = None

    def take(self, pixels: Pixels, hidden: tuple[Polygon, ...]) -> bytes:
        """The JPEG of the picture, or the one before, the same object, where neither the picture nor what is
        blacked out has changed."""
        grey = small(pixels).grey
        if self._last is None or not _same(self._last, grey, hidden):
            self._last = _Last(grey, hidden, reduced(pixels, hidden, LONGEST, QUALITY))
        return self._last.jpeg


def _same(last: _Last, grey: Grey, hidden: tuple[Polygon, ...]) -> bool:
    if last.grey.shape != grey.shape or len(last.hidden) != len(hidden):
        return False
    if not all(map(np.array_equal, last.hidden, hidden)):
        return False
    # Blurred and small as they are, noise is below a step; a lamp that changes is a change of the picture.
    return cv2.countNonZero(changes(grey, last.grey, _SAME_LIGHT, 0.0)) < MOVING_ON

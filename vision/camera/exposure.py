"""Pictures of a dim room, made as light as those that the nets were trained on.

Nets know dim rooms only so far, and half of a club's lamps may fail in the middle of a hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.camera.frame import Frame, Pixels

LIGHT: Final = 190.0
"""The level (0..255) that the lightest hundredth of a picture should have, which tiles and markers are. Of
1,616 tiles of 12 clubs at a fifth of their light 60 were not read, and 18, 14, 12 and 12 where they were
lightened to 90, 120, 150 and 190; at half of it 17, and 11, 12, 12 and 7."""
MOST: Final = 8.0
"""No picture is made lighter by more: there its noise is all that grows."""
OFF: Final = 1.3
"""By this factor a picture may be too light or too dark before that changes: arms come and go."""
PATIENCE_S: Final = 0.5
"""Seconds that it has to be too dark; too light is nothing that can be read, and changes at once."""
DARK_BELOW: Final = 16.0
LIGHT_ABOVE: Final = 24.0
"""The level of the camera's own picture that begins and that ends darkness: of 342 tiles of five clubs at
levels of 14 to 32 all were read, at 9 to 22 all but five, at 7 to 16 all but sixteen, at 6 to 12 280."""
COARSE: Final = 16
"""Every sixteenth row and column does to judge the light."""


def lightest(pixels: Pixels) -> float:
    """The level below which 99 of 100 pixels are in their lightest channel."""
    few = pixels[::COARSE, ::COARSE].reshape(-1, pixels.shape[2])
    counts = np.bincount(few.max(axis=1), minlength=256)
    return float(np.searchsorted(np.cumsum(counts), 0.99 * len(few)))


def level(frame: Frame) -> float:
    """The same of the camera's own picture, before it was lightened."""
    return lightest(frame.own)


def lightened(frame: Frame, gain: float) -> Frame:
    """The frame, `gain` times as light."""
    if gain == 1.0:
        return frame
    pixels = np.asarray(cv2.convertScaleAbs(frame.pixels, alpha=gain), np.uint8)
    return replace(frame, pixels=pixels, before=frame.own)


def lit(pixels: Pixels) -> Pixels:
    """A single picture as light as it should be."""
    return Exposure().lit(Frame("", 0.0, pixels)).pixels


class Exposure:
    """Follows the light of one camera; `gain` is by how much its pictures are lightened."""

    def __init__(self) -> None:
        self.gain = 1.0
        self._light_at: float | None = None

    def lit(self, frame: Frame) -> Frame:
        """The frame as light as it should be."""
        wanted = min(MOST, max(1.0, LIGHT / max(lightest(frame.pixels), 1.0)))
        light = wanted <= self.gain * OFF
        due = self._light_at is None or frame.t - self._light_at >= PATIENCE_S
        if light or self._light_at is None:
            self._light_at = frame.t
        if wanted < self.gain / OFF or (due and not light):
            self.gain = wanted
        return lightened(frame, self.gain)

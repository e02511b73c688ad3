"""The light of pictures: those of a dim room are made as light as those that the nets were trained on, and a
camera whose white is burnt out is to expose less.

Nets know dim rooms only so far, and half of a club's lamps may fail in the middle of a hand. What is burnt
out no program brings back: a camera that chooses its exposure by the mean of a dark mat burns white tiles.
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
BURNT: Final = 250
"""A pixel whose three colours reach this level shows nothing of what lies there."""
BURNT_SHARE: Final = 0.05
"""Share of the part of a picture around a marker from which its white is burnt out: half of it."""
STEP: Final = 0.8
"""By so much the exposure changes at once: less than OFF, so that the other way does not follow at once."""
SETTLES_S: Final = 1.5
"""Seconds until a camera has followed, and all markers have been looked at since."""
DIM_S: Final = 10.0
"""Seconds that a picture has to be dim until an exposure that was shortened is lengthened again."""
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


def burnt(marked: Pixels) -> float:
    """The share (0..1) of the part of a picture around a marker in which white shows nothing any more: two of
    its three colours have no steps left. Under warm light blue has some, of which nets make nothing."""
    return float((np.median(marked, axis=2) >= BURNT).mean())


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


class Metering:
    """Says when the camera has to expose less, since white is burnt out, and when again more; `factor` is how
    much of its own exposure is left."""

    def __init__(self) -> None:
        self.factor = 1.0
        self._next = 0.0
        self._dim_since: float | None = None

    @property
    def spent(self) -> bool:
        """Whether no shorter exposure is asked for."""
        return self.factor * STEP < 1 / MOST

    def wish(self, t: float, *, is_burnt: bool, is_dim: bool) -> float | None:
        """By what factor the exposure has to change at `t` seconds; None if it has not."""
        self._dim_since = t if is_dim and self._dim_since is None else self._dim_since if is_dim else None
        if t < self._next:
            return None
        longer = self._dim_since is not None and t - self._dim_since >= DIM_S and self.factor < 1.0
        if is_burnt and not self.spent:
            step = STEP
        elif longer and not is_burnt:
            step, self._dim_since = min(1 / STEP, 1 / self.factor), None
        else:
            return None
        self.factor, self._next = self.factor * step, t + SETTLES_S
        return step

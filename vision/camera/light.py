"""Small pictures, and their differences in equal light."""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frame import Pixels

Grey = NDArray[np.float32]
Mask = NDArray[np.uint8]

SHRINK: Final = 4
SIGMAS: Final = 6.0
LEAST_STEP: Final = 8.0
"""A pixel has changed if it differs by this many standard deviations of the noise and grey levels."""
BANDS: Final = 16
MOVING_ON: Final = 10
"""Changed pixels (about 5 mm2 each) between two pictures with which motion begins."""
DIMMEST: Final = 0.4
"""What the same thing may keep of its light from one picture to another; darker, it is another thing."""


class Small(NamedTuple):
    """A picture at a quarter of its size, slightly blurred against noise: in grey and in BGR."""

    grey: Grey
    colour: Pixels


def small(pixels: Pixels) -> Small:
    size = (max(1, pixels.shape[1] // SHRINK), max(1, pixels.shape[0] // SHRINK))
    colour = cv2.blur(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), (3, 3))
    grey = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return Small(grey, np.asarray(colour, np.uint8))


def middle_colour(pixels: Pixels) -> NDArray[np.float64]:
    """The median of every channel of H x W x 3; histograms give it many times faster than `np.median`."""
    half = pixels.shape[0] * pixels.shape[1] / 2
    out = []
    for channel in range(3):
        below = np.cumsum(cv2.calcHist([pixels], [channel], None, [256], [0, 256]))
        out.append(np.searchsorted(below, [half, half + 0.5]).mean())
    return np.array(out)


def grid(polygon: NDArray[np.float64]) -> NDArray[np.int32]:
    """A polygon (N x 2, pixels) on the small picture, in its pixels."""
    return np.round(np.asarray(polygon) / SHRINK).astype(np.int32)


def light_gain(now: Grey, before: Grey, bands: int = BANDS) -> Grey:
    """Rows x 1: the factor that takes the light of `before` to that of `now`, smooth over the rows.

    The median over each band, so that what moves in less than half of a band has no part in it.
    """
    rows = now.shape[0]
    step = max(1, rows // (2 * bands))
    ratio = (now[::2, ::8] + 4.0) / (before[::2, ::8] + 4.0)
    ordered = np.sort(ratio[: step * bands].reshape(bands, -1), axis=1)
    gains = ordered[:, ordered.shape[1] // 2]
    middles = (np.arange(bands) + 0.5) * 2 * step
    smooth = np.interp(np.arange(rows), middles, np.clip(gains, DIMMEST, 1.0 / DIMMEST))
    return np.asarray(smooth[:, None], np.float32)


def noise_of(now: Grey, before: Grey, gain: Grey) -> float:
    """Standard deviation of the noise between two pictures that are mostly the same, grey levels."""
    off = cv2.absdiff(now[::5, ::5], np.minimum(before * gain, 255.0)[::5, ::5])
    return float(np.median(off)) / 0.6745


def changes(now: Grey, before: Grey, gain: Grey, noise: float) -> Mask:
    """255 where `now` differs from `before` in the light of `now` by more than `noise` explains."""
    off = cv2.absdiff(now, np.minimum(before * gain, 255.0))
    return np.where(off > max(LEAST_STEP, SIGMAS * noise), 255, 0).astype(np.uint8)

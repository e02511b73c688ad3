"""The camera between light and pixels: focus, exposure and the order in which its rows are read."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frame import Pixels
from vision.scene.lamp_light import Light

STEPS: Final = 7
"""Moments of one exposure that are drawn and averaged where something moves."""


@dataclass(frozen=True, slots=True)
class Lens:
    """`defocus` is the radius in pixels of the disc that a point becomes; 0 is sharp.

    `exposure` in seconds smears what moves and evens out a flickering lamp; `readout` in seconds
    from the first row to the last lays the lamp's ripple over the picture as bands.
    """

    defocus: float = 0.0
    exposure: float = 0.0
    readout: float = 0.0

    @classmethod
    def random(cls, rng: np.random.Generator) -> Self:
        """Another camera: in focus or not quite, from a quick shutter to a lazy one."""
        return cls(
            defocus=float(rng.uniform(0.5, 2.2)) if rng.uniform() < 0.4 else 0.0,
            exposure=float(rng.choice([0.002, 0.005, 0.01, 0.02, 0.033])),
            readout=float(rng.uniform(0.0, 0.03)),
        )

    def moments(self, t: float) -> list[float]:
        """When the scene is looked at for the picture of `t`, which is the middle of its exposure."""
        if not self.exposure:
            return [t]
        return [t + self.exposure * ((k + 0.5) / STEPS - 0.5) for k in range(STEPS)]


def defocused(picture: Pixels, radius: float) -> Pixels:
    """Every point spread over a disc of `radius` pixels."""
    return np.asarray(cv2.filter2D(picture, -1, disc(radius), borderType=cv2.BORDER_REPLICATE), np.uint8)


@lru_cache(maxsize=16)
def disc(radius: float) -> NDArray[np.float32]:
    """A square round kernel of sum 1 with a smooth rim, `radius` in pixels."""
    reach = math.ceil(radius + 0.5)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    cover = np.clip(radius + 0.5 - np.hypot(x, y), 0.0, 1.0)
    return np.asarray(cover / cover.sum(), np.float32)


def ripple(light: Light, lens: Lens, t: float, rows: int) -> NDArray[np.float64]:
    """The lamp's strength for every row of the picture of `t`: 1 on average.

    A lamp at `mains` hertz brightens twice a period, and an exposure of whole half periods
    (10 ms at 50 Hz) evens that out.
    """
    rate = 2.0 * light.mains
    depth = light.flicker * float(np.sinc(rate * lens.exposure))
    start = t + lens.readout * np.arange(rows) / max(1, rows - 1)
    return np.asarray(1.0 + depth * np.cos(2 * np.pi * rate * start), dtype=np.float64)


def flickered(picture: Pixels, strength: NDArray[np.float64]) -> Pixels:
    """The picture with every row lit by its `strength` (rows), 0..2."""
    rows = np.clip(np.round(strength * 127.5), 0, 255).astype(np.uint8)
    mask = np.broadcast_to(rows[:, None, None], picture.shape)
    return np.asarray(cv2.multiply(picture, np.ascontiguousarray(mask), scale=1 / 127.5), np.uint8)

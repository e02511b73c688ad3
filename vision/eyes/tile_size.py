"""How long the tiles on a mat are, by the picture: the nets know tiles of one size, so they say at which
scale they see tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.calibration.mat import TILE_H, TILE_W
from vision.calibration.surface import LONGEST_MM, SHORTEST_MM, CalibrationError, Surface
from vision.camera.frame import Pixels
from vision.nets.detect import Detector
from vision.nets.detection import Detection

STEP: Final = 1.08
"""From one length that is tried to the next: at 1.1 times their size hardly a tile is lost."""
LEAST_PAIRS: Final = 8
"""Of fewer neighbours the size is not given."""
TOUCHING: Final = 0.25
"""Share of neighbours that touch, at the least: those of walls and hands do, those of ponds do not."""
ROW: Final = 0.25
"""Neighbours in a row lie side by side up to this share of a tile's length."""


def measured(detector: Detector, pixels: Pixels, surface: Surface) -> float:
    """The length in mm of the tiles on the mat of `surface`, whatever length it has; CalibrationError where
    too few are seen."""
    found = {each: detector.detect(pixels, each) for each in _surfaces(surface)}
    best = max(found, key=lambda each: sum(seen.score * seen.odds[0][1] for seen in found[each]))
    pitches = _pitches(found[best])
    if len(pitches) < LEAST_PAIRS:
        raise CalibrationError(
            "The tiles cannot be measured: too few are seen; lay a wall or some rows of tiles on the mat.",
            "few_tiles",
        )
    return float(best.tile * np.quantile(pitches, TOUCHING))


def _surfaces(surface: Surface) -> Iterator[Surface]:
    length = SHORTEST_MM
    while length <= LONGEST_MM:
        try:
            yield surface.with_tiles(length)
        except CalibrationError:
            return  # the mat is too small for these and for all that are longer
        length *= STEP


def _pitches(found: list[Detection]) -> NDArray[np.float64]:
    """The distances between the middles of neighbouring tiles, as shares of a tile's width."""
    at = np.array([complex(seen.x, seen.y) for seen in found])
    along = np.exp(1j * np.radians([seen.angle for seen in found]))
    # a tile's neighbours as it sees them: the real part runs along its row
    seen = (at[None, :] - at[:, None]) / along[:, None]
    beside = (seen.real > TILE_W / 2) & (seen.real < 1.5 * TILE_W) & (np.abs(seen.imag) < ROW * TILE_H)
    return np.asarray(seen.real[beside] / TILE_W)

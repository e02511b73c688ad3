"""Middles of tiles: what the net of `vision.nets.detect` answers, read as places on the rectified plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.calibration.corners import Floats
from vision.calibration.mat import Rect

CELL: Final = 4
"""The net gives one answer for every 4 x 4 mm."""
LEAST_HEAT: Final = 0.12
"""Middles below this score are not looked at."""
_DOWN, _RIGHT = (steps.ravel() for steps in np.mgrid[:3, :3])


@dataclass(frozen=True, slots=True)
class Spot:
    """A middle found: mm on the rectified plane, degrees (of 180), score, and log odds of lying high."""

    x: float
    y: float
    angle: float
    heat: float
    high: float


def peaks(out: NDArray[np.float32], wide: Rect) -> list[Spot]:
    """Local maxima of the heat in a 6 x H x W answer about `wide`.

    Each takes the mean of what the cells around it say.
    """
    heat = 1 / (1 + np.exp(-out[0]))
    best = np.asarray(cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    v, u = np.nonzero((heat >= best) & (heat >= LEAST_HEAT))
    rows, columns = v[:, None] + _DOWN, u[:, None] + _RIGHT
    weight = np.pad(heat, 1)[rows, columns]
    weight /= weight.sum(axis=1, keepdims=True)
    said = np.pad(out[1:], ((0, 0), (1, 1), (1, 1)))[:, rows, columns]
    said[:2] += columns - 1, rows - 1
    x, y, cos, sin, high = (said * weight).sum(axis=2)
    x, y = wide.left + (x + 0.5) * CELL, wide.far - (y + 0.5) * CELL
    angle = np.degrees(np.arctan2(sin, cos)) / 2
    return [Spot(*row) for row in np.stack([x, y, angle, heat[v, u], high], axis=1).tolist()]


def corners_at(x: ArrayLike, y: ArrayLike, angle: ArrayLike, width: float, height: float) -> Floats:
    """Corners in mm (y up), clockwise from the top left as read upright: 4 x 2, or N x 4 x 2 of N places."""
    a = np.radians(angle)
    right, up = np.stack([np.cos(a), np.sin(a)], axis=-1), np.stack([-np.sin(a), np.cos(a)], axis=-1)
    turns = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    aside = [sx * width / 2 * right + sy * height / 2 * up for sx, sy in turns]
    return np.asarray(np.stack([x, y], axis=-1)[..., None, :] + np.stack(aside, axis=-2), np.float64)


def quads(spots: Sequence[Spot], width: float, height: float) -> Floats:
    """N x 4 x 2: `corners_at` each of the spots."""
    x, y, angle = np.array([(spot.x, spot.y, spot.angle) for spot in spots]).T
    return corners_at(x, y, angle, width, height)

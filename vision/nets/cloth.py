"""The colour of the cloth, as it is seen between the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.mat import Rect
from vision.camera.frame import Pixels
from vision.nets.heatmap import Spot

Colour = NDArray[np.uint8]
STEP: Final = 8.0
"""The cloth is looked at in points so far from each other, mm."""
NEAR: Final = 28.0
"""And so far from middles of tiles, mm: a tile's half diagonal is 22."""
LEAST: Final = 50
"""In so few points it may be something else that is seen."""


def colour_of(
    pixels: Pixels, to_px: NDArray[np.float64], wide: Rect, spots: Sequence[Spot], half: float
) -> Colour | None:
    """The median colour (3) of what lies bare in `wide` beside `spots`; None where hardly anything does.
    The mat is `2 * half` wide.

    `to_px` maps mm of the plane of the spots to `pixels` (H x W x C).
    """
    mat = Rect(
        max(wide.left, -half),
        max(wide.near, -half),
        min(wide.right, half),
        min(wide.far, half),
    )
    xs, ys = np.arange(mat.left, mat.right, STEP), np.arange(mat.near, mat.far, STEP)
    bare = np.ones((len(ys), len(xs)), np.uint8)
    for spot in spots:
        at = round((spot.x - mat.left) / STEP), round((spot.y - mat.near) / STEP)
        cv2.circle(bare, at, round(NEAR / STEP), 0, cv2.FILLED)
    rows, columns = np.nonzero(bare)
    if len(rows) < LEAST:
        return None
    points = np.stack([xs[columns], ys[rows]], axis=1)[None]
    px = np.rint(cv2.perspectiveTransform(points, to_px)[0]).astype(int)
    inside = ((px >= 0) & (px < pixels.shape[1::-1])).all(axis=1)
    if inside.sum() < LEAST:
        return None
    seen = pixels[px[inside, 1], px[inside, 0], :3]
    return np.asarray(np.median(seen, axis=0), np.uint8)

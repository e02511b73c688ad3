"""Single tiles of pictures that nothing is known about: cut out by somebody, or found in a photograph.

The box around such a tile may hold its top and a side, or a neighbour; so it is looked at several times, each
time with another part of it as if that were the tile.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.mat import TILE_H, TILE_W
from vision.camera.frame import Pixels
from vision.nets.detect import CROP_H, CROP_MM_H, CROP_MM_W, CROP_W, Detector

FINER: Final = 2
"""`as_crop` gives crops so many times as fine as the nets read, so that a part of the box is not blurred."""
WINDOWS: Final = (
    (0.0, 0.0, 1.0, 1.0),
    (0.04, 0.04, 0.96, 0.96),
    (-0.04, -0.04, 1.04, 1.04),
    (0.0, 0.1, 1.0, 1.0),
    (0.1, 0.1, 0.9, 1.0),
    (0.1, 0.2, 0.9, 1.0),
)
"""Parts of the box (left, top, right, bottom, as shares of it). Standing tiles show their tops more often
than their lower ends."""
AGREED: Final = 1.5
"""Power of the windows' mean odds: of spoilt photographs of a group that the nets had not seen 0.15 % were
wrong with p >= 0.9 at most; with 2, which has the least log loss, 0.6 %."""
_BOX: Final = TILE_W / CROP_MM_W, TILE_H / CROP_MM_H


def odds(detector: Detector, crops: Pixels) -> NDArray[np.float32]:
    """N upright crops of close-ups as N x 48: odds of FACES and "no tile", then of "upside down".

    The crops are N x H x W x 3, H : W = 4 : 3, with the box around the tile in the middle as `as_crop` and
    `vision.photo.read.tile_crop` lay it; 64 x 48 is the least, 128 x 96 is enough.
    """
    views = np.stack([[_part(crop, window) for window in WINDOWS] for crop in crops])
    return detector.close_ups(views, AGREED)


def as_crop(pixels: Pixels, finer: int = 1) -> Pixels:
    """The picture of a tile from edge to edge as the detector would cut it, 64 x 48 x 3 times `finer`."""
    full = CROP_W * finer, CROP_H * finer
    width, height = (round(side * share) for side, share in zip(full, _BOX, strict=True))
    shrinks = width * height < pixels.shape[0] * pixels.shape[1]
    small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    left, top = (full[0] - width) // 2, (full[1] - height) // 2
    rim = (top, full[1] - height - top, left, full[0] - width - left)
    return np.asarray(cv2.copyMakeBorder(small, *rim, cv2.BORDER_REPLICATE), np.uint8)


def _part(crop: Pixels, window: tuple[float, float, float, float]) -> Pixels:
    """The crop that shows this part of the box where it shows the box; 64 x 48 x 3."""
    height, width = crop.shape[:2]
    ends = []
    for low, high, full, share in (
        (window[0], window[2], width, _BOX[0]),
        (window[1], window[3], height, _BOX[1]),
    ):
        middle, half = (low + high) / 2 - 0.5, (high - low) / 2
        ends.append((full * (0.5 + share * middle), full * half))
    (x, half_x), (y, half_y) = ends
    grow = CROP_W / (2 * half_x), CROP_H / (2 * half_y)
    matrix = np.array([[grow[0], 0, CROP_W / 2 - grow[0] * x], [0, grow[1], CROP_H / 2 - grow[1] * y]])
    soft = cv2.GaussianBlur(crop, (0, 0), 0.4 / max(grow)) if max(grow) < 1 else crop
    return np.asarray(
        cv2.warpAffine(soft, matrix, (CROP_W, CROP_H), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )

"""Where tiles lie that were found in a picture: on the cloth or upon others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import ArrayLike

from engine.tiles.tile import Face
from vision.calibration.corners import Floats
from vision.calibration.layout import Layout
from vision.calibration.mat import TILE_D, TILE_H, TILE_W, Rect
from vision.nets.detection import Detection
from vision.nets.heatmap import Spot, corners_at

HIGH: Final = 40.0
"""Top of a tile that lies on another."""
HIGH_PRIOR: Final = -3.8
"""Log odds of a face that it lies high before looking: training weighs faces on stacks eight times more
(rendered tables: faces on the cloth had log odds of at most 3.5, on walls all but one of 168 at least 4)."""
HIGH_BACK: Final = -2.0
"""And of a back: in training nearly all lie on walls (rendered tables: 0.3 % wrong instead of 0.6 %)."""
HIGH_WANTED: Final = 1.0
"""Log odds added where tiles rather lie upon others."""


class Plane(Protocol):
    """What the detector needs of a calibration: `vision.calibration.surface.Surface`."""

    @property
    def layout(self) -> Layout: ...

    def image_points(self, xyz: ArrayLike) -> Floats:
        """Points of the table frame (N x 3) in the picture (N x 2, pixels)."""
        ...

    def table_points(self, px: ArrayLike, z: float) -> Floats:
        """Pixels (N x 2) on the plane at height `z` (N x 2)."""
        ...

    def homography(self, z: float, region: Rect = ...) -> Floats:
        """From the plane at height `z` to the picture (3 x 3), near `region`."""
        ...


@dataclass(frozen=True, slots=True)
class Answered:
    """The nets' answer for a tile's middle: odds of faces, degrees of 360, score, log odds of lying high."""

    spot: Spot
    odds: tuple[tuple[Face | None, float], ...]
    angle: float
    score: float
    high: float


def placed(tiles: list[Answered], surface: Plane, to_px: Floats, stacks: Sequence[Rect]) -> list[Detection]:
    """Where the tiles lie, each at its own height, seen on the plane of `to_px`.

    A homography bends no line as the lens does, so their pixels are those it took, not those of the lens.
    """
    if not tiles:
        return []
    spots = np.array([[[t.spot.x, t.spot.y]] for t in tiles], np.float64)
    seen = cv2.perspectiveTransform(spots, to_px)[:, 0]
    high, low = surface.table_points(seen, HIGH), surface.table_points(seen, TILE_D)
    wanted = [any(rect.holds(*at) for rect in stacks) for at in high.tolist()]
    lifted = np.array([t.high + HIGH_WANTED * more > 0 for t, more in zip(tiles, wanted, strict=True)])
    heights = np.where(lifted, HIGH, TILE_D)
    places = np.where(lifted[:, None], high, low)
    corners = corners_at(places[:, 0], places[:, 1], [t.angle for t in tiles], TILE_W, TILE_H)
    px = surface.image_points(np.column_stack([corners.reshape(-1, 2), np.repeat(heights, 4)])).reshape(
        -1, 4, 2
    )
    out = []
    for t, (x, y), ring, high in zip(tiles, places.tolist(), px.tolist(), heights.tolist(), strict=True):
        a, b, c, d = ((u, v) for u, v in ring)
        out.append(Detection(t.odds, x, y, t.angle, (a, b, c, d), t.score, high))
    return out

"""Pictures to be kept: parts of a frame as JPEG, with standing hands blacked out before encoding."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.mat import TILE_D, TILE_H, TILE_W, Rect, Zone
from vision.calibration.surface import Surface
from vision.calibration.zones import outline
from vision.camera.frame import Pixels
from vision.camera.jpeg import encode
from vision.eyes.observation import TileSeen
from vision.nets.detection import Quad

Polygon = NDArray[np.float64]
"""N x 2 pixels."""
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; right and bottom lie outside."""
BESIDE: Final = 5.0
"""A standing hand may reach so far out of the zone of sets towards the middle, and three times as far beyond
the edge of the mat."""
SLACK: Final = 3.0
"""Millimetres that a set may begin left of where it was read."""
ROUND_A_TILE: Final = 2.5
"""A tile is kept with its surroundings: so many times its own size."""


def standing(surface: Surface, seat: int, melds: Sequence[TileSeen]) -> Polygon | None:
    """What hides the standing hand of `seat`: the strip along the edge up to its first open set.

    `melds` is the content of its meld zone; None when open sets fill the strip.
    """
    faces = [t for t in melds if t.tile is not None]
    widths = ((TILE_H if t.sideways else TILE_W) / 2 for t in faces)
    layout = surface.layout
    ends = (t.x + layout.spare - w - SLACK for t, w in zip(faces, widths, strict=True))
    right = min(ends, default=layout.half)
    return _strip(surface, seat, float(round(right))) if right > layout.zones[Zone.MELD].far else None


@lru_cache(maxsize=64)
def _strip(surface: Surface, seat: int, right: float) -> Polygon:
    layout = surface.layout
    top = layout.zones[Zone.MELD].far
    rect = Rect(top, -layout.half - 3 * BESIDE, right, top + BESIDE)  # further left are the neighbour's sets
    return _hull(surface, rect, seat, TILE_H)


def _hull(surface: Surface, rect: Rect, seat: int, height: float) -> Polygon:
    points = np.concatenate([outline(surface, rect, seat, z) for z in (0.0, height)])
    return np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64).reshape(-1, 2)


def box_of_zones(surface: Surface, zones: Iterable[tuple[Zone, int]]) -> Box:
    """The part of the picture that shows these zones of these seats; without any, the whole mat."""
    layout = surface.layout
    rects = [(layout.zones[zone], seat) for zone, seat in zones] or [(layout.mat, 0)]
    return _bounds(np.concatenate([_hull(surface, rect, seat, 2 * TILE_D) for rect, seat in rects]))


def box_of_tile(quad: Quad) -> Box:
    """A tile with its surroundings."""
    points = np.asarray(quad, np.float64)
    middle = points.mean(axis=0)
    return _bounds(middle + (points - middle) * ROUND_A_TILE)


def _bounds(points: Polygon) -> Box:
    (left, top), (right, bottom) = np.floor(points.min(axis=0)), np.ceil(points.max(axis=0)) + 1
    return int(left), int(top), int(right), int(bottom)


def cut(pixels: Pixels, box: Box, hidden: Iterable[Polygon]) -> bytes | None:
    """JPEG of a part of the picture at its full size; None where the box lies outside the picture."""
    left, top = max(0, box[0]), max(0, box[1])
    part = pixels[top : max(top, box[3]), left : max(left, box[2])]
    if not part.size:
        return None
    part = part.copy()
    _black(part, [polygon - (left, top) for polygon in hidden])
    return encode(part)


def reduced(pixels: Pixels, hidden: Iterable[Polygon], longest: int, quality: int) -> bytes:
    """JPEG of the whole picture, no side longer than `longest` pixels."""
    height, width = pixels.shape[:2]
    scale = min(1.0, longest / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    _black(small, [polygon * scale for polygon in hidden])
    return encode(small, longest, quality)


def _black(pixels: Pixels, polygons: Sequence[Polygon]) -> None:
    for polygon in polygons:
        cv2.fillConvexPoly(pixels, np.round(polygon).astype(np.int32), (0, 0, 0))

"""A tile set laid out on the mat of a calibrated camera: where its tiles belong, and what lies there.

A set that has to be taught is one that is read badly, so what the classifier takes for no tile counts, too,
where the other net sees the shape of one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.tiles.tile import Face
from vision.calibration.mat import TILE_D, TILE_H, TILE_W
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.nets.detect import FAINT, Detector, Floats
from vision.nets.detection import Detection, Quad
from vision.nets.enrol import EnrolError
from vision.nets.heatmap import corners_at
from vision.photo.enrol import as_laid
from vision.photo.places import drawn_at
from vision.photo.places import placed as placed_tiles
from vision.photo.read import TURNS_ALIKE, as_quad, like
from vision.photo.rows import head, up

LIT: Final = 4.0
"""Grey levels by which the tiles of another light differ in the mean: the noise of a camera has less."""
SURE: Final = 0.9
"""Odds of a face from which on a tile that lies the other way round is believed to."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile on the mat, upright as its row is read. `tile` None is a back; `sure` are the odds of the face,
    0 where the classifier takes it for no tile."""

    tile: Face | None
    quad: Quad
    sure: float


def places(surface: Surface) -> list[tuple[Face | None, Quad]]:
    """Where each tile of the layout belongs around the middle of the mat, in pixels, as seat 0 reads them."""
    return [(tile.face, _quad(surface, tile.x, tile.y, tile.angle)) for tile in drawn_at()]


def laid(
    detector: Detector, pixels: Pixels, surface: Surface
) -> tuple[list[tuple[Face | None, Lying]], EnrolError | None]:
    """The tiles with the faces that they have by the layout, in its order. Where neither the rows nor the
    drawn places give the faces, all tiles with what is read of them, and why."""
    found = lying(detector, pixels, surface)
    try:
        return as_laid(found), None
    except EnrolError as error:
        placed = placed_tiles(detector, pixels, surface)
        if placed is None:
            return [(tile.tile, tile) for tile in found], error
    out = []
    for tile in placed:
        quad = _quad(surface, tile.x, tile.y, tile.angle)
        middle = np.mean(quad, axis=0)
        wide = math.dist(quad[0], quad[1])
        near = (one for one in found if math.dist(np.mean(one.quad, axis=0), middle) < wide / 2)
        same = min(near, key=lambda one: math.dist(np.mean(one.quad, axis=0), middle), default=None)
        out.append((tile.face, Lying(same.tile, quad, same.sure) if same else Lying(None, quad, 0.0)))
    return out, None


def lying(detector: Detector, pixels: Pixels, surface: Surface) -> list[Lying]:
    """All tiles on the mat."""
    found = detector.detect(pixels, surface)
    at = np.array([complex(seen.x, seen.y) for seen in found])
    most = head([up(seen.quad) for seen in found if seen.tile not in TURNS_ALIKE])
    out = [Lying(seen.tile, _upright(seen, most), seen.odds[0][1]) for seen in found]
    for spot in detector.spots(pixels, surface):
        if spot.heat >= FAINT and (not len(at) or np.abs(at - complex(spot.x, spot.y)).min() > TILE_W / 2):
            quad = np.array(_quad(surface, spot.x, spot.y, spot.angle))
            out.append(Lying(None, as_quad(like(quad, most)), 0.0))
    return out


def _upright(seen: Detection, most: Floats) -> Quad:
    """Faces that look alike both ways, and what is hardly known, lie as the others do."""
    doubtful = seen.tile in TURNS_ALIKE or seen.odds[0][1] < SURE
    return as_quad(like(np.array(seen.quad), most)) if doubtful else seen.quad


def still(before: Sequence[Lying], now: Sequence[Lying]) -> bool:
    """Whether nothing was moved between two looks, by half a tile's width in the picture."""
    if len(before) != len(now):
        return False
    old, new = (np.array([np.mean(each.quad, axis=0) for each in look]) for look in (before, now))
    wide = math.dist(now[0].quad[0], now[0].quad[1]) if now else 0.0
    return bool((np.hypot(*(old[:, None] - new[None]).T).min(axis=0) < wide / 4).all()) if now else True


def lit_alike(before: Sequence[Pixels], now: Sequence[Pixels]) -> bool:
    """Whether the crops of two looks are as bright in the mean: the same light is on."""
    if not before or not now:
        return len(before) == len(now)
    mine, others = (float(np.mean(np.stack(crops))) for crops in (before, now))
    return abs(mine - others) < LIT


def _quad(surface: Surface, x: float, y: float, angle: float) -> Quad:
    ring = corners_at(x, y, angle, TILE_W, TILE_H)
    px = surface.image_points(np.column_stack([ring, np.full(4, TILE_D)]))
    return as_quad(px)

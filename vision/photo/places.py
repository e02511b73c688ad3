"""Tiles laid where the set-up page draws them, found by where they must lie: the nets may not know the set.

The rows are the known ones, so a few tiles that the nets find show where the others are; there whatever is
as large as a tile and not of the cloth's colour is one, whatever it shows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles.tile import Face, Tile
from vision.calibration.mat import TILE_D, TILE_H, TILE_W, Rect
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.nets.detect import CROP_MM_H, CROP_MM_W, FACES, Detector, Floats, warp_crops
from vision.nets.enrol import layout
from vision.nets.heatmap import Spot, corners_at, quads

BESIDE: Final = TILE_W + 8.0
"""From a tile's middle to that of the next in its row, in units: tiles lie apart."""
BELOW: Final = TILE_H + 16.0
"""From a row to the next one: rows are distinguished by half of a tile's height."""
NEAR: Final = BESIDE / 2
"""Nearer than this to its place, in units, a tile is the one that belongs there."""
LEAST: Final = 12
"""Tiles of which the nets must have found the middles, so that it is known where the rows lie."""
ROUNDS: Final = 4
WINDOW: Final = 12
"""How far beside its place a tile is looked for, in units."""
TURNS: Final = (-6.0, -3.0, 0.0, 3.0, 6.0)
"""Degrees by which it may lie askew."""
AROUND: Final = 3
"""Width, in units, of the cloth around a tile that is compared with it."""
STANDS_OUT: Final = 0.5
"""Share of a tile's surface that differs from the cloth less that of its surroundings: 1 where it lies alone
on a plain cloth, about 0 within a larger thing, on bare cloth and between tiles."""
HEAT: Final = 0.5
"""A middle of such a score is believed to be one."""
DOUBT: Final = 1e-4
"""Odds of a face that count least: one that is misread does not outweigh the rest."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile of the layout on the mat: units and degrees, as seat 0 looks."""

    face: Face | None
    x: float
    y: float
    angle: float


def drawn_at() -> list[Placed]:
    """Where each tile belongs, around the middle of the mat."""
    named = layout()
    return [
        Placed(face, (c - (len(named[0]) - 1) / 2) * BESIDE, ((len(named) - 1) / 2 - r) * BELOW, 0.0)
        for r, row in enumerate(named)
        for c, face in enumerate(row)
    ]


def placed(detector: Detector, pixels: Pixels, surface: Surface) -> list[Placed] | None:
    """The tiles of the layout, from whichever side they are read, in its order; the back and red fives where
    they lie. None where another tile is not to be found."""
    spots = detector.spots(pixels, surface)
    ground = _Ground(pixels, surface)
    found = (_laid(spots, quarter, ground) for quarter in range(4))
    whole = [tiles for tiles in found if tiles is not None]
    return max(whole, key=lambda tiles: _read_so(detector, pixels, surface, tiles), default=None)


def _read_so(detector: Detector, pixels: Pixels, surface: Surface, tiles: Sequence[Placed]) -> float:
    """How well the tiles are read as what they would be: log odds, more for each tile."""
    spots = [Spot(tile.x, tile.y, tile.angle, 1.0, 0.0) for tile in tiles]
    rings = quads(spots, CROP_MM_W, CROP_MM_H)
    odds = detector.classify(warp_crops(pixels, surface.homography(TILE_D), rings))
    meant = [FACES.index(tile.face) for tile in tiles]
    return float((np.log(np.maximum(odds[np.arange(len(meant)), meant], DOUBT)) - math.log(DOUBT)).sum())


def _laid(spots: Sequence[Spot], quarter: int, ground: _Ground) -> list[Placed] | None:
    """The tiles, if the rows are turned by so many quarters."""
    drawn = drawn_at()
    at = np.array([complex(tile.x, tile.y) for tile in drawn]) * 1j**quarter
    seen = np.array([complex(spot.x, spot.y) for spot in spots])
    fitted = _fitted(at, seen)
    if fitted is None:
        return None
    ahead = math.degrees(np.angle(1j**quarter))
    out = []
    for tile, here in zip(drawn, fitted.tolist(), strict=True):
        one = _there(here, ahead, spots, ground)
        if one is not None:
            out.append(Placed(tile.face, *one))
        elif not _may_lack(tile.face):
            return None
    return out


def _may_lack(face: Face | None) -> bool:
    return face is None or (isinstance(face, Tile) and face.red)


def _fitted(at: NDArray[np.complex128], seen: NDArray[np.complex128]) -> NDArray[np.complex128] | None:
    """Where the places lie by the tiles near them, moved, turned, stretched and slanted as a whole."""
    if len(seen) < LEAST:
        return None
    now, flat = at, np.column_stack([at.real, at.imag, np.ones(len(at))])
    for _ in range(ROUNDS):
        apart = np.abs(now[:, None] - seen)
        near = apart.min(axis=1) < NEAR
        if near.sum() < LEAST:
            return None
        best = seen[apart.argmin(axis=1)]
        fit, *_ = np.linalg.lstsq(flat[near], np.column_stack([best.real, best.imag])[near], rcond=None)
        now = (flat @ fit) @ np.array([1, 1j])
    return now


def _there(
    here: complex, ahead: float, spots: Sequence[Spot], ground: _Ground
) -> tuple[float, float, float] | None:
    """The tile at a place: what the net is sure of, else what stands out, else what the net has."""
    near = [spot for spot in spots if abs(complex(spot.x, spot.y) - here) < NEAR]
    spot = max(near, key=lambda one: one.heat, default=None)
    if spot is not None and spot.heat >= HEAT:
        return spot.x, spot.y, _as(spot.angle, ahead)
    found = ground.tile(here, ahead)
    if found is not None:
        return found
    return None if spot is None else (spot.x, spot.y, _as(spot.angle, ahead))


def _as(angle: float, ahead: float) -> float:
    """A tile lies along its row's upright, however the net turns it."""
    askew = math.remainder(angle - ahead, 180.0)
    return ahead + askew if abs(askew) <= 45.0 else ahead


class _Ground:
    """What of a picture differs from the cloth, on the plane of the tiles' tops at one pixel a unit."""

    def __init__(self, pixels: Pixels, surface: Surface) -> None:
        self._wide = surface.layout.mat
        flat = _flat(pixels, surface, self._wide)
        colours = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float32)
        # most of the mat is bare while a set is laid out
        apart = np.linalg.norm(colours - np.median(colours, axis=0), axis=1).reshape(flat.shape[:2])
        grey = np.asarray(np.clip(apart, 0, 255), np.uint8)
        _, other = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        self._other = cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.float32)

    def tile(self, here: complex, ahead: float) -> tuple[float, float, float] | None:
        """What is as large as a tile and stands out best around a place."""
        u, v = round(here.real - self._wide.left), round(self._wide.far - here.imag)
        reach = WINDOW + round(math.hypot(TILE_W, TILE_H) / 2) + AROUND
        if min(u, v) < reach or u + reach >= self._other.shape[1] or v + reach >= self._other.shape[0]:
            return None
        window = self._other[v - reach : v + reach + 1, u - reach : u + reach + 1]
        best: tuple[float, float, float, float] | None = None
        for askew in TURNS:
            answer = cv2.matchTemplate(window, _kernel(ahead + askew), cv2.TM_CCORR)
            _, score, _, (right, down) = cv2.minMaxLoc(answer)
            if best is None or score > best[0]:
                off = (answer.shape[0] - 1) / 2
                best = score, u + right - off, v + down - off, ahead + askew
        if best is None or best[0] < STANDS_OUT:
            return None
        return self._wide.left + best[1] + 0.5, self._wide.far - best[2] - 0.5, best[3]


def _flat(pixels: Pixels, surface: Surface, wide: Rect) -> Pixels:
    size = (round(wide.right - wide.left), round(wide.far - wide.near))
    to_mm = np.array([[1, 0, wide.left + 0.5], [0, -1, wide.far - 0.5], [0, 0, 1.0]])
    to_px = surface.homography(TILE_D, wide) @ to_mm
    return np.asarray(
        cv2.warpPerspective(pixels, to_px, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.uint8
    )


def _kernel(angle: float) -> NDArray[np.float32]:
    """Weights of the pixels around a tile: its surface sums to 1, the strip around it to -1."""
    half = round(math.hypot(TILE_W, TILE_H) / 2) + AROUND
    inner, outer = (_mask(angle, half, more) for more in (0.0, 2.0 * AROUND))
    ring = outer - inner
    return np.asarray(inner / inner.sum() - ring / ring.sum(), np.float32)


def _mask(angle: float, half: int, more: float) -> Floats:
    """A tile in the middle of a square of 2 `half` + 1 pixels, `more` units longer and wider."""
    ring = corners_at(0.0, 0.0, angle, TILE_W + more, TILE_H + more) * (1, -1) + half
    out = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    cv2.fillConvexPoly(out, np.rint(ring).astype(np.int32), 1)
    return out.astype(np.float64)

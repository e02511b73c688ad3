"""What the tiles found in a photograph show, read from nearer by the classifier of close-ups."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.calibration.mat import TILE_H, TILE_W
from vision.camera.frame import Pixels
from vision.nets.detect import CROP_H, CROP_MM_H, CROP_MM_W, CROP_W, NO_TILE, Detector, Floats
from vision.photo.choice import overlap
from vision.photo.grid import in_grids
from vision.photo.levels import Candidate

VIEWS: Final = (
    (0.0, 0.0, 1.0, 1.0),
    (-0.06, -0.06, 1.06, 1.06),
    (0.06, 0.06, 0.94, 0.94),
    (0.0, -0.08, 1.0, 0.92),
    (0.0, 0.08, 1.0, 1.08),
    (-0.06, 0.0, 0.94, 1.0),
    (0.06, 0.0, 1.06, 1.0),
)
"""Where the tile's left, top, right and lower edges may really be, as shares of the quad that was found."""
SUREST: Final = 3
"""So many views are believed: those in which one face is the likeliest."""
AGREED: Final = 2.0
"""Power of a view's odds: the least log loss on photographs of groups that the nets had not seen."""
LEAST_TILE: Final = 0.4
"""Odds that there is a tile, times the root of the heat: less is none. Which face it is may be unsure."""
SAME: Final = 0.6
"""Intersection over union from which on candidates are looks at one tile."""
CLOSE: Final = 0.4
GLANCES: Final = 1.6
"""What the logarithms of the odds from near, and of the mean of those looks, count."""
FLOOR: Final = 1e-4
ALIKE: Final = 0.55
NO_LESS: Final = 0.05
"""Intersection over union with the outline of the grid, and odds that may be lost by it (tiles of photographs
that are across their grid overlap it by 0.7 and lose 0.01; where the grid was wrong 0.2 and more)."""
_SIZE: Final = np.array([CROP_W, CROP_H])
_TILE: Final = _SIZE * (TILE_W / CROP_MM_W, TILE_H / CROP_MM_H)


def read_close(
    detector: Detector, picture: Sequence[Pixels], kept: Sequence[Candidate], found: Sequence[Candidate]
) -> list[Candidate]:
    """Those of `kept` that are tiles from near, too, upright and with the odds of all looks.

    `picture` is what `vision.photo.levels.halves` gives, `found` the candidates of all levels.
    """
    read = seen_close(detector, picture, [_upright(c) for c in kept], found)
    grids = in_grids(read)
    again = iter(seen_close(detector, picture, [g for g in grids if g is not None], found))
    read = [one if g is None else _regular(one, next(again)) for one, g in zip(read, grids, strict=True)]
    return [c for c in read if c.odds[c.face] > c.odds[NO_TILE] and c.tileness > LEAST_TILE]


def _upright(one: Candidate) -> Candidate:
    return replace(one, quad=np.roll(one.quad, 2, axis=0), turned=0.0) if one.turned > 0.5 else one


def _regular(one: Candidate, in_grid: Candidate) -> Candidate:
    """The tile as its grid outlines it, if that is much the same place and shows a face as surely."""
    alike = overlap(one.quad, in_grid.quad) > ALIKE
    return in_grid if alike and in_grid.odds[in_grid.face] > one.odds[one.face] - NO_LESS else one


def seen_close(
    detector: Detector, picture: Sequence[Pixels], some: Sequence[Candidate], found: Sequence[Candidate]
) -> list[Candidate]:
    """The same places with the odds that the close-ups and the looks at all scales give together."""
    if not some:
        return []
    views = np.stack([cut(picture, part(c.quad, view)) for c in some for view in VIEWS])
    answers = detector.close_ups(views[:, None], AGREED).reshape(len(some), len(VIEWS), -1)
    faces = [c for c in found if c.tile is not None]
    read = []
    for one, seen in zip(some, answers, strict=True):
        best = np.argsort(-seen[:, :NO_TILE].max(axis=1))[:SUREST]
        mean = seen[best].mean(axis=0)
        odds = _together(np.asarray(mean[:-1], np.float64), one, faces)
        read.append(replace(one, odds=odds, turned=float(mean[-1])))
    return read


def _together(close: Floats, one: Candidate, found: Sequence[Candidate]) -> Floats:
    """The odds from near; of the faces those of the candidates at the same place are weighed in.

    Whether it is a tile at all they do not say: what is none is no candidate.
    """
    reach = float(np.ptp(one.quad, axis=0).max()) / 2
    near = [c for c in found if np.abs(c.middle - one.middle).max() < reach]
    same = [(c, share) for c in near if (share := overlap(c.quad, one.quad)) > SAME]
    if not same or one.tile is None:
        return close
    glances = np.average([c.odds for c, _ in same], axis=0, weights=[c.heat * s**2 for c, s in same])
    logs = CLOSE * np.log(close[:-1] + FLOOR) + GLANCES * np.log(glances[:-1] + FLOOR)
    faces = np.exp(logs - logs.max())
    none = close[NO_TILE]
    return np.append(faces / faces.sum() * (1 - none), none)


def part(quad: Floats, edges: tuple[float, float, float, float]) -> Floats:
    """The quad (4 x 2, from the top left clockwise) with other left, top, right and lower edges."""
    left, top, right, low = edges
    a, b, c, d = quad
    corners = ((left, top), (right, top), (right, low), (left, low))
    return np.array([(1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * d + u * c) for u, v in corners])


def cut(picture: Sequence[Pixels], quad: Floats) -> Pixels:
    """The tile with these corners (px of the first picture) and a little around it: 64 x 48 x 3."""
    across = float(np.linalg.norm(quad[1] + quad[2] - quad[0] - quad[3])) / 2
    coarser = math.floor(math.log2(max(1.0, across / _TILE[0])))
    pixels = picture[min(coarser, len(picture) - 1)]
    seen = quad * (np.array(pixels.shape[1::-1]) / picture[0].shape[1::-1])
    (left, top), (right, low) = (_SIZE - _TILE) / 2, (_SIZE + _TILE) / 2
    whole = np.array([[left, top], [right, top], [right, low], [left, low]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(seen.astype(np.float32), whole)
    size = (CROP_W, CROP_H)
    crop = cv2.warpPerspective(pixels, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)

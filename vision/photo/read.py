"""Reading a photograph of tiles that nothing is known about: no calibration, any scale, any turn.

The oriented-centre detector knows tiles of one size, so it looks at the picture at many scales and
stretches (`photo_levels`). Neighbours decide which candidates are tiles (`photo_choice`), and the picture is
searched once more at the sizes that they agree on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from engine.tiles.tile import Face, parse_tiles
from vision.calibration.mat import TILE_H, TILE_W
from vision.camera.exposure import lit
from vision.camera.frame import Pixels
from vision.nets.closeup import FINER, as_crop
from vision.nets.closeup import odds as close_up_odds
from vision.nets.detect import CROP_MM_H, CROP_MM_W, FACES, NO_TILE, Detector, Floats, warp_crops
from vision.nets.detection import Quad
from vision.nets.heatmap import corners_at
from vision.photo.choice import BLANK, Support, chosen, without_sides, without_strays
from vision.photo.close import read_close
from vision.photo.gaps import filled
from vision.photo.levels import STEP, Candidate, Level, candidates, halves, hand_levels, levels
from vision.photo.rows import head, rows, up

AGAIN: Final = (-0.5, 0.0, 0.5)
"""Scales at which a picture is looked at that is much like the one before, in steps from those of that."""
LEAST_MEDIAN: Final = 0.88
"""Half of the tiles are read more surely than this, white dragons left out: on drawn pages 0.76 and 0.87, on
112 photographs of tiles 0.91 to 1. Letters that look like tiles have more, too."""
COPIES: Final = 4
"""No set has more of one face (R-SET-01); keys, dice, buttons and numbers are all read as one or two."""
MOST_ALIKE: Final = 0.25
"""Share of the faces that may be more than COPIES, since some are misread."""
TURNS_ALIKE: Final = frozenset((*parse_tiles("1234589p245689s5z0p0s"), None))
"""Faces that look (nearly) the same upside down: how they lie is taken from their neighbours."""
OTHERS: Final = 6
"""Faces named beside the likeliest: on a telephone they stand in one row."""
LIES: Final = 1.1
HAND: Final = 13
"""Tiles of a hand that waits for its last one."""
CLEAR: Final = 0.5
"""Heat from which on the middle costs no score: in 152 photographs of sets that the classifiers had not seen
1 of 1,781 faces read with a score of 0.9 was wrong then, and 8 of the other 105."""


@dataclass(frozen=True, slots=True)
class PhotoTile:
    """A tile in a photograph; `tile` None is a back. The score is 0..1; `others` are the faces that it may be
    instead, the likeliest first."""

    tile: Face | None
    quad: Quad
    score: float
    others: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The tiles of a photograph, and the scales they were found at, that of most tiles first."""

    tiles: tuple[PhotoTile, ...]
    levels: tuple[Level, ...]


def read_photo(detector: Detector, pixels: Pixels, hint: Sequence[Level] = ()) -> Reading:
    """The tiles of a photograph. With `hint`, the levels of a picture much like it, only near those."""
    looks = [Level(h.scale * STEP**steps, h.stretch) for h in hint for steps in AGAIN]
    return _read(detector, pixels, looks or levels(pixels.shape[1], pixels.shape[0]))


def read_hand(detector: Detector, pixels: Pixels) -> Reading:
    """The tiles of a photograph of a hand. Where few are found at the sizes that the tiles of a hand have
    in a picture of it, they are looked for as in any photograph, which takes four times as long."""
    quick = _read(detector, pixels, hand_levels(pixels.shape[1], pixels.shape[0]))
    return quick if len(quick.tiles) >= HAND else read_photo(detector, pixels)


def _read(detector: Detector, pixels: Pixels, looks: Sequence[Level]) -> Reading:
    picture = halves(lit(pixels))
    found = [c for level in looks for c in candidates(detector, picture, level)]
    support = Support(found, looks)
    likely = support.levels(chosen(found, support))
    found += [c for level in likely for c in candidates(detector, picture, level)]
    kept = [replace(c, quad=support.fitted(c)) for c in chosen(found, support)]
    kept = without_sides(read_close(detector, picture, kept, found))
    kept = without_strays(filled(detector, picture, kept, found))
    if not are_tiles(kept):
        return Reading((), ())
    return Reading(_tiles(kept), tuple(likely))


def are_tiles(found: Sequence[Candidate]) -> bool:
    """Whether what was found is, all in all, tiles: sure enough and not all of one face."""
    faces = Counter(c.tile for c in found if c.tile is not None)
    alike = sum(max(0, count - COPIES) for count in faces.values())
    named = [c for c in found if c.tile != BLANK] or list(found)
    median = np.median([c.odds[c.face] for c in named]) if named else 0.0
    return bool(median >= LEAST_MEDIAN and alike <= MOST_ALIKE * faces.total())


def read_crop(detector: Detector, pixels: Pixels) -> PhotoTile:
    """The one tile that a picture shows from edge to edge; lying on its side if that is wider than high."""
    height, width = pixels.shape[:2]
    lies = width > LIES * height
    upright = np.asarray(cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE) if lies else pixels, np.uint8)
    odds = close_up_odds(detector, as_crop(upright, FINER)[None])[0]
    face = int(odds[:NO_TILE].argmax())
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    corners = np.roll(corners, 1 if lies else 0, axis=0)
    if FACES[face] not in TURNS_ALIKE and odds[-1] > 0.5:
        corners = np.roll(corners, 2, axis=0)
    return PhotoTile(FACES[face], as_quad(corners), float(odds[face]))


def tile_crop(pixels: Pixels, quad: Quad) -> Pixels:
    """The upright 64 x 48 x 3 crop of a tile with these corners, with a little of what is around it."""
    tile = np.array([[0, TILE_H], [TILE_W, TILE_H], [TILE_W, 0], [0, 0]], np.float32)
    to_px = np.asarray(cv2.getPerspectiveTransform(tile, np.asarray(quad, np.float32)), np.float64)
    ring = corners_at(TILE_W / 2, TILE_H / 2, 0.0, CROP_MM_W, CROP_MM_H)
    return np.asarray(warp_crops(pixels, to_px, ring)[0], np.uint8)


def _tiles(kept: Sequence[Candidate]) -> tuple[PhotoTile, ...]:
    """The tiles in reading order, each with its own upright; faces that do not show it lie as their
    neighbours do."""
    most = head([up(_upright(c)) for c in kept if c.tile not in TURNS_ALIKE])
    out = []
    for one in kept:
        quad = like(one.quad, most) if one.tile in TURNS_ALIKE else _upright(one)
        score = min(1.0, one.heat / CLEAR) * float(one.odds[one.face])
        out.append(PhotoTile(one.tile, as_quad(quad), score, others(one)))
    return tuple(tile for row in rows(out) for tile in row)


def others(one: Candidate) -> tuple[Face, ...]:
    """The faces that a tile may be instead of the one that was read, the likeliest first."""
    order = np.argsort(-one.odds[:NO_TILE], kind="stable").tolist()
    return tuple(face for k in order if k != one.face and (face := FACES[k]) is not None)[:OTHERS]


def _upright(one: Candidate) -> Floats:
    return np.roll(one.quad, 2, axis=0) if one.turned > 0.5 else one.quad


def like(quad: Floats, most: Floats) -> Floats:
    """The corners of the tile that lies there with its head towards `most`, 4 x 2 px."""
    return quad if float(up(quad) @ most) >= 0 else np.roll(quad, 2, axis=0)


def as_quad(corners: Floats) -> Quad:
    """4 x 2 px as four pairs."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d

"""Candidates for tiles in a photograph whose scale is unknown: the detector at one guess of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from engine.tiles.tile import Face, Flower
from vision.calibration.mat import TILE_H, TILE_W, Rect
from vision.camera.frame import Pixels
from vision.nets.detect import (
    CROP_MM_H,
    CROP_MM_W,
    CROP_W,
    FACES,
    FLOWERS_FEWER,
    LATTICE,
    NO_TILE,
    Detector,
    Floats,
    warp_crops,
)
from vision.nets.heatmap import CELL, quads

STRETCHES: Final = tuple((4 / 3) ** k for k in range(-4, 6))
"""Photographs that were made square, and tiles seen aslant, are shorter one way than the other."""
STEP: Final = 2 ** (1 / 3)
SMALLEST: Final = 16.0
"""Pixels: tiles of which a height is shorter than this, either way, are not looked for."""
MOST_ALONG: Final = 38.0
"""Tiles so small that more of their heights fit along the picture are not looked for either."""
HAND_ALONG: Final = tuple(20 / 2 ** (k / 2) for k in range(5))
"""Heights of a tile that fit along a picture of a hand."""
HAND_STRETCHES: Final = tuple((4 / 3) ** k for k in range(-2, 4))
CROP_SCALE: Final = CROP_W / CROP_MM_W
"""Pixels a mm of a crop; from a finer picture it would take every second pixel only."""
BLURRED: Final = 4 * CELL
"""Cloth that is made up around the picture, mm, so that tiles at its edge have a middle."""
COMMON: Final = np.array([FLOWERS_FEWER if isinstance(face, Flower) else 1.0 for face in (*FACES, NO_TILE)])
"""How often a set has each of FACES and "no tile"."""
LEAST_SCORE: Final = 0.3
LEAST_BACK: Final = 0.84
"""Ends, sides and white walls look like backs."""
LEAST_INSIDE: Final = 0.7
"""Share of a tile that the picture must show."""


@dataclass(frozen=True, slots=True)
class Level:
    """A guess of the scale: picture pixels a mm (mean of both ways), and height by width of a square."""

    scale: float
    stretch: float

    @property
    def across(self) -> float:
        return self.scale / math.sqrt(self.stretch)

    @property
    def down(self) -> float:
        return self.scale * math.sqrt(self.stretch)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may be a tile: odds of FACES and "no tile", corners (4 x 2 px) upright by the detector's angle."""

    level: Level
    quad: Floats
    odds: Floats
    turned: float
    heat: float

    @property
    def face(self) -> int:
        return int(self.odds[:NO_TILE].argmax())

    @property
    def tile(self) -> Face | None:
        return FACES[self.face]

    @property
    def score(self) -> float:
        """How surely this is a tile; less where it is not clear which."""
        a_tile = (float(self.odds[self.face]) + 1 - float(self.odds[NO_TILE])) / 2
        return math.sqrt(self.heat) * a_tile

    @property
    def tileness(self) -> float:
        """How surely this is a tile, whichever."""
        return math.sqrt(self.heat) * (1 - float(self.odds[NO_TILE]))

    @property
    def middle(self) -> Floats:
        """The middle of the tile (2, pixels)."""
        return np.asarray(self.quad.mean(axis=0))


def levels(width: int, height: int) -> list[Level]:
    """Guesses from the smallest tiles to one that fills the picture."""
    longest = max(width, height)
    smallest = max(SMALLEST, longest / MOST_ALONG)
    out = []
    for stretch in STRETCHES:
        size = smallest * math.sqrt(max(stretch, 1 / stretch))
        while size < longest:
            out.append(Level(size / TILE_H, stretch))
            size *= STEP
    return out


def hand_levels(width: int, height: int) -> list[Level]:
    """Guesses for a picture that somebody took of a hand: its 13 to 18 tiles in a row or two fill much of it.

    Coarser than `levels`, as the sizes that are found are looked at once more.
    """
    longest = max(width, height)
    sizes = [longest / most for most in HAND_ALONG]
    return [Level(size / TILE_H, stretch) for stretch in HAND_STRETCHES for size in sizes]


def halves(pixels: Pixels) -> list[Pixels]:
    """The picture, its half, the half of that and so on."""
    out = [pixels]
    while min(out[-1].shape[:2]) > CROP_W:
        height, width = out[-1].shape[:2]
        half = cv2.resize(out[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        out.append(np.asarray(half, np.uint8))
    return out


def candidates(detector: Detector, picture: Sequence[Pixels], level: Level) -> list[Candidate]:
    """What the two models take for tiles at a guess of the scale; backs only where they are sure.

    `picture` is what `halves` gives.
    """
    finer = max(0, math.floor(math.log2(level.scale / CROP_SCALE)))
    pixels = picture[min(finer, len(picture) - 1)]
    shrunk = np.array(picture[0].shape[1::-1]) / pixels.shape[1::-1]
    flat, to_px, wide = _flat(pixels, level.across / shrunk[0], level.down / shrunk[1])
    spots = detector.middles(flat, wide)
    if not spots:
        return []
    answers = detector.glances(warp_crops(pixels, to_px, quads(spots, CROP_MM_W, CROP_MM_H)))
    likely = answers[:, :-1] * COMMON
    likely /= likely.sum(axis=1, keepdims=True)
    tops = cv2.perspectiveTransform(quads(spots, TILE_W, TILE_H), to_px) * shrunk
    found = []
    for spot, top, odds, turned in zip(spots, tops, likely, answers[:, -1].tolist(), strict=True):
        one = Candidate(level, top, odds, turned, spot.heat)
        least = LEAST_SCORE if one.tile is not None else LEAST_BACK
        sure = one.odds[one.face] > one.odds[NO_TILE] and one.score > least
        if sure and inside(one.quad, picture[0].shape[1], picture[0].shape[0]):
            found.append(one)
    return found


def inside(quad: Floats, width: int, height: int) -> bool:
    """Whether enough of a tile (corners 4 x 2, pixels) lies within a picture of this size."""
    tile = quad.astype(np.float32)
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return float(cv2.intersectConvexConvex(tile, whole)[0]) >= LEAST_INSIDE * cv2.contourArea(tile)


def _flat(pixels: Pixels, across: float, down: float) -> tuple[Pixels, Floats, Rect]:
    """The picture at 1 px a mm with a rim, what takes its mm (y up) to pixels, and its extent."""
    height, width = pixels.shape[:2]
    size = (max(1, round(width / across)), max(1, round(height / down)))
    shrinks = size[0] * size[1] < width * height
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    wide, high = (math.ceil((v + 2 * BLURRED) / LATTICE) * LATTICE for v in size)
    rim = (BLURRED, high - BLURRED - size[1], BLURRED, wide - BLURRED - size[0])
    flat = cv2.copyMakeBorder(small, *rim, cv2.BORDER_REPLICATE)
    x, y = width / size[0], height / size[1]
    to_px = np.array([[x, 0, -BLURRED * x], [0, -y, (high - BLURRED) * y], [0, 0, 1.0]])
    return np.asarray(flat, np.uint8), to_px, Rect(0.0, 0.0, float(wide), float(high))

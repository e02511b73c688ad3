"""Dice in the middle of the mat: where they lie and what they show.

A small fully convolutional net marks where dice may lie. The top of a die looks the same after half a
turn, the sides that the camera sees besides do not: that gives the middle of the top to a fraction of a
millimetre, whatever its colours are. How brightness changes along circles around the middle does not
depend on how the die is turned; from that, and from the picture, two more nets know the value, or that it
is no die. See `models/README.md`.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.mat import Rect
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.eyes.observation import DieSeen
from vision.nets.load import MODELS, session
from vision.nets.two_net_odds import Values, equal

PER_MM: Final = 2
"""Pixels a mm of the picture from straight above."""
PLANE: Final = 10.0
"""Height in mm that this picture shows exactly, near the tops of dice (9 to 17 mm)."""
DIE_TOP: Final = 12.0
"""Height in mm at which a die is placed."""
FACES: Final = 6
"""Answers of the nets: the six values, and that there is no die."""
BORDER: Final = 16.0
"""What is looked at around a region, mm."""
HALF_TURN: Final = 5
"""Radius in mm of the disc that must look the same after half a turn."""
SLIPPED: Final = 2.0
"""Pixels from which a middle may have slipped along the rows of a large six: the candidate counts, too."""
CELL: Final = 4
"""The finder gives one answer for every 4 x 4 pixels."""
LATTICE: Final = 8
"""The sides of its picture are multiples of so many pixels."""
LEAST_HEAT: Final = -2.0
MOST: Final = 12
"""Log odds from which a place is looked at closely, and how many at most."""
APART: Final = 7.0
"""Middles of two dice lie further apart, mm."""
CLEAR: Final = 0.5
"""A value with a smaller margin is not reported."""
NO_DIE: Final = 0.15
"""What is no die with more than this probability is left out."""
RINGS: Final = 24
RAYS: Final = 32
RADIUS: Final = 10.0
"""Circles around a middle up to this many mm, and points on each."""
FACE: Final = 11
"""Circles within the smallest die's top."""
WAVES: Final = 9
"""Frequencies around a circle, from 0 on."""
TOP: Final = 40
TOP_MM: Final = 24.0
"""Side of a die's picture in pixels and mm: the largest one with its corners."""
Floats = NDArray[np.float32]


class Spot(NamedTuple):
    """A place in pixels of the picture from straight above."""

    x: float
    y: float


class Finder:
    """Finds where dice may lie, with `dice_places.onnx` in `models_dir`; ModelError as `Dice`."""

    def __init__(self, models_dir: Path | None = None, threads: int = 1) -> None:
        self._net = session((models_dir or MODELS) / "dice_places.onnx", threads)

    def spots(self, flat: Pixels, least: float = LEAST_HEAT, most: int = MOST) -> list[Spot]:
        """Where dice may lie in a picture from straight above, likeliest first."""
        height, width = (side // LATTICE * LATTICE for side in flat.shape[:2])
        (out,) = self._net.run(None, {"image": equal(flat[None, :height, :width])})
        heat, x, y = np.asarray(out, np.float32)[0]
        best = np.asarray(cv2.dilate(heat, np.ones((3, 3), np.uint8)))
        peaks = np.argwhere((heat >= best) & (heat > least)).tolist()
        return [
            Spot((u + 0.5 + float(x[v, u])) * CELL - 0.5, (v + 0.5 + float(y[v, u])) * CELL - 0.5)
            for v, u in sorted(peaks, key=lambda at: -heat[at[0], at[1]])[:most]
        ]


class Dice:
    """Reads dice with three models in `models_dir`. ModelError if they cannot be loaded."""

    def __init__(self, models_dir: Path | None = None, threads: int = 1) -> None:
        self._finder = Finder(models_dir, threads)
        self._values = Values(models_dir or MODELS, "dice", threads)

    def find(self, pixels: Pixels, surface: Surface, region: Rect) -> tuple[DieSeen, ...]:
        """The dice whose middle lies in `region` (table frame, mm)."""
        wide = Rect(region.left - BORDER, region.near - BORDER, region.right + BORDER, region.far + BORDER)
        flat = from_above(pixels, surface, wide)
        found = []
        for spot, value, margin in self.read(flat):
            x, y = wide.left + (spot.x + 0.5) / PER_MM, wide.far - (spot.y + 0.5) / PER_MM
            ((tx, ty),) = surface.table_points(surface.image_points([[x, y, PLANE]]), DIE_TOP).tolist()
            if region.holds(tx, ty):
                found.append(DieSeen(value, margin, float(tx), float(ty)))
        return tuple(found)

    def read(self, flat: Pixels) -> list[tuple[Spot, int | None, float]]:
        """Middle, value if it is clear, and margin of every die in a picture from straight above."""
        marked = self._finder.spots(flat)
        if not marked:
            return []
        spots = middles(flat, marked)
        spots += [m for m, s in zip(marked, spots, strict=True) if math.dist(m, s) > SLIPPED]
        odds = self._values.odds(features(circles(flat, spots)), tops(flat, spots))
        out: list[tuple[Spot, int | None, float]] = []
        for k in np.argsort(odds[:, FACES]).tolist():
            best, second = np.argsort(-odds[k])[:2].tolist()
            near = (math.hypot(spots[k].x - s.x, spots[k].y - s.y) for s, _, _ in out)
            margin = float(odds[k, best] - odds[k, second])
            if odds[k, FACES] > NO_DIE or any(far < APART * PER_MM for far in near):
                continue
            out.append((spots[k], best + 1 if margin >= CLEAR else None, margin))
        return out


def from_above(pixels: Pixels, surface: Surface, region: Rect) -> Pixels:
    """`region` (table frame, mm) from straight above on PLANE, PER_MM pixels a mm."""
    size = (round((region.right - region.left) * PER_MM), round((region.far - region.near) * PER_MM))
    half = 0.5 / PER_MM
    to_mm = np.array([[1 / PER_MM, 0, region.left + half], [0, -1 / PER_MM, region.far - half], [0, 0, 1.0]])
    flat = cv2.warpPerspective(
        pixels,
        surface.homography(PLANE, region) @ to_mm,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat, np.uint8)


_REACH: Final = 3
"""Pixels that a middle may lie beside its candidate."""
_PLACES: Final = 2 * _REACH + 1
_DISC: Final = np.hypot(*np.mgrid[-11:12, -11:12]) <= HALF_TURN * PER_MM + 1.5
_CUT: Final = len(_DISC) + _PLACES - 1
_MIDDLE: Final = len(_DISC) // 2
_HALF: Final = np.argwhere(_DISC)[: int(_DISC.sum()) // 2]
"""The pixels above the middle of the disc, and left of it: half a turn takes them to the others."""
_AWAY: Final = 0.004 * np.add.outer(*[np.arange(-_REACH, _REACH + 1) ** 2] * 2)
_ENDS: Final = [(int(row.argmax()), int(row.argmax() + row.sum())) for row in _DISC]
"""Where each row of the disc begins and ends."""


def middles(flat: Pixels, spots: list[Spot]) -> list[Spot]:
    """The points near `spots` around which the picture differs least from itself after half a turn."""
    if not spots:
        return []
    at = [(round(spot.x), round(spot.y)) for spot in spots]
    cuts = np.stack([cv2.getRectSubPix(flat, (_CUT, _CUT), xy) for xy in at], axis=2)
    places = np.lib.stride_tricks.sliding_window_view(cuts, (_PLACES, _PLACES), (0, 1))
    half, turned = (places[tuple(pixels.T)] for pixels in (_HALF, 2 * _MIDDLE - _HALF))
    differ = (np.maximum(half, turned) - np.minimum(half, turned)).sum(axis=0, dtype=np.float32).mean(axis=1)
    levels = cuts.astype(np.float32)
    level, square = (_sums(part).mean(axis=3) / _DISC.sum() for part in (levels, levels * levels))
    spread = np.sqrt(np.maximum(square - level * level, 0))
    unlike = 2 * differ / _DISC.sum() / (spread.transpose(2, 0, 1) + 4) + _AWAY
    return [_lowest_of(one, x - _REACH, y - _REACH) for one, (x, y) in zip(unlike, at, strict=True)]


def _sums(cuts: Floats) -> NDArray[np.float64]:
    """PLACES x PLACES x N x 3: the sum over the disc around each place of CUT x CUT x N x 3.

    A product of matrices would be shorter, but keeps a second core awake for longer than it takes.
    """
    runs = np.cumsum(np.pad(cuts, ((0, 0), (1, 0), (0, 0), (0, 0))), axis=1, dtype=np.float64)
    out = np.zeros((_PLACES, _PLACES, *cuts.shape[2:]))
    for y, (first, end) in enumerate(_ENDS):
        rows = runs[y : y + _PLACES]
        out += rows[:, end : end + _PLACES] - rows[:, first : first + _PLACES]
    return out


def _lowest_of(values: Floats, left: int, top: int) -> Spot:
    """Where a map whose first pixel lies at (left, top) has its minimum."""
    v, u = np.unravel_index(int(values.argmin()), values.shape)
    return Spot(left + u + _lowest(values[v], int(u)), top + v + _lowest(values[:, u], int(v)))


def _lowest(row: Floats, at: int) -> float:
    """How far beside its least value a row has its minimum, by the parabola through its neighbours."""
    if not 0 < at < len(row) - 1:
        return 0.0
    before, here, after = (float(v) for v in row[at - 1 : at + 2])
    bend = before - 2 * here + after
    return max(-0.5, min(0.5, (before - after) / (2 * bend))) if bend > 1e-6 else 0.0


def circles(flat: Pixels, spots: list[Spot]) -> Floats:
    """N x RAYS x RINGS x 3: the picture along circles around each spot."""
    out = np.empty((len(spots), RAYS, RINGS, 3), np.float32)
    half = math.ceil(RADIUS * PER_MM) + 2
    for k, spot in enumerate(spots):
        x, y = int(spot.x), int(spot.y)
        cut = cv2.getRectSubPix(flat, (2 * half + 1, 2 * half + 1), (x, y))
        centre = (spot.x - x + half, spot.y - y + half)
        out[k] = cv2.warpPolar(cut, (RINGS, RAYS), centre, RADIUS * PER_MM, cv2.INTER_LINEAR)
    return out


def tops(flat: Pixels, spots: list[Spot]) -> Pixels:
    """N x TOP x TOP x 3: the picture around each spot."""
    scale, half = TOP / TOP_MM / PER_MM, TOP / 2 - 0.5
    out = np.empty((len(spots), TOP, TOP, 3), np.uint8)
    for k, spot in enumerate(spots):
        cut = np.array([[scale, 0, half - scale * spot.x], [0, scale, half - scale * spot.y]])
        cv2.warpAffine(flat, cut, (TOP, TOP), out[k], borderMode=cv2.BORDER_REPLICATE)
    return out


def features(rings: Floats) -> Floats:
    """N x 432: strength of every frequency around every circle, of two mixtures of the colours.

    The first mixture is the one that varies most on the top, pips against body.
    """
    count = len(rings)
    level = rings - rings.mean(axis=(1, 2), keepdims=True)
    top = level[:, :, :FACE] - level[:, :, :FACE].mean(axis=(1, 2), keepdims=True)
    colours = top.reshape(count, -1, 3)
    _, mixes = np.linalg.eigh(colours.transpose(0, 2, 1) @ colours)
    first = mixes[:, :, 2] * np.where(mixes[:, :, 2].sum(axis=1, keepdims=True) < 0, -1, 1)
    out = []
    for mix in (first, mixes[:, :, 1]):
        tone = (level @ mix[:, None, :, None])[..., 0]
        if mix is first:
            spread = tone.std(axis=(1, 2), keepdims=True) + 3
        tone = tone / spread
        waves = 2 / RAYS * np.abs(np.fft.rfft(tone, axis=1))[:, :WAVES]
        waves[:, 0] = tone.mean(axis=1)
        out.append(waves.reshape(count, -1))
    return np.concatenate(out, axis=1).astype(np.float32)

"""Dice in the middle of the mat: where they lie and what they show.

The top of a die looks the same after half a turn, the sides that the camera sees besides do not: that tells
the middle of the top to a fraction of a millimetre, whatever its colours are. How brightness changes along
circles around the middle does not depend on how the die is turned; from that, and from the picture, two small
nets know the value, or that it is no die. See `models/README.md`.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import MODELS, session
from vision.frame import Pixels
from vision.mat import Rect
from vision.observation import DieSeen
from vision.surface import Surface
from vision.values import Values

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
SQUARES: Final = (1, 3, 5, 9, 13, 17, 21, 27)
"""Sides in mm of the squares over which the finder's maps are taken."""
BARE: Final = math.log1p(3.0) / 3
"""Spread, as in the maps, up to which a place is bare cloth: 3 grey levels."""
UNLIKE: Final = 2 * len(SQUARES)
"""The map of how a place differs from itself after half a turn."""
STEP: Final = 2
"""The finder looks at one place in so many mm; the middle of a top is found from further away."""
COLD: Final = -20.0
"""Log odds of bare cloth."""
LEAST_HEAT: Final = -5.0
MOST: Final = 60
"""Log odds from which a place is looked at closely, and how many at most."""
APART: Final = 7.0
"""Middles of two dice lie further apart, mm."""
CLEAR: Final = 0.8
"""A value with a smaller margin is not told."""
NO_DIE: Final = 0.02
"""What is not clear is left out if it is no die with more than this probability."""
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
    """Tells where dice may lie, with `dice_places.onnx` in `models_dir`; ModelError as `Dice`."""

    def __init__(self, models_dir: Path | None = None, threads: int = 1) -> None:
        self._net = session((models_dir or MODELS) / "dice_places.onnx", threads)

    def spots(self, flat: Pixels) -> list[Spot]:
        """Where dice may lie in a picture from straight above."""
        seen = maps(flat)
        some = seen[:, ::STEP, ::STEP]
        heat = np.full(some.shape[1:], COLD, np.float32)
        busy = some[-len(SQUARES)] > BARE
        if busy.any():
            (odds,) = self._net.run(None, {"features": np.ascontiguousarray(some[:, busy].T)})
            heat[busy] = odds[:, 0]
        warm = cv2.resize(heat, seen.shape[:0:-1], interpolation=cv2.INTER_NEAREST)
        return candidates(np.asarray(warm, np.float32), seen[UNLIKE])


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
        spots = middles(flat, self._finder.spots(flat))
        if not spots:
            return []
        odds = self._values.odds(features(circles(flat, spots)), tops(flat, spots))
        out: list[tuple[Spot, int | None, float]] = []
        for k in np.argsort(odds[:, FACES]).tolist():
            best, second = np.argsort(-odds[k])[:2].tolist()
            near = (math.hypot(spots[k].x - s.x, spots[k].y - s.y) for s, _, _ in out)
            margin = float(odds[k, best] - odds[k, second])
            doubtful = margin < CLEAR and odds[k, FACES] > NO_DIE
            if best == FACES or doubtful or any(far < APART * PER_MM for far in near):
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


def candidates(heat: Floats, unlike: Floats) -> list[Spot]:
    """The places that look most like middles of dice, at most MOST, of maps at 1 px/mm.

    They are those where `heat` (log odds) is highest, and those nearby that are the most like themselves
    after half a turn: a card beside a die draws the heat away from its middle.
    """
    soft = cv2.GaussianBlur(heat, (0, 0), 0.7)
    edge = round(BORDER / 2)
    soft[:edge], soft[-edge:], soft[:, :edge], soft[:, -edge:] = COLD, COLD, COLD, COLD
    near = cv2.dilate(soft, np.ones((9, 9), np.uint8))
    peaks = (soft >= cv2.dilate(soft, np.ones((5, 5), np.uint8))) & (soft > LEAST_HEAT)
    alike = (unlike <= cv2.erode(unlike, np.ones((3, 3), np.uint8))) & (near > LEAST_HEAT) & (soft > COLD)
    best = sorted(np.argwhere(peaks | alike).tolist(), key=lambda p: -near[p[0], p[1]])[:MOST]
    return [Spot((x + 0.5) * PER_MM - 0.5, (y + 0.5) * PER_MM - 0.5) for y, x in best]


def maps(flat: Pixels) -> Floats:
    """48 x H x W at 1 px/mm: means over squares of what tells dice from cloth, cards and sticks.

    Difference from the cloth, edges, difference from itself after half a turn, edges on all sides or
    one, brightness, and its spread.
    """
    size = (flat.shape[1] // PER_MM, flat.shape[0] // PER_MM)
    small = cv2.resize(flat, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
    side = 2 * HALF_TURN + 1
    mean = cv2.blur(grey, (side, side))
    spread = np.sqrt(np.maximum(cv2.blur(grey * grey, (side, side)) - mean * mean, 0))
    cloth = np.median(small[::2, ::2].reshape(-1, 3), axis=0)
    blue, green, red = cv2.split(np.abs(small - cloth))
    other = cv2.max(cv2.max(blue, green), red)
    most = np.percentile(other, 90) + 5
    soft = cv2.GaussianBlur(grey, (0, 0), 0.7)
    edges = cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1))
    bends = cv2.cornerEigenValsAndVecs(soft, side, 3)
    channels = (
        other / most,
        edges / (np.percentile(edges, 90) + 5),
        _unlike(grey) / (spread + 3),
        bends[..., 1] / (bends[..., 0] + 1e-6),
        (grey - np.median(grey)) / most,
        np.log1p(spread) / 3,
    )
    means = [cv2.blur(np.asarray(c, np.float32), (n, n)) for c in channels for n in SQUARES]
    return np.stack(means)


def _unlike(grey: Floats) -> Floats:
    """At every pixel the mean difference between the disc around it and the same disc after half a turn."""
    pad = HALF_TURN
    wide = cv2.copyMakeBorder(grey, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
    h, w = grey.shape
    total = np.zeros_like(grey)
    steps = [
        (dy, dx)
        for dy in range(pad + 1)
        for dx in range(-pad, pad + 1)
        if dx * dx + dy * dy <= pad * pad and (dy > 0 or dx > 0)
    ]
    for dy, dx in steps:
        here = wide[pad + dy : pad + dy + h, pad + dx : pad + dx + w]
        there = wide[pad - dy : pad - dy + h, pad - dx : pad - dx + w]
        total += cv2.absdiff(here, there)
    return np.asarray(total / len(steps), np.float32)


_REACH: Final = 3
"""Pixels that a middle may lie beside its candidate."""
_PLACES: Final = 2 * _REACH + 1
_DISC: Final = np.hypot(*np.mgrid[-11:12, -11:12]) <= HALF_TURN * PER_MM + 1.5
_CUT: Final = len(_DISC) + _PLACES - 1
_AWAY: Final = 0.004 * np.add.outer(*[np.arange(-_REACH, _REACH + 1) ** 2] * 2)


def _discs() -> Floats:
    """PLACES^2 x CUT^2: which pixels of a cut lie in the disc around each place."""
    out = np.zeros((_PLACES, _PLACES, _CUT, _CUT), np.float32)
    for v, u in np.ndindex(_PLACES, _PLACES):
        out[v, u, v : v + len(_DISC), u : u + len(_DISC)] = _DISC
    return out.reshape(_PLACES**2, _CUT**2)


_DISCS: Final = _discs()


def middles(flat: Pixels, spots: list[Spot]) -> list[Spot]:
    """The points near `spots` around which the picture differs least from itself after half a turn."""
    if not spots:
        return []
    at = [(round(spot.x), round(spot.y)) for spot in spots]
    cuts = np.stack([cv2.getRectSubPix(flat, (_CUT, _CUT), xy) for xy in at], axis=2).astype(np.float32)
    differ = np.zeros((_PLACES, _PLACES, *cuts.shape[2:]), np.float32)
    pixels = np.argwhere(_DISC).tolist()
    for (y, x), (v, u) in zip(pixels[: len(pixels) // 2], pixels[::-1], strict=False):
        differ += np.abs(cuts[y : y + _PLACES, x : x + _PLACES] - cuts[v : v + _PLACES, u : u + _PLACES])
    level, square = (_DISCS @ part.reshape(_CUT**2, -1) / len(pixels) for part in (cuts, cuts * cuts))
    shape = (_PLACES, _PLACES, len(spots), 3)
    level, square = (part.reshape(shape).mean(axis=3) for part in (level, square))
    spread = np.sqrt(np.maximum(square - level * level, 0))
    unlike = 2 * differ.mean(axis=3) / len(pixels) / (spread + 4) + _AWAY[..., None]
    return [_lowest_of(unlike[..., k], x - _REACH, y - _REACH) for k, (x, y) in enumerate(at)]


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

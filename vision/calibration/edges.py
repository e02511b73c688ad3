"""The four edges of the field in a picture: cuts across them, where each has the edge, what it looks like.

A cut goes across one side from the field outwards. Offsets along it are in mm, 0 where the surface has the
edge, and positive beyond it. Colours are BGR.

A rim that stands above the cloth shows two steps: where its wall begins, and where its top does, which
appears further out by the height of the rim over that of the camera.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.corners import Floats
from vision.calibration.mat import to_table
from vision.calibration.surface import Edges, Surface
from vision.camera.frame import Pixels

CUTS: Final = 64
"""On each side."""
ENDS: Final = 0.96
"""The first and the last cut stand at this share of half the side: at the corners there are two edges."""
STEP_MM: Final = 0.5
SMOOTH_MM: Final = 0.8
"""Against the grain of the cloth and the noise of the sensor."""
BESIDE_MM: Final = 3.0
"""What a cut shows is the mean over so much of the side."""
LOOK_MM: Final = 10.0
LOOK_STEP_MM: Final = 1.0
"""How much an edge is known by, to either side, and how finely."""
EDGE_PX: Final = 1.0
"""Standard deviation assumed of the edge in a cut: cloth is cut and laid by hand."""
LEAST_SLOPE: Final = 2.0
"""Grey levels a mm of the weakest edge: twice what the grain of a coarse cloth has."""

AROUND_MM: Final = 3.0
ASIDE_MM: Final = 1.2
FINE_MM: Final = 0.05
BLURS_MM: Final = (0.3, 0.5, 0.8, 1.2, 1.8)
"""How much to either side shows where cloth and rim meet; how far beside the steepest place, how finely and
how blurred that is tried."""
LEVEL: Final = 1.0
BESIDE_SD_MM: Final = 0.4
"""Standard deviations assumed of the grey levels of a whole side, and of that place from the steepest one."""

Cuts = NDArray[np.float64]
"""4 sides x CUTS x offsets x 3 colours."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where cuts have the edge: `side` (0 to 3), `along` (mm from the middle of the side, to its owner's
    right) and `off` (mm beyond where the surface has it), an entry for each cut that shows it."""

    side: NDArray[np.int64]
    along: Floats
    off: Floats

    def part(self, which: NDArray[np.bool_]) -> Found:
        """The cuts for which `which` (N) is true."""
        return Found(self.side[which], self.along[which], self.off[which])


def offsets(reach: float, step: float = STEP_MM) -> Floats:
    """The offsets (N, mm) of a cut that goes `reach` mm to either side, `step` mm apart."""
    return np.asarray(np.arange(-round(reach / step), round(reach / step) + 1) * step)


def places(surface: Surface) -> Floats:
    """Where the cuts of a side are (CUTS, mm from its middle)."""
    return np.asarray(np.linspace(-ENDS, ENDS, CUTS) * surface.plan.field / 2)


def on_table(surface: Surface, side: int, along: Floats, off: Floats) -> Floats:
    """N x 3 table points (units) of places on a side and beyond its edge."""
    x, y = to_table(side, 1.0, 0.0), to_table(side, 0.0, 1.0)
    down = -surface.plan.field / 2 - off
    flat = np.outer(along, x) + np.outer(down, y)
    return surface.of_mm(np.column_stack([flat, np.zeros(len(flat))]))


def steps_of(surface: Surface, side: int) -> tuple[float, ...]:
    """Where a side shows steps (mm beyond its edge), the camera being where the surface has it: at the edge
    itself and at the top of the rim; between the two where they cannot be told apart, and at the top alone
    where that hides the edge."""
    if not surface.plan.rim:
        return (0.0,)
    half = surface.plan.field / 2
    x, y = to_table(side, 0.0, -half)
    top = surface.image_points(surface.of_mm([(x, y, surface.plan.rim)]))
    seen = surface.table_points(top, 0.0)[0] * surface.unit
    beyond = float(seen @ np.array(to_table(side, 0.0, -1.0))) - half
    if beyond > STEP_MM:
        return 0.0, beyond
    return (beyond / 2 if beyond > 0 else beyond,)


def cuts(pixels: Pixels, surface: Surface, reach: float, step: float = STEP_MM) -> Cuts:
    """What the picture shows across the four sides; nan beyond the picture."""
    at, off = places(surface), offsets(reach, step)
    beside = np.linspace(-BESIDE_MM / 2, BESIDE_MM / 2, 3)
    along = (at[:, None, None] + beside[None, :, None] + 0 * off).ravel()
    beyond = np.broadcast_to(off, (len(at), len(beside), len(off))).ravel()
    spots = np.concatenate(
        [surface.image_points(on_table(surface, side, along, beyond)) for side in range(4)]
    ).astype(np.float32)
    rows = spots.reshape(-1, len(off), 2)
    seen = cv2.remap(pixels, rows[:, :, 0], rows[:, :, 1], cv2.INTER_LINEAR)
    out = seen.astype(np.float64).reshape(-1, 3)
    height, width = pixels.shape[:2]
    inside = ((spots >= 0) & (spots <= (width - 1, height - 1))).all(axis=1)
    out[~inside] = np.nan
    return np.asarray(out.reshape(4, len(at), len(beside), len(off), 3).mean(axis=2))


def slopes(shown: Cuts) -> Cuts:
    """How the colours change along each cut, levels a mm; 0 beyond the picture."""
    sigma = SMOOTH_MM / STEP_MM
    kernel = np.exp(-0.5 * (np.arange(-4, 5) / sigma) ** 2)
    rise = np.gradient(np.nan_to_num(_along(shown, kernel / kernel.sum())), STEP_MM, axis=2)
    rise[np.isnan(shown).any(axis=3)] = 0.0
    rise[:, :, :5] = rise[:, :, -5:] = 0.0
    return np.asarray(rise)


def _steep(rise: Floats) -> Floats:
    """How steep that is, whatever the colours do."""
    return np.asarray(np.sqrt((rise**2).mean(axis=-1)))


def _one_way(rise: Floats) -> Floats:
    """The same of what changes as most of a side does: the foot of a dark wall and its top do not."""
    axis = np.linalg.eigh(np.einsum("coa,cob->ab", rise, rise))[1][:, -1] / math.sqrt(3)
    along = rise @ axis
    ways = np.maximum(along, 0.0), np.maximum(-along, 0.0)
    return max(ways, key=lambda way: way.max(axis=1).sum())


def _along(shown: Cuts, kernel: Floats) -> Cuts:
    pad = len(kernel) // 2
    wide = np.pad(shown, ((0, 0), (0, 0), (pad, pad), (0, 0)), mode="edge")
    return np.asarray(sum(k * wide[:, :, i : i + shown.shape[2]] for i, k in enumerate(kernel)))


def traced(pixels: Pixels, surface: Surface, reach: float, near: float) -> Found:
    """The strongest unbroken edge along each side, within `near` mm of its place at the corners and within
    `reach` mm in the middle, where a lens bends it most. Of a rim that stands above the cloth its foot."""
    steps = [steps_of(surface, side) for side in range(4)]
    wide = reach + (2 * max(map(max, steps)) + 2 * AROUND_MM if surface.plan.rim else 0.0)
    shown = cuts(pixels, surface, wide)
    rise, off, at = slopes(shown), offsets(wide), places(surface)
    room = (near + (reach - near) * (1 - (at / at[-1]) ** 2))[:, None]
    sides, alongs, offs = [], [], []
    for side, mine in enumerate(steps):
        away = (off < min(mine) - room) | (off > max(mine) + room)
        changes = np.where(away[:, :, None], 0.0, rise[side])
        steep = _one_way(changes) if len(mine) > 1 else _steep(changes)
        middle, strength = _middles(steep, _path(_capped(steep)), off)
        sure = strength >= LEAST_SLOPE
        sides.append(np.full(int(sure.sum()), side))
        alongs.append(at[sure])
        offs.append(middle[sure] + _beside(shown[side][sure], middle[sure], off, mine, near))
    return Found(np.concatenate(sides), np.concatenate(alongs), np.concatenate(offs))


def _capped(steep: Floats) -> Floats:
    """No place is steeper than most of an edge: one that glares must not lead the way."""
    return np.minimum(steep, np.quantile(steep[steep > 0], 0.97)) if (steep > 0).any() else steep


def _beside(shown: Floats, middle: Floats, off: Floats, steps: tuple[float, ...], near: float) -> float:
    """How far (mm) the edge lies beyond where the colours change most, by what all cuts of a side show around
    `middle`; cuts x offsets x colours.

    Cloth darkens towards its edge and a rim is rounded: such slopes draw the steepest place to their side,
    everywhere by as much. Here cloth and rim have each a slope of their own, and the edge is where they
    together explain best what is seen; where that hardly shows it, the steepest place is one of the `steps`.
    Which of several is also shown by the touched corners, within `near` mm of which the edge ends.
    """
    if len(middle) < CUTS // 4:
        return 0.0
    width = max(steps) - min(steps)
    at = np.arange(-width - AROUND_MM, width + AROUND_MM + STEP_MM / 2, STEP_MM)
    look = _look(shown, middle, off, at)
    if np.isnan(look).any():
        return 0.0
    ends = float(np.mean([*middle[: CUTS // 8], *middle[-CUTS // 8 :]]))
    tried: list[tuple[float, float]] = []
    for by in np.arange(-max(steps) - ASIDE_MM, -min(steps) + ASIDE_MM + FINE_MM / 2, FINE_MM).tolist():
        odd = min(((by + step) / BESIDE_SD_MM) ** 2 for step in steps)
        odd += ((ends + by) / (near / 2)) ** 2 if width else 0.0
        places = tuple(by + step for step in steps)
        tried += [(_unexplained(at, look, places, blur) / LEVEL**2 + odd, by) for blur in BLURS_MM]
    return min(tried)[1]


def _look(shown: Floats, middle: Floats, off: Floats, at: Floats) -> Floats:
    """What most cuts of a side show so far (`at`) from their `middle`; offsets x colours."""
    spots = (middle[:, None] + at - off[0]) / STEP_MM
    below = np.clip(np.floor(spots).astype(int), 0, len(off) - 2)
    part = np.clip(spots - below, 0.0, 1.0)[:, :, None]
    rows = np.arange(len(middle))[:, None]
    seen = shown[rows, below] * (1 - part) + shown[rows, below + 1] * part
    return np.asarray(np.nanmedian(seen, axis=0))


def _unexplained(at: Floats, look: Floats, steps: tuple[float, ...], blur: float) -> float:
    """Sum of squares that a slope before each step and one behind the last leave of the colours."""
    beyond = [np.array([0.5 * (1 + math.erf((x - s) / (blur * math.sqrt(2)))) for x in at]) for s in steps]
    whole, none = np.ones(len(at)), np.zeros(len(at))
    shares = [a - b for a, b in zip([whole, *beyond], [*beyond, none], strict=True)]
    begins = (steps[0], *steps)
    parts = np.column_stack([p for s, x in zip(shares, begins, strict=True) for p in (s, s * (at - x))])
    best = np.linalg.lstsq(parts, look, rcond=None)[0]
    return float(((look - parts @ best) ** 2).sum())


def _path(steep: Floats) -> NDArray[np.int64]:
    """The offset's number in each cut along the unbroken way with the greatest sum of `steep`: it goes at
    most one step aside from a cut to the next."""
    best, ways = steep[0], []
    for row in steep[1:]:
        aside = np.stack([np.roll(best, 1), best, np.roll(best, -1)])
        aside[0, 0] = aside[2, -1] = -np.inf
        way = aside.argmax(axis=0)
        ways.append(way - 1)
        best = row + aside.max(axis=0)
    at = [int(best.argmax())]
    for way in reversed(ways):
        at.append(at[-1] + int(way[at[-1]]))
    return np.array(at[::-1])


def _middles(steep: Floats, path: NDArray[np.int64], off: Floats) -> tuple[Floats, Floats]:
    """The centre of the slope around the path in each cut, mm, and how steep it is there."""
    window = np.arange(-3, 4)
    near = np.clip(path[:, None] + window, 0, steep.shape[1] - 1)
    weight = np.take_along_axis(steep, near, axis=1) ** 2
    middle = (weight * off[near]).sum(axis=1) / (weight.sum(axis=1) + 1e-12)
    return middle, np.take_along_axis(steep, path[:, None], axis=1)[:, 0]


def looks(pixels: Pixels, surface: Surface) -> Edges:
    """What each side looks like across: colours by offset, one after the other."""
    shown = cuts(pixels, surface, LOOK_MM, LOOK_STEP_MM)
    return tuple(tuple(np.round(np.nanmedian(side, axis=0), 1).ravel().tolist()) for side in shown)


class Points(NamedTuple):
    """Points of the edges: N x 3 in mm of the table frame, N x 2 pixels, and unit vectors across the edge."""

    table: Floats
    pixels: Floats
    across: Floats

    def misfit(self, surface: Surface) -> Floats:
        """How far (N, pixels) each point lies from where the surface has the edge."""
        off = surface.image_points(surface.of_mm(self.table)) - self.pixels
        return np.asarray((off * self.across).sum(axis=1))


def points(found: Found, surface: Surface) -> Points:
    """The edges that were found, N points: on the table in mm, in the surface's picture in pixels, and the
    unit vector across."""
    table, pixels, across = [], [], []
    for side in range(4):
        mine = found.side == side
        along, off = found.along[mine], found.off[mine]
        here = surface.image_points(on_table(surface, side, along, off))
        way = surface.image_points(on_table(surface, side, along + 1.0, off)) - here
        way = way / np.hypot(*way.T)[:, None]
        table.append(on_table(surface, side, along, 0 * off) * surface.unit)
        pixels.append(here)
        across.append(np.column_stack([-way[:, 1], way[:, 0]]))
    return Points(np.concatenate(table), np.concatenate(pixels), np.concatenate(across))

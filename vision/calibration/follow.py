"""A field without markers is held by its own edges: how far they have moved, and where the camera is then."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.by_markers import relocate
from vision.calibration.corners import Floats
from vision.calibration.edges import (
    CUTS,
    EDGE_PX,
    LOOK_MM,
    LOOK_STEP_MM,
    Cuts,
    Found,
    cuts,
    looks,
    places,
    points,
)
from vision.calibration.fit import FitError, Seen, fit
from vision.calibration.lens import same_lens, surface_of
from vision.calibration.mat import to_table
from vision.calibration.surface import Edges, Surface
from vision.camera.frame import Pixels

FOLLOWED_MM: Final = 15.0
"""So far the edges may have moved: a degree moves the corner of the widest field by 11 mm."""
ALIKE: Final = 0.6
"""Correlation of a cut with what its side looked like, from which on it shows where the edge is."""
AGREE_MM: Final = 1.0
"""A cut agrees with a movement of the whole if it is not further off: a tile or a hand over the edge is."""
LEAST_SHARE: Final = 0.25
"""Of a side's cuts: with fewer that agree the side counts for nothing. Sets lie over half of a side."""
HOLDING: Final = 3
"""So many sides show that the field lies where it lay, an arm over the fourth; two hold still when it slides
along them. Placed anew it is by all four: a row of tiles may look like an edge."""
CONTRAST: Final = (0.5, 2.0)
"""The step of an edge may be so many times what that of most edges is, against calibration: tiles are whiter.
The light itself may be any."""
TRIES: Final = 200
"""Movements tried, each of three cuts: with half of the cuts hidden, all three are good in one of eight."""
FAR_MM: Final = 60.0
"""So far edges are looked for to distinguish a field that has moved from one that is hidden."""
FITS_MM: Final = 1.0


@dataclass(frozen=True, slots=True)
class Held:
    """Where the edges are that agree with one movement of the whole, and how far (mm) that moves the corner
    that it moves most."""

    found: Found
    moved: float


def held(pixels: Pixels, surface: Surface, reach: float = FOLLOWED_MM, sides: int = HOLDING) -> Held | None:
    """The edges of the field near their places; None where fewer than `sides` of them are seen."""
    found = matched(cuts(pixels, surface, reach + LOOK_MM, LOOK_STEP_MM), surface, reach)
    half = surface.plan.field / 2
    best = movement(found)
    if best is None:
        return None
    motion, agree = best
    if int(_sides(found, agree[:, None])[0]) < sides:
        return None
    corners = np.array([(x, y) for x in (-half, half) for y in (-half, half)])
    moves = motion[:2] + motion[2] * np.column_stack([-corners[:, 1], corners[:, 0]])
    return Held(found.part(agree), float(np.hypot(*moves.T).max()))


def softened(pixels: Pixels, surface: Surface) -> float:
    """By how many mm the edges of the field are blurred more than when it was calibrated: the standard
    deviation of what was added, where the median side has it. For a field that lies where it lay."""
    before, now = (_widths(edges) for edges in (surface.edges, looks(pixels, surface)))
    added = np.sqrt(np.maximum(now**2 - before**2, 0.0))
    return float(np.median(added))


def _widths(edges: Edges) -> Floats:
    """How wide (standard deviation, mm) the step of each side is, as steep as it is where it is steepest."""
    look = np.array([np.reshape(side, (-1, 3)) for side in edges])
    steep = np.sqrt((np.diff(look, axis=1) ** 2).sum(axis=2)).max(axis=1) / LOOK_STEP_MM
    step = np.sqrt((np.ptp(look, axis=1) ** 2).sum(axis=1))
    return np.asarray(step / (steep + 1e-6) / math.sqrt(2 * math.pi))


def matched(shown: Cuts, surface: Surface, reach: float) -> Found:
    """Where each cut looks most like its side did when the field was calibrated."""
    look = np.array([np.reshape(side, (-1, 3)).T for side in surface.edges])
    count = look.shape[2]
    windows = np.lib.stride_tricks.sliding_window_view(shown, count, axis=2)
    alike = _in_its_light(*_correlation(windows, look))
    best = alike.argmax(axis=2)
    at, shift = places(surface), np.arange(alike.shape[2]) * LOOK_STEP_MM - reach
    sides, alongs, offs = [], [], []
    for side in range(4):
        peak, top = best[side], alike[side]
        rows = np.arange(len(at))
        sure = (top[rows, peak] >= ALIKE) & (peak > 0) & (peak < len(shift) - 1)
        rows, peak = rows[sure], peak[sure]
        before, here, after = (top[rows, peak + step] for step in (-1, 0, 1))
        bend = before - 2 * here + after
        finer = np.where(bend < -1e-9, 0.5 * (before - after) / np.minimum(bend, -1e-9), 0.0)
        sides.append(np.full(len(rows), side))
        alongs.append(at[rows])
        offs.append(shift[peak] + np.clip(finer, -0.5, 0.5) * LOOK_STEP_MM)
    return Found(np.concatenate(sides), np.concatenate(alongs), np.concatenate(offs))


def _correlation(windows: Floats, look: Floats) -> tuple[Floats, Floats]:
    """Of each window (4 x CUTS x shifts x 3 x offsets) with its side's look (4 x 3 x offsets), each colour
    without its mean, and how many times its contrast the window has; -1 where the picture ends."""
    look = look - look.mean(axis=2, keepdims=True)
    length = np.sqrt((look**2).sum(axis=(1, 2)))
    plain = windows - windows.mean(axis=-1, keepdims=True)
    product = np.einsum("scoak,sak->sco", plain, look)
    size = np.sqrt(np.einsum("scoak,scoak->sco", plain, plain))
    out = product / (size * length[:, None, None] + 1e-6)
    return np.nan_to_num(out, nan=-1.0), np.nan_to_num(size / (length[:, None, None] + 1e-6))


def _in_its_light(alike: Floats, contrast: Floats) -> Floats:
    """The correlations, -1 where a window's contrast is not that which the light gives most cuts."""
    best = alike.argmax(axis=2)[:, :, None]
    top, steps = (np.take_along_axis(each, best, axis=2) for each in (alike, contrast))
    if not (top >= ALIKE).any():
        return alike
    light = float(np.median(steps[top >= ALIKE]))
    fits = (contrast >= CONTRAST[0] * light) & (contrast <= CONTRAST[1] * light)
    return np.where(fits, alike, -1.0)


def movement(found: Found) -> tuple[Floats, NDArray[np.bool_]] | None:
    """The movement (mm to the right, mm upwards, radians) with which most sides agree, and most cuts of them,
    and which cuts those are.

    One with which no more agree than with none is none: walls show an edge, too, and where one side is not in
    the picture, many movements fit nearly as many cuts of the others.
    """
    if len(found.off) < 3:
        return None
    outward = np.array([to_table(side, 0.0, -1.0) for side in range(4)])[found.side]
    onward = np.array([to_table(side, 1.0, 0.0) for side in range(4)])[found.side]
    across = outward[:, 1] * onward[:, 0] - outward[:, 0] * onward[:, 1]
    slope = np.column_stack([outward, found.along * across])
    rng = np.random.default_rng(0)
    picks = np.argsort(rng.random((TRIES, len(slope))), axis=1)[:, :3]
    a, b = slope[picks], found.off[picks]
    whole = np.abs(np.linalg.det(a)) > 1e-3
    if not whole.any():
        return None
    tried = np.linalg.solve(a[whole], b[whole][:, :, None])[:, :, 0]
    agreed = np.abs(slope @ tried.T - found.off[:, None]) <= AGREE_MM
    motion = tried[int(_support(found, agreed).argmax())]
    agree = np.abs(slope @ motion - found.off) <= AGREE_MM
    for _ in range(3):
        motion = np.linalg.lstsq(slope[agree], found.off[agree], rcond=None)[0]
        agree = np.abs(slope @ motion - found.off) <= AGREE_MM
        if agree.sum() < 3:
            return None
    still = np.abs(found.off) <= AGREE_MM
    stays, moves = _support(found, np.column_stack([still, agree]))
    return (np.zeros(3), still) if stays >= moves else (motion, agree)


def _sides(found: Found, agreed: NDArray[np.bool_]) -> NDArray[np.int64]:
    """On how many sides enough cuts agree, for each column of `agreed` (cuts x columns)."""
    counts = np.array([agreed[found.side == side].sum(axis=0) for side in range(4)])
    return np.asarray((counts >= LEAST_SHARE * CUTS).sum(axis=0))


def _support(found: Found, agreed: NDArray[np.bool_]) -> NDArray[np.int64]:
    """A number for each column of `agreed`, which grows with the sides that agree, then with the cuts."""
    return np.asarray(_sides(found, agreed) * (len(agreed) + 1) + agreed.sum(axis=0))


def replaced(pixels: Pixels, surface: Surface) -> Surface | None:
    """Where the same camera is now, by the edges of the field; None where they have moved too far or are
    hidden."""
    now = held(pixels, surface, sides=4)
    if now is None:
        return None
    size = (surface.width, surface.height)
    edge = points(now.found, surface)
    seen = Seen(edge.table, edge.pixels, edge.across, EDGE_PX)
    try:
        params, spread = fit([seen], size, same_lens(surface, size[0]))
    except (FitError, cv2.error, np.linalg.LinAlgError):
        return None
    placed = surface_of(params, spread, size, surface.plan)
    error_mm = float(np.sqrt(np.mean(edge.misfit(placed) ** 2))) / placed.scale()
    if not error_mm <= FITS_MM:
        return None
    return replace(placed, error_mm=round(error_mm, 4), edges=surface.edges).with_tiles(
        surface.tile, surface.centre
    )


def placed_again(pixels: Pixels, surface: Surface) -> Surface | None:
    """Where the camera is now, by what the surface was calibrated by; None where that is not enough. Markers
    place another camera, too, and edges the same one alone."""
    if surface.markers:
        return relocate(pixels, surface)
    same = pixels.shape[:2] == (surface.height, surface.width)
    return replaced(pixels, surface) if surface.edges and same else None

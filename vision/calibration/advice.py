"""What a camera's pictures are worth for reading tiles, and what would make them better."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.markers import STANDARD, Plan
from vision.calibration.surface import Surface, find_markers
from vision.camera.exposure import BURNT, burnt
from vision.camera.frame import Frame, Pixels
from vision.camera.sharpness import edge_width, edge_widths

VIEW_MM: Final = 950.0
"""The height of what a well-hung camera sees, where no marker gives the scale."""
BLOCKS: Final = (12, 16)
"""Rows and columns of blocks whose sharpness is measured one by one."""
BANDS: Final = 16
BLACK: Final = 6
SOFT_MM: Final = 3.1
"""Edges wider than this cost certainty on tiles of 26 mm; a sharp picture of 1.3 px/mm has 2.6 mm."""
SHAKEN: Final = 1.5
"""Edges this many times wider in one direction are smeared by movement: a lens blurs all alike."""
FLICKERS: Final = 0.015
DIM: Final = 45.0
GLARING: Final = 200.0
CLIPPED: Final = 0.02
DROWNED: Final = 0.5
MARKED_BURNT: Final = 0.2
"""Half of a marker's white, as its share of what `_marked` cuts out."""
SLOW: Final = 8.0
"""Pictures a second; a tile is called within a second of its discard."""
LAMPS: Final = {50: 10.0, 60: 8.333}
"""Hertz of the mains, and milliseconds from one flash of its lamps to the next."""
SURE: Final = 0.5
LEAST_PX: Final = 40.8
"""Pixels of a tile's length where it is smallest on the field: of some 1,050 drawn tiles one face was wrong
at 42 in the middle, which are 40.8 to 41.5 there, ten at 37 and 21 at 32 (`benchmarks.tile_sizes`)."""

Series = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Quality:
    """Measured in some pictures of a resting table.

    `rate` pictures a second; `brightness` 0..255; `burnt` and `black` shares of pixels without any
    detail, 0..1; `burnt_markers` markers whose white has none; `edge_mm` the width of sharp edges;
    `smear` how many times wider they are in one direction than in the other; `flicker` the depth of the
    light's ripple, 0..1, and `mains` its cause in hertz where it can be found.
    """

    width: int
    height: int
    rate: float
    brightness: float
    burnt: float
    black: float
    edge_mm: float | None
    smear: float
    flicker: float
    mains: int | None
    frozen: bool
    burnt_markers: int = 0


def quality(frames: Sequence[Frame], plan: Plan = STANDARD) -> Quality:
    """Needs at least one picture; rate and flicker need several. `plan` gives the size of the markers. The
    light is that of the camera's own pictures."""
    pixels = frames[-1].own
    height, width = pixels.shape[:2]
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    marked, scale = _marked(pixels, plan)
    edge, smear = _edges(pixels, marked, scale)
    depth, mains = flicker(frames)
    passed = frames[-1].t - frames[0].t
    same = len(frames) > 1 and all(np.array_equal(pixels, f.own) for f in frames[:-1])
    return Quality(
        width=width,
        height=height,
        rate=(len(frames) - 1) / passed if passed > 0 else 0.0,
        brightness=float(grey.mean()),
        burnt=float((grey >= BURNT).mean()),
        black=float((grey <= BLACK).mean()),
        edge_mm=edge,
        smear=smear,
        flicker=depth,
        mains=mains,
        frozen=same,
        burnt_markers=sum(burnt(part) >= MARKED_BURNT for part in marked),
    )


def _edges(pixels: Pixels, marked: list[Pixels], scale: float) -> tuple[float | None, float]:
    """How wide (mm) edges are in the sharp half of the places with any, and how many times wider in one
    direction: around the markers (`_marked`), or anywhere where none is seen."""
    parts = marked
    if not parts:
        rows = np.array_split(pixels, BLOCKS[0])
        parts = [block for row in rows for block in np.array_split(row, BLOCKS[1], axis=1)]
        scale = pixels.shape[0] / VIEW_MM
    widths = [width for part in parts if (width := edge_width(part)) is not None]
    if not widths:
        return None, 1.0
    both = np.array([pair for part in parts if (pair := edge_widths(part)) is not None])
    ratio = float(np.median(np.log(both[:, 0] / both[:, 1])))
    return float(np.quantile(widths, 0.25)) / scale, math.exp(abs(ratio))


def _marked(pixels: Pixels, plan: Plan) -> tuple[list[Pixels], float]:
    """The parts of the picture with the markers that are seen, and the pixels of a mm."""
    seen = find_markers(pixels, exact=False)
    parts, scales = [], []
    for marker, corners in seen.items():
        size = corners.max(axis=0) - corners.min(axis=0)
        left, top = np.maximum(corners.min(axis=0) - 0.2 * size, 0).astype(int)
        right, bottom = (corners.max(axis=0) + 0.2 * size).astype(int)
        parts.append(pixels[top:bottom, left:right])
        sides = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T)
        scales.append(float(sides.mean()) / plan.by_id[marker].side)
    return parts, float(np.median(scales)) if scales else 1.0


def flicker(frames: Sequence[Frame]) -> tuple[float, int | None]:
    """The depth of the light's ripple over time, and the mains whose lamps ripple so."""
    if len(frames) < 8:
        return 0.0, None
    rows = np.array([f.own[:, ::8].mean(axis=(1, 2)) for f in frames])
    light = np.stack([part.mean(axis=1) for part in np.array_split(rows, BANDS, axis=1)], axis=1)
    t = np.array([f.t for f in frames]) - frames[0].t
    slow = np.column_stack([np.ones_like(t), t])
    ripple = _without(light / np.maximum(light.mean(axis=0), 1.0), slow)
    depth = float(math.sqrt(2) * ripple.std())
    if depth < FLICKERS:
        return depth, None
    shares = {}
    for mains in LAMPS:
        phase = 2 * np.pi * 2 * mains * t
        waves = _without(np.column_stack([np.cos(phase), np.sin(phase)]), slow)
        shares[mains] = 1.0 - float((_without(ripple, waves) ** 2).sum() / (ripple**2).sum())
    best = max(shares, key=lambda mains: shares[mains])
    return depth, best if shares[best] >= SURE else None


def _without(series: Series, parts: Series) -> Series:
    """What of each column of `series` no mixture of the columns of `parts` explains."""
    return np.asarray(series - parts @ np.linalg.lstsq(parts, series, rcond=None)[0])


@dataclass(frozen=True, slots=True)
class Hint:
    """One thing that would make the pictures better: a code with its values, and the English sentence."""

    code: str
    sentence: str
    values: dict[str, float | list[str]] = field(default_factory=dict)


def advice(seen: Quality) -> list[str]:
    """One sentence for each thing that would make the pictures better, the worst first."""
    return [hint.sentence for hint in hints(seen)]


def hints(seen: Quality) -> list[Hint]:
    """The same with codes: `frozen`, `dim`, `burnt`, `burnt_markers`, `no_edge`, `smeared`, `soft`,
    `flickers`, `slow`."""
    out = []
    if seen.frozen:
        sentence = "All pictures are the same to the last bit: plug the camera out and in."
        out.append(Hint("frozen", sentence))
    return [*out, *_of_light(seen), *_of_edges(seen), *_of_time(seen)]


def _of_edges(seen: Quality) -> list[Hint]:
    if seen.edge_mm is None:
        return [Hint("no_edge", "No edge is seen in the picture: uncover the lens, or light the mat.")]
    if seen.smear > SHAKEN:
        sentence = (
            "The picture is smeared in one direction: fix the camera's arm, and expose for 10 ms or less."
        )
        return [Hint("smeared", sentence)]
    if seen.edge_mm > SOFT_MM:
        sentence = (
            f"The picture is soft (edges {seen.edge_mm:.1f} mm wide instead of under {SOFT_MM:.1f}): turn "
            "the lens until the markers are sharp, and wipe it."
        )
        return [Hint("soft", sentence, {"mm": round(seen.edge_mm, 1), "good": SOFT_MM})]
    return []


def _of_time(seen: Quality) -> list[Hint]:
    out = []
    if seen.flicker >= FLICKERS:
        times = f"{LAMPS[seen.mains]:.1f}" if seen.mains else "10 (mains of 50 Hz) or 8.3 (60 Hz)"
        sentence = (
            f"The light flickers by {100 * seen.flicker:.0f} %: expose for a multiple of {times} ms "
            "(camera.exposure_ms), or use a lamp that does not flicker."
        )
        out.append(Hint("flickers", sentence, {"percent": round(100 * seen.flicker)}))
    if 0 < seen.rate < SLOW:
        sentence = (
            f"Only {seen.rate:.1f} pictures come a second: use USB 3 or a smaller picture, and expose for "
            "less time."
        )
        out.append(Hint("slow", sentence, {"rate": round(seen.rate, 1)}))
    return out


def few_pixels(surface: Surface) -> str | None:
    """What to do where the camera's pixels do not suffice for the length of the tiles."""
    length = surface.least_length()
    if length >= LEAST_PX:
        return None
    return (
        f"A tile of {surface.tile:g} mm is {length:.0f} pixels long where the camera sees it smallest, "
        f"{LEAST_PX:.0f} are wanted: hang the camera lower, or use one of more pixels."
    )


def _of_light(seen: Quality) -> list[Hint]:
    out = []
    if seen.brightness < DIM or seen.black > DROWNED:
        sentence = (
            f"The picture is dim (brightness {seen.brightness:.0f} of 255): more light on the mat is better "
            "than a longer exposure."
        )
        out.append(Hint("dim", sentence))
    if seen.burnt > CLIPPED or seen.brightness > GLARING:
        sentence = (
            f"{100 * seen.burnt:.0f} % of the picture is burnt out: expose less (camera.exposure_ms), or "
            "turn the lamp aside so that tiles do not mirror it."
        )
        out.append(Hint("burnt", sentence, {"percent": round(100 * seen.burnt)}))
    elif seen.burnt_markers:
        sentence = (
            f"White is burnt out at {seen.burnt_markers} of the markers: dim the lamp or turn it aside, or "
            "expose less (camera.exposure_ms). During play the table exposes less by itself, if the camera "
            "can."
        )
        out.append(Hint("burnt_markers", sentence, {"markers": seen.burnt_markers}))
    return out

"""Which candidates of all levels are the tiles of a photograph.

The tiles of one photograph have one size that changes evenly over the picture. The level with the most
and largest sure tiles tells it; from there a plane is fitted to the logarithm of their
sizes, ever more strictly, and candidates of another size lose their score.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Floats
from vision.photo_levels import Candidate, Level

SURE: Final = 0.6
"""Candidates of at least this score say how large tiles are."""
AREA_POWER: Final = 0.75
"""Small tiles are imagined more often than large ones, as there is more room for them ..."""
COUNT_POWER: Final = 1.5
"""... and one large tile is imagined more often than a row of them."""
REACH: Final = 1.7
"""Tiles of one photograph are at most so many times larger or smaller than most of them."""
SPREADS: Final = (0.35, 0.25, 0.2)
"""How far sizes may be off the plane (standard deviation of the logarithm), fit by fit."""
STIFF: Final = 0.05
"""What keeps a plane through few tiles level."""
MOST_OVERLAP: Final = 0.3
"""Share of the smaller of two tiles that the other may cover."""
LEAST: Final = 0.4
"""What is left of the score of a tile that is told."""


def chosen(found: Sequence[Candidate], extent: float) -> list[Candidate]:
    """The tiles among the candidates of all levels; `extent` is the longest side of the picture."""
    level = likely_level(found)
    if level is None:
        return []
    near = [c for c in found if c.level.stretch == level.stretch and _close(c.level.scale, level.scale)]
    fit = np.array([math.log(level.scale), 0.0, 0.0])
    kept: list[Candidate] = []
    for spread in SPREADS:
        weight = _weigher(fit, extent, spread)
        kept = without_doubles([c for c in near if weight(c) > LEAST], weight)
        fit = _plane([c for c in kept if c.score > SURE], fit, extent)
    return kept


def likely_level(found: Sequence[Candidate]) -> Level | None:
    """The level that sure faces speak for most; None where no candidate is sure."""
    by_level: dict[Level, list[Candidate]] = defaultdict(list)
    for one in found:
        if one.tile is not None and one.score > SURE:
            by_level[one.level].append(one)
    if not by_level:
        return None

    def worth(level: Level) -> float:
        kept = without_doubles(by_level[level], lambda c: c.score)
        sure = sum((2 * c.score - 1) ** 2 for c in kept)
        return float(sure**COUNT_POWER * level.scale ** (2 * AREA_POWER))

    return max(by_level, key=worth)


def without_doubles(found: Sequence[Candidate], worth: Callable[[Candidate], float]) -> list[Candidate]:
    """The best first; whoever covers too much of one that is better goes."""
    kept: list[tuple[Candidate, NDArray[np.float32], float]] = []
    for one in sorted(found, key=worth, reverse=True):
        quad = one.quad.astype(np.float32)
        area = float(cv2.contourArea(quad))
        low, high = quad.min(axis=0), quad.max(axis=0)
        if all(
            (low > q.max(axis=0)).any()
            or (high < q.min(axis=0)).any()
            or cv2.intersectConvexConvex(quad, q)[0] <= MOST_OVERLAP * min(area, a)
            for _, q, a in kept
        ):
            kept.append((one, quad, area))
    return [one for one, _, _ in kept]


def _close(a: float, b: float) -> bool:
    return 1 / REACH < a / b < REACH


def _place(one: Candidate, extent: float) -> Floats:
    return np.array([1.0, *(one.middle / extent - 0.5)])


def _weigher(fit: Floats, extent: float, spread: float) -> Callable[[Candidate], float]:
    """The score, less where the size is not what the plane says of the place."""

    def weight(one: Candidate) -> float:
        off = math.log(one.level.scale) - float(fit @ _place(one, extent))
        return one.score * math.exp(-(off**2) / (2 * spread**2))

    return weight


def _plane(sure: Sequence[Candidate], old: Floats, extent: float) -> Floats:
    """Logarithm of the scale as 1, x, y; the old plane where fewer than two tiles tell."""
    if len(sure) < 2:
        return old
    places = np.stack([_place(c, extent) for c in sure])
    weights = np.array([c.score**2 for c in sure])
    sizes = np.array([math.log(c.level.scale) for c in sure])
    mean = float(weights @ sizes / weights.sum())
    square = places.T @ (places * weights[:, None]) + np.diag([1e-3, STIFF, STIFF])
    slope = np.linalg.solve(square, places.T @ (weights * (sizes - mean)))
    return np.array([mean + slope[0], *slope[1:]])

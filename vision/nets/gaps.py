"""Rows of tiles on the mat: which lie side by side, and what a row leaves room for though no middle was found
there.

Between like tiles a middle may be found on the seam instead: two rods side by side look like one plain tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.calibration.mat import TILE_W
from vision.nets.heatmap import Spot

STEP: Final = (TILE_W - 0.8, TILE_W + 4.0)
"""From a tile to the next one of its row, mm: side by side in a hand, with a finger's room in a pond."""
ASIDE: Final = 4.0
TURNED: Final = 6.0
"""Tiles of one row are shifted and turned against each other by less than this, mm and degrees."""
MOST: Final = 2
"""So many tiles may be missing beside each other."""
TAKEN: Final = 7.0
"""A middle so near to a place, mm, is the tile that lies there."""
OVER: Final = 0.75 * TILE_W
"""Nearer to each other than this, mm, two tiles of a row lie in one another."""
UP_TO: Final = 1.5 * TILE_W
"""And no further than this is the next one of a wall, where no seams are seen and middles are found askew: a
stack that is gone leaves twice the width of a tile."""


def right_of(spots: Sequence[Spot]) -> dict[int, int]:
    """By a spot's number, which spot lies next to the right of it in a row, or above it."""
    if len(spots) < 2:
        return {}
    along, row = _rows(spots, np.remainder([spot.angle + 45 for spot in spots], 180) - 45)
    next_to = row & (along > OVER) & (along < UP_TO)
    nearest = np.where(next_to, along, np.inf).argmin(axis=1)
    return {i: int(nearest[i]) for i in np.flatnonzero(next_to.any(axis=1)).tolist()}


def _rows(spots: Sequence[Spot], degrees: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """How far each spot lies to the right of each other one (mm; N x N), which is turned by so many degrees,
    and whether in one row with it."""
    at = np.array([(spot.x, spot.y) for spot in spots])
    turn = np.radians(degrees)
    off = at[None] - at[:, None]
    along = off[..., 0] * np.cos(turn)[:, None] + off[..., 1] * np.sin(turn)[:, None]
    across = off[..., 1] * np.cos(turn)[:, None] - off[..., 0] * np.sin(turn)[:, None]
    turned = np.degrees(np.abs(np.sin(turn[None] - turn[:, None])))
    return along, (np.abs(across) < ASIDE) & (turned < TURNED)


def rooms(spots: Sequence[Spot]) -> list[tuple[Spot, ...]]:
    """The places of one or two tiles between two of a row, where none of `spots` lies."""
    if len(spots) < 2:
        return []
    at = np.array([(spot.x, spot.y) for spot in spots])
    off = at[None] - at[:, None]
    along, row = _rows(spots, [spot.angle for spot in spots])
    out = []
    for missing in range(1, MOST + 1):
        steps = missing + 1
        for i, j in np.argwhere(row & (along > STEP[0] * steps) & (along < STEP[1] * steps)).tolist():
            if j < i and row[j, i] and STEP[0] * steps < along[j, i] < STEP[1] * steps:
                continue
            shares = np.arange(1, steps) / steps
            places = at[i] + shares[:, None] * off[i, j]
            if np.linalg.norm(places[:, None] - at, axis=2).min() >= TAKEN:
                out.append(tuple(_between(spots[i], spots[j], *place) for place in places.tolist()))
    return out


def _between(one: Spot, other: Spot, x: float, y: float) -> Spot:
    high, heat = (one.high + other.high) / 2, min(one.heat, other.heat)
    return replace(one, x=x, y=y, high=high, heat=heat)


def overlapping(one: Spot, others: Sequence[Spot]) -> bool:
    """Whether the tile lies in one of the others of its row."""
    return any(np.hypot(one.x - other.x, one.y - other.y) < OVER for other in others)

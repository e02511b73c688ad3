"""Tiles that a row on the mat leaves room for, though no middle was found there.

Between like tiles a middle may be found on the seam instead: two rods side by side look like one plain tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

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


def rooms(spots: Sequence[Spot]) -> list[tuple[Spot, ...]]:
    """The places of one or two tiles between two of a row, where none of `spots` lies."""
    if len(spots) < 2:
        return []
    at = np.array([(spot.x, spot.y) for spot in spots])
    turn = np.radians([spot.angle for spot in spots])
    off = at[None] - at[:, None]
    along = off[..., 0] * np.cos(turn)[:, None] + off[..., 1] * np.sin(turn)[:, None]
    across = off[..., 1] * np.cos(turn)[:, None] - off[..., 0] * np.sin(turn)[:, None]
    turned = np.degrees(np.abs(np.sin(turn[None] - turn[:, None])))
    row = (np.abs(across) < ASIDE) & (turned < TURNED)
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

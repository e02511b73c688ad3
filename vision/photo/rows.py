"""The reading order of tiles in a photograph: rows from the top, each from its left."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TypeVar

import numpy as np

from engine.tiles.tile import Face, format_tiles
from vision.nets.detect import Floats
from vision.nets.detection import Quad

SAME_ROW: Final = 0.5
"""Neighbours of a row differ in height by less than this share of a tile's height."""
BESIDE: Final = 1.4
"""Heights of a tile from a tile to the next of its row, at most."""
STEADY: Final = 0.15
"""Most that the slants of half of the rows may differ."""
CLEAR_TURN: Final = 0.7
"""Share of the tiles whose way of lying is known that must agree to turn the reader's head."""


class Lies(Protocol):
    @property
    def tile(self) -> Face | None: ...

    @property
    def quad(self) -> Quad: ...


T = TypeVar("T", bound=Lies)


def up(quad: Quad | Floats) -> Floats:
    """The unit vector (2, pixels) from the foot of a tile, whose corners are `quad` (4 x 2), to its head."""
    corners = np.asarray(quad, np.float64)
    way = corners[:2].sum(axis=0) - corners[2:].sum(axis=0)
    return np.asarray(way / max(float(np.hypot(*way)), 1e-9))


def head(ways: Sequence[Floats]) -> Floats:
    """The unit vector (2) that is up for the reader of tiles with these: as most lie, else as the picture
    says."""
    plain = np.array([0.0, -1.0])
    if not ways:
        return plain
    whole = np.sum(ways, axis=0)
    length = float(np.hypot(*whole))
    if length < 1e-9:
        return plain
    most = np.asarray(whole / length)
    agree = sum(float(way @ most) > math.sqrt(0.5) for way in ways)
    return most if agree >= CLEAR_TURN * len(ways) else plain


def rows(tiles: Sequence[T]) -> list[list[T]]:
    """The tiles row by row; rows may slant, and each tile is compared with its neighbour."""
    if not tiles:
        return []
    most = head([up(t.quad) for t in tiles])
    height = float(np.median([_height(t.quad, most) for t in tiles]))
    across, over = (
        np.array([np.mean(t.quad, axis=0) for t in tiles]) @ np.stack([(-most[1], most[0]), most]).T
    ).T
    over = over - _slant(across, over, height) * across
    chains: list[list[int]] = []
    for k in np.argsort(across, kind="stable").tolist():
        gap, chain = min(
            ((abs(float(over[c[-1]] - over[k])), c) for c in chains),
            key=lambda pair: pair[0],
            default=(math.inf, []),
        )
        if gap < SAME_ROW * height:
            chain.append(k)
        else:
            chains.append([k])
    chains.sort(key=lambda c: -float(np.mean(over[c])))
    return [[tiles[k] for k in chain] for chain in chains]


def _slant(across: Floats, over: Floats, height: float) -> float:
    """How much further up the next tile of a row lies for each pixel to the right; 0 if rows do not agree."""
    steps = []
    for x, y in zip(across, over, strict=True):
        right, higher = across - x, over - y
        beside = (right > np.abs(higher)) & (np.hypot(right, higher) < BESIDE * height)
        if beside.any():
            next_one = int(np.where(beside, right, np.inf).argmin())
            steps.append(float(higher[next_one] / right[next_one]))
    if len(steps) < max(2, len(across) // 2):
        return 0.0
    slant = float(np.median(steps))
    return slant if float(np.median(np.abs(np.array(steps) - slant))) < STEADY else 0.0


def text(tiles: Iterable[Lies]) -> str:
    """The faces in the given order as `123m0p1f`; backs say nothing."""
    return format_tiles(t.tile for t in tiles if t.tile is not None)


def _height(quad: Quad, most: Floats) -> float:
    along = np.asarray(quad) @ most
    return float(along.max() - along.min())

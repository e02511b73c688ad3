"""How the tiles of a photograph lie: rows of pieces with gaps between them, as their reader sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.nets.detect import Floats
from vision.photo.read import PhotoTile
from vision.photo.rows import head, rows, up

NEAR: Final = 0.35
"""Widths of a tile: what stands nearer together is one piece."""
APART: Final = 1.2
"""What stands further apart is no part of the same hand."""
ALIKE: Final = 1.45
"""Times that the width of a tile may be that of its neighbour."""
ACROSS: Final = 0.5
"""Cosine of the angle to the other tiles, below which a tile lies on its side."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where tile number `at` lies, in pixels along the row (`x`) and up (`y`) for the reader of the tiles."""

    at: int
    x: float
    y: float
    wide: float
    high: float
    across: bool

    @property
    def width(self) -> float:
        """The width of the tile itself, whichever way it lies."""
        return self.high if self.across else self.wide


Piece = tuple[Spot, ...]
Bunch = tuple[Piece, ...]


def bunches(tiles: Sequence[PhotoTile]) -> list[Bunch]:
    """The pieces of the rows, those near each other together; from the top, each row from its left."""
    spots = {id(tile): spot for tile, spot in zip(tiles, _spots(tiles), strict=True)}
    out: list[Bunch] = []
    for row in rows(list(tiles)):
        whole = [spots[id(tile)] for tile in row]
        ends = {part[-1].at for part in _cut(whole, APART)}
        bunch: list[Piece] = []
        for piece in _cut(whole, NEAR):
            bunch.append(piece)
            if piece[-1].at in ends:
                out.append(tuple(bunch))
                bunch = []
    return out


def gap(left: Spot, right: Spot) -> float:
    """Room between two tiles of a row, in widths of a tile."""
    room = right.x - right.wide / 2 - left.x - left.wide / 2
    return room / max(1e-9, (left.width + right.width) / 2)


def _cut(row: Sequence[Spot], most: float) -> Iterator[Piece]:
    piece: list[Spot] = []
    for spot in row:
        if piece and (gap(piece[-1], spot) > most or not _alike(piece[-1], spot)):
            yield tuple(piece)
            piece = []
        piece.append(spot)
    if piece:
        yield tuple(piece)


def _alike(one: Spot, other: Spot) -> bool:
    ratio = one.width / max(1e-9, other.width)
    return 1 / ALIKE < ratio < ALIKE


def _spots(tiles: Sequence[PhotoTile]) -> list[Spot]:
    ways = [up(tile.quad) for tile in tiles]
    most = head(ways)
    axes = np.stack([(-most[1], most[0]), most])
    return [_spot(at, axes, tile, way) for at, (tile, way) in enumerate(zip(tiles, ways, strict=True))]


def _spot(at: int, axes: Floats, tile: PhotoTile, way: Floats) -> Spot:
    corners = np.asarray(tile.quad, np.float64) @ axes.T
    (x, y), (wide, high) = corners.mean(axis=0).tolist(), _sides(corners)
    across = abs(float(way @ axes[1])) < ACROSS
    return Spot(at, x, y, high if across else wide, wide if across else high, across)


def _sides(corners: Floats) -> tuple[float, float]:
    """Width and height of a tile: slanting rows have larger outlines than tiles."""
    a, b, c, d = corners
    wide = float(np.linalg.norm(b - a) + np.linalg.norm(c - d)) / 2
    high = float(np.linalg.norm(d - a) + np.linalg.norm(c - b)) / 2
    return wide, high

"""The outlines of tiles that lie side by side, by the grid of them that is seen in perspective.

The detector knows rectangles only; near the camera and aslant a face is none, and its outline slips. The
tiles of a row or a block together show how each of them lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.nets.detect import Floats
from vision.photo.levels import Candidate

BESIDE: Final = 0.3
"""A tile is one step of the grid from another if it is within so much of its width and height of there."""
TURNED: Final = 0.4
"""And lies as that does if its sides, measured by those of the other, differ by less from them."""
LEAST_TILES: Final = 3
UNEVEN: Final = 0.05
"""Widths or heights of a tile that the middles of a grid are off it (root of the mean square): on photographs
rows and blocks 0.04 at most, bent rows and tiles that stand about from 0.06 on."""
_CORNERS: Final = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_STEPS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
Cell = tuple[int, int]


def in_grids(kept: Sequence[Candidate]) -> list[Candidate | None]:
    """Each of `kept` with the outline that its grid gives it; None where it lies in none.

    A tile that was thought to lie across its grid gets the outline of the cell that it is in.
    """
    out: list[Candidate | None] = [None] * len(kept)
    middles = np.array([c.middle for c in kept]).reshape(-1, 1, 2)
    left = set(range(len(kept)))
    while left:
        grid = _grid(kept, min(left))
        left -= set(grid)
        if len(grid) < LEAST_TILES:
            continue
        to_px = _seen(grid)
        places = cv2.perspectiveTransform(middles, np.linalg.inv(to_px))[:, 0]
        taken = {cell for cell, _ in grid.values()}
        off = np.array([places[k] - cell for k, (cell, _) in grid.items()])
        if np.sqrt(np.square(off).mean(axis=0)).max() > UNEVEN:
            continue
        cells = {
            k: cell for k, place in enumerate(places) if (cell := _cell_beside(place, taken)) is not None
        }
        for k, cell in (cells | {k: cell for k, (cell, _) in grid.items()}).items():
            quad = cv2.perspectiveTransform((_CORNERS + cell)[None], to_px)[0]
            if k in grid or out[k] is None:
                out[k] = replace(kept[k], quad=np.asarray(quad), turned=0.0)
    return out


def _grid(kept: Sequence[Candidate], first: int) -> dict[int, tuple[Cell, Floats]]:
    """The tiles that lie in one grid with the first and as it does: their cells and outlines."""
    grid: dict[int, tuple[Cell, Floats]] = {first: ((0, 0), kept[first].quad)}
    todo = [first]
    while todo:
        (column, row), quad = grid[todo.pop()]
        by_sides = np.linalg.inv(_sides(quad))
        for k, other in enumerate(kept):
            step = (other.middle - quad.mean(axis=0)) @ by_sides
            across, down = np.round(step).astype(int).tolist()
            if k in grid or (across, down) not in _STEPS or np.abs(step - (across, down)).max() > BESIDE:
                continue
            for turned in (other.quad, np.roll(other.quad, 2, axis=0)):
                if np.abs(_sides(turned) @ by_sides - np.eye(2)).max() < TURNED:
                    grid[k] = (column + across, row + down), turned
                    todo.append(k)
    return grid


def _sides(quad: Floats) -> Floats:
    """2 x 2 px: the way along the upper and the lower side, and down the others."""
    a, b, c, d = quad
    return np.array([(b + c - a - d) / 2, (c + d - a - b) / 2])


def _seen(grid: dict[int, tuple[Cell, Floats]]) -> Floats:
    """What takes columns and rows to pixels, 3 x 3."""
    flat = np.concatenate([_CORNERS + cell for cell, _ in grid.values()])
    seen = np.concatenate([quad for _, quad in grid.values()])
    return np.asarray(cv2.findHomography(flat, seen)[0], np.float64)


def _cell_beside(place: Floats, taken: set[Cell]) -> Cell | None:
    """The cell that this place is the middle of, if one beside it is taken."""
    column, row = np.round(place).astype(int).tolist()
    near = np.abs(place - (column, row)).max() < BESIDE
    return (column, row) if near and any((column + x, row + y) in taken for x, y in _STEPS) else None

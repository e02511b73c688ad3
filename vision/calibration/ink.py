"""By how much white outgrows black in a picture: what the edges inside printed markers say.

Light spreads in the lens before the camera bends its levels, so that what is white looks larger than it is,
and what is black smaller. The outer edges of a marker cannot tell that from a smaller marker, but those
between its cells can: from black to white they move one way, from white to black the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.corners import Floats
from vision.calibration.markers import DICTIONARY

CELLS: Final = 6
"""Of a marker's side: four and the black border at either end."""
BESIDE: Final = np.linspace(-0.3, 0.3, 5)
ACROSS: Final = np.linspace(-0.5, 0.5, 21)
"""Where an edge between two cells is cut, in cells: beside its middle, and across."""
LEAST: Final = 12
"""Of fewer edges nothing is said."""
ODD: Final = 3 * 1.4826
"""So many median deviations from the others an edge is not believed."""


def grown(grey: NDArray[np.uint8], seen: Mapping[int, Floats]) -> float:
    """By how many pixels white is wider at each edge than it was printed; 0 where too few edges show it.

    `seen` are the outer corners of markers by id, 4 x 2 pixels clockwise from the top left.
    """
    found = np.array([edge for marker, corners in seen.items() for edge in _edges(grey, marker, corners)])
    if len(found) < LEAST:
        return 0.0
    way, off = found.T
    beside = np.abs(off / way - np.median(off / way))
    way, off = found[beside <= ODD * np.median(beside)].T
    return float((way @ off) / (way @ way))


def widened(corners: Floats, by: float) -> Floats:
    """The 4 x 2 corners of a square with every side `by` pixels further out."""
    middle = corners.mean(axis=0)
    return np.asarray(middle + (corners - middle) * (1 + 2 * by / _side(corners)))


def _side(corners: Floats) -> float:
    return float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))


def _edges(grey: NDArray[np.uint8], marker: int, corners: Floats) -> Iterator[tuple[float, float]]:
    """Of each edge between two cells by how many pixels one of growth moves it from where the corners, which
    move too, put it; and how far from there it is seen."""
    square = np.array([(0, 0), (CELLS, 0), (CELLS, CELLS), (0, CELLS)], np.float32)
    to_px = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    cells, pixels = _cells(marker), _side(corners) / CELLS
    for upright in (True, False):
        rises = np.diff(cells if upright else cells.T, axis=1)
        for row, before in np.argwhere(rises).tolist():
            edge, rise = before + 1, int(rises[row, before])
            x, y = np.meshgrid(edge + ACROSS, row + 0.5 + BESIDE)
            spots = np.stack((x, y) if upright else (y, x), axis=-1)
            off = _middle(grey, np.asarray(cv2.perspectiveTransform(spots, to_px)), rise)
            if off is not None:
                yield 2 * edge / CELLS - 1 - rise, off * pixels


def _middle(grey: NDArray[np.uint8], spots: Floats, rise: int) -> float | None:
    """Where the cuts of an edge rise or fall, in cells from its place; None where they do not."""
    at = spots.astype(np.float32)
    shown = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR).astype(np.float64).mean(axis=0)
    steep = np.clip(np.diff(shown) * rise, 0, None) ** 2
    if not steep.any():
        return None
    return float(steep @ (ACROSS[:-1] + ACROSS[1:]) / 2 / steep.sum())


@lru_cache(maxsize=16)
def _cells(marker: int) -> NDArray[np.int8]:
    """CELLS x CELLS: 1 where a marker is white."""
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return np.asarray(cv2.aruco.generateImageMarker(book, marker, CELLS) > 0, np.int8)

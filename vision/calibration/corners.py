"""Corners of printed squares to a twentieth of a pixel: lines fitted to the four edges, and their meets.

A corner refined by itself is drawn to the near corner of the marker's white card, or of the noise;
an edge of sixty pixels is not.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SAMPLES: Final = 32
"""Places along an edge where it is cut across."""
REACH_PX: Final = 2.5
STEP_PX: Final = 0.25
"""How far, and how finely, each cut goes to either side: not beyond the white card (3 px at 1.3 px/mm)."""


def refine(grey: NDArray[np.uint8], square: Floats) -> Floats:
    """4 x 2 corners (clockwise, in pixels) of a dark square on a light card, from corners good to 2 px."""
    corners = square
    for _ in range(2):
        lines = [_edge(grey, corners[i], corners[(i + 1) % 4]) for i in range(4)]
        meets = [_meet(lines[i - 1], lines[i]) for i in range(4)]
        if any(meet is None for meet in meets):
            return square
        corners = np.array(meets)
    return corners if float(np.abs(corners - square).max()) <= 2 * REACH_PX else square


def _edge(grey: NDArray[np.uint8], start: Floats, end: Floats) -> tuple[Floats, Floats]:
    """A point and the direction of the edge near the line from `start` to `end`, dark on its right."""
    along = end - start
    along = along / (np.hypot(*along) + 1e-9)
    outward = np.array([along[1], -along[0]])
    at = np.linspace(0.08, 0.92, SAMPLES)[:, None] * (end - start) + start
    across = np.arange(-REACH_PX, REACH_PX + 1e-9, STEP_PX)
    spots = at[:, None, :] + across[None, :, None] * outward
    cuts = cv2.remap(
        grey, spots[:, :, 0].astype(np.float32), spots[:, :, 1].astype(np.float32), cv2.INTER_LINEAR
    )
    rise = np.clip(np.diff(cuts.astype(np.float64), axis=1), 0.0, None) ** 2
    weight = rise.sum(axis=1)
    off = (rise * (across[:-1] + STEP_PX / 2)).sum(axis=1) / (weight + 1e-9)
    where = (at - start) @ along
    tilt, shift = _line(where, off, weight)
    direction = along + tilt * outward
    return start + shift * outward, direction / np.hypot(*direction)


def _line(x: Floats, y: Floats, weight: Floats) -> tuple[float, float]:
    """Slope and offset, after what lies far from a first line is left out."""
    keep = np.ones(len(x), bool)
    slope, offset = 0.0, float(np.median(y))
    for _ in range(3):
        w = np.where(keep, weight, 0.0) + 1e-9
        middle, height = (w @ x) / w.sum(), (w @ y) / w.sum()
        slope = float((w * (x - middle)) @ y / (w @ (x - middle) ** 2))
        offset = float(height - slope * middle)
        far = np.abs(y - slope * x - offset)
        keep = far <= max(0.15, 2.5 * float(np.median(far)))
    return slope, offset


def _meet(a: tuple[Floats, Floats], b: tuple[Floats, Floats]) -> Floats | None:
    (p, u), (q, v) = a, b
    cross = u[0] * v[1] - u[1] * v[0]
    if abs(cross) < 0.2:
        return None
    d = q - p
    return np.asarray(p + u * ((d[0] * v[1] - d[1] * v[0]) / cross))

"""The pose of the camera from the four corners of the field, pointed at by a person, and its own edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.calibration.by_markers import check_light
from vision.calibration.corners import Floats
from vision.calibration.edges import CUTS, EDGE_PX, Found, looks, points, traced
from vision.calibration.fit import LENS, FitError, Known, Seen, fit
from vision.calibration.lens import surface_of, usual_lens
from vision.calibration.markers import STANDARD, Plan
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Pixels

TOUCH_PX: Final = 4.0
"""Standard deviation of a corner that a finger or a pointer has touched."""
BENT_MM: Final = 16.0
"""So far a lens bends the middle of a side off the line between its corners: k1 of -0.2 at 66 degrees."""
NEAR_MM: Final = 6.0
"""And so far a touched corner may lie from the edge."""
AGAIN_MM: Final = 4.0
"""How far the edges are looked for once the lens is known by them."""
CLEAR: Final = 0.5
"""The share of a side's cuts that must show its edge."""
ASKEW_MM: Final = 25.0
"""Corners further than this from those of any square are no corners of the field."""
STRAIGHT_MM: Final = 2.0
"""Edges that are less straight than this are no edges of the field."""
UNHELD: Final = (
    "The edges of the mat are not seen clearly: the lens is not known by them, and nobody notices when the "
    "camera moves. Light the mat evenly, or lay the printed markers on its rim."
)
LEAST_SHARE: Final = 0.05
"""Of the picture: a field smaller than this was touched by mistake."""


def calibrate_by_corners(
    pixels: Pixels, touched: Sequence[tuple[float, float]], plan: Plan = STANDARD, fov: float | None = None
) -> Surface:
    """The surface from the pixels of the field's four corners, in any order; seat 0 is at the bottom.

    The edges between them are found in the picture and give pose and lens better. CalibrationError says what
    is wrong with the corners or the picture.
    """
    size = (pixels.shape[1], pixels.shape[0])
    spots = in_order(touched, size)
    known = usual_lens(size[0], fov)
    surface = _by_touch(spots, size, known, plan)
    found = None
    for reach, near in ((BENT_MM, NEAR_MM), (AGAIN_MM, AGAIN_MM)):
        found = traced(pixels, surface, reach, near)
        if not _clear(found):
            check_light(pixels)
            return surface
        surface = _by_edges(found, spots, surface, known)
    if surface.error_mm > STRAIGHT_MM:
        raise CalibrationError(
            f"The edges between the corners are not straight (off by {surface.error_mm:.1f} mm): clear the "
            "edges of the field, or touch its corners again where cloth and rim meet.",
            "not_straight",
        )
    return replace(surface, edges=looks(pixels, surface))


def in_order(touched: Sequence[tuple[float, float]], size: tuple[int, int]) -> Floats:
    """4 x 2: the corners from seat 0's left to its right and on, however they were given."""
    spots = np.asarray(touched, np.float64).reshape(-1, 2)
    if len(spots) != 4:
        raise CalibrationError(
            f"{len(spots)} corners were given: give the four corners of the field.", "no_field"
        )
    if not ((spots >= 0) & (spots <= np.array(size) - 1)).all():
        raise CalibrationError(
            f"A corner lies outside the picture of {size[0]} x {size[1]}: all four must be seen, so hang the "
            "camera higher or aim it at the middle of the mat.",
            "corner_outside",
        )
    ring = cv2.convexHull(spots.astype(np.float32), clockwise=False).reshape(-1, 2).astype(np.float64)
    if len(ring) != 4 or cv2.contourArea(ring.astype(np.float32)) < LEAST_SHARE * size[0] * size[1]:
        raise CalibrationError(
            "The four corners are those of no field: touch four corners that lie apart, each once.",
            "no_field",
        )
    ring = ring if _runs_right(ring) else ring[::-1]
    low = [ring[i, 1] + ring[(i + 1) % 4, 1] for i in range(4)]
    return np.roll(ring, -int(np.argmax(low)), axis=0)


def _runs_right(ring: Floats) -> bool:
    """Whether the lower side of the ring is run through from left to right."""
    low = int(np.argmax([ring[i, 1] + ring[(i + 1) % 4, 1] for i in range(4)]))
    return bool(ring[low, 0] < ring[(low + 1) % 4, 0])


def _corners(plan: Plan) -> Floats:
    half = plan.field / 2
    return np.array([(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)])


def _by_touch(spots: Floats, size: tuple[int, int], known: Known, plan: Plan) -> Surface:
    """The pinhole that explains the corners alone, its error how far they are from it."""
    straight = Known(known.mean, np.concatenate([known.spread[:1], np.full(LENS - 1, 1e-6)]))
    try:
        params, spread = fit([Seen(_corners(plan), spots, sd=TOUCH_PX)], size, straight)
    except (FitError, np.linalg.LinAlgError) as error:
        raise CalibrationError(_ASKEW, "no_square") from error
    surface = surface_of(params, spread, size, plan)
    off = surface.table_points(spots, 0.0) * surface.unit - _corners(plan)[:, :2]
    error_mm = float(np.sqrt((off**2).sum(axis=1).mean()))
    if not error_mm <= ASKEW_MM:
        raise CalibrationError(_ASKEW, "no_square")
    return replace(surface, error_mm=round(error_mm, 4))


_ASKEW: Final = (
    "The four corners are not those of a square: touch those of the whole field, where cloth and rim meet."
)


def _clear(found: Found) -> bool:
    """Whether every side shows its edge in enough of its cuts."""
    return all(int((found.side == side).sum()) >= CLEAR * CUTS for side in range(4))


def _by_edges(found: Found, spots: Floats, surface: Surface, known: Known) -> Surface:
    """The camera that explains the edges, and the touched corners as far as they go."""
    size, plan = (surface.width, surface.height), surface.plan
    edge, corners = points(found, surface), _corners(plan)
    every = Seen(
        np.concatenate([edge.table, corners, corners]),
        np.concatenate([edge.pixels, spots, spots]),
        np.concatenate([edge.across, np.tile((1.0, 0.0), (4, 1)), np.tile((0.0, 1.0), (4, 1))]),
        np.repeat([EDGE_PX, TOUCH_PX], [len(edge.table), 8]),
    )
    try:
        params, spread = fit([every], size, known)
    except (FitError, np.linalg.LinAlgError) as error:
        raise CalibrationError(_ASKEW, "no_square") from error
    placed = surface_of(params, spread, size, plan)
    off = 1.4826 * float(np.median(np.abs(edge.misfit(placed))))
    return replace(placed, error_mm=round(off / placed.scale(), 4))

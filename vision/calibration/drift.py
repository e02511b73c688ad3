"""How far the mat has moved in the picture since it was calibrated, measured by its markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.calibration.corners import Floats
from vision.calibration.follow import held
from vision.calibration.markers import IDS, Plan
from vision.calibration.surface import Surface, find_markers, marker_corners, marker_offsets
from vision.camera.frame import Pixels

LEAST_RIGID: Final = 3
RIGID_MM: Final = 1.0
"""So many markers show a movement of the whole, and agree with it if they are not farther off."""
ROI_MM: Final = 30.0
"""How far around its place a marker is looked for when watching for drift."""


def drift(pixels: Pixels, surface: Surface) -> float | None:
    """How far (mm) the mat has moved in the picture since calibration; None if it is not seen.

    By its edges where it has no markers. Each marker is looked for around its place, and only if none is
    there in the whole picture.
    """
    if not surface.markers:
        now = held(pixels, surface) if surface.edges else None
        return None if now is None else now.moved
    near = {i: off for i in IDS if (off := marker_shift(around(pixels, surface, i), surface, i)) is not None}
    if not near:
        seen = find_markers(pixels)
        near = {i: off.mean(axis=0) for i, off in marker_offsets(surface, seen).items()}
    return displacement(near, surface.plan)


def displacement(shifts: Mapping[int, Floats], plan: Plan) -> float | None:
    """How far (mm) the mat has moved where it has moved most, from the shifts of markers; None for none.

    A bump moves all markers as one rigid body; a card that was kicked, or misread, moves alone and
    is outvoted.
    """
    if not shifts:
        return None
    off = np.array(list(shifts.values()))
    if len(off) < LEAST_RIGID:
        return float(np.median(np.hypot(*off.T)))
    places = np.array([marker_corners(plan, i)[:, :2].mean(axis=0) for i in shifts])
    rigid, _ = cv2.estimateAffinePartial2D(
        places, places + off, method=cv2.RANSAC, ransacReprojThreshold=RIGID_MM
    )
    if rigid is None:
        return float(np.median(np.hypot(*off.T)))
    moved = places @ rigid[:, :2].T + rigid[:, 2]
    agree = np.hypot(*(moved - places - off).T) <= RIGID_MM
    return float(np.hypot(*(moved - places)[agree].T).max(initial=0.0))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a picture, and where its left top pixel is in the whole."""

    pixels: Pixels
    x: int
    y: int


def marker_shift(part: Part, surface: Surface, marker: int) -> Floats | None:
    """How far (2: x, y in mm) the middle of a marker lies from its place; None if the part does not show
    it."""
    if min(part.pixels.shape[:2]) <= 8:
        return None
    found = find_markers(part.pixels, exact=False).get(marker)
    if found is None:
        return None
    seen = {marker: found + np.array([part.x, part.y])}
    return np.asarray(marker_offsets(surface, seen)[marker].mean(axis=0))


def around(pixels: Pixels, surface: Surface, marker: int) -> Part:
    """The part of the picture where a marker should be, with ROI_MM on every side."""
    px = surface.image_points(surface.of_mm(marker_corners(surface.plan, marker)))
    margin = ROI_MM * surface.scale()
    left, top = np.maximum(np.floor(px.min(axis=0) - margin), 0).astype(int).tolist()
    right, bottom = np.maximum(np.ceil(px.max(axis=0) + margin), 0).astype(int).tolist()
    return Part(pixels[top:bottom, left:right], left, top)

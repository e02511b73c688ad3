"""Drawings over the camera's picture: grid, zones, markers and errors of a calibration."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.calibration.markers import IDS
from vision.calibration.mat import Zone
from vision.calibration.surface import Surface, find_markers, marker_corners, marker_offsets
from vision.calibration.zones import outline
from vision.camera.frame import Pixels
from vision.camera.sources import PICTURES

GRID_MM: Final = 50.0
ENLARGED: Final = 50.0
"""How many times longer than it is the error of a marker is drawn."""
COLOURS: Final = {
    Zone.HAND: (255, 200, 80),
    Zone.MELD: (80, 160, 255),
    Zone.WALL: (200, 200, 200),
    Zone.POND: (80, 255, 120),
    Zone.STICK: (60, 60, 255),
    Zone.CENTRE: (255, 120, 255),
    Zone.COUNTERS: (180, 180, 60),
}
"""BGR of a zone's outline."""


def calibration_picture(pixels: Pixels, surface: Surface) -> Pixels:
    """A copy with the mat's grid every 50 mm, the four players' zones and their names, the markers
    that are seen with an arrow from each to where it errs to, and the places of those that are not."""
    out = pixels.copy()
    half = surface.plan.field / 2
    steps = np.arange(-half // GRID_MM * GRID_MM + GRID_MM, half, GRID_MM)
    along = np.linspace(-half, half, 31)
    for step in steps:
        for line in (
            np.column_stack([np.full(31, step), along, np.zeros(31)]),
            np.column_stack([along, np.full(31, step), np.zeros(31)]),
        ):
            _line(out, surface.image_points(surface.of_mm(line)), (235, 235, 235), 1, closed=False)
    for zone, rect in surface.layout.zones.items():
        for seat in range(4):
            corners = outline(surface, rect, seat)
            _line(out, corners, COLOURS[zone], 3)
            _name(out, f"{zone.value} {seat}", corners.mean(axis=0), COLOURS[zone])
    _draw_markers(out, pixels, surface)
    return out


def _draw_markers(out: Pixels, pixels: Pixels, surface: Surface) -> None:
    """Yellow: used; orange: seen and left out; red: not seen."""
    seen = find_markers(pixels)
    offs = marker_offsets(surface, seen)
    for marker in IDS:
        place = surface.image_points(surface.of_mm(marker_corners(surface.plan, marker)))
        if marker not in seen:
            _line(out, place, (0, 0, 255), 2)
            _name(out, f"{marker} missing", place.mean(axis=0), (0, 0, 255))
            continue
        colour = (0, 255, 255) if marker in surface.markers else (0, 128, 255)
        _line(out, seen[marker], colour, 1)
        middle = marker_corners(surface.plan, marker).mean(axis=0)
        errs = np.append(offs[marker].mean(axis=0) * ENLARGED, 0.0)
        start, end = (
            np.round(surface.image_points(surface.of_mm([middle, middle + errs]))).astype(int).tolist()
        )
        cv2.arrowedLine(out, start, end, (0, 0, 255), 2, cv2.LINE_AA, tipLength=0.2)
    text = f"arrows: errors x {ENLARGED:.0f}; {surface.error_mm:.2f} mm in all"
    cv2.putText(out, text, (12, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 5, cv2.LINE_AA)
    cv2.putText(out, text, (12, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2, cv2.LINE_AA)


def _line(
    out: Pixels, points: np.ndarray, colour: tuple[int, int, int], width: int, closed: bool = True
) -> None:
    cv2.polylines(out, [np.round(points).astype(np.int32)], closed, colour, width, cv2.LINE_AA)


def _name(out: Pixels, text: str, middle: np.ndarray, colour: tuple[int, int, int]) -> None:
    (width, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.7, 2)
    at = (int(middle[0]) - width // 2, int(middle[1]))
    cv2.putText(out, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 5, cv2.LINE_AA)
    cv2.putText(out, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, colour, 2, cv2.LINE_AA)


def write_picture(path: Path, pixels: Pixels) -> None:
    """Write a PNG or JPEG by the file's ending; OSError where that fails."""
    ending = path.suffix if path.suffix.lower() in PICTURES else ".png"
    _, data = cv2.imencode(ending, pixels)
    path.write_bytes(np.asarray(data, np.uint8).tobytes())

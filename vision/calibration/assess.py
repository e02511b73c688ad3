"""What a calibration is worth, and where it has the mat in the picture: plain numbers for people to see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from vision.calibration.advice import LEAST_PX, Hint, few_pixels
from vision.calibration.by_corners import UNHELD
from vision.calibration.by_markers import corner_errors
from vision.calibration.mat import Zone
from vision.calibration.surface import Surface
from vision.calibration.zones import cut_off, outline
from vision.camera.frame import Pixels

Quad = tuple[tuple[float, float], ...]
"""Four points in pixels."""
Grade = Literal["good", "fair", "poor"]
GOOD_MM: Final = 0.5
FAIR_MM: Final = 1.0
"""Root mean square error of markers, or median of edges: a mat counts as moved from 1.8 mm on."""
UNSURE_MM: Final = 1.0
"""Standard deviation of a stacked tile's place, from which on the height of the camera is unsure."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A zone of a seat in the picture."""

    zone: Zone
    seat: int
    quad: Quad


@dataclass(frozen=True, slots=True)
class Assessed:
    """`by` what the calibration was made, how much it errs (mm; `worst_mm` of a single corner of a marker),
    and the `grade` of it all. `corners` are those of the field from seat 0's left on."""

    by: Literal["markers", "edges", "corners"]
    error_mm: float
    worst_mm: float | None
    grade: Grade
    hints: tuple[Hint, ...]
    tile_px: float
    height_mm: float
    corners: Quad
    zones: tuple[Outline, ...]


def assessed(surface: Surface, pixels: Pixels | None = None) -> Assessed:
    """`pixels`: the picture that it was made of, for the worst corner of a marker."""
    by: Literal["markers", "edges", "corners"] = (
        "markers" if surface.markers else "edges" if surface.edges else "corners"
    )
    worst = None
    if by == "markers" and pixels is not None:
        found = corner_errors(pixels, surface)
        worst = round(float(found.max()), 2)
    hints = tuple(_hints(surface))
    return Assessed(
        by=by,
        error_mm=round(surface.error_mm, 2),
        worst_mm=worst,
        grade=_grade(surface, {hint.code for hint in hints}),
        hints=hints,
        tile_px=round(surface.least_length(), 1),
        height_mm=round(float(surface.eye()[2]) * surface.unit),
        corners=field_corners(surface),
        zones=tuple(
            Outline(zone, seat, _quad(outline(surface, rect, seat)))
            for zone, rect in surface.layout.zones.items()
            for seat in range(1 if zone is Zone.CENTRE else 4)
        ),
    )


def field_corners(surface: Surface) -> Quad:
    """The corners of the field in the picture, from seat 0's left on."""
    half = surface.layout.half
    ends = ((-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0))
    return _quad(surface.image_points(ends))


def _quad(points: np.ndarray) -> Quad:
    """The corners, rounded to a tenth of a pixel."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)


def _grade(surface: Surface, lacking: set[str]) -> Grade:
    """The worst of what is known: what lies beyond the picture is never read."""
    if "cut" in lacking or surface.error_mm > FAIR_MM:
        return "poor"
    return "fair" if lacking or surface.error_mm > GOOD_MM else "good"


def _hints(surface: Surface) -> list[Hint]:
    """What would make the calibration better: `cut`, `unheld`, `few_pixels`, `height`."""
    out = []
    if cut := cut_off(surface):
        out.append(Hint("cut", _beyond(cut), {"edges": list(cut)}))
    if not surface.markers and not surface.edges:
        out.append(Hint("unheld", UNHELD))
    if (sentence := few_pixels(surface)) is not None:
        length = round(surface.least_length())
        out.append(Hint("few_pixels", sentence, {"pixels": length, "wanted": round(LEAST_PX)}))
    if surface.lift_mm > UNSURE_MM:
        sentence = "How high the camera hangs is unsure: give the lens's field of view."
        out.append(Hint("height", sentence))
    return out


def _beyond(edges: Sequence[str]) -> str:
    return (
        f"The picture ends before the mat does (at its {' and '.join(edges)} edge): hang the camera higher."
    )

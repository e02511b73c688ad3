"""What the calibration page asks of the table, and what it is answered."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from contract.messages import Model
from vision.calibration.advice import Hint
from vision.calibration.assess import Assessed, Quad
from vision.calibration.markers import HIGHEST_MM, LARGEST_MM, NARROWEST_MM, SMALLEST_MM, WIDEST_MM
from vision.calibration.surface import LONGEST_MM, SHORTEST_MM, CalibrationError, Surface
from vision.calibration.surface import WIDEST_MM as WIDEST_CENTRE_MM

Spot = tuple[float, float]
"""Pixels to the right and down."""


class CalibrateHint(Model):
    """Why something is refused, or what would make it better: a code for the languages, its values, and the
    English sentence."""

    code: str
    values: dict[str, JsonValue] = Field(default_factory=dict)
    message: str


class CalibrateZone(Model):
    """A zone of a seat in the picture."""

    zone: str
    seat: int
    quad: list[Spot]


class CalibrateMarker(Model):
    """A marker that the picture shows."""

    id: int
    quad: list[Spot]


class Calibrated(Model):
    """A calibration: the one in use, or one that was tried.

    `by` what it was made. `error_mm` is how far markers lie from their places, or how straight the edges are;
    `worst_mm` the worst corner of a marker. `grade` of it all. `corners` are those of the field in pixels,
    from seat 0's left on.
    """

    by: Literal["markers", "edges", "corners"]
    error_mm: float
    worst_mm: float | None
    grade: Literal["good", "fair", "poor"]
    field_mm: float
    marker_mm: float
    rim_mm: float
    """How high the rim stands above the cloth."""
    tile_mm: float
    centre_mm: float
    tile_px: float
    """Pixels of a tile's length where the camera sees it smallest."""
    height_mm: float
    """Of the camera above the mat."""
    corners: list[Spot]
    zones: list[CalibrateZone]
    hints: list[CalibrateHint]


class CalibrateNow(Model):
    """`/calibrate/now.json`: what the camera sees now, and the calibration in use.

    `sight` is `ok`, `missing`, `dark`, `covered`, `blurred`, `frozen`, `moved`, or `uncalibrated`. `refused`:
    why nothing may be calibrated now, and then no picture is given.
    """

    sight: str
    refused: CalibrateHint | None
    width: int
    height: int
    brightness: float
    """0 to 255."""
    edge_mm: float | None
    """How wide sharp edges are."""
    markers: list[CalibrateMarker]
    hints: list[CalibrateHint]
    corners: list[Spot]
    """Where dragging begins: the corners of the calibration in use, or a square inside the picture."""
    current: Calibrated | None
    hidden: list[int]
    """Seats whose standing hands are blacked out in the picture."""
    kept: bool
    """Whether what is saved is on the disk: a virtual table without `camera.calibration` keeps nothing."""


class CalibrateAsked(Model):
    """What is to be tried; `current` is the calibration in use, with other tiles. Without `field_mm` the
    markers on the rim give the width; without `tile_mm`, `centre_mm` and `rim_mm` they stay as they are."""

    by: Literal["markers", "corners", "current"]
    corners: Annotated[list[Spot], Field(default_factory=list, max_length=4)]
    field_mm: Annotated[float, Field(ge=NARROWEST_MM, le=WIDEST_MM)] | None = None
    marker_mm: Annotated[float, Field(ge=SMALLEST_MM, le=LARGEST_MM)] = 30.0
    rim_mm: Annotated[float, Field(ge=0, le=HIGHEST_MM)] | None = None
    tile_mm: Annotated[float, Field(ge=SHORTEST_MM, le=LONGEST_MM)] | None = None
    centre_mm: Annotated[float, Field(ge=0, le=WIDEST_CENTRE_MM)] | None = None
    fov: Annotated[float, Field(ge=10, le=140)] | None = None
    """The lens's horizontal field of view in degrees."""


class CalibrateTried(Model):
    """`/calibrate/try`: what would be saved under `id`, or why there is nothing."""

    id: str = ""
    found: Calibrated | None = None
    refused: CalibrateHint | None = None


class CalibrateChosen(Model):
    """What was tried before, by its `id`."""

    id: str


class CalibrateTiles(Model):
    """`/calibrate/tiles`: how long the tiles on the mat are, or why they cannot be measured."""

    tile_mm: float | None = None
    refused: CalibrateHint | None = None


class CalibrateSaved(Model):
    """`/calibrate/save`."""

    refused: CalibrateHint | None = None


def calibrated(surface: Surface, found: Assessed) -> Calibrated:
    """What the page receives of it."""
    return Calibrated(
        by=found.by,
        error_mm=found.error_mm,
        worst_mm=found.worst_mm,
        grade=found.grade,
        field_mm=surface.plan.field,
        marker_mm=surface.plan.marker,
        rim_mm=surface.plan.rim,
        tile_mm=surface.tile,
        centre_mm=surface.centre,
        tile_px=found.tile_px,
        height_mm=found.height_mm,
        corners=spots(found.corners),
        zones=[CalibrateZone(zone=z.zone.value, seat=z.seat, quad=spots(z.quad)) for z in found.zones],
        hints=[of_hint(hint) for hint in found.hints],
    )


def spots(quad: Quad) -> list[Spot]:
    return [(x, y) for x, y in quad]


def of_hint(hint: Hint) -> CalibrateHint:
    return CalibrateHint(code=hint.code, values=dict(hint.values), message=hint.sentence)


def of_error(error: CalibrationError) -> CalibrateHint:
    return CalibrateHint(code=error.code, values=dict(error.values), message=str(error))

"""Camera to mat: the pose of the camera from the printed markers, and positions at any height.

One nearly frontal picture of a plane gives position on the plane to a tenth of a millimetre, but
focal length and distance only together. The parallax of a tile's top needs the distance, so the
lens's field of view enters as a prior; tilt, lens distortion and further pictures refine it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import ArrayLike

from runtime.stored import Format, StoredError
from vision.calibration.corners import Floats, refine
from vision.calibration.fit import directions, project, rotation
from vision.calibration.layout import Layout
from vision.calibration.markers import DICTIONARY, IDS, QUIET, STANDARD, WIDEST_CARD, Plan
from vision.calibration.mat import TILE_H, Rect
from vision.camera.frame import Pixels

Edges = tuple[tuple[float, ...], ...]
"""Of each side of the field, from seat 0's on: what a cut across it shows."""
SHORTEST_MM: Final = 24.0
LONGEST_MM: Final = 46.0
"""Tiles of hand-played, parlour and Chinese sets."""
WIDEST_MM: Final = 280.0
"""A unit in the middle of bought tables: with buttons, dice and displays."""
FORMAT: Final = Format(
    "calibration",
    4,
    "calibration",
    "run `jantaku calibrate` again",
    {
        1: lambda data: data | {"tile": TILE_H},
        2: lambda data: (
            {"centre": 0.0} | data | {"field": STANDARD.field, "rim": STANDARD.marker, "edges": []}
        ),
        3: lambda data: data | {"marker": data["rim"], "rim": 0.0},
    },
)


class CalibrationError(Exception):
    """The picture or the file gives no calibration; the message says why and what to do.

    `code` and `values` say the same as data, for pages in every language; `unread` is a file's.
    """

    def __init__(self, message: str, code: str = "unread", **values: float | str | list[int]) -> None:
        super().__init__(message)
        self.code = code
        self.values = values


@dataclass(frozen=True, slots=True)
class Surface:
    """A pinhole camera with radial distortion (`k1`, `k2`), looking at the table frame.

    The table frame is in units of which a tile's length has 34, so the same tables serve tiles of every
    size; with tiles of 34 mm they are millimetres. `tile` is the length in mm, `centre` the side in mm of
    a unit that hides the middle of the mat, 0 for none; `plan` has the width of the field and of its
    markers, and how high its rim is.
    Where there are no `markers` the field is known by its `edges`: what each side looks like across
    (`vision.calibration.edges`). `rotation` (Rodrigues vector) and `shift` (units) take table points to the
    camera; `focal` in pixels; `axis` is where the optical axis meets the picture, in pixels from its middle.
    `error_mm` is the root mean square distance of the markers' corners from their places on the cloth;
    `lift_mm` the standard deviation of a point 40 mm above the edge of the mat.
    """

    width: int
    height: int
    focal: float
    k1: float
    rotation: tuple[float, float, float]
    shift: tuple[float, float, float]
    error_mm: float
    lift_mm: float
    markers: tuple[int, ...] = ()
    k2: float = 0.0
    axis: tuple[float, float] = (0.0, 0.0)
    tile: float = TILE_H
    centre: float = 0.0
    plan: Plan = STANDARD
    edges: Edges = ()

    @property
    def unit(self) -> float:
        """Millimetres of a unit."""
        return self.tile / TILE_H

    @property
    def layout(self) -> Layout:
        """Where the zones of the mat lie, in units."""
        return Layout(self.plan.field / 2 / self.unit, self.centre / 2 / self.unit)

    def with_tiles(self, length: float, centre: float = 0.0) -> Self:
        """The same camera over tiles of another length, around a unit in the `centre`, both in mm;
        CalibrationError for a length that is not read, or where the mat is too small."""
        if not SHORTEST_MM <= length <= LONGEST_MM:
            raise CalibrationError(
                f"Tiles {length:g} mm long are not read: give {SHORTEST_MM:g} to {LONGEST_MM:g} mm.",
                "tile_length",
                least=SHORTEST_MM,
                most=LONGEST_MM,
            )
        x, y, z = (self.unit / (length / TILE_H) * part for part in self.shift)
        if not 0 <= centre <= WIDEST_MM:
            raise CalibrationError(
                f"A unit {centre:g} mm wide is not known: give 0 (none) to {WIDEST_MM:g} mm.",
                "centre_width",
                most=WIDEST_MM,
            )
        found = replace(self, shift=(x, y, z), tile=length, centre=centre)
        if not found.layout.fits:
            around = f" around a unit {centre:g} mm wide" if centre else ""
            raise CalibrationError(
                f"The mat ({self.plan.field:g} mm) is too small for tiles {length:g} mm long{around}: ponds, "
                "walls and hands would touch.",
                "no_room",
            )
        return found

    @property
    def params(self) -> Floats:
        """The 11 parameters of `vision.calibration.fit`: log focal length, k1, k2, axis, rotation, shift."""
        return np.array([math.log(self.focal), self.k1, self.k2, *self.axis, *self.rotation, *self.shift])

    def image_points(self, xyz: ArrayLike) -> Floats:
        """N x 3 table points as N x 2 pixels."""
        points = np.asarray(xyz, np.float64).reshape(-1, 3)
        return project(self.params, points, self.width, self.height)

    def table_points(self, px: ArrayLike, z: ArrayLike) -> Floats:
        """N x 2 pixels as N x 2 table points, `z` units above the cloth: one height, or one for each."""
        pixels = np.asarray(px, np.float64).reshape(-1, 2)
        flat = directions(self.params, pixels, self.width, self.height)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ rotation(np.array(self.rotation))
        eye = self.eye()
        down = np.reshape(z, (-1, 1)) - eye[2]
        return np.asarray(eye[:2] + rays[:, :2] * (down / rays[:, 2:]))

    def homography(self, z: float, region: Rect | None = None) -> Floats:
        """3 x 3 from the table frame's plane `z` to pixels.

        Exact for a lens without distortion; otherwise the best fit over `region` (None: the mat), so a
        small region is rectified to a fraction of a pixel whatever the lens.
        """
        return _homography(self, float(z), region or self.layout.mat).copy()

    def eye(self) -> Floats:
        """The place of the camera (3) in the table frame."""
        return np.asarray(-rotation(np.array(self.rotation)).T @ np.array(self.shift))

    def scale(self) -> float:
        """Pixels per mm on the cloth in the middle of the mat."""
        a, b = self.image_points([[-50.0, 0.0, 0.0], [50.0, 0.0, 0.0]])
        return float(np.hypot(*(b - a))) / (100.0 * self.unit)

    def least_length(self) -> float:
        """Pixels of a tile's length where the camera sees it smallest on the field, whichever way it lies."""
        half, long = self.layout.half, TILE_H
        ends = (-half, 0.0, half)
        at = np.array([(x, y, 0.0) for x in ends for y in ends])
        ways = [np.array(way) * long / 2 for way in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))]
        lengths = [self.image_points(at + way) - self.image_points(at - way) for way in ways]
        return float(min(np.hypot(*length.T).min() for length in lengths))

    def of_mm(self, mm: ArrayLike) -> Floats:
        """Millimetres as units of the table frame, in the same shape."""
        return np.asarray(mm, np.float64) / self.unit

    def save(self, path: Path) -> None:
        """Replaces the file as a whole; OSError."""
        FORMAT.write(
            path,
            {
                "width": self.width,
                "height": self.height,
                "focal": self.focal,
                "k1": self.k1,
                "k2": self.k2,
                "axis": list(self.axis),
                "rotation": list(self.rotation),
                "shift": [part * self.unit for part in self.shift],
                "error_mm": self.error_mm,
                "lift_mm": self.lift_mm,
                "markers": list(self.markers),
                "tile": self.tile,
                "centre": self.centre,
                "field": self.plan.field,
                "marker": self.plan.marker,
                "rim": self.plan.rim,
                "edges": self.edges,
            },
            copied=True,
        )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote. CalibrationError if it is missing, no calibration or a newer program's."""
        try:
            raw = FORMAT.read(path)
            turn, shift = ([float(v) for v in raw[k]] for k in ("rotation", "shift"))
            axis = [float(v) for v in raw.get("axis", (0.0, 0.0))]
            focal, k1, off, lift = (float(raw[k]) for k in ("focal", "k1", "error_mm", "lift_mm"))
            found = cls(
                width=int(raw["width"]),
                height=int(raw["height"]),
                focal=focal,
                k1=k1,
                rotation=(turn[0], turn[1], turn[2]),
                shift=(shift[0], shift[1], shift[2]),
                error_mm=off,
                lift_mm=lift,
                markers=tuple(int(i) for i in raw.get("markers", ())),
                k2=float(raw.get("k2", 0.0)),
                axis=(axis[0], axis[1]),
                plan=Plan(float(raw["field"]), float(raw["marker"]), float(raw["rim"])),
                edges=tuple(tuple(float(v) for v in side) for side in raw["edges"]),
            ).with_tiles(float(raw["tile"]), float(raw["centre"]))
        except OSError as error:
            raise CalibrationError(
                f"The calibration {path} cannot be read ({error.strerror}): run `jantaku calibrate`."
            ) from error
        except StoredError as error:
            raise CalibrationError(str(error)) from error
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise CalibrationError(str(FORMAT.broken(path))) from error
        if not (found.width > 0 and found.height > 0 and found.focal > 0):
            raise CalibrationError(str(FORMAT.broken(path)))
        return found


@lru_cache(maxsize=64)
def _homography(surface: Surface, z: float, region: Rect) -> Floats:
    x, y = np.meshgrid(np.linspace(region.left, region.right, 7), np.linspace(region.near, region.far, 7))
    mm = np.column_stack([x.ravel(), y.ravel()])
    px = surface.image_points(np.column_stack([mm, np.full(len(mm), z)]))
    found, _ = cv2.findHomography(mm, px, 0)
    return np.asarray(found, np.float64)


def marker_corners(plan: Plan, marker: int) -> Floats:
    """4 x 3: the corners of a marker in mm from the middle of the mat, clockwise from its top left."""
    return np.array(plan.by_id[marker].corners)


def find_markers(pixels: Pixels, exact: bool = True) -> dict[int, Floats]:
    """The markers of the mat in a picture or a part of one: 4 x 2 corners in pixels by id.

    Not `exact` is faster and good to about a pixel.
    """
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    corners, ids, _ = _detector().detectMarkers(grey)
    if ids is None:
        return {}
    found = zip(np.ravel(np.asarray(ids)), corners, strict=True)
    good = {int(i): np.asarray(c, np.float64).reshape(4, 2) for i, c in found if int(i) in IDS}
    return {i: refine(grey, c) for i, c in good.items()} if exact else good


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    # OpenCV's own 0.125 takes the outline of a card for that of its marker, and the larger one counts.
    how.minMarkerDistanceRate = QUIET / (4 * WIDEST_CARD)
    # Only the middle of a cell tells its colour: where the light is too strong, white grows over its edges.
    how.perspectiveRemoveIgnoredMarginPerCell = 0.3
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return cv2.aruco.ArucoDetector(book, how)


def marker_offsets(surface: Surface, seen: dict[int, Floats]) -> dict[int, Floats]:
    """By marker, 4 x 2: how far (mm) each corner that was seen lies from its place on cloth or rim."""
    out = {}
    for i, spots in seen.items():
        places = marker_corners(surface.plan, i)
        height = surface.of_mm(places[:, 2])
        out[i] = surface.table_points(spots, height) * surface.unit - places[:, :2]
    return out

"""Camera to mat: the pose of the camera from the printed markers, and positions at any height.

One nearly frontal picture of a plane tells position on the plane to a tenth of a millimetre, but
focal length and distance only together. The parallax of a tile's top needs the distance, so the
lens's field of view enters as a prior; tilt, lens distortion and further pictures refine it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import ArrayLike

from runtime.stored import Format, StoredError
from vision.calibration.corners import Floats, refine
from vision.calibration.fit import LENS, FitError, Known, Seen, directions, fit, project, rotation
from vision.calibration.layout import Layout
from vision.calibration.markers import BY_ID, DICTIONARY
from vision.calibration.mat import MAT_HALF, TILE_H, Rect
from vision.camera.frame import Pixels

FOV_DEG: Final = 55.0
"""Horizontal field of view in degrees where nobody says it: between the cameras used for this, whose
data sheets give 50 (HQ camera, 6 mm lens, binned) to 66 (Camera Module 3)."""
FOV_GUESS: Final = 0.2
FOV_KNOWN: Final = 0.02
"""Relative standard deviations of the focal length: of FOV_DEG, and of a data sheet's figure."""
DISTORTION: Final = 0.2
"""Standard deviation assumed of the radial coefficients before anything was seen."""
AXIS: Final = 0.01
"""And of the optical axis from the middle of the picture, as a share of its width."""
SAME_LENS: Final = 1e-3
"""And of what is known of the lens when the same camera has only been moved."""
LEAST_MARKERS: Final = 4
OUTLIER_MM: Final = 3.0
"""A marker this far from where the others say it is was misread, or its card has moved."""
MISFIT_MM: Final = 2.0
"""More than this is a mat of another plan or a crumpled one."""
DARK: Final = 30.0
"""Mean brightness (0..255) below which missing markers are put down to the light."""
SHORTEST_MM: Final = 24.0
LONGEST_MM: Final = 46.0
"""Tiles of hand-played, parlour and Chinese sets."""
FORMAT: Final = Format(
    "calibration",
    2,
    "calibration",
    "run `jantaku calibrate` again",
    {1: lambda data: data | {"tile": TILE_H}},
)


class CalibrationError(Exception):
    """The picture or the file gives no calibration; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A pinhole camera with radial distortion (`k1`, `k2`), looking at the table frame.

    The table frame is in units of which a tile's length has 34, so the same tables serve tiles of every
    size; with tiles of 34 mm they are millimetres. `tile` is the length in mm. `rotation` (Rodrigues vector)
    and `shift` (units) take table points to the camera; `focal` in pixels; `axis` is where the optical axis
    meets the picture, in pixels from its middle. `error_mm` is the root mean square distance of the markers'
    corners from their places on the cloth; `lift_mm` the standard deviation of a point 40 mm above the edge
    of the mat.
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

    @property
    def unit(self) -> float:
        """Millimetres of a unit."""
        return self.tile / TILE_H

    @property
    def layout(self) -> Layout:
        """Where the zones of the mat lie, in units."""
        return Layout(MAT_HALF / self.unit)

    def with_tiles(self, length: float) -> Self:
        """The same camera over tiles of another length in mm; CalibrationError for a length that is not read
        or of which the mat is too small."""
        if not SHORTEST_MM <= length <= LONGEST_MM:
            raise CalibrationError(
                f"Tiles {length:g} mm long are not read: give {SHORTEST_MM:g} to {LONGEST_MM:g} mm."
            )
        x, y, z = (self.unit / (length / TILE_H) * part for part in self.shift)
        found = replace(self, shift=(x, y, z), tile=length)
        if not found.layout.fits:
            raise CalibrationError(
                f"The mat is too small for tiles {length:g} mm long: ponds, walls and hands would touch."
            )
        return found

    @property
    def params(self) -> Floats:
        """The numbers of `vision.calibration.fit`."""
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
        """Where the camera is in the table frame."""
        return np.asarray(-rotation(np.array(self.rotation)).T @ np.array(self.shift))

    def scale(self) -> float:
        """Pixels per mm on the cloth in the middle of the mat."""
        a, b = self.image_points([[-50.0, 0.0, 0.0], [50.0, 0.0, 0.0]])
        return float(np.hypot(*(b - a))) / (100.0 * self.unit)

    def of_mm(self, mm: ArrayLike) -> Floats:
        """Millimetres as units of the table frame."""
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
            },
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
            ).with_tiles(float(raw["tile"]))
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


def marker_corners(marker: int) -> Floats:
    """4 x 3: the corners of a marker in mm from the middle of the mat, clockwise from its top left."""
    return np.array(BY_ID[marker].corners)


def find_markers(pixels: Pixels, exact: bool = True) -> dict[int, Floats]:
    """The markers of the mat in a picture or a part of one: 4 x 2 corners in pixels by id.

    Not `exact` is faster and good to about a pixel.
    """
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    corners, ids, _ = _detector().detectMarkers(grey)
    if ids is None:
        return {}
    found = zip(np.ravel(np.asarray(ids)), corners, strict=True)
    good = {int(i): np.asarray(c, np.float64).reshape(4, 2) for i, c in found if int(i) in BY_ID}
    return {i: refine(grey, c) for i, c in good.items()} if exact else good


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return cv2.aruco.ArucoDetector(book, how)


def calibrate(pixels: Pixels, fov: float | None = None, others: Sequence[Pixels] = ()) -> Surface:
    """The surface seen in a picture of the empty mat.

    `fov` is the lens's horizontal field of view in degrees from its data sheet; without it the
    height of the tiles is placed less surely (see `Surface.lift_mm`). `others` are pictures by the
    same lens, of the same size, from other places: they tell focal length and distortion better.
    CalibrationError says what is wrong with a picture.
    """
    height, width = pixels.shape[:2]
    pictures = [_markers_of(picture, (width, height)) for picture in (pixels, *others)]
    focal = math.log(width / 2 / math.tan(math.radians(fov or FOV_DEG) / 2))
    spread = [FOV_KNOWN if fov else FOV_GUESS, DISTORTION, DISTORTION, AXIS * width, AXIS * width]
    known = Known(np.array([focal, 0.0, 0.0, 0.0, 0.0]), np.array(spread))
    found, off = _placed(pictures, (width, height), known)
    limit = max(OUTLIER_MM, 3 * float(np.median(list(off.values()))))
    good = {i: corners for i, corners in pictures[0].items() if off[i] <= limit}
    if len(good) < len(off):
        _check_markers(good)
        found, _ = _placed([good, *pictures[1:]], (width, height), known)
    if found.error_mm > MISFIT_MM:
        raise CalibrationError(
            f"The markers do not fit the mat's plan (off by {found.error_mm:.1f} mm): lay the mat flat and "
            "check the size and places of the markers."
        )
    return found


def relocate(pixels: Pixels, surface: Surface) -> Surface | None:
    """Where the same camera is now, from the markers in view; None if they do not fit within a millimetre."""
    seen = find_markers(pixels)
    size = (pixels.shape[1], pixels.shape[0])
    lens = surface.params[:LENS]
    spread = np.array([SAME_LENS, SAME_LENS, SAME_LENS, SAME_LENS * size[0], SAME_LENS * size[0]])
    try:
        _check_markers(seen)
        found, _ = _placed([seen], size, Known(lens, spread))
    except CalibrationError:
        return None
    return found.with_tiles(surface.tile) if found.error_mm <= 1.0 else None


def _markers_of(pixels: Pixels, size: tuple[int, int]) -> dict[int, Floats]:
    """The markers of a picture that shows enough of them; CalibrationError otherwise."""
    if pixels.shape[1::-1] != size:
        raise CalibrationError(
            f"The pictures differ in size ({size[0]} x {size[1]} and {pixels.shape[1]} x {pixels.shape[0]}): "
            "take all of them with the same camera."
        )
    seen = find_markers(pixels)
    if len(seen) < LEAST_MARKERS:
        _check_light(pixels)
    _check_markers(seen)
    return seen


def _check_light(pixels: Pixels) -> None:
    mean, spread = (float(np.ravel(v).mean()) for v in cv2.meanStdDev(pixels))
    if mean < DARK:
        raise CalibrationError(
            f"The picture is too dark (brightness {mean:.0f} of 255): switch the lamp on or expose longer."
        )
    if spread < 4:
        raise CalibrationError("The picture shows nothing but one colour: uncover the lens.")


def _check_markers(seen: dict[int, Floats]) -> None:
    missing = [i for i in BY_ID if i not in seen]
    places = np.array([marker_corners(i).mean(axis=0)[:2] for i in seen], np.float32).reshape(-1, 2)
    area = float(cv2.contourArea(cv2.convexHull(places))) if len(places) >= 3 else 0.0
    if len(seen) >= LEAST_MARKERS and area >= MAT_HALF * MAT_HALF / 8:
        return
    names = ", ".join(map(str, missing))
    why = f"only {len(seen)} of the {len(BY_ID)} markers are seen" if seen else "no marker is seen"
    if len(seen) >= LEAST_MARKERS:
        why = "the markers that are seen lie too close together"
    raise CalibrationError(
        f"The mat cannot be placed: {why} (missing {names}); "
        "clear the mat, show all of it and focus the lens."
    )


def _placed(
    pictures: Sequence[dict[int, Floats]], size: tuple[int, int], known: Known
) -> tuple[Surface, dict[int, float]]:
    """The camera that explains the markers of the first picture, and how far each of them is off (mm)."""
    points = [
        Seen(np.concatenate([marker_corners(i) for i in seen]), np.concatenate(list(seen.values())))
        for seen in pictures
    ]
    try:
        params, spread = fit(points, size, known)
    except FitError as error:
        raise CalibrationError(
            "The markers fit no view of the mat: take the picture again from above."
        ) from error
    log_focal, k1, k2, *rest = params.tolist()
    bare = Surface(
        width=size[0],
        height=size[1],
        focal=math.exp(log_focal),
        k1=k1,
        rotation=(rest[2], rest[3], rest[4]),
        shift=(rest[5], rest[6], rest[7]),
        error_mm=0.0,
        lift_mm=0.0,
        markers=tuple(sorted(pictures[0])),
        k2=k2,
        axis=(rest[0], rest[1]),
    )
    off = _marker_errors(bare, pictures[0])
    whole = float(np.sqrt(np.mean(np.square(list(off.values())))))
    return replace(bare, error_mm=round(whole, 4), lift_mm=round(_lift(bare, spread), 4)), off


def marker_offsets(surface: Surface, seen: dict[int, Floats]) -> dict[int, Floats]:
    """By marker, 4 x 2: how far (mm) each corner that was seen lies from its place on the cloth."""
    return {
        i: surface.table_points(c, 0.0) * surface.unit - marker_corners(i)[:, :2] for i, c in seen.items()
    }


def corner_errors(pixels: Pixels, surface: Surface) -> Floats:
    """Distances (mm) from their places of all corners of the markers that the calibration rests on."""
    seen = {i: c for i, c in find_markers(pixels).items() if i in surface.markers}
    offs = np.concatenate(list(marker_offsets(surface, seen).values()))
    return np.asarray(np.hypot(*offs.T))


def _marker_errors(surface: Surface, seen: dict[int, Floats]) -> dict[int, float]:
    """Root mean square distance of each marker's corners from their places, mm."""
    offs = marker_offsets(surface, seen)
    return {i: float(np.sqrt((off**2).sum(axis=1).mean())) for i, off in offs.items()}


def _lift(surface: Surface, spread: Floats) -> float:
    """Standard deviation (mm) of a point 40 mm above the edge of the mat, from the fit's covariance."""
    top = np.array([[MAT_HALF, 0.0, 40.0], [0.0, MAT_HALF, 40.0], [-MAT_HALF, 0.0, 40.0]])
    size = (surface.width, surface.height)
    params = surface.params
    now = project(params, top, *size).ravel()
    steps = np.diag(np.sqrt(np.diag(spread)) * 1e-2)
    slope = np.column_stack([(project(params + s, top, *size).ravel() - now) / s.sum() for s in steps])
    return float(np.sqrt(np.diag(slope @ spread @ slope.T).max())) / surface.scale()

"""The pose of the camera from printed markers: any four that lie apart, and how wide the field is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.calibration.advice import DIM
from vision.calibration.corners import Floats
from vision.calibration.fit import CORNER_PX, LENS, POSE, FitError, Known, Seen, fit
from vision.calibration.ink import grown, widened
from vision.calibration.lens import same_lens, surface_of, unsure_mm, usual_lens
from vision.calibration.markers import AT_RIM, IDS, NAMES, STANDARD, Plan
from vision.calibration.surface import (
    CalibrationError,
    Surface,
    find_markers,
    marker_corners,
    marker_offsets,
)
from vision.calibration.zones import cut_off
from vision.camera.frame import Pixels

LEAST_MARKERS: Final = 4
OUTLIER_MM: Final = 3.0
"""A marker this far from where the others say it is was misread, or its card has moved."""
MISFIT_MM: Final = 2.0
"""More than this is a mat of another plan or a crumpled one."""
APART_MM: Final = 1.0
"""No point of the field may be less sure than this; a mat counts as moved from 1.8 mm on."""
SHARPEST_PX: Final = 0.05
"""No corner is found better than this, however well few of them agree (see `vision.calibration.corners`)."""
DARK: Final = 30.0
"""Mean brightness (0..255) below which missing markers are put down to the light."""
RIM_IDS: Final = tuple(m.id for m in AT_RIM)


def calibrate(
    pixels: Pixels, fov: float | None = None, others: Sequence[Pixels] = (), plan: Plan = STANDARD
) -> Surface:
    """The surface seen in a picture of the empty mat with the markers of `plan`.

    `fov` is the lens's horizontal field of view in degrees from its data sheet; without it the
    height of the tiles is placed less surely (see `Surface.lift_mm`). `others` are pictures by the
    same lens, of the same size, from other places: they give focal length and distortion better.
    CalibrationError says what is wrong with a picture.
    """
    size = (pixels.shape[1], pixels.shape[0])
    pictures = [_markers_of(picture, size) for picture in (pixels, *others)]
    known = usual_lens(size[0], fov)
    found, off = _placed(pictures, size, known, plan)
    limit = max(OUTLIER_MM, 3 * float(np.median(list(off.values()))))
    good = {i: corners for i, corners in pictures[0].items() if off[i] <= limit}
    if len(good) < len(off):
        _check_markers(good)
        found, _ = _placed([good, *pictures[1:]], size, known, plan)
    if found.error_mm > MISFIT_MM:
        raise _misfit(found.error_mm)
    return found


def _misfit(off: float) -> CalibrationError:
    """For markers that are `off` mm from where their plan has them."""
    return CalibrationError(
        f"The markers do not fit the mat's plan (off by {off:.1f} mm): lay the mat flat and "
        "check the size and places of the markers.",
        "misfit",
    )


def measured_field(
    pixels: Pixels, fov: float | None, marker: float, rim: float = 0.0
) -> tuple[float, float] | None:
    """How wide the field is by its markers, whose size and height above the cloth are known, and the standard
    deviation; mm.

    None where fewer than four of those on the rim are seen: where the others lie does not show it.
    """
    size = (pixels.shape[1], pixels.shape[0])
    seen = {i: corners for i, corners in _printed(pixels).items() if i in RIM_IDS}
    if len(seen) < LEAST_MARKERS:
        return None
    plan = Plan(_roughly(seen, marker), marker, rim)
    outward = np.concatenate([np.tile((m.x, m.y, 0.0), (4, 1)) for m in AT_RIM if m.id in seen])
    order = [m.id for m in AT_RIM if m.id in seen]
    points = _points({i: seen[i] for i in order}, plan)
    try:
        params, spread = fit([replace(points, outward=outward)], size, usual_lens(size[0], fov), growing=True)
    except (FitError, np.linalg.LinAlgError):
        return None
    return plan.field + 2 * float(params[-1]), 2 * float(np.sqrt(spread[-1, -1]))


def field_width(pixels: Pixels, fov: float | None, marker: float, rim: float = 0.0) -> float:
    """How wide the field is by the markers of its rim, to a millimetre: the usual width unless they say
    otherwise. CalibrationError where they do and the picture is too dim to believe them."""
    measured = measured_field(pixels, fov, marker, rim)
    if measured is None or abs(measured[0] - STANDARD.field) <= 2 * measured[1]:
        return STANDARD.field
    if float(pixels.mean()) < DIM:
        raise CalibrationError(
            f"The picture is too dim to measure the field by its markers (about {measured[0]:.0f} mm): "
            "light the mat, or give the width with --field.",
            "too_dim",
            field=round(measured[0]),
        )
    return float(round(measured[0]))


def _roughly(seen: dict[int, Floats], marker: float) -> float:
    """How wide the field is by how much smaller the markers are than the square that they lie on; mm.

    Seen without distortion this is exact.
    """
    places = {m.id: (m.x, m.y) for m in AT_RIM}
    spots = np.array([seen[i].mean(axis=0) for i in seen])
    flat, _ = cv2.findHomography(spots, np.array([places[i] for i in seen]), 0)
    if flat is None:
        return STANDARD.field
    square = cv2.perspectiveTransform(np.concatenate(list(seen.values()))[None], flat)[0].reshape(-1, 4, 2)
    sides = np.hypot(*np.moveaxis(square - np.roll(square, 1, axis=1), 2, 0))
    return 2 * (marker / float(np.median(sides)) - Plan(0.0, marker).reach)


def relocate(pixels: Pixels, surface: Surface) -> Surface | None:
    """Where the camera is now, from the markers in view; None if they do not fit within a millimetre.

    It is the same one with the same lens unless its pictures have another size: of that one nothing is known.
    """
    seen = _printed(pixels)
    size = (pixels.shape[1], pixels.shape[0])
    same = size == (surface.width, surface.height)
    try:
        _check_markers(seen)
        lens = same_lens(surface, size[0]) if same else usual_lens(size[0], None)
        found, _ = _placed([seen], size, lens, surface.plan)
    except CalibrationError:
        return None
    return found.with_tiles(surface.tile, surface.centre) if found.error_mm <= 1.0 else None


def corner_errors(pixels: Pixels, surface: Surface) -> Floats:
    """Distances (N, mm) of all corners of the markers that the calibration rests on from their places."""
    seen = {i: c for i, c in _printed(pixels).items() if i in surface.markers}
    offs = np.concatenate(list(marker_offsets(surface, seen).values()))
    return np.asarray(np.hypot(*offs.T))


def _markers_of(pixels: Pixels, size: tuple[int, int]) -> dict[int, Floats]:
    """The markers of a picture that shows enough of them; CalibrationError otherwise."""
    if pixels.shape[1::-1] != size:
        raise CalibrationError(
            f"The pictures differ in size ({size[0]} x {size[1]} and {pixels.shape[1]} x {pixels.shape[0]}): "
            "take all of them with the same camera.",
            "sizes",
        )
    seen = _printed(pixels)
    if len(seen) < LEAST_MARKERS:
        check_light(pixels)
        _check_mirror(pixels)
    _check_markers(seen)
    return seen


def _printed(pixels: Pixels) -> dict[int, Floats]:
    """The markers of a picture as large as they are printed, wherever white outgrows black: 4 x 2 corners in
    pixels by id."""
    found = find_markers(pixels)
    by = grown(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8), found)
    return {i: widened(corners, by) for i, corners in found.items()}


def check_light(pixels: Pixels) -> None:
    """CalibrationError for a picture that is dark or shows nothing."""
    mean, spread = (float(np.ravel(v).mean()) for v in cv2.meanStdDev(pixels))
    if mean < DARK:
        raise CalibrationError(
            f"The picture is too dark (brightness {mean:.0f} of 255): switch the lamp on or expose longer.",
            "dark",
        )
    if spread < 4:
        raise CalibrationError("The picture shows nothing but one colour: uncover the lens.", "covered")


def _check_mirror(pixels: Pixels) -> None:
    """Markers in a mirror are markers of no dictionary, seen the right way round they are."""
    if len(find_markers(np.ascontiguousarray(pixels[:, ::-1]), exact=False)) >= LEAST_MARKERS:
        raise CalibrationError(
            "The picture is mirrored: switch off the mirror of the camera, or turn the camera round where it "
            "looks into one.",
            "mirrored",
        )


def _check_markers(seen: dict[int, Floats]) -> None:
    if len(seen) < LEAST_MARKERS:
        why = f"only {len(seen)} of the {len(IDS)} markers are seen" if seen else "no marker is seen"
        raise CalibrationError(
            _unplaced(f"{why}, and four that lie apart are needed", seen),
            "few_markers" if seen else "no_markers",
            seen=len(seen),
            missing=_missing(seen),
        )


def _missing(seen: dict[int, Floats]) -> list[int]:
    """The markers of the rim that are not seen."""
    return [i for i in RIM_IDS if i not in seen]


def _unplaced(why: str, seen: dict[int, Floats]) -> str:
    """The sentence for a picture with too few markers, naming those of the rim that are missing."""
    missing = ", ".join(f"{i} {NAMES[i]}" for i in _missing(seen))
    named = f" (missing on the rim: {missing})" if missing else ""
    return f"The mat cannot be placed: {why}{named}; clear the mat, show all of it and focus the lens."


def _points(seen: dict[int, Floats], plan: Plan) -> Seen:
    corners = [marker_corners(plan, i) for i in seen]
    return Seen(np.concatenate(corners), np.concatenate(list(seen.values())))


def _placed(
    pictures: Sequence[dict[int, Floats]], size: tuple[int, int], known: Known, plan: Plan
) -> tuple[Surface, dict[int, float]]:
    """The camera that explains the markers of the first picture, and how far each of them is off (mm)."""
    try:
        params, spread = fit([_points(seen, plan) for seen in pictures], size, known)
    except (FitError, np.linalg.LinAlgError) as error:
        raise CalibrationError(
            "The markers fit no view of the mat: take the picture again from above."
        ) from error
    bare = surface_of(params[: LENS + POSE], spread, size, plan)
    off = _marker_errors(bare, pictures[0])
    whole = float(np.sqrt(np.mean(np.square(list(off.values())))))
    noise = max(float(np.median(list(off.values()))) * bare.scale(), SHARPEST_PX) / CORNER_PX
    unsure = unsure_mm(bare, spread, 0.0)
    if not unsure * noise <= APART_MM:
        if unsure * SHARPEST_PX / CORNER_PX <= APART_MM:  # they would suffice if they were where they belong
            raise _misfit(whole)
        beyond = " and ".join(cut_off(bare))
        cut = f", for the picture ends before the mat does at its {beyond} edge" if beyond else ""
        raise CalibrationError(
            _unplaced(f"the markers that are seen lie too close together{cut}", pictures[0]),
            "close_markers",
            missing=_missing(pictures[0]),
        )
    return replace(bare, error_mm=round(whole, 4), markers=tuple(sorted(pictures[0]))), off


def _marker_errors(surface: Surface, seen: dict[int, Floats]) -> dict[int, float]:
    """Root mean square distance of each marker's corners from their places, mm."""
    offs = marker_offsets(surface, seen)
    return {i: float(np.sqrt((off**2).sum(axis=1).mean())) for i, off in offs.items()}

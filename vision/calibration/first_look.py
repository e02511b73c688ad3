"""What a picture shows before anybody has calibrated: markers, light, sharpness, and what hinders most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from vision.calibration.advice import Hint, flicker, hints, quality
from vision.calibration.assess import Quad
from vision.calibration.markers import STANDARD, Plan
from vision.calibration.surface import find_markers
from vision.camera.exposure import DARK_BELOW, level
from vision.camera.frame import Frame

PLAIN: Final = 5.0
"""Spread of grey levels below which the picture shows nothing."""
THIN: Final = 8
"""Of the columns of a picture that is kept for the flicker of its light one in so many is."""
BARE_SOFT_MM: Final = 6.0
"""Without markers the sharpest edges are those of cloth and wood, up to so wide in a sharp picture."""
INSET: Final = 0.12
"""Corners that nobody has touched yet stand so far inside the picture."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """`sight` is `ok`, `dark` or `covered`; `markers` are corners in pixels by id."""

    width: int
    height: int
    sight: str
    brightness: float
    edge_mm: float | None
    markers: dict[int, Quad]
    hints: tuple[Hint, ...]
    corners: Quad
    """Where dragging begins."""


def thinned(frame: Frame) -> Frame:
    """As much of a picture as shows its light."""
    return replace(frame, pixels=frame.own[:, ::THIN].copy(), before=None)


def first_look(frame: Frame, before: Sequence[Frame] = (), plan: Plan = STANDARD) -> FirstLook:
    """`before` are thinned pictures, the newest last: flicker needs eight."""
    found = quality([frame], plan)
    depth, mains = flicker(before)
    height, width = frame.own.shape[:2]
    seen = {
        i: tuple((round(float(x), 1), round(float(y), 1)) for x, y in c)
        for i, c in find_markers(frame.own, exact=False).items()
    }
    sight = "ok"
    if level(frame) < DARK_BELOW:
        sight = "dark"
    elif float(frame.own.std()) < PLAIN:
        sight = "covered"
    edge = None if found.edge_mm is None else round(found.edge_mm, 1)
    left, top = INSET * width, INSET * height
    right, bottom = width - left, height - top
    spoken = [] if sight != "ok" else hints(replace(found, flicker=depth, mains=mains))
    if not seen and edge is not None and edge <= BARE_SOFT_MM:
        spoken = [hint for hint in spoken if hint.code not in {"soft", "smeared"}]
    return FirstLook(
        *(width, height, sight, round(found.brightness), edge, seen, tuple(spoken)),
        corners=((left, bottom), (right, bottom), (right, top), (left, top)),
    )

"""Mats of other widths, with some markers or none, seen by cameras above and aslant."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.corners import Floats
from vision.calibration.markers import DICTIONARY, IDS, QUIET, RIM, Marker, Plan
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.scene.render import MatLook, Renderer, View
from vision.scene.scene import Scene

ASLANT = View(x=250.0, y=-300.0, z=1200.0, tilt=12.0, pan=-10.0, k1=-0.1)

DOTS = 8
"""Pixels a mm of a painted card."""


def seen_whole(view: View, field: float) -> View:
    """The camera with a lens that just shows a field so wide."""
    return replace(view, focal=view.focal * 850 / (field + 100) / (1.0 if view.tilt < 5 else 1.05))


def renderer(view: View, plan: Plan, cards: tuple[int, ...] = IDS, seed: int = 0) -> Renderer:
    return Renderer(view, mat=replace(MatLook(), plan=plan, cards=cards), seed=seed)


def shot(view: View, plan: Plan, cards: tuple[int, ...] = IDS, scene: Scene | None = None) -> Pixels:
    return renderer(view, plan, cards).render(scene or Scene(), 0.0)


def through_lens(pixels: Pixels, blur: float, times: float = 1.0) -> Pixels:
    """By a soft lens, `times` the light: it is added up, burnt out, and its levels bent afterwards."""
    light = cv2.GaussianBlur((pixels / 255.0) ** 2.2 * times, (0, 0), blur)
    return np.asarray(np.clip(255 * light ** (1 / 2.2) + 0.5, 0, 255), np.uint8)


def fov(view: View) -> float:
    return 2 * math.degrees(math.atan(view.width / 2 / view.focal))


def corners(view: View, plan: Plan) -> Floats:
    """4 x 2: where the picture shows the corners of the field, from seat 0's left on."""
    half = plan.field / 2
    spots = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)]
    return np.asarray(view.project(np.array(spots)))


def worst(surface: Surface, view: View) -> float:
    """The largest error (mm) of a place on the cloth, by the renderer's truth."""
    steps = np.linspace(-0.98, 0.98, 9) * surface.plan.field / 2
    points = np.array([(x, y, 0.0) for x in steps for y in steps])
    off = surface.table_points(view.project(points), 0.0) * surface.unit - points[:, :2]
    return float(np.hypot(*off.T).max())


def raised(view: View, plan: Plan, cards: tuple[int, ...] = ()) -> Pixels:
    """An empty mat whose rim stands `plan.rim` above the cloth, its walls in the shade: painted, for the
    renderer's rim is flush."""
    rng, half = np.random.default_rng(7), plan.field / 2
    out = np.full((view.height, view.width, 3), 40.0)
    for reach, height, colour in (
        (half + RIM, plan.rim, (90.0, 140.0, 190.0)),
        (half, plan.rim, (45.0, 75.0, 105.0)),
        (half, 0.0, (70.0, 95.0, 40.0)),
    ):
        cv2.fillPoly(out, [_sixteenths(view, _square(reach, height))], colour, cv2.LINE_AA, 4)
    for marker in (plan.by_id[number] for number in cards):
        _paste(out, _card(marker), view, replace(marker, side=marker.side + 2 * QUIET))
    seen = cv2.GaussianBlur(out, (0, 0), 0.8) + rng.normal(0, 2.0, out.shape)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


def _card(marker: Marker) -> Pixels:
    """A marker in its white card, as a printer and a camera make it: neither black nor white."""
    side, black = round((marker.side + 2 * QUIET) * DOTS), round(marker.side * DOTS)
    card, edge = np.full((side, side), 235, np.uint8), (side - black) // 2
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    inked = np.maximum(cv2.aruco.generateImageMarker(book, marker.id, black), 25)
    card[edge : edge + black, edge : edge + black] = inked
    return np.asarray(cv2.cvtColor(card, cv2.COLOR_GRAY2BGR), np.uint8)


def _square(half: float, z: float) -> Floats:
    """The edges of a square around the middle in many points, for a lens that bends them."""
    ends = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    share = np.linspace(0, 1, 60, endpoint=False)[:, None]
    flat = np.concatenate([a + share * (b - a) for a, b in zip(ends, np.roll(ends, -1, axis=0), strict=True)])
    return np.column_stack([flat, np.full(len(flat), z)])


def _sixteenths(view: View, points: Floats) -> NDArray[np.int32]:
    return np.asarray(np.rint(view.project(points) * 16), np.int32)


def _paste(out: Floats, card: Pixels, view: View, marker: Marker) -> None:
    size = float(len(card))
    corners = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - 0.5
    to_px = cv2.getPerspectiveTransform(corners, view.project(np.array(marker.corners)).astype(np.float32))
    # four dots a pixel: what is larger than the picture's pixels is averaged, not picked
    wide = np.diag([4.0, 4.0, 1.0]) @ to_px
    x0, y0 = np.floor(cv2.perspectiveTransform(corners[None], to_px)[0].min(axis=0)).astype(int) - 1
    x1, y1 = np.ceil(cv2.perspectiveTransform(corners[None], to_px)[0].max(axis=0)).astype(int) + 2
    shift = np.array([[1, 0, -4.0 * x0 + 1.5], [0, 1, -4.0 * y0 + 1.5], [0, 0, 1.0]]) @ wide
    shape = ((x1 - x0) * 4, (y1 - y0) * 4)
    drawn = cv2.warpPerspective(card, shift, shape)
    there = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), shift, shape)
    drawn, there = (cv2.resize(p, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA) for p in (drawn, there))
    share = there[..., None] / 255.0
    out[y0:y1, x0:x1] = (1 - share) * out[y0:y1, x0:x1] + drawn

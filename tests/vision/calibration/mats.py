"""Mats of other widths, with some markers or none, seen by cameras above and aslant."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.calibration.corners import Floats
from vision.calibration.markers import IDS, Plan
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.scene.render import MatLook, Renderer, View
from vision.scene.scene import Scene

ASLANT = View(x=250.0, y=-300.0, z=1200.0, tilt=12.0, pan=-10.0, k1=-0.1)


def seen_whole(view: View, field: float) -> View:
    """The camera with a lens that just shows a field so wide."""
    return replace(view, focal=view.focal * 850 / (field + 100) / (1.0 if view.tilt < 5 else 1.05))


def renderer(view: View, plan: Plan, cards: tuple[int, ...] = IDS, seed: int = 0) -> Renderer:
    return Renderer(view, mat=replace(MatLook(), plan=plan, cards=cards), seed=seed)


def shot(view: View, plan: Plan, cards: tuple[int, ...] = IDS, scene: Scene | None = None) -> Pixels:
    return renderer(view, plan, cards).render(scene or Scene(), 0.0)


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

"""Calibrations as people make them who touch the four corners of a field on its picture."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.calibration.by_corners import TOUCH_PX, calibrate_by_corners
from vision.calibration.markers import Plan
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.scene.camera import empty_mat
from vision.scene.render import View
from vision.scene.venue import Venue


def touched(
    pixels: Pixels, view: View, plan: Plan, rng: np.random.Generator, fov: float | None = None
) -> Surface:
    """The surface of an empty mat: its corners are off by a finger's width, and `fov` (degrees; None: that of
    `view`, as far as a data sheet gives it) is what people know of the lens. CalibrationError."""
    half = plan.field / 2
    corners = view.project(np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)]))
    fingers = corners + rng.normal(0, TOUCH_PX, (4, 2))
    return calibrate_by_corners(pixels, fingers.tolist(), plan, fov or known_fov(view, rng))


def known_fov(view: View, rng: np.random.Generator) -> float:
    """The horizontal angle of view in degrees, off by a per cent as data sheets are."""
    return 2 * math.degrees(math.atan(view.width / 2 / view.focal)) * float(rng.normal(1, 0.01))


def by_corners(look: Mapping[str, Any], path: Path, seed: int) -> Path:
    """Saves at `path` the calibration of a club without markers, whose look is a section [virtual]."""
    tile, centre = look["tile"], look["centre"]
    venue = Venue.chosen(look.get("venue"), None, None, None, None, tile, centre)
    bare = replace(venue, cloth=replace(venue.cloth, cards=()))
    seen = empty_mat(bare.rig())
    surface = touched(seen, venue.view, venue.cloth.plan, np.random.default_rng((seed, 4)))
    surface.with_tiles(tile, centre).save(path)
    return path

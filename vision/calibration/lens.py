"""What is known of a lens beforehand, and the surface that a fit gives with how sure it is."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from vision.calibration.corners import Floats
from vision.calibration.fit import LENS, Known, project
from vision.calibration.markers import Plan
from vision.calibration.surface import Surface

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
TOP_MM: Final = 40.0
"""Height of a stacked tile."""


def usual_lens(width: int, fov: float | None) -> Known:
    """What is known of a camera whose pictures are `width` pixels wide; `fov` as its data sheet has it."""
    focal = math.log(width / 2 / math.tan(math.radians(fov or FOV_DEG) / 2))
    spread = [FOV_KNOWN if fov else FOV_GUESS, DISTORTION, DISTORTION, AXIS * width, AXIS * width]
    return Known(np.array([focal, 0.0, 0.0, 0.0, 0.0]), np.array(spread))


def same_lens(surface: Surface, width: int) -> Known:
    """What is known of a camera that was calibrated and has only been moved."""
    spread = [SAME_LENS, SAME_LENS, SAME_LENS, SAME_LENS * width, SAME_LENS * width]
    return Known(surface.params[:LENS], np.array(spread))


def surface_of(params: Floats, spread: Floats, size: tuple[int, int], plan: Plan) -> Surface:
    """The surface of the parameters of a fit (P) and their covariance (P x P), its error not yet measured."""
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
        k2=k2,
        axis=(rest[0], rest[1]),
        plan=plan,
    )
    return replace(bare, lift_mm=round(unsure_mm(bare, spread, TOP_MM), 4))


def unsure_mm(surface: Surface, spread: Floats, z: float) -> float:
    """Standard deviation (mm) of a point `z` mm above the edge of the field where it is largest, from the
    covariance of a fit."""
    half = surface.plan.field / 2
    ends = (-half, 0.0, half)
    rim = np.array([(x, y, z) for x in ends for y in ends if x or y])
    size, params = (surface.width, surface.height), surface.params
    now = project(params, rim, *size).ravel()
    steps = np.diag(np.sqrt(np.diag(spread)) * 1e-2)
    slope = np.column_stack([(project(params + s, rim, *size).ravel() - now) / s.sum() for s in steps])
    return float(np.sqrt(np.diag(slope @ spread @ slope.T).max())) / surface.scale()

"""The camera's model, a pinhole with radial distortion, and its fit to known points of the table.

Parameters stand in one vector: the LENS numbers (logarithm of the focal length in pixels, the
radial coefficients k1 and k2, and how far the optical axis passes the middle of the picture to the
right and below, in pixels), then Rodrigues vector and shift (mm) that take table points to the camera.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.calibration.corners import Floats

LENS: Final = 5
POSE: Final = 6
CORNER_PX: Final = 0.2
"""Standard deviation assumed of a marker's corner found in a sharp picture."""
_STEPS: Final = (1e-5, 1e-5, 1e-5, 1e-3, 1e-3, 1e-6, 1e-6, 1e-6, 1e-3, 1e-3, 1e-3)


class FitError(Exception):
    """The points fit no view of the table."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the LENS numbers beforehand: means and standard deviations."""

    mean: Floats
    spread: Floats


@dataclass(frozen=True, slots=True)
class Seen:
    """Points of the table (N x 3, mm) and where one picture shows them (N x 2, pixels).

    With `across` (N x 2 unit vectors in the picture) a point is known in that direction alone, as one of a
    straight edge is. `sd` is the standard deviation of each in pixels.
    `outward` (N x 3) is how far a point lies further out for each mm of a larger field.
    """

    table: Floats
    pixels: Floats
    across: Floats | None = None
    sd: Floats | float = CORNER_PX
    outward: Floats | None = None


def rotation(vector: Floats) -> Floats:
    """3 x 3 of a Rodrigues vector."""
    return np.asarray(cv2.Rodrigues(np.asarray(vector, np.float64).reshape(3, 1))[0], np.float64)


def project(params: Floats, points: Floats, width: int, height: int) -> Floats:
    """N x 2 pixels of N x 3 table points; pixel centres at integers."""
    seen = points @ rotation(params[LENS : LENS + 3]).T + params[LENS + 3 : LENS + POSE]
    flat = seen[:, :2] / seen[:, 2:]
    bent = flat * _bend(flat, params[1], params[2])
    return np.asarray(math.exp(params[0]) * bent + _middle(params, width, height))


def directions(params: Floats, pixels: Floats, width: int, height: int) -> Floats:
    """N x 2 slopes of the rays through pixels in the camera's frame: the lens undone."""
    bent = (pixels - _middle(params, width, height)) / math.exp(params[0])
    flat = bent
    for _ in range(12):
        flat = bent / _bend(flat, params[1], params[2])
    return np.asarray(flat)


def _middle(params: Floats, width: int, height: int) -> Floats:
    """The pixel on the optical axis."""
    return np.asarray(params[3:5] + np.array([width / 2 - 0.5, height / 2 - 0.5]))


def _bend(flat: Floats, k1: float, k2: float) -> Floats:
    square = (flat**2).sum(axis=1, keepdims=True)
    return np.asarray(1 + square * (k1 + k2 * square))


def fit(
    pictures: Sequence[Seen], size: tuple[int, int], known: Known, growing: bool = False
) -> tuple[Floats, Floats]:
    """Parameters that explain all pictures with one lens, the pose being that of the first picture;
    and their covariance. FitError where a picture fits no pose.

    Levenberg-Marquardt over points in units of their `sd` and what is known of the lens. `growing`: by how
    many mm the points lie further out along `outward` is found too, and stands last.
    """
    poses = [_first_pose(seen, size, known) for seen in pictures]
    params = np.concatenate([known.mean, *poses, np.zeros(int(growing))])
    steps = np.diag(
        np.concatenate([_STEPS[:LENS], np.tile(_STEPS[LENS:], len(pictures)), np.full(int(growing), 1e-3)])
    )

    def residuals(p: Floats) -> Floats:
        off = [
            _off(seen, _of_picture(p, i), size, p[-1] if growing else 0.0) for i, seen in enumerate(pictures)
        ]
        return np.concatenate([*off, (p[:LENS] - known.mean) / known.spread])

    params, normal = _least(residuals, params, steps)
    kept = [*range(LENS + POSE), *([len(params) - 1] if growing else [])]
    return params[kept], np.asarray(np.linalg.inv(normal)[np.ix_(kept, kept)])


def _off(seen: Seen, params: Floats, size: tuple[int, int], grown: float) -> Floats:
    """How far each point is from where the picture shows it, in units of its `sd`."""
    table = seen.table if seen.outward is None else seen.table + grown * seen.outward
    off = project(params, table, *size) - seen.pixels
    if seen.across is None:
        return np.asarray((off / np.reshape(seen.sd, (-1, 1))).ravel())
    return np.asarray((off * seen.across).sum(axis=1) / seen.sd)


def _least(residuals: Callable[[Floats], Floats], params: Floats, steps: Floats) -> tuple[Floats, Floats]:
    """The parameters of the least weighted squares, and the normal matrix there."""
    damping, now = 1e-3, residuals(params)
    for _ in range(80):
        weight = _trust(now)
        slope = np.column_stack([(residuals(params + s) - now) / s.sum() for s in steps])
        normal = slope.T @ (weight[:, None] * slope)
        move = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope.T @ (weight * now))
        there = residuals(params + move)
        gain = (weight * (now**2 - there**2)).sum()
        if gain > 0:
            done = gain < 1e-7 * (weight * now**2).sum()
            params, now, damping = params + move, there, damping / 5
            if done:
                break
        else:
            damping *= 5
    return params, normal


def _of_picture(params: Floats, number: int) -> Floats:
    start = LENS + POSE * number
    return np.concatenate([params[:LENS], params[start : start + POSE]])


def _trust(residuals: Floats) -> Floats:
    """Weights by Cauchy's loss: a corner pulled aside by its white card must not pull the camera."""
    weight = 1 / (1 + (residuals / 2.0) ** 2)
    weight[-LENS:] = 1.0
    return np.asarray(weight)


def _first_pose(seen: Seen, size: tuple[int, int], known: Known) -> Floats:
    focal = math.exp(known.mean[0])
    middle = _middle(known.mean, *size)
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
    lens = np.array([known.mean[1], known.mean[2], 0.0, 0.0])
    flat = seen.table * (1.0, 1.0, 0.0)  # this solver knows planes only; the fit does the rest
    ok, turn, shift = cv2.solvePnP(flat, seen.pixels, matrix, lens, flags=cv2.SOLVEPNP_IPPE)
    if not ok:
        raise FitError
    return np.concatenate([np.ravel(turn), np.ravel(shift)])

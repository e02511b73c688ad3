"""A pinhole camera above the mat with mild radial distortion: millimetres to pixels and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """Where the camera hangs and how it looks.

    `x`, `y`, `z`: the pinhole in mm of the table frame. `tilt` leans the top of the picture
    (degrees, positive looks further towards seat 2), `pan` towards seat 1, `roll` turns the picture.
    `focal` in pixels; `k1` the radial term of the usual lens model. The default sees the mat and
    its rim at about 1.8 px/mm from 1.25 m, as a 2x2 binned 12-megapixel camera with a 6 mm lens does.
    """

    width: int = 2028
    height: int = 1520
    focal: float = 2190.0
    x: float = 14.0
    y: float = -46.0
    z: float = 1250.0
    tilt: float = 2.2
    pan: float = -0.7
    roll: float = 0.6
    k1: float = 0.0

    @cached_property
    def rotation(self) -> NDArray[np.float64]:
        """3x3, table frame to camera frame (x right, y down, z forward)."""
        t, p, r = (math.radians(a) for a in (self.tilt, self.pan, self.roll))
        down = np.diag([1.0, -1.0, -1.0])
        about_x = np.array([[1, 0, 0], [0, math.cos(t), math.sin(t)], [0, -math.sin(t), math.cos(t)]])
        about_y = np.array([[math.cos(p), 0, -math.sin(p)], [0, 1, 0], [math.sin(p), 0, math.cos(p)]])
        about_z = np.array([[math.cos(r), -math.sin(r), 0], [math.sin(r), math.cos(r), 0], [0, 0, 1]])
        return np.asarray(about_z @ about_y @ about_x @ down, dtype=np.float64)

    def project(self, points_mm: ArrayLike) -> Points:
        """N x 3 points in mm of the table frame to N x 2 pixels (centre of the first pixel is 0, 0)."""
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 3)
        seen = (points - (self.x, self.y, self.z)) @ self.rotation.T
        flat = seen[:, :2] / seen[:, 2:]
        if self.k1:
            flat = flat * (1.0 + self.k1 * (flat**2).sum(axis=1, keepdims=True))
        return flat * self.focal + ((self.width - 1) / 2, (self.height - 1) / 2)

    def unproject(self, pixels: ArrayLike, z: float = 0.0) -> Points:
        """N x 2 pixels to N x 2 mm on the plane at height `z`: the inverse of `project`."""
        flat = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        bent = (flat - ((self.width - 1) / 2, (self.height - 1) / 2)) / self.focal
        flat = bent
        for _ in range(8 if self.k1 else 0):
            flat = bent / (1.0 + self.k1 * (flat**2).sum(axis=1, keepdims=True))
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation
        reach = (z - self.z) / rays[:, 2:]
        return np.asarray(rays[:, :2] * reach + (self.x, self.y), dtype=np.float64)

    def in_units(self, unit: float) -> Self:
        """The same camera where lengths are in units of `unit` mm."""
        return replace(self, x=self.x / unit, y=self.y / unit, z=self.z / unit)

    def holds(self, points_mm: ArrayLike) -> bool:
        """Whether all points (N x 3, mm of the table frame) are in the picture."""
        seen = self.project(points_mm)
        return bool(((seen >= 0) & (seen <= (self.width - 1, self.height - 1))).all())

    @property
    def scale(self) -> float:
        """Pixels per mm in the middle of the mat."""
        a, b = self.project([[-10.0, 0.0, 0.0], [10.0, 0.0, 0.0]])
        return float(np.hypot(*(b - a))) / 20.0

    def grid(
        self, top: int = 0, bottom: int | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The mm on the mat (x and y, rows x width) that every pixel sees, or those from the row `top` to
        before `bottom`."""
        u: NDArray[np.float32] = ((np.arange(self.width) - (self.width - 1) / 2) / self.focal).astype(
            np.float32
        )[None, :]
        v: NDArray[np.float32] = ((np.arange(self.height) - (self.height - 1) / 2) / self.focal).astype(
            np.float32
        )[top:bottom, None]
        if self.k1:
            bent_u, bent_v = u, v
            for _ in range(5):
                grow = np.float32(1.0) + np.float32(self.k1) * (u * u + v * v)
                u, v = bent_u / grow, bent_v / grow
        r = self.rotation.astype(np.float32)
        reach = np.float32(-self.z) / (u * r[0, 2] + v * r[1, 2] + r[2, 2])
        x = (u * r[0, 0] + v * r[1, 0] + r[2, 0]) * reach + np.float32(self.x)
        y = (u * r[0, 1] + v * r[1, 1] + r[2, 1]) * reach + np.float32(self.y)
        return x.astype(np.float32), y.astype(np.float32)

"""Tiles, sticks and dice as sprites: what a body leaves of the picture and what it adds to it.

A sprite is drawn once, lit for its place, and then laid into any cut of the picture with whole
pixels, so a partly redrawn picture equals one drawn anew.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frame import Pixels
from vision.scene.lamp_light import Gain, Light
from vision.scene.pinhole import Points, View

SHIFT: Final = 4
FINE: Final = 2
"""Sprites are drawn this much larger and shrunk."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, right and bottom outside."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """At (x, y): the picture becomes picture * keep / 255 + add; `keep` is grey, `add` None adds nothing."""

    x: int
    y: int
    keep: NDArray[np.uint8]
    add: Pixels | None

    @property
    def box(self) -> Box:
        h, w = self.keep.shape[:2]
        return self.x, self.y, self.x + w, self.y + h

    def lay(self, picture: Pixels, at: Box) -> None:
        """Into the cut `at` of the whole picture, which `picture` holds."""
        left, top, right, bottom = self.box
        x0, y0, x1, y1 = max(left, at[0]), max(top, at[1]), min(right, at[2]), min(bottom, at[3])
        if x0 >= x1 or y0 >= y1:
            return
        cut = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
        spot = picture[y0 - at[1] : y1 - at[1], x0 - at[0] : x1 - at[0]]
        mixed = covered(spot, self.keep[cut])
        spot[:] = mixed if self.add is None else cv2.add(mixed, self.add[cut])

    def softened(self, kernel: NDArray[np.float32]) -> Sprite:
        """The same out of focus."""
        by = kernel.shape[0] // 2
        keep, add = (
            None
            if part is None
            else cv2.filter2D(
                cv2.copyMakeBorder(part, by, by, by, by, cv2.BORDER_CONSTANT, value=(fill,) * 3), -1, kernel
            )
            for part, fill in ((self.keep, 255), (self.add, 0))
        )
        assert keep is not None
        shine = None if add is None else np.asarray(add, np.uint8)
        return Sprite(self.x - by, self.y - by, np.asarray(keep, np.uint8), shine)


@dataclass(frozen=True, slots=True)
class Canvas:
    """Where a sprite is being drawn: colour and cover, `FINE` times enlarged."""

    x: int
    y: int
    colour: Pixels
    cover: NDArray[np.uint8]

    @classmethod
    def around(cls, spots: Points, base: tuple[int, int, int], margin: int = 2) -> Canvas:
        """An empty canvas around points (N x 2, pixels), `margin` pixels wider on each side."""
        low = np.floor(spots.min(axis=0)).astype(int) - margin
        w, h = (np.ceil(spots.max(axis=0)).astype(int) + margin + 1 - low).tolist()
        colour = np.empty((h * FINE, w * FINE, 3), np.uint8)
        colour[:] = base
        return cls(int(low[0]), int(low[1]), colour, np.zeros((h * FINE, w * FINE), np.uint8))

    def fine(self, spots: Points) -> Points:
        """Points (N x 2, pixels of the picture) in the canvas's finer pixels."""
        return np.asarray((spots - (self.x, self.y) + 0.5) * FINE - 0.5, dtype=np.float64)

    def polygon(self, spots: Points, bgr: tuple[float, float, float]) -> None:
        cv2.fillConvexPoly(self.colour, _fixed(self.fine(spots)), bgr, cv2.LINE_AA, SHIFT)

    def line(self, spots: Points, bgr: tuple[float, float, float], width: int = 2) -> None:
        cv2.polylines(self.colour, [_fixed(self.fine(spots))], True, bgr, width, cv2.LINE_AA, SHIFT)

    def hull(self, spots: Points) -> None:
        """The body's outline: the convex hull of the points."""
        ring = cv2.convexHull(np.asarray(spots, np.float32)).reshape(-1, 2).astype(np.float64)
        cv2.fillConvexPoly(self.cover, _fixed(self.fine(ring)), 255, cv2.LINE_AA, SHIFT)

    def picture(self, image: Pixels, quad: Points, shade: float) -> None:
        """`image` seen on `quad` (top left, top right, bottom right, bottom left)."""
        h, w = image.shape[:2]
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        goal = self.fine(quad).astype(np.float32)
        low = np.maximum(np.floor(goal.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(goal.max(axis=0)).astype(int) + 2, self.colour.shape[1::-1])
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        turn = cv2.getPerspectiveTransform(source, goal - low.astype(np.float32))
        seen = cv2.warpPerspective(image, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        spot = self.colour[low[1] : high[1], low[0] : high[0]]
        mask = np.zeros(size[::-1], np.uint8)
        cv2.fillConvexPoly(mask, _fixed(goal - low), 255, cv2.LINE_AA, SHIFT)
        wide = cv2.merge([mask, mask, mask])
        lit = cv2.multiply(seen, wide, scale=shade / 255)
        spot[:] = cv2.add(cv2.multiply(spot, cv2.bitwise_not(wide), scale=1 / 255), lit)

    def shine(self, gleam: NDArray[np.float64], quad: Points) -> None:
        """The mirrored lamp on `quad`, rows x columns of 0..1 from its top left."""
        small = np.round(np.clip(gleam, 0, 1) * 255).astype(np.uint8)
        light = np.zeros_like(self.colour)
        wide = cv2.resize(small, None, fx=8, fy=8, interpolation=cv2.INTER_CUBIC)
        Canvas(self.x, self.y, light, self.cover).picture(np.asarray(cv2.merge([wide] * 3)), quad, 1.0)
        cv2.add(self.colour, light, dst=self.colour)

    def done(self, gain: Gain) -> Sprite:
        """Shrunk and lit for its place in the picture."""
        size = (self.cover.shape[1] // FINE, self.cover.shape[0] // FINE)
        cover = cv2.resize(self.cover, size, interpolation=cv2.INTER_AREA)
        colour = cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA)
        middle = gain.near(self.x + size[0] // 2, self.y + size[1] // 2)
        lit = np.asarray(cv2.multiply(colour, np.array((*middle, 0.0), np.float64)), np.uint8)
        grey = np.asarray(cover, np.uint8)
        return Sprite(self.x, self.y, np.asarray(cv2.bitwise_not(grey), np.uint8), covered(lit, grey))


def covered(colour: Pixels, cover: NDArray[np.uint8]) -> Pixels:
    """What a grey cover (H x W) leaves of a picture (H x W x 3): colour * cover / 255."""
    wide = cv2.cvtColor(cover, cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.multiply(colour, wide, scale=1 / 255), np.uint8)


def _fixed(spots: Points) -> NDArray[np.int32]:
    return np.round(np.asarray(spots) * (1 << SHIFT)).astype(np.int32)


@lru_cache(maxsize=16)
def ring(width: float, height: float, corner: float) -> NDArray[np.float64]:
    """A rectangle around the origin with rounded corners, N x 2."""
    out = []
    for sx, sy, first in ((1, 1, 0.0), (-1, 1, 90.0), (-1, -1, 180.0), (1, -1, 270.0)):
        for a in np.radians(first + np.array([0.0, 30.0, 60.0, 90.0])):
            out.append(
                (
                    sx * (width / 2 - corner) + corner * np.cos(a),
                    sy * (height / 2 - corner) + corner * np.sin(a),
                )
            )
    return np.asarray(out)


@dataclass(frozen=True, slots=True)
class Frame3:
    """A body's own axes: origin at the middle of its underside, y along `angle` as for tiles.

    `pitch` raises its far side (+y), `bank` its right one (+x), in degrees.
    """

    x: float
    y: float
    z: float
    angle: float
    pitch: float = 0.0
    bank: float = 0.0

    @property
    def tipped(self) -> bool:
        return bool(self.pitch or self.bank)

    @property
    def turn(self) -> NDArray[np.float64]:
        """3 x 3: a row vector of the body times this is one of the table frame."""
        a = math.radians(self.angle)
        c, s = math.cos(a), math.sin(a)
        flat = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        if not self.tipped:
            return flat
        p, b = math.radians(self.pitch), math.radians(self.bank)
        up = np.array([[1, 0, 0], [0, math.cos(p), math.sin(p)], [0, -math.sin(p), math.cos(p)]])
        right = np.array([[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]])
        return np.asarray(right @ up @ flat, dtype=np.float64)

    def out(self, points: NDArray[np.float64] | Sequence[Sequence[float]]) -> NDArray[np.float64]:
        """N x 3 points of the body in the table frame."""
        return np.asarray(np.asarray(points) @ self.turn + (self.x, self.y, self.z), dtype=np.float64)

    def across(self, x: float, y: float) -> tuple[float, float]:
        """A flat direction of an upright body in the table frame."""
        a = math.radians(self.angle)
        return math.cos(a) * x - math.sin(a) * y, math.sin(a) * x + math.cos(a) * y


def prism(frame: Frame3, width: float, depth: float, height: float, corner: float) -> NDArray[np.float64]:
    """Outline points (N x 3, table frame) of a box with rounded upright edges."""
    flat = ring(width, depth, corner)
    low = np.column_stack([flat, np.zeros(len(flat))])
    high = np.column_stack([flat, np.full(len(flat), height)])
    return frame.out(np.vstack([low, high]))


@dataclass(frozen=True, slots=True)
class Side:
    """A flat quad of a body with the direction it faces, both in the body's axes."""

    corners: tuple[tuple[float, float, float], ...]
    normal: tuple[float, float, float]


@lru_cache(maxsize=64)
def sides(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> tuple[Side, ...]:
    """The five visible sides of a block; the top is the last."""
    return (
        Side(((x0, y0, z1), (x1, y0, z1), (x1, y0, z0), (x0, y0, z0)), (0, -1, 0)),
        Side(((x1, y1, z1), (x0, y1, z1), (x0, y1, z0), (x1, y1, z0)), (0, 1, 0)),
        Side(((x0, y1, z1), (x0, y0, z1), (x0, y0, z0), (x0, y1, z0)), (-1, 0, 0)),
        Side(((x1, y0, z1), (x1, y1, z1), (x1, y1, z0), (x1, y0, z0)), (1, 0, 0)),
        Side(((x0, y1, z1), (x1, y1, z1), (x1, y0, z1), (x0, y0, z1)), (0, 0, 1)),
    )


def faces_camera(side: Side, frame: Frame3, view: View) -> bool:
    if frame.tipped:
        (corner,) = frame.out([side.corners[0]])
        return bool(np.asarray(side.normal) @ frame.turn @ ((view.x, view.y, view.z) - corner) > 0)
    x, y, z = side.corners[0]
    if side.normal[2]:
        return view.z > frame.z + z
    nx, ny = frame.across(*side.normal[:2])
    px, py = frame.across(x, y)
    return nx * (view.x - frame.x - px) + ny * (view.y - frame.y - py) > 0


def shade_of(side: Side, frame: Frame3, light: Light) -> float:
    """Brightness of a side: the top 1, upright ones by the lamp."""
    if frame.tipped:
        x, y, z = (float(v) for v in np.asarray(side.normal) @ frame.turn)
        flat = max(0.0, z) ** 2
        return flat + (1.0 - flat) * (0.66 + 0.2 * (x * light.towards[0] + y * light.towards[1]))
    if side.normal[2]:
        return 1.0
    nx, ny = frame.across(*side.normal[:2])
    ux, uy = light.towards
    return 0.66 + 0.2 * (nx * ux + ny * uy)


def shadow(outline: NDArray[np.float64], lift: float, height: float, light: Light, view: View) -> Sprite:
    """The soft shadow of an upright body on the plane `lift` below its underside."""
    ux, uy = light.towards
    flat = outline.copy()
    flat[:, 2] -= lift
    away = np.array([-ux, -uy, 0.0]) * light.lean
    near, far = flat + away * lift, flat + away * (lift + height)
    soft = view.scale * (1.3 + 0.08 * lift + 0.03 * height)
    return _shade(near, far, soft, 150 if lift > 21 else 255, light, view)


def thrown(outline: NDArray[np.float64], light: Light, view: View) -> Sprite:
    """The soft shadow on the cloth of a body that stands askew: wherever it hides the lamp."""
    ux, uy = light.towards
    high = outline[:, 2:]
    flat = np.hstack([outline[:, :2] - high * light.lean * np.array([ux, uy]), np.zeros_like(high)])
    return _shade(flat, flat, view.scale * (1.3 + 0.04 * float(high.max())), 200, light, view)


def _shade(
    near: NDArray[np.float64], far: NDArray[np.float64], soft: float, core: int, light: Light, view: View
) -> Sprite:
    """From where the body stands to where its top throws its shadow, in the table frame."""
    spots = view.project(np.vstack([near, far]))
    low = np.floor(spots.min(axis=0)).astype(int) - int(3 * soft) - 1
    w, h = (np.ceil(spots.max(axis=0)).astype(int) + int(3 * soft) + 2 - low).tolist()
    mask = np.zeros((h, w), np.uint8)
    whole = cv2.convexHull((spots - low).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(mask, _fixed(whole), 150, cv2.LINE_AA, SHIFT)
    foot = cv2.convexHull((view.project(near) - low).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(mask, _fixed(foot), core, cv2.LINE_AA, SHIFT)
    mask = cv2.GaussianBlur(mask, (0, 0), soft)
    keep = cv2.bitwise_not(cv2.convertScaleAbs(mask, alpha=light.shadow))
    return Sprite(int(low[0]), int(low[1]), np.asarray(keep), None)

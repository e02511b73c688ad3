"""Where tiles lie in a patch of the mat: ponds, melds, walls, hands and loose ones in any mixture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.calibration.mat import TILE_D, TILE_H, TILE_W
from vision.train.draw.designs import BACK

Points = NDArray[np.float64]

SIDE: Final = 208
"""Side of a patch in mm."""


@dataclass(slots=True)
class Item:
    """A tile: middle in mm of the patch (y down) on the cloth, angle counter-clockwise, top in mm.

    `face` is 0..36, BACK, or -1 for a standing tile seen from above. After drawing `seen` is the
    middle of the top as it appears, `visible` the share of the top that nothing covers. `on_face` says
    that what a tile on a stack lies on is face up, too: the tile that makes a kan of a pon.
    """

    x: float
    y: float
    angle: float
    face: int
    top: float = TILE_D
    seen: tuple[float, float] = (0.0, 0.0)
    visible: float = 1.0
    size: tuple[float, float] = (TILE_W, TILE_H)
    on_face: bool = False


def corners(x: float, y: float, angle: float, size: tuple[float, float]) -> Points:
    """4 x 2 corners in image axes (y down), from the top left clockwise as read upright."""
    a = math.radians(angle)
    right, up = np.array([math.cos(a), -math.sin(a)]), np.array([-math.sin(a), -math.cos(a)])
    w, h = size[0] / 2, size[1] / 2
    middle = np.array([x, y])
    return np.array(
        [middle + sx * w * right + sy * h * up for sx, sy in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    )


class _Layout:
    """Places tiles where none lies yet."""

    def __init__(self, rng: Generator) -> None:
        self.rng = rng
        self.items: list[Item] = []
        self.taken = np.zeros((SIDE + 80, SIDE + 80), np.uint8)

    def put(self, item: Item) -> bool:
        quad = (corners(item.x, item.y, item.angle, item.size) + 40).astype(np.int32)
        mask = np.zeros_like(self.taken)
        cv2.fillConvexPoly(mask, quad, 1)
        if not -20 < item.x < SIDE + 20 or not -20 < item.y < SIDE + 20:
            return False
        if int((mask & self.taken).sum()) > 70:
            return False
        self.taken |= mask
        self.items.append(item)
        return True

    def face(self, backs: float = 0.05) -> int:
        return BACK if self.rng.random() < backs else int(self.rng.integers(BACK))

    def rows(self, x: float, y: float, base: float) -> None:
        """Rows like a pond's: touching, drifting, one tile sideways."""
        rng = self.rng
        right, down = _axes(base)
        loose = float(rng.choice([0.2, 0.8, 2.5]))
        tilt = float(rng.choice([0.4, 1.5, 5.0]))
        for row in range(int(rng.integers(1, 5))):
            along = float(rng.normal(0, 3))
            for _ in range(int(rng.integers(3, 8))):
                side = rng.random() < 0.1
                wide = TILE_H if side else TILE_W
                gap = abs(float(rng.normal(0, loose)))
                spot = (
                    np.array([x, y])
                    + right * (along + wide / 2)
                    + down * row * (TILE_H + abs(rng.normal(0, loose)))
                )
                along += wide + gap
                angle = (
                    base + (90.0 * float(rng.choice([-1, 1])) if side else 0.0) + float(rng.normal(0, tilt))
                )
                self.put(Item(float(spot[0]), float(spot[1]), angle, self.face(), 20.0))

    def meld(self, x: float, y: float, base: float) -> None:
        """Sets of three or four, lower edges flush, sometimes a fourth tile on the sideways one."""
        rng = self.rng
        right, down = _axes(base)
        along = 0.0
        for _ in range(int(rng.integers(1, 4))):
            count = int(rng.integers(3, 5))
            turned = int(rng.integers(count)) if rng.random() < 0.8 else -1
            closed = turned < 0 and count == 4
            for k in range(count):
                wide, tall = (TILE_H, TILE_W) if k == turned else (TILE_W, TILE_H)
                spot = np.array([x, y]) + right * (along + wide / 2) + down * (TILE_H - tall) / 2
                along += wide + abs(float(rng.normal(0, 0.4)))
                face = BACK if closed and k in (0, 3) else self.face(0.0)
                angle = (
                    base + (90.0 * float(rng.choice([-1, 1])) if k == turned else 0) + float(rng.normal(0, 1))
                )
                item = Item(float(spot[0]), float(spot[1]), angle, face)
                if k == turned and rng.random() < 0.25:
                    item.top, item.on_face = 2 * TILE_D, True
                placed = self.put(item)
                if placed and k == turned and item.top == 20.0 and rng.random() < 0.25:
                    beside = spot - down * (TILE_W + abs(rng.normal(0, 0.4)))
                    self.put(Item(float(beside[0]), float(beside[1]), angle, self.face(0.0)))
            along += float(rng.uniform(0, 10))

    def wall(self, x: float, y: float, base: float) -> None:
        rng = self.rng
        right, _ = _axes(base)
        shown = int(rng.integers(0, 8))
        for k in range(int(rng.integers(3, 10))):
            spot = np.array([x, y]) + right * (k * (TILE_W + 0.3) + TILE_W / 2)
            top = 20.0 if rng.random() < 0.12 else 40.0
            face = self.face(0.0) if k == shown or rng.random() < 0.08 else BACK
            angle = base + float(rng.normal(0, 0.8)) + (180.0 if rng.random() < 0.5 else 0)
            self.put(Item(float(spot[0]), float(spot[1]), angle, face, top))

    def standing(self, x: float, y: float, base: float) -> None:
        right, _ = _axes(base)
        for k in range(int(self.rng.integers(3, 10))):
            spot = np.array([x, y]) + right * (k * (TILE_W + 0.2))
            angle = base + float(self.rng.normal(0, 1))
            self.put(Item(float(spot[0]), float(spot[1]), angle, -1, 34.0, size=(TILE_W, TILE_D)))

    def scatter(self, count: int) -> None:
        for _ in range(count):
            x, y = self.rng.uniform(-10, SIDE + 10, 2)
            self.put(Item(float(x), float(y), float(self.rng.uniform(0, 360)), self.face(0.12)))


def _axes(base: float) -> tuple[Points, Points]:
    a = math.radians(base)
    return np.array([math.cos(a), -math.sin(a)]), np.array([math.sin(a), math.cos(a)])


def layout(rng: Generator) -> list[Item]:
    """Tiles of a patch: ponds, melds, walls, hands and loose ones in any mixture."""
    out = _Layout(rng)
    turn = float(rng.choice([0, 90, 180, 270])) + float(
        rng.normal(0, 4) if rng.random() < 0.7 else rng.uniform(-45, 45)
    )
    for _ in range(int(rng.integers(1, 4))):
        x, y = (float(v) for v in rng.uniform(-20, SIDE * 0.8, 2))
        base = turn + (float(rng.choice([0, 90, 180, 270])) if rng.random() < 0.4 else 0.0)
        groups = (out.rows, out.rows, out.meld, out.wall, out.standing)
        groups[int(rng.choice(5, p=[0.3, 0.15, 0.27, 0.18, 0.1]))](x, y, base)
    out.scatter(int(rng.integers(0, 10)))
    return out.items

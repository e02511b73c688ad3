"""What stands and lies before a telephone: rows, walls, piles and other things, as boxes in mm.

x right, y away, z up; the camera looks at the origin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.random import Generator

from vision.calibration.mat import TILE_H, TILE_W
from vision.train.draw import others
from vision.train.draw.compose import Image
from vision.train.draw.designs import BACK, TileSet
from vision.train.draw.layout import Points

OTHERS: Final = 0.25
"""Share of the pictures with things that are no tiles among them."""
BARE: Final = 0.05
"""Share of those without anything."""


@dataclass(frozen=True, slots=True)
class Box:
    """A body by the middle of its face, unit vectors to the face's right, head and front, and its size in mm.

    `label` is a face, BACK, or -1 for what is no tile. `around` is what its sides show, if anything;
    a `disc` is as wide as its face and has no corners.
    """

    texture: Image
    label: int
    middle: Points
    axes: Points
    size: Points
    around: Image | None = None
    disc: bool = False

    def corner(self, x: float, y: float, z: float) -> Points:
        """`x`, `y` from -1 to 1 across and up the face, `z` from 0 at the face to 1 at the back."""
        return np.asarray(self.middle + (np.array([x, y, -2 * z]) * self.size / 2) @ self.axes)

    def side(self, across: int, end: int, near: float, far: float) -> Points:
        """A strip of the side at the `end` (-1, 1) of the x (0) or y (1) axis, between two depths."""
        ways = [(end, k) if across == 0 else (k, end) for k in (-1, 1)]
        a, b = ways
        return np.array(
            [self.corner(*a, near), self.corner(*b, near), self.corner(*b, far), self.corner(*a, far)]
        )

    def outline(self, z: float) -> Points:
        """What the face looks like from before, at a depth: its corners, or points around a disc."""
        if not self.disc:
            return np.array([self.corner(*at, z) for at in ((-1, 1), (1, 1), (1, -1), (-1, -1))])
        return np.array([self.corner(math.cos(a), math.sin(a), z) for a in np.linspace(0, 2 * math.pi, 25)])

    @property
    def front(self) -> Points:
        """The corners of the face, clockwise from its top left."""
        return np.array([self.corner(*at, 0.0) for at in ((-1, 1), (1, 1), (1, -1), (-1, -1))])


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks at the origin from `away` mm; `lift` is the angle above the table, `roll` that about its axis."""

    away: float
    lift: float
    roll: float

    @property
    def place(self) -> Points:
        return self.away * np.array([0.0, -math.cos(self.lift), math.sin(self.lift)])

    def seen(self, points: Points) -> Points:
        """Points (... x 3) on the picture plane at distance 1, y down."""
        c, s = math.cos(self.lift), math.sin(self.lift)
        rest = points - self.place
        depth = rest @ np.array([0.0, c, -s])
        flat = np.stack([rest[..., 0], -(rest @ np.array([0.0, s, c]))], axis=-1) / depth[..., None]
        turn = np.array(
            [[math.cos(self.roll), math.sin(self.roll)], [-math.sin(self.roll), math.cos(self.roll)]]
        )
        return np.asarray(flat @ turn)


def scene(rng: Generator, look: TileSet) -> tuple[Camera, list[Box]]:
    """A camera and what lies and stands before it, the nearest last."""
    standing = rng.random() < 0.7
    lift = math.radians(float(rng.uniform(4, 60) if standing else rng.uniform(22, 89)))
    away = float(np.exp(rng.uniform(math.log(180), math.log(1300))))
    camera = Camera(away, lift, math.radians(float(rng.normal(0, 4))))
    depth, wide = float(rng.uniform(14, 23)), TILE_W * float(np.exp(rng.normal(0, 0.04)))
    size = np.array([wide, TILE_H, depth])
    turn = float(np.clip(rng.normal(0, 22), -60, 60))
    boxes: list[Box] = []
    if standing:
        boxes += _row(rng, look, size, turn) if rng.random() < 0.7 else _loose(rng, look, size)
    behind = float(rng.uniform(40, 90)) if standing else 0.0
    if not standing or rng.random() < 0.4:
        boxes += _lying(rng, look, size, turn, far=behind)
    if rng.random() < 0.15:
        boxes += _wall(rng, look, size, behind + float(rng.uniform(45, 120)))
    if rng.random() < 0.12:
        boxes += _pile(rng, look, size)
    if rng.random() < OTHERS:
        boxes += _others(rng)
    if rng.random() < BARE:
        boxes = []
    return camera, sorted(boxes, key=lambda b: -float(np.linalg.norm(b.middle - camera.place)))


def _face(rng: Generator) -> int:
    return BACK if rng.random() < 0.04 else int(rng.integers(BACK))


def _upright(turn: float, lean: float) -> Points:
    """Axes of a face that looks towards the camera, turned about z and leaning back by degrees."""
    t, b = math.radians(turn), math.radians(lean)
    right = np.array([math.cos(t), math.sin(t), 0.0])
    away = np.array([-math.sin(t), math.cos(t), 0.0])
    head = math.cos(b) * np.array([0.0, 0.0, 1.0]) + math.sin(b) * away
    return np.array([right, head, np.cross(right, head)])


def flat(turn: float) -> Points:
    t = math.radians(turn)
    right, head = np.array([math.cos(t), math.sin(t), 0.0]), np.array([-math.sin(t), math.cos(t), 0.0])
    return np.array([right, head, [0.0, 0.0, 1.0]])


def _row(rng: Generator, look: TileSet, size: Points, turn: float) -> list[Box]:
    """A hand that stands: touching or nearly so, on the table or leaning on a rack."""
    lean = float(rng.uniform(5, 35)) if rng.random() < 0.3 else 0.0
    loose, count = float(rng.choice([0.0, 0.3, 4.0])), int(rng.integers(2, 14))
    along = float(rng.uniform(-count, 0)) * size[0]
    out = []
    for _ in range(count):
        axes = _upright(turn + float(rng.normal(0, 0.5 + loose / 2)), lean + float(rng.normal(0, 0.5)))
        line = _upright(turn, 0.0)[0]
        foot = line * along + np.array([0.0, float(rng.normal(0, 0.2 + loose)), 0.0])
        middle = foot + axes[1] * size[1] / 2
        face = _face(rng)
        out.append(Box(look.faces[face], face, middle, axes, size))
        along += size[0] + abs(float(rng.normal(0, 0.1 + loose)))
    return out


def _loose(rng: Generator, look: TileSet, size: Points) -> list[Box]:
    """Standing tiles here and there, which may hide one another."""
    out: list[Box] = []
    for _ in range(int(rng.integers(1, 12))):
        foot = np.array([*rng.uniform(-140, 140, 2), 0.0])
        if all(np.linalg.norm(foot[:2] - b.middle[:2]) > 1.3 * size[0] for b in out):
            axes = _upright(float(rng.normal(0, 20)), 0.0)
            face = _face(rng)
            out.append(Box(look.faces[face], face, foot + axes[1] * size[1] / 2, axes, size))
    return out


def _lying(rng: Generator, look: TileSet, size: Points, turn: float, far: float) -> list[Box]:
    """Rows face up, or loose ones."""
    out: list[Box] = []
    rows, count = int(rng.integers(1, 4)), int(rng.integers(2, 10))
    gap, wild = abs(float(rng.normal(0, 1.5))), rng.random() < 0.3
    for row in range(rows):
        for k in range(count):
            own = float(rng.uniform(0, 360)) if wild else turn + float(rng.normal(0, 1 + gap))
            step = size[:2] + gap + (12 if wild else 0)
            at = np.array([(k - count / 2) * step[0], far + row * step[1]])
            spin = flat(turn)[:2, :2]
            middle = np.array([*(at @ spin), size[2]])
            if rng.random() < 0.93:
                face = _face(rng)
                out.append(Box(look.faces[face], face, middle, flat(own), size))
    return out


def _wall(rng: Generator, look: TileSet, size: Points, far: float) -> list[Box]:
    """Backs, one or two high, in a row that shows its ends or its sides."""
    turn, high = float(rng.choice([0.0, 90.0])) + float(rng.normal(0, 8)), int(rng.integers(1, 3))
    axes = flat(turn)
    start = np.array([float(rng.uniform(-140, 20)), far, 0.0])
    return [
        Box(look.faces[BACK], BACK, start + axes[0] * size[0] * k + [0, 0, size[2] * level], axes, size)
        for level in range(1, high + 1)
        for k in range(int(rng.integers(3, 12)))
    ]


def _pile(rng: Generator, look: TileSet, size: Points) -> list[Box]:
    """Tiles thrown together, some on others, turned any way."""
    heart = rng.uniform(-80, 80, 2)
    out = []
    for k in range(int(rng.integers(4, 16))):
        level = 1 if k < 6 else 2
        at = np.array([*(heart + rng.normal(0, 34, 2)), size[2] * level])
        face = _face(rng)
        out.append(Box(look.faces[face], face, at, flat(float(rng.uniform(0, 360))), size))
    return out


def _others(rng: Generator) -> list[Box]:
    """Dominoes, dice, cards, keys and buttons in a row or strewn."""
    kind = others.KINDS[int(rng.integers(len(others.KINDS)))]
    return things(rng, kind, int(rng.integers(1, 9)), rng.uniform(-120, 60, 2))


def things(rng: Generator, kind: str, count: int, start: Points) -> list[Box]:
    """So many of a kind of `vision.train.draw.others`, in a row from `start` (mm) on or strewn."""
    row, out = rng.random() < 0.5, list[Box]()
    turn, scale = float(rng.uniform(0, 360)), float(np.exp(rng.normal(0, 0.25)))
    for k in range(count):
        picture, wide, high, thick = others.draw(rng, kind)
        spot = start + np.array([k * (wide * scale + 3), 0.0]) if row else rng.uniform(-130, 130, 2)
        axes = flat(float(rng.choice([0, 90])) if row else turn + float(rng.uniform(0, 360)))
        own = np.array([wide, high, thick]) * scale
        around = others.draw(rng, kind)[0] if kind == "die" else None
        out.append(Box(picture, -1, np.array([*spot, own[2]]), axes, own, around, kind in others.DISCS))
    return out

"""Tiles as a telephone sees a table: standing in rows, on racks or alone, lying before them, from any side.

`python -m vision.train.aslant --cache FOLDER` writes chunks like `vision.train.material`, for a detector.
Bodies are boxes in mm (x right, y away, z up) before a pinhole camera. The picture is then stretched as
`vision.photo_levels` would, so that one face is 26 x 34 px; faces of about that size are to be found.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.detect import CROP_H, CROP_W
from vision.mat import TILE_D, TILE_H, TILE_W
from vision.train import crops, others
from vision.train.compose import Image, spoil
from vision.train.designs import BACK, TileSet
from vision.train.layout import SIDE, Points
from vision.train.material import TRUTH, Chunk, save
from vision.train.variety import NEAR_SCALE

PATCHES: Final = 320
DESIGNS: Final = 20
"""Patches and sets in a chunk."""
NONE_FROM: Final = 0.35
"""Faces too large or too small by this logarithm, either way, are none; up to NEAR_SCALE they are."""
OTHERS: Final = 0.25
"""Share of the pictures with things that are no tiles among them."""
Floats = NDArray[np.float32]
Owner = NDArray[np.uint16]
"""The number of the body that each pixel shows."""


@dataclass(frozen=True, slots=True)
class Box:
    """A body by the middle of its face, unit vectors to the face's right, head and front, and its size in mm.

    `label` is a face, BACK, or -1 for what is no tile.
    """

    texture: Image
    label: int
    middle: Points
    axes: Points
    size: Points

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

    @property
    def front(self) -> Points:
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
    standing = rng.random() < 0.75
    lift = math.radians(float(rng.uniform(4, 60) if standing else rng.uniform(25, 89)))
    camera = Camera(float(rng.uniform(300, 1300)), lift, math.radians(float(rng.normal(0, 4))))
    depth, wide = float(rng.uniform(14, 23)), TILE_W * float(np.exp(rng.normal(0, 0.04)))
    size = np.array([wide, TILE_H, depth])
    turn = float(np.clip(rng.normal(0, 18), -50, 50))
    boxes: list[Box] = []
    if standing:
        boxes += _row(rng, look, size, turn) if rng.random() < 0.7 else _loose(rng, look, size)
    if not standing or rng.random() < 0.4:
        boxes += _lying(rng, look, size, turn, far=float(rng.uniform(40, 90)) if standing else 0.0)
    if rng.random() < OTHERS:
        boxes += _others(rng, size)
    return camera, sorted(boxes, key=lambda b: -float(np.linalg.norm(b.middle - camera.place)))


def _face(rng: Generator, look: TileSet) -> int:
    return BACK if rng.random() < 0.04 else int(rng.integers(BACK))


def _upright(turn: float, lean: float) -> Points:
    """Axes of a face that looks towards the camera, turned about z and leaning back by degrees."""
    t, b = math.radians(turn), math.radians(lean)
    right = np.array([math.cos(t), math.sin(t), 0.0])
    away = np.array([-math.sin(t), math.cos(t), 0.0])
    head = math.cos(b) * np.array([0.0, 0.0, 1.0]) + math.sin(b) * away
    return np.array([right, head, np.cross(right, head)])


def _flat(turn: float) -> Points:
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
        face = _face(rng, look)
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
            face = _face(rng, look)
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
            spin = _flat(turn)[:2, :2]
            middle = np.array([*(at @ spin), size[2]])
            if rng.random() < 0.93:
                face = _face(rng, look)
                out.append(Box(look.faces[face], face, middle, _flat(own), size))
    return out


def _others(rng: Generator, size: Points) -> list[Box]:
    """Dominoes, dice, cards, keys and buttons in a row or strewn."""
    out = []
    kind, row = others.KINDS[int(rng.integers(len(others.KINDS)))], rng.random() < 0.5
    turn, scale = float(rng.uniform(0, 360)), float(np.exp(rng.normal(0, 0.25)))
    start = rng.uniform(-120, 60, 2)
    for k in range(int(rng.integers(1, 9))):
        picture, wide, high, thick = others.draw(rng, kind)
        flat = start + np.array([k * (wide * scale + 3), 0.0]) if row else rng.uniform(-130, 130, 2)
        axes = _flat(float(rng.choice([0, 90])) if row else turn + float(rng.uniform(0, 360)))
        own = np.array([wide, high, thick]) * scale
        out.append(Box(picture, -1, np.array([*flat, own[2]]), axes, own))
    return out


def picture(rng: Generator, look: TileSet) -> tuple[Image, list[tuple[float, ...]]]:
    """208 x 208 x 3 at 1 px a mm, and the truth of its tiles as in `vision.train.material`."""
    while True:
        camera, boxes = scene(rng, look)
        tiles = [b for b in boxes if b.label >= 0] or boxes
        stretch = fit(camera, tiles[int(rng.integers(len(tiles)))]) if tiles else None
        if stretch is not None:
            break
    scale, offset = stretch
    offset = offset + rng.uniform(-60, 60, 2)
    finer = float(np.exp(rng.uniform(math.log(0.8), math.log(2.2))))
    aspect = math.exp(float(np.clip(rng.normal(0, 0.35), -0.7, 0.7)))
    px = np.array([finer / math.sqrt(aspect), finer * math.sqrt(aspect)])
    wide, high = (round(SIDE * v) for v in px)
    canvas = _ground(rng, wide, high)
    shades = np.append(np.exp(rng.normal(-0.12, 0.15, 3)), rng.uniform(0.45, 1.05))
    owner = np.zeros((high, wide), np.uint16)
    quads = []
    for number, box in enumerate(boxes, 1):
        quad = camera.seen(box.front) * scale + offset
        quads.append(quad)
        _draw(canvas, owner, number, box, camera, (scale * px, offset * px), look, shades)
    image = spoil(_light(rng, canvas), rng)
    how = cv2.INTER_AREA if finer > 1 else cv2.INTER_LINEAR
    rows = [
        truth_of(q * px, px, owner, n, b.label) for n, (b, q) in enumerate(zip(boxes, quads, strict=True), 1)
    ]
    inside = [r for r in rows if -10 < r[0] < SIDE + 10 and -10 < r[1] < SIDE + 10]
    return np.asarray(cv2.resize(image, (SIDE, SIDE), interpolation=how), np.uint8), inside


def fit(camera: Camera, box: Box) -> tuple[Points, Points] | None:
    """How much larger each way the picture must be that this face is 26 x 34, and where it then begins."""
    quad = camera.seen(box.front)
    right, head = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    ways = np.array([right, head]) ** 2
    if abs(np.linalg.det(ways)) < 0.3 * float(ways[0].sum() * ways[1].sum()) + 1e-12:
        return None
    square = np.linalg.solve(ways, np.array([TILE_W, TILE_H]) ** 2)
    if (square <= 0).any() or not 0.3 < math.sqrt(square[1] / square[0]) < 4.5:
        return None
    scale = np.sqrt(square)
    return scale, SIDE / 2 - quad.mean(axis=0) * scale


def truth_of(quad: Points, px: Points, owner: Owner, number: int, label: int) -> tuple[float, ...]:
    """x, y, angle, face, top, and what shows of the face: half where its size is doubtful, else none."""
    mask = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    inside = max(1, int(mask.sum()))
    shown = int(((owner == number) & (mask > 0)).sum()) / inside
    mm = quad / px
    right, head = (mm[1] + mm[2] - mm[0] - mm[3]) / 2, (mm[0] + mm[1] - mm[2] - mm[3]) / 2
    long = float(np.linalg.norm(right)) + 1e-6, float(np.linalg.norm(head)) + 1e-6
    area = abs(float(right[0] * head[1] - right[1] * head[0])) + 1e-9
    ratio = long[0] / long[1]
    off = max(abs(math.log(v)) for v in (math.sqrt(area * ratio) / TILE_W, math.sqrt(area / ratio) / TILE_H))
    both = head / long[1] + np.array([right[1], -right[0]]) / long[0]
    angle = math.degrees(math.atan2(-both[0], -both[1]))
    share = shown if off < NEAR_SCALE else min(shown, 0.5) if off < NONE_FROM else 0.0
    return (*mm.mean(axis=0).tolist(), angle, float(label), TILE_D, share)


def _draw(
    canvas: Floats,
    owner: Owner,
    number: int,
    box: Box,
    camera: Camera,
    place: tuple[Points, Points],
    look: TileSet,
    shades: Points,
) -> None:
    """The sides that show, in the body's and the back's colour, then the face with its rounded edge."""
    scale, offset = place
    body, back = (np.array(c[::-1], np.float32) for c in (look.body, look.back))
    if box.label == BACK:
        body, back = back, body
    if box.label < 0:
        body = back = np.asarray(box.texture.reshape(-1, 3).max(axis=0), np.float32)
    for across, end in ((0, -1), (0, 1), (1, -1), (1, 1)):
        normal = box.axes[across] * end
        if normal @ (camera.place - box.corner(*((end, 0) if across == 0 else (0, end)), 0.5)) <= 0:
            continue
        for near, far, ink in ((0.0, 0.62, body), (0.62, 1.0, back)):
            quad = camera.seen(box.side(across, end, near, far)) * scale + offset
            points = np.round(quad * 16).astype(np.int32)
            shade = float(shades[0 if across == 1 else 1 + (end > 0)])
            cv2.fillConvexPoly(canvas, points, (ink * min(shade, 1.1)).tolist(), cv2.LINE_AA, 4)
            cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), number)
    if box.axes[2] @ (camera.place - box.middle) > 0:
        quad = camera.seen(box.front) * scale + offset
        _paste(canvas, box.texture, quad)
        edge = [np.round(quad * 16).astype(np.int32)]
        cv2.polylines(canvas, edge, True, (body * float(shades[3])).tolist(), 1, cv2.LINE_AA, 4)
        cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), number)


def _paste(canvas: Floats, texture: Image, corners: Points) -> None:
    quad = corners.astype(np.float32)
    wide = max(3, round(float(np.hypot(*(quad[1] - quad[0])))))
    high = max(3, round(float(np.hypot(*(quad[3] - quad[0])))))
    small = cv2.resize(texture, (wide, high), interpolation=cv2.INTER_AREA)
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    top = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, canvas.shape[1::-1])
    if (top <= low).any():
        return
    whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(whole, quad - low.astype(np.float32) - 0.5)
    size = tuple(int(v) for v in top - low)
    seen = cv2.warpPerspective(small, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round((quad - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    part = canvas[low[1] : top[1], low[0] : top[0]]
    part += (mask[..., None].astype(np.float32) / 255) * (seen - part)


def _ground(rng: Generator, wide: int, high: int) -> Floats:
    """A cloth, and now and then behind its edge what stands in a room."""
    canvas = np.full((high, wide, 3), rng.uniform(15, 235, 3), np.float32)
    grain = rng.normal(0, float(rng.uniform(0, 9)), (high // 2 + 1, wide // 2 + 1, 1)).astype(np.float32)
    canvas += cv2.resize(grain, (wide, high), interpolation=cv2.INTER_LINEAR)[..., None]
    if rng.random() < 0.4:
        edge = round(high * float(rng.uniform(0.1, 0.45)))
        x = 0
        while x < wide:
            step = int(rng.integers(3, max(4, wide // 4)))
            canvas[: edge + int(rng.integers(-3, 4)), x : x + step] = rng.uniform(5, 245, 3)
            x += step
    for _ in range(int(rng.integers(0, 12))):
        ink = rng.uniform(0, 255, 3).tolist()
        x, y = int(rng.integers(wide)), int(rng.integers(high))
        to = (x + int(rng.normal(0, 25)), y + int(rng.normal(0, 25)))
        if rng.random() < 0.5:
            cv2.line(canvas, (x, y), to, ink, int(rng.integers(1, 5)), cv2.LINE_AA)
        else:
            cv2.rectangle(canvas, (x, y), to, ink, -1 if rng.random() < 0.6 else 1)
    return canvas


def _light(rng: Generator, canvas: Floats) -> Floats:
    warm = float(rng.normal(0, 0.12))
    gain = np.array([1 - warm, 1, 1 + 0.6 * warm], np.float32) * float(np.exp(rng.normal(-0.05, 0.22)))
    ramp = np.linspace(-1, 1, canvas.shape[1], dtype=np.float32)[None, :, None] * float(rng.normal(0, 0.12))
    return np.asarray(canvas * gain * (1 + ramp), np.float32)


def draw(rng: Generator) -> Chunk:
    """A chunk without crops."""
    sets = [crops.training_set(rng) for _ in range(DESIGNS)]
    images, truth = [], []
    for number in range(PATCHES):
        image, rows = picture(rng, sets[int(rng.integers(DESIGNS))])
        images.append(image)
        truth += [(number, *row) for row in rows]
    empty = np.empty((0, CROP_H, CROP_W, 3), np.uint8), np.empty(0, np.int64), np.empty(0, np.float32)
    return Chunk(*empty, np.stack(images), np.array(truth, np.float32).reshape(-1, TRUTH + 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=7000)
    parser.add_argument("--chunks", type=int, default=40)
    parser.add_argument("--cache", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for number in range(args.first, args.first + args.chunks):
        save(args.cache, number, draw(np.random.default_rng([args.seed, 7, number])))
        print(number, flush=True)


if __name__ == "__main__":
    main()

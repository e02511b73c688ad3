"""Tiles as a telephone sees a table: standing in rows, on racks or alone, lying before them, from any side.

`python -m vision.train.draw.aslant --cache FOLDER` writes chunks like `vision.train.material`, for a
detector. Bodies are boxes in mm (x right, y away, z up) before a pinhole camera. The picture is then
stretched as `vision.photo.levels` would, so that one face is 26 x 34 px; faces of about that size are to be
found.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.calibration.mat import TILE_D, TILE_H, TILE_W
from vision.nets.detect import CROP_H, CROP_W
from vision.train.draw import crops, surroundings
from vision.train.draw.bodies import Box, Camera, scene
from vision.train.draw.compose import Image, spoil
from vision.train.draw.designs import TileSet
from vision.train.draw.layout import SIDE, Points
from vision.train.draw.paint import Owner, Painter
from vision.train.draw.variety import NEAR_SCALE
from vision.train.material import TRUTH, Chunk, save

PATCHES: Final = 320
DESIGNS: Final = 20
"""Patches and sets in a chunk."""
NONE_FROM: Final = 0.35
"""Faces too large or too small by this logarithm, either way, are none; up to NEAR_SCALE they are."""
ASTRAY: Final = 0.35
"""Share of the pictures at a wrong guess of the scale, where halves and pairs look like tiles."""
FARTHEST: Final = 1.15
"""Logarithm of the worst of those guesses, either way."""
FINGERS: Final = 0.12
"""Share of the pictures with a hand before the tiles."""
Floats = NDArray[np.float32]


def picture(rng: Generator, look: TileSet) -> tuple[Image, list[tuple[float, ...]]]:
    """208 x 208 x 3 at 1 px a mm, and the truth of its tiles as in `vision.train.material`."""
    while True:
        camera, boxes = scene(rng, look)
        tiles = [b for b in boxes if b.label >= 0] or boxes
        stretch = fit(camera, tiles[int(rng.integers(len(tiles)))]) if tiles else (np.ones(2), np.zeros(2))
        if stretch is not None:
            break
    scale, offset = _astray(rng, *stretch) if rng.random() < ASTRAY else stretch
    offset = offset + rng.uniform(-60, 60, 2)
    finer = float(np.exp(rng.uniform(math.log(0.8), math.log(2.2))))
    aspect = math.exp(float(np.clip(rng.normal(0, 0.35), -0.7, 0.7)))
    px = np.array([finer / math.sqrt(aspect), finer * math.sqrt(aspect)])
    wide, high = (round(SIDE * v) for v in px)
    canvas = surroundings.ground(rng, wide, high)
    painter = Painter(canvas, camera, (scale * px, offset * px), look)
    painter.paint(rng, boxes)
    owner = painter.owner
    if rng.random() < FINGERS:
        owner[surroundings.fingers(rng, canvas, TILE_W * finer) > 0] = len(boxes) + 1
    image = spoil(lit(rng, canvas), rng)
    how = cv2.INTER_AREA if finer > 1 else cv2.INTER_LINEAR
    quads = [camera.seen(box.front) * scale + offset for box in boxes]
    rows = [
        truth_of(q * px, px, owner, n, b.label) for n, (b, q) in enumerate(zip(boxes, quads, strict=True), 1)
    ]
    inside = [r for r in rows if -10 < r[0] < SIDE + 10 and -10 < r[1] < SIDE + 10]
    return np.asarray(cv2.resize(image, (SIDE, SIDE), interpolation=how), np.uint8), inside


def _astray(rng: Generator, scale: Points, offset: Points) -> tuple[Points, Points]:
    """The same at a guess of the scale that is wrong, one way or both; half of the time by a whole number."""
    while True:
        wrong = rng.uniform(-FARTHEST, FARTHEST, 2)
        if rng.random() < 0.5:
            wrong = np.log([1 / 3, 1 / 2, 1, 1, 2, 3])[rng.integers(6, size=2)] + rng.normal(0, 0.08, 2)
        if np.abs(wrong).max() > NONE_FROM:
            break
    middle = np.full(2, SIDE / 2)
    return scale * np.exp(wrong), (offset - middle) * np.exp(wrong) + middle


def fit(camera: Camera, box: Box) -> tuple[Points, Points] | None:
    """Scale (x, y) and offset (px) that show the box's front as 26 x 34; None for a view too slanted."""
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


def lit(rng: Generator, canvas: Floats) -> Floats:
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

"""Single tiles as a telephone sees them: standing or lying, aslant, cut out along their edges or nearly so.

`python -m vision.train.close --cache FOLDER` writes chunks like `vision.train.material`, of many more designs
and without patches for the detector.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.train import crops
from vision.train.compose import Image, spoil
from vision.train.designs import BACK, NONE, TileSet
from vision.train.drawings import H, W
from vision.train.layout import SIDE
from vision.train.material import TRUTH, Chunk, save

DESIGNS: Final = 30
CROPS: Final = 2048
"""Sets and crops in a chunk."""
PARTS: Final = 0.1
"""Share of the crops that show a part of a face."""
LEAST_INK: Final = 18.0
"""Standard deviation of a part that is more than bare body."""
KINDS: Final = {"house": 0.03, "near": 0.07, "maker": 0.2, "drawn": 0.6, "glyph": 0.1}
EDGE: Final = 60
"""Pixels around the face on which sides, neighbours and cloth are drawn."""
Floats = NDArray[np.float32]


def close_up(rng: Generator, look: TileSet, face: int) -> tuple[Image, bool]:
    """A crop of 64 x 48 x 3, and whether the tile is upside down in it."""
    canvas = np.full((H + 2 * EDGE, W + 2 * EDGE, 3), rng.uniform(10, 245, 3), np.float32)
    canvas += rng.normal(0, 6, (*canvas.shape[:2], 1)).astype(np.float32)
    body = np.array(look.body[::-1], np.float32)
    back = np.array(look.back[::-1], np.float32)
    quad = _quad(rng)
    if rng.random() < 0.5:
        _neighbours(rng, canvas, quad, body)
    lean = _sides(rng, canvas, quad, body, back) if rng.random() < 0.6 else np.zeros(2, np.float32)
    size = (
        rng.uniform(0.64, 1.05) * rng.uniform(0.93, 1.07, 2)
        if face < BACK and rng.random() < 0.75
        else np.ones(2)
    )
    _face(canvas, look.faces[face], quad, size)
    over = bool(rng.random() < 0.5)
    hull = np.vstack([quad, quad + lean])
    crop = _cut(rng, canvas, hull)
    warm = float(rng.normal(0, 0.1))
    light = np.array([1 - warm, 1, 1 + 0.6 * warm], np.float32) * float(np.exp(rng.normal(-0.05, 0.2)))
    ramp = np.linspace(-1, 1, crop.shape[1], dtype=np.float32)[None, :, None] * float(rng.normal(0, 0.1))
    out = spoil(crop * light * (1 + ramp), rng)
    return np.ascontiguousarray(out[::-1, ::-1] if over else out), over


def part(rng: Generator, look: TileSet) -> Image:
    """A crop that shows a circle or a stroke as large as a tile: no tile."""
    texture = look.faces[int(rng.integers(BACK))]
    while True:
        wide = W / float(rng.uniform(1.7, 4.0))
        high = wide * crops.CROP_H / crops.CROP_W
        left, top = (int(rng.uniform(0, room)) for room in (W - wide, H - high))
        window = texture[top : top + round(high), left : left + round(wide)]
        if window.std() > LEAST_INK:
            break
        texture = look.faces[int(rng.integers(BACK))]
    seen = cv2.resize(window, (crops.CROP_W, crops.CROP_H), interpolation=cv2.INTER_AREA).astype(np.float32)
    return spoil(seen * float(np.exp(rng.normal(-0.05, 0.2))), rng)


def _quad(rng: Generator) -> Floats:
    """The face's corners on the canvas, a little turned and seen aslant."""
    plain = np.array([[0, 0], [W, 0], [W, H], [0, H]], np.float32) + EDGE
    middle = plain.mean(axis=0)
    size = rng.uniform(0.72, 1.04, 2)
    turn = cv2.getRotationMatrix2D((0, 0), float(np.clip(rng.normal(0, 2.5), -8, 8)), 1.0)[:, :2]
    aslant = np.array([[1, 0], [float(rng.normal(0, 0.06)), 1]]) @ np.array(
        [[1, float(rng.normal(0, 0.06))], [0, 1]]
    )
    slanted = (plain - middle) * size @ aslant @ turn.T + middle
    return (slanted + rng.normal(0, 2.0 if rng.random() < 0.6 else 6.0, (4, 2))).astype(np.float32)


def _neighbours(rng: Generator, canvas: Floats, quad: Floats, body: Floats) -> None:
    across = quad[1] - quad[0]
    for side in (-1, 1):
        if rng.random() < 0.7:
            beside = quad + side * across * float(rng.uniform(1.01, 1.05))
            cv2.fillConvexPoly(
                canvas, np.round(beside).astype(np.int32), (body * rng.uniform(0.8, 1)).tolist()
            )


def _sides(rng: Generator, canvas: Floats, quad: Floats, body: Floats, back: Floats) -> Floats:
    """One or two sides of the tile beyond its face; how far they reach, in pixels."""
    lean = rng.normal(0, 1, 2) * np.array([20, 26])
    if rng.random() < 0.4:
        lean[int(rng.integers(2))] = 0
    lean = np.clip(lean, -0.8 * EDGE, 0.8 * EDGE).astype(np.float32)
    split = float(rng.uniform(0.3, 0.75))
    layers = ((0.0, split, body * rng.uniform(0.55, 1.0)), (split, 1.0, back * rng.uniform(0.55, 1.0)))
    for low, high, ink in layers[::-1]:
        hull = cv2.convexHull(np.vstack([quad + lean * low, quad + lean * high]).astype(np.float32))
        cv2.fillConvexPoly(canvas, np.round(hull).astype(np.int32), ink.tolist(), cv2.LINE_AA)
    return lean


def _face(canvas: Floats, texture: Image, quad: Floats, size: NDArray[np.float64]) -> None:
    """The drawing over the quad, its picture `size` times as large as it is."""
    middle = np.array([W, H]) / 2
    flat = (middle + (np.array([[0, 0], [W, 0], [W, H], [0, H]]) - middle) / size).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(flat, quad)
    size = canvas.shape[1::-1]
    seen = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255, cv2.LINE_AA)
    canvas += (mask[..., None].astype(np.float32) / 255) * (seen - canvas)


def _cut(rng: Generator, canvas: Floats, hull: Floats) -> Floats:
    """What a box around the tile shows: cut along its edges, or with what is around it."""
    low, high = hull.min(axis=0), hull.max(axis=0)
    slack = (high - low) * rng.normal(0, 0.025, 2)
    low, high = low - slack + rng.normal(0, 1.5, 2), high + slack + rng.normal(0, 1.5, 2)
    share = np.array([crops.CROP_MM_W / 26, crops.CROP_MM_H / 34])
    if rng.random() < 0.6:
        x0, y0 = np.maximum(np.round(low), 0).astype(int)
        x1, y1 = np.round(high).astype(int)
        return crops.of_photo(canvas[y0:y1, x0:x1])
    middle, half = (low + high) / 2, (high - low) / 2 * share
    goal = np.array([crops.CROP_W, crops.CROP_H]) / (2 * half)
    matrix = np.array(
        [[goal[0], 0, -goal[0] * (middle[0] - half[0])], [0, goal[1], -goal[1] * (middle[1] - half[1])]]
    )
    small = cv2.GaussianBlur(canvas, (0, 0), 0.5 / float(goal.mean()))
    size = crops.CROP_W, crops.CROP_H
    return np.asarray(cv2.warpAffine(small, matrix, size, borderMode=cv2.BORDER_REPLICATE))


def draw(rng: Generator) -> Chunk:
    sets = [crops.training_set(rng, KINDS) for _ in range(DESIGNS)]
    labels = rng.integers(BACK + 1, size=CROPS)
    labels[rng.random(CROPS) < PARTS] = NONE
    images, turned = [], []
    for label in labels:
        look = sets[int(rng.integers(DESIGNS))]
        image, over = close_up(rng, look, int(label)) if label != NONE else (part(rng, look), False)
        images.append(image)
        turned.append(-1.0 if label in crops.TURNS_ALIKE else float(over))
    empty = np.empty((0, SIDE, SIDE, 3), np.uint8), np.empty((0, TRUTH + 1), np.float32)
    return Chunk(np.stack(images), labels.astype(np.int64), np.array(turned, np.float32), *empty)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=4000)
    parser.add_argument("--chunks", type=int, default=40)
    parser.add_argument("--cache", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for number in range(args.first, args.first + args.chunks):
        save(args.cache, number, draw(np.random.default_rng([args.seed, 6, number])))
        print(number, flush=True)


if __name__ == "__main__":
    main()

"""Material for reading dice and sticks: `python -m vision.train.draw.things --cache FOLDER`.

Draws the middle of mats, full of dice and sticks of other makers in any room. Seeds from `HELD` on are
kept for the benchmark.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.tiles.tile import ALL
from vision.camera.frame import Pixels
from vision.eyes.dice import PER_MM, PLANE
from vision.eyes.sticks import VALUES
from vision.faces.makers import HELD, maker
from vision.scene.render import Lens, Light, MatLook, Renderer, Style, View
from vision.scene.rooms import Room, room
from vision.scene.scene import DieBody, Rest, Scene, StickBody, TileBody

REACH: Final = 120.0
"""Half of the drawn square of the mat, mm; SIDE of its picture from straight above, pixels."""
SIDE: Final = round(2 * REACH * PER_MM)
MOST: Final = 160
"""Things on one picture."""
KIND_DIE: Final = 1
KIND_STICK: Final = 2
KIND_OWN: Final = 3
Rows = NDArray[np.float32]
"""MOST rows: kind (0 none), value, place x and y in pixels, the angle of a stick in radians."""


@dataclass(frozen=True, slots=True)
class Look:
    """One maker's things in one room, seen by one camera."""

    style: Style
    room: Room
    mat: MatLook
    view: View


def look(seed: int) -> Look:
    """Everything at random, for a `seed` below HELD as from it on."""
    rng = np.random.default_rng([seed, 61])
    die, sticks = (seed if rng.random() < 0.85 else int(rng.integers(5)) for _ in range(2))
    style = replace(maker(seed), die=die, sticks=sticks if sticks >= 5 else 0)
    mat = MatLook() if rng.random() < 0.4 else MatLook.random(rng)
    lit = room(seed) if rng.random() < 0.8 else (Light(), Lens())
    return Look(style, lit, mat, middle_view(rng))


def middle_view(rng: Generator) -> View:
    """A camera that hangs anywhere above the mat, sees all of it and is cut to the middle."""
    scale = float(rng.choice([1080, 1232, 1520, 1520])) / float(rng.uniform(850, 950))
    z, spread = float(rng.uniform(900, 1500)), 30 if rng.random() < 0.6 else 150
    x, y = (float(v) for v in rng.normal(0, spread, 2))
    side = round(2 * (REACH + 14) * scale)
    tilt, pan = (-math.degrees(math.atan2(v, z)) + float(rng.normal(0, 0.3)) for v in (y, x))
    return View(side, side, scale * math.hypot(x, y, z), x, y, z, tilt, pan, float(rng.normal(0, 2)))


@dataclass(slots=True)
class Crowd:
    """Things laid on the mat until it is full; none touches another."""

    rng: Generator
    taken: list[tuple[float, float, float]]

    def free(self, spots: list[tuple[float, float]], radius: float) -> bool:
        if any(math.hypot(x - a, y - b) < radius + r for x, y in spots for a, b, r in self.taken):
            return False
        self.taken += [(x, y, radius) for x, y in spots]
        return True

    def spot(self) -> tuple[float, float]:
        x, y = self.rng.uniform(-REACH, REACH, 2)
        return float(x), float(y)


def crowd(rng: Generator) -> Scene:
    """Dice of one size, few or as many as there is room for, sticks, some side by side, and tiles around."""
    laid = Crowd(rng, [])
    tiles = [
        TileBody(k, ALL[int(rng.integers(34))], x, y, float(rng.uniform(0, 360)), Rest.FACE_UP)
        for k in range(12)
        for x, y in [laid.spot()]
        if max(abs(x), abs(y)) > 85 and laid.free([(x, y)], 21.5)
    ]
    sticks = _sticks(rng, laid)
    size = float(rng.uniform(8.5, 17.5))
    most = int(rng.choice([8, 110]))
    dice = [
        DieBody(k, int(rng.integers(1, 7)), x, y, float(rng.uniform(0, 360)), size)
        for k in range(most)
        for x, y in [laid.spot()]
        if laid.free([(x, y)], 0.62 * size)
    ]
    return Scene(tuple(tiles), tuple(sticks), tuple(dice))


def _sticks(rng: Generator, laid: Crowd) -> list[StickBody]:
    out = []
    for k in range(16):
        x, y = laid.spot()
        angle = float(rng.choice([0.0, 90.0]) + rng.normal(0, 6))
        across = math.radians(angle + 90)
        for n in range(int(rng.integers(1, 4))):
            off = n * float(rng.uniform(8.6, 11))
            at = x + off * math.cos(across), y + off * math.sin(across)
            value = int(rng.choice([*VALUES, 0]))
            if laid.free(_along(*at, angle), 4.2):
                out.append(StickBody(4 * k + n, value, *at, angle))
    return out


def _along(x: float, y: float, angle: float) -> list[tuple[float, float]]:
    a = math.radians(angle)
    return [(x + s * math.cos(a), y + s * math.sin(a)) for s in np.linspace(-46, 46, 14).tolist()]


def shoot(seed: int) -> tuple[Pixels, Rows]:
    """The picture of `seed` from straight above on the plane of the readers, and what lies there."""
    rng = np.random.default_rng([seed, 7])
    seen, scene = look(seed), crowd(rng)
    light, lens = seen.room
    renderer = Renderer(seen.view, seen.style, light, seed, seen.mat, lens)
    drawn = renderer.render(scene, float(rng.uniform(0, 100)))
    ends = np.array([(-REACH, REACH), (REACH, REACH), (REACH, -REACH), (-REACH, -REACH)])
    px = seen.view.project(np.column_stack([ends, np.full(4, PLANE)]))
    flat = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) - np.float32(0.5)
    turn = cv2.getPerspectiveTransform(px.astype(np.float32), flat.astype(np.float32))
    rows = np.zeros((MOST, 5), np.float32)
    found = _tops(seen.view, scene)[:MOST]
    rows[: len(found)] = found
    return np.asarray(cv2.warpPerspective(drawn, turn, (SIDE, SIDE)), np.uint8), rows


def _tops(view: View, scene: Scene) -> list[tuple[float, ...]]:
    """Rows of things where the camera sees their tops."""
    kinds = [(KIND_DIE, d.value, d.x, d.y, d.size, 0.0) for d in scene.dice]
    for s in scene.sticks:
        kinds.append((KIND_STICK if s.value else KIND_OWN, s.value, s.x, s.y, 4.0, math.radians(s.angle)))
    out: list[tuple[float, ...]] = []
    for kind, value, x, y, top, angle in kinds:
        u, v = view.unproject(view.project([[x, y, top]]), PLANE)[0]
        out.append((kind, value, (u + REACH) * PER_MM - 0.5, (REACH - v) * PER_MM - 0.5, angle))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0, help="number of the first picture, below HELD")
    parser.add_argument("--pictures", type=int, default=120)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.cache.mkdir(parents=True, exist_ok=True)
    for seed in range(args.first, args.first + args.pictures):
        if seed >= HELD:
            parser.error(f"Pictures from {HELD} on are held back.")
        flat, rows = shoot(seed)
        np.savez(args.cache / f"{seed}.npz", flat=flat, rows=rows)


if __name__ == "__main__":
    main()

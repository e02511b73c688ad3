"""Figures of the two models on pictures kept out of training: `python -m benchmarks.vision`.

Rendered tables with held-back seeds, cameras and lights, read through the calibration of the empty
mat; the time of a reading on one thread; and, where `../shared` is, crops of real photographs.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from engine.tile import Tile
from vision.demo_scene import demo_scene
from vision.detect import FACES, Detector
from vision.mat import TILE_D, TILE_H, Rect, to_table
from vision.observation import Detection
from vision.render import Light, MatLook, Renderer, Style, Truth, View
from vision.scene import Rest, Scene, TileBody
from vision.surface import CalibrationError, Surface, calibrate
from vision.train.crops import HELD_SEED, PHOTO_HELD, PHOTO_TRAIN, of_photo, photo_rows
from vision.train.rendered import random_scene, random_view

SHOWN = 0.86
"""A tile counts if this share of its top can be seen; tiles less visible may be read or not."""
NEAR_MM = 8.0


@dataclass
class Score:
    """Counts over pictures of one kind."""

    tiles: int = 0
    found: int = 0
    right: int = 0
    reds: int = 0
    reds_right: int = 0
    ghosts: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    places: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    heights: list[bool] = field(default_factory=list)
    upright: list[bool] = field(default_factory=list)
    perfect: int = 0
    pictures: int = 0

    def report(self) -> dict[str, object]:
        def part(values: list[float], share: float) -> float:
            return round(float(np.quantile(values, share)), 3) if values else 0.0

        return {
            "pictures": self.pictures,
            "pictures without any fault": self.perfect,
            "tiles": self.tiles,
            "missed": self.tiles - self.found,
            "misread": self.found - self.right,
            "share right": round(self.right / max(1, self.tiles), 5),
            "fives of plain and red": f"{self.reds_right} of {self.reds}",
            "ghosts": dict(self.ghosts),
            "wrong": dict(self.wrong.most_common(12)),
            "place error mm (median, 99 %, worst)": [part(self.places, q) for q in (0.5, 0.99, 1)],
            "angle error degrees (median, 99 %, worst)": [part(self.turns, q) for q in (0.5, 0.99, 1)],
            "margin (0.1 %, 1 %, median)": [part(self.margins, q) for q in (0.001, 0.01, 0.5)],
            "height right": round(float(np.mean(self.heights)), 4) if self.heights else None,
            "upside down right": round(float(np.mean(self.upright)), 4) if self.upright else None,
        }


def surface_of(view: View) -> Surface:
    """The calibration that a picture of the empty mat gives."""
    fov = math.degrees(2 * math.atan(view.width / 2 / view.focal))
    return calibrate(Renderer(view).render(Scene(), 0.0), fov)


def check(score: Score, found: list[Detection], scene: Scene, truth: list[Truth]) -> None:
    """Pair detections with the tiles of the scene, the nearest first, and count."""
    free = list(found)
    faults = 0
    order = sorted(zip(scene.tiles, truth, strict=True), key=lambda pair: -pair[1].visible)
    for body, true in order:
        if body.rest is Rest.STANDING:
            continue
        near = min(free, key=lambda d: math.hypot(d.x - body.x, d.y - body.y), default=None)
        hit = near is not None and math.hypot(near.x - body.x, near.y - body.y) < NEAR_MM
        if near is not None and hit:
            free.remove(near)
        if true.visible < SHOWN:
            continue
        score.tiles += 1
        if near is None or not hit:
            faults += 1
            score.wrong[f"{true.tile or 'back'} missed"] += 1
            continue
        faults += compare(score, near, body, true)
    for ghost in free:
        on_end = any(
            b.rest is Rest.STANDING and math.hypot(b.x - ghost.x, b.y - ghost.y) < 25 for b in scene.tiles
        )
        score.ghosts[
            f"{'standing' if on_end else 'elsewhere'}, {'sure' if ghost.odds[0][1] > 0.9 else 'unsure'}"
        ] += 1
    score.perfect += faults == 0 and not free
    score.pictures += 1


def compare(score: Score, seen: Detection, body: TileBody, true: Truth) -> int:
    """Count one tile that was found; 1 if its face was misread."""
    score.found += 1
    score.places.append(math.hypot(seen.x - body.x, seen.y - body.y))
    score.turns.append(abs(math.remainder(seen.angle - body.angle, 180.0)))
    score.heights.append((seen.height > 30) == (body.z > 10))
    if true.tile is not None and true.tile.honour and true.tile.number != 5:
        score.upright.append(abs(math.remainder(seen.angle - body.angle, 360.0)) < 90)
    right = seen.tile == true.tile
    score.right += right
    if true.tile is not None and true.tile.number == 5 and not true.tile.honour:
        score.reds += 1
        score.reds_right += right
    if not right:
        score.wrong[f"{true.tile or 'back'}>{seen.tile or 'back'} {seen.odds[0][1]:.2f}"] += 1
        return 1
    score.margins.append(seen.margin)
    return 0


def tables(kind: str, count: int, first: int) -> list[tuple[View, Light, MatLook, Scene]]:
    """Held-back tables: the house table in its usual light, in other light, and tiles anywhere."""
    out = []
    for k in range(count):
        rng = np.random.default_rng([HELD_SEED, first + k])
        scene = demo_scene(HELD_SEED + first + k, arm=k % 3 == 0)
        if kind == "tidy":
            out.append((View(), Light(), MatLook(), scene))
        elif kind == "other light":
            out.append((View(), Light.random(rng), MatLook(), scene))
        else:
            scene = random_scene(rng)
            out.append((random_view(rng), Light.random(rng), MatLook.random(rng), scene))
    return out


def rendered(reader: Detector, count: int, first: int) -> dict[str, object]:
    out: dict[str, object] = {}
    house = surface_of(View())
    for kind in ("tidy", "other light", "anything"):
        score = Score()
        for view, light, mat, scene in tables(kind, count, first):
            try:
                surface = house if view == View() else surface_of(view)
            except CalibrationError:
                continue
            draw = Renderer(view, Style.default(), light, first, mat)
            check(score, reader.detect(draw.render(scene, 1.0), surface), scene, draw.truth(scene))
        out[kind] = score.report()
    return out


def pace(reader: Detector, rounds: int = 20) -> dict[str, float]:
    """Median milliseconds of the processor to read a pond of 30 tiles, and the whole mat; one thread."""
    cv2.setNumThreads(1)
    surface = surface_of(View())
    pond = []
    for k in range(30):
        x, y = to_table(0, -65.0 + 26.4 * (k % 10), -112.0 - TILE_H * (k // 10))
        pond.append(TileBody(k, FACES[k % 37] or Tile(0), x, y, 0.0, Rest.FACE_UP))
    picture = Renderer().render(Scene(tuple(pond)), 0.0)
    mat = Renderer().render(demo_scene(3), 0.0)
    area = Rect(-110.0, -203.0, 240.0, -92.0)
    out = {}
    for name, pixels, region in (("pond of 30 tiles", picture, area), ("whole mat", mat, None)):
        times = []
        for _ in range(rounds if region else 5):
            start = time.process_time()
            found = reader.detect(pixels, surface, region, TILE_D)
            times.append(1000 * (time.process_time() - start))
        out[f"{name} ({len(found)} found)"] = round(float(np.median(times)), 1)
    return out


def photographs(reader: Detector, photos: Path) -> dict[str, object]:
    """Share of real crops read right, by group; crops of tight boxes, upright."""
    out: dict[str, object] = {}
    for group in (*PHOTO_HELD, *PHOTO_TRAIN):
        rows = photo_rows(photos, (group,))
        odds = reader.classify(np.stack([of_photo(image) for _, _, image in rows]))[:, :-1]
        guess, p = odds.argmax(axis=1), odds.max(axis=1)
        truth = np.array([face for _, face, _ in rows])
        names = [*(str(f) if f is not None else "back" for f in FACES), "no tile"]
        wrong = Counter(f"{names[a]}>{names[b]}" for a, b in zip(truth, guess, strict=True) if a != b)
        kept = "held back" if group in PHOTO_HELD else "trained on"
        out[f"{group} ({kept})"] = {
            "crops": len(rows),
            "right": round(float((guess == truth).mean()), 4),
            "wrong and sure (p >= 0.9)": round(float(((guess != truth) & (p >= 0.9)).mean()), 4),
            "wrong": dict(wrong.most_common(10)),
        }
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--pictures", type=int, default=20, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first held-back picture")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    args = parser.parse_args()
    reader = Detector(args.models)
    out: dict[str, object] = {
        "rendered": rendered(reader, args.pictures, args.first),
        "milliseconds": pace(reader),
    }
    if (args.shared / "photos").is_dir():
        out["photographs"] = photographs(reader, args.shared / "photos")
    print(json.dumps(out, indent=1))


if __name__ == "__main__":
    main()

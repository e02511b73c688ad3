"""Figures of the two models on pictures kept out of training: `python -m benchmarks.vision`.

Rendered tables with held-back seeds, cameras and lights, read through the calibration of the empty
mat; the time of a reading on one thread; and, where `../shared` is, crops of real photographs and whole ones.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from benchmarks import looks
from benchmarks.pairing import Score, check, surface_of
from benchmarks.photographs import whole
from engine.tile import Tile
from vision.demo_scene import demo_scene
from vision.detect import FACES, Detector
from vision.mat import TILE_D, TILE_H, Rect, to_table
from vision.render import Light, MatLook, Renderer, Style, View
from vision.scene import Rest, Scene, TileBody
from vision.surface import CalibrationError
from vision.train.crops import HELD_SEED, PHOTO_HELD, PHOTO_TRAIN, of_photo, photo_rows
from vision.train.rendered import random_scene, random_view


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
        "looks": looks.measured(reader, args.pictures, args.first),
        "milliseconds": pace(reader),
    }
    if (args.shared / "photos").is_dir():
        out["photographs"] = photographs(reader, args.shared / "photos")
        out["whole photographs"] = whole(reader, args.shared / "photos")
    print(json.dumps(out, indent=1))


if __name__ == "__main__":
    main()

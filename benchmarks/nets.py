"""Figures of the nets on pictures kept out of training: `python -m benchmarks.nets`.

Rendered tables with held-back seeds, cameras and lights, read through the calibration of the empty
mat; crops of sets kept back; the time of a reading on one thread; and, where `../shared` is, crops of real
photographs and whole ones.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks import dice_sticks, looks
from benchmarks.pairing import Score, check, surface_of
from benchmarks.photographs import PHOTOS, whole
from benchmarks.progress import Command, Options, each, no_file, no_folder
from engine.tiles.tile import ALL, Tile
from vision.calibration.mat import TILE_H, Rect, to_table
from vision.calibration.surface import CalibrationError
from vision.camera.frame import Pixels
from vision.nets import closeup
from vision.nets.detect import FACES, NO_TILE, Detector
from vision.scene.demo import demo_scene
from vision.scene.render import Light, MatLook, Renderer, Style, View
from vision.scene.scene import Rest, Scene, TileBody
from vision.train.draw.crops import HELD_SEED, PHOTO_HELD, PHOTO_TRAIN, chunk, held_sets, photo_rows
from vision.train.draw.degrade import WAYS, copies
from vision.train.draw.rendered import random_scene, random_view
from vision.train.fonts import FONT_DIR, HELD_FONT


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
        for view, light, mat, scene in each(f"tables, {kind}", tables(kind, count, first)):
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
        pond.append(TileBody(k, ALL[k], x, y, 0.0, Rest.FACE_UP))
    picture = Renderer().render(Scene(tuple(pond)), 0.0)
    mat = Renderer().render(demo_scene(3), 0.0)
    area = Rect(-110.0, -203.0, 240.0, -92.0)
    out = {}
    for name, pixels, region in (("pond of 30 tiles", picture, area), ("whole mat", mat, None)):
        times = []
        for _ in range(rounds if region else 5):
            start = time.process_time()
            found = reader.detect(pixels, surface, region)
            times.append(1000 * (time.process_time() - start))
        out[f"{name} ({len(found)} found)"] = round(float(np.median(times)), 1)
    return out


SPOILT = 150
"""Photographs of a group that are spoilt, at least."""
NAMES = [*("back" if face is None else str(face) for face in FACES), "no tile"]
REDS = [number for number, face in enumerate(FACES) if isinstance(face, Tile) and face.red]


def figures(odds: NDArray[np.float32], truth: NDArray[np.int64]) -> dict[str, object]:
    """Shares of crops read right, and read wrong with p >= 0.9, by odds (N x 47); the commonest mistakes."""
    guess, p = odds.argmax(axis=1), odds.max(axis=1)
    wrong = Counter(f"{NAMES[a]}>{NAMES[b]}" for a, b in zip(truth, guess, strict=True) if a != b)
    out: dict[str, object] = {
        "crops": len(truth),
        "right": round(float((guess == truth).mean()), 4),
        "wrong and sure (p >= 0.9)": round(float(((guess != truth) & (p >= 0.9)).mean()), 4),
        "wrong": dict(wrong.most_common(10)),
    }
    true, found = np.isin(truth, REDS), np.isin(guess, REDS)
    if true.any():
        right = int(((guess == truth) & true).sum())
        out["red fives, recall and precision"] = [right / int(true.sum()), right / max(1, int(found.sum()))]
    return out


def designs(reader: Detector, shared: Path, count: int) -> dict[str, object]:
    """Crops of drawn tables with sets kept out of training, by kind of set."""
    rng = np.random.default_rng([HELD_SEED, 12])
    art = shared / "art"
    out: dict[str, object] = {}
    for name, sets in each("kinds of sets", list(held_sets(rng, art if art.is_dir() else None).items())):
        crops, truth, _ = chunk(rng, sets, count)
        out[name] = figures(reader.classify(crops)[:, :-1], truth)
    return out


def photographs(
    reader: Detector, photos: Path, groups: Sequence[str] = (*PHOTO_HELD, *PHOTO_TRAIN)
) -> dict[str, object]:
    """Upright photographs of single tiles as `jantaku read --crop` reads them, by group; and their copies of
    34 x 44 px, spoilt in each way.

    What a group gives when it is left out of training the models of `vision.train.leave_one_out` say.
    """
    out: dict[str, object] = {}
    for group in each("groups of crops", groups):
        rows = photo_rows(photos, (group,))
        truth = np.array([face for _, face, _ in rows])
        found = figures(_faces(reader, [image for _, _, image in rows]), truth)
        rng = np.random.default_rng(7)
        every = max(1, len(rows) // SPOILT)
        spoilt = [copies(rng, image) for _, _, image in rows[::every]]
        ways = {way: figures(_faces(reader, [one[way] for one in spoilt]), truth[::every]) for way in WAYS}
        found["spoilt"] = {
            name: {way: one[name] for way, one in ways.items()}
            for name in ("right", "wrong and sure (p >= 0.9)")
        }
        out[group] = found
    return out


def _faces(reader: Detector, images: Sequence[Pixels]) -> NDArray[np.float32]:
    """As `vision.photo.read.read_crop`, which never answers "no tile"."""
    odds = closeup.odds(reader, np.stack([closeup.as_crop(image, closeup.FINER) for image in images]))[:, :-1]
    odds[:, NO_TILE] = 0
    return odds


def takes(options: Options) -> float:
    if options.only_crops:
        return float(60.0 * len(options.only_crops))
    if options.only_designs:
        return float(5.0 * options.pictures)
    return float(1300 + 30.0 * options.pictures)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--pictures", type=int, default=20, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first held-back picture")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--only-crops", nargs="+", choices=(*PHOTO_HELD, *PHOTO_TRAIN), metavar="GROUP")
    parser.add_argument(
        "--only-designs", action="store_true", help="crops of drawn sets kept out of training"
    )
    args = parser.begin()
    brush = no_file(FONT_DIR / HELD_FONT, "run `sudo apt install fonts-aoyagi-kouzan-t`")
    photos = no_folder(args.shared / "photos", PHOTOS)
    parser.need(no_folder(args.models, "models"), photos if args.only_crops else brush)
    reader = Detector(args.models, flowers=True)
    if args.only_crops:
        print(json.dumps(photographs(reader, args.shared / "photos", args.only_crops), indent=1))
        return
    if args.only_designs:
        print(json.dumps(designs(reader, args.shared, 120 * args.pictures), indent=1))
        return
    out: dict[str, object] = {
        "rendered": rendered(reader, args.pictures, args.first),
        "looks": looks.measured(reader, args.pictures, args.first),
        "designs": designs(reader, args.shared, 120 * args.pictures),
        "dice and sticks": dice_sticks.measured(args.pictures, args.first),
        "milliseconds": pace(reader),
    }
    if (args.shared / "photos").is_dir():
        out["photographs"] = photographs(reader, args.shared / "photos")
        out["whole photographs"] = whole(args.shared / "photos")
    print(json.dumps(out, indent=1))


if __name__ == "__main__":
    main()

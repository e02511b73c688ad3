"""What is reported of drawn things that are no tiles: `python -m benchmarks.other_things`.

Photographs of a table with dominoes, dice, cards, keys and buttons, which the detector's drawn material
knows, and with coins, letters of a word game and a telephone, which it does not (`vision.train.draw.others`);
alone and beside two rows of tiles. Designs, rooms and cameras are of seeds that nothing is trained on.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from benchmarks.photographs import box_of, share
from benchmarks.progress import Command, Options, each, no_file, no_folder
from engine.tiles.tile import Flower
from vision.calibration.mat import TILE_H, TILE_W
from vision.camera.frame import Pixels
from vision.faces.makers import HELD
from vision.nets.detect import FACES, Detector
from vision.nets.load import MODELS
from vision.photo.read import read_photo
from vision.train.draw import crops, strangers
from vision.train.draw.bodies import Box, flat, things
from vision.train.draw.designs import TileSet
from vision.train.draw.others import KINDS, STRANGE
from vision.train.fonts import CHAR_FONTS, FONT_DIR, TILE_FONTS

WIDE: Final = 1000
HIGH: Final = 750
COVERED: Final = 0.4
"""Intersection over union from which on a tile is the one that lies there."""
SIZE: Final = np.array([TILE_W, TILE_H, 20.0])
Quads = list[NDArray[np.float64]]


def tiles(rng: Generator, look: TileSet) -> list[Box]:
    """Two rows, each of other faces, before what else lies there."""
    faces = [k for k, face in enumerate(FACES) if face is not None and not isinstance(face, Flower)]
    out = []
    for k, face in enumerate(rng.permutation(faces)[:14].tolist()):
        middle = np.array([27.0 * (k % 7 - 3), 36.0 * (k // 7) - 110, SIZE[2]])
        out.append(Box(look.faces[face], face, middle, flat(0.0), SIZE))
    return out


def photograph(rng: Generator, kind: str, beside: bool) -> tuple[Pixels, Quads]:
    """1000 x 750 pixels, and the corners of the tiles in it."""
    look = crops.training_set(rng)
    camera, count = strangers.view(rng), 1 if kind == "telephone" else int(rng.integers(4, 13))
    boxes = things(rng, kind, count, rng.uniform(-120, -20, 2))
    if beside:
        farther = [
            replace(b, middle=np.array([b.middle[0], abs(b.middle[1]) + 10, b.middle[2]])) for b in boxes
        ]
        boxes = farther + tiles(rng, look)
    pixels, (scale, offset) = strangers.shot(rng, camera, boxes, look, (WIDE, HIGH))
    return pixels, [camera.seen(box.front) * scale + offset for box in boxes if box.label >= 0]


def measure(detector: Detector, kind: str, pictures: int) -> Counter[str]:
    count: Counter[str] = Counter()
    for number in range(pictures):
        for beside in (False, True):
            rng = np.random.default_rng([HELD + number, beside, *kind.encode()])
            pixels, quads = photograph(rng, kind, beside)
            found = [box_of(t.quad) for t in read_photo(detector, pixels).tiles if t.tile is not None]
            truth = [(*q.min(axis=0).tolist(), *q.max(axis=0).tolist()) for q in quads]
            right = sum(any(share(box, other) >= COVERED for other in found) for box in truth)
            count["alone" if not beside else "beside"] += 1
            count["ghosts alone" if not beside else "ghosts beside"] += len(found) - right
            count["reported alone"] += bool(found) and not beside
            count["tiles"] += len(truth)
            count["right"] += right
    return count


def report(count: Counter[str]) -> dict[str, object]:
    reported = count["right"] + count["ghosts beside"]
    return {
        "pictures alone": count["alone"],
        "in which a tile is reported": count["reported alone"],
        "reported there": count["ghosts alone"],
        "beside tiles: reported that are tiles": round(count["right"] / max(1, reported), 4),
        "beside tiles: tiles that are reported": round(count["right"] / max(1, count["tiles"]), 4),
    }


def takes(options: Options) -> float:
    return float(5 + 3 * len(options.kinds) * options.pictures)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--pictures", type=int, default=10, help="of each kind, alone and beside tiles")
    parser.add_argument("--kinds", nargs="+", choices=KINDS + STRANGE, default=KINDS + STRANGE)
    args = parser.begin()
    fonts = [FONT_DIR / font for font in (*CHAR_FONTS, *TILE_FONTS)]
    parser.need(no_folder(args.models, "models"))
    parser.need(*(no_file(font, "install Debian's package of it") for font in fonts))
    cv2.setNumThreads(1)
    detector = Detector(args.models, flowers=True)
    every = {kind: measure(detector, kind, args.pictures) for kind in each("kinds", args.kinds)}
    figures = {kind: report(count) for kind, count in every.items()}
    for name, kinds in (("known kinds", KINDS), ("strange kinds", STRANGE)):
        if part := [every[kind] for kind in kinds if kind in every]:
            figures[name] = report(sum(part, Counter()))
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()

"""Draw the training material once: `python -m vision.train.material --cache FOLDER --chunks 200`.

Chunk k depends on (seed, k) alone. Each holds crops for the classifier and the patches they were cut
from, at 1 pixel a mm, with the truth of every tile, for the detector. The trainers follow the
files as they appear.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.train import fonts
from vision.train.draw import crops
from vision.train.draw.compose import Patch, patch
from vision.train.draw.designs import TileSet
from vision.train.draw.layout import SIDE

CHUNK: Final = 4096
SETS: Final = 14
"""Designs in a chunk, new ones for each."""
TRUTH: Final = 6
"""Columns of a tile's truth: x, y (mm of the patch, y down), angle, face (-1 standing), top, visible."""


Crop = tuple[Any, int, float]


@dataclass(frozen=True, slots=True)
class Chunk:
    """4096 crops; P patches of 208 x 208 x 3 and the truth of their tiles, the patch number first."""

    images: NDArray[np.uint8]
    labels: NDArray[np.int64]
    turned: NDArray[np.float32]
    patches: NDArray[np.uint8]
    truth: NDArray[np.float32]


def draw(rng: Generator, sets: list[TileSet]) -> Chunk:
    """One chunk from random sets."""
    cut: list[Crop] = []
    patches = []
    while len(cut) < CHUNK:
        patches.append(patch(rng, sets[int(rng.integers(len(sets)))]))
        cut += crops.from_patch(rng, patches[-1])
    return pack(cut, patches)


def pack(cut: list[Crop], patches: list[Patch]) -> Chunk:
    """The first 4096 crops, and the patches as the detector sees them."""
    images, labels, turned = zip(*cut[:CHUNK], strict=True)
    truth = [row for number, p in enumerate(patches) for row in rows(p, number)]
    return Chunk(
        np.stack(images),
        np.array(labels, np.int64),
        np.array(turned, np.float32),
        np.stack([flat(p) for p in patches]),
        np.array(truth, np.float32).reshape(-1, TRUTH + 1),
    )


def flat(p: Patch) -> NDArray[np.uint8]:
    """The patch at 1 pixel a mm, resampled as the detector does."""
    to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(p.image, p.to_px @ to_mm, (SIDE, SIDE), flags=how), np.uint8)


def rows(p: Patch, number: int) -> list[tuple[float, ...]]:
    return [(number, *i.seen, i.angle, i.face, i.top, i.visible) for i in p.items]


def path(cache: Path, number: int) -> Path:
    return cache / f"chunk{number:05d}.npz"


def load(cache: Path, number: int) -> Chunk:
    """Chunk `number`, waiting until it is there."""
    file = path(cache, number)
    while not file.exists():
        time.sleep(0.5)
    with np.load(file) as data:
        return Chunk(*(data[k] for k in ("images", "labels", "turned", "patches", "truth")))


def schedule(parser: argparse.ArgumentParser) -> None:
    """Arguments that say which chunks are trained on, in which order."""
    parser.add_argument("--chunks", type=int, default=120, help="chunks of the whole schedule of rates")
    parser.add_argument("--stop", type=int, default=0, help="stop after so many chunks of the schedule")
    parser.add_argument("--first", type=int, default=0, help="number of the first chunk")
    parser.add_argument("--rendered", type=int, default=0, help="every second chunk comes from here on")
    parser.add_argument(
        "--few", type=int, default=1, help="chunks there are from --rendered on, used in turn"
    )
    parser.add_argument("--start", type=Path, help="weights to go on from")


def number_of(args: argparse.Namespace, turn: int) -> int:
    """The number of the chunk that joins the pool at this turn."""
    if args.rendered and turn % 2 == 0:
        return int(args.rendered + turn // 2 % args.few)
    return int(args.first + (turn // 2 if args.rendered else turn))


def save(cache: Path, number: int, c: Chunk) -> None:
    """Write a chunk so that a reader sees all of it or nothing."""
    part = path(cache, number).with_suffix(".part.npz")
    np.savez(part, images=c.images, labels=c.labels, turned=c.turned, patches=c.patches, truth=c.truth)
    part.rename(path(cache, number))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--chunks", type=int, default=200)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--photos", choices=crops.PHOTO_TRAIN, help="faces from photographs of this group")
    parser.add_argument("--wider", action="store_true", help="half of the sets as made for other countries")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    args = parser.parse_args()
    fonts.check()
    cv2.setNumThreads(1)
    args.cache.mkdir(parents=True, exist_ok=True)
    rows = crops.photo_rows(args.shared / "photos", (args.photos,)) if args.photos else None
    kinds = crops.WIDER if args.wider else crops.KINDS
    for number in range(args.first, args.first + args.chunks):
        rng = np.random.default_rng([args.seed, 2, number])
        sets = [crops.training_set(rng, kinds) for _ in range(SETS)]
        if rows is not None:
            sets = [crops.photo_set(rng, rows, base) for base in sets]
        c = draw(rng, sets)
        save(args.cache, number, c)
        print(number, len(c.patches), flush=True)


if __name__ == "__main__":
    main()

"""What reads the values of sticks: `python -m vision.train.sticks --cache FOLDER`.

Trains on what `vision.train.draw.things` has drawn, some seconds, and writes `stick_values.onnx`, one
layer, and `stick_pictures.onnx`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from vision.eyes.dice import PER_MM
from vision.eyes.sticks import STRIP, VALUES, Bar, features, strip
from vision.train import pictures
from vision.train.dice import Measured, export, train
from vision.train.draw.things import KIND_DIE, KIND_STICK

COPIES: Final = 4
"""Strips cut of every stick."""
ASIDE: Final = 0.2
"""Share of strips cut where no dots are, which are those of a player's own stick (E-RIICHI-05)."""
DOTS_MM: Final = 30.0


def strips(rng: Generator, cache: Path) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Strips of all sticks a little off their middles, and their classes; len(VALUES) where no value is."""
    cut, labels = [], []
    for path in sorted(cache.glob("*.npz")):
        with np.load(path) as packed:
            flat, rows = packed["flat"], packed["rows"]
        for kind, value, x, y, angle in rows[rows[:, 0] > KIND_DIE].tolist():
            if not 24 < min(x, y) <= max(x, y) < flat.shape[0] - 24:
                continue
            for _ in range(COPIES):
                turned = -angle + rng.normal(0, 0.03) + np.pi * rng.integers(2)
                along = 0.0
                if kind == KIND_STICK and rng.random() < ASIDE:
                    along = PER_MM * DOTS_MM * rng.choice([-1, 1])
                u, v = rng.normal(0, 1.2 * PER_MM, 2) * (1, 0.35)
                u += along
                c, s = np.cos(turned), np.sin(turned)
                bar = Bar(x + c * u - s * v, y + s * u + c * v, turned)
                cut.append(strip(flat, bar, PER_MM * rng.uniform(0.95, 1.05)))
                labels.append(VALUES.index(int(value)) if kind == KIND_STICK and not along else len(VALUES))
    return np.asarray(cut), np.asarray(labels)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("vision/models"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=3000, help="of the net that looks at pictures")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng([args.seed, 17])
    cut, labels = strips(rng, args.cache)
    seen = features(cut)
    net = Measured(seen, len(VALUES) + 1)
    train(net, seen, labels, 1200, 0.3)
    export(net, args.out / "stick_values.onnx", seen.shape[1])

    def some(count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        pick = rng.integers(len(cut), size=count)
        return np.stack([pictures.relit(rng, cut[n]) for n in pick]), labels[pick]

    looking = pictures.Pictured(STRIP[1], STRIP[0], len(VALUES) + 1)
    pictures.train(looking, some, args.steps)
    pictures.export(looking, args.out / "stick_pictures.onnx", STRIP[1], STRIP[0])


if __name__ == "__main__":
    main()

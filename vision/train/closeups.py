"""Train the classifier of close-ups: `python -m vision.train.closeups --cache FOLDER`.

It reads single tiles that somebody cut out of a picture, or that a photograph of unknown scale shows:
the tile may fill the crop or stand in it with its top and a side, and the drawing may be of any size.
Run `vision.train.draw.close` before or beside it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.random import Generator
from torch import Tensor, nn, tensor

from vision.train import classifier
from vision.train.classifier import BATCH, STEPS, asked, fit, spoilt
from vision.train.detector import drawn
from vision.train.draw import crops
from vision.train.draw.close import SHARES, Crop, Shelf, close_up, photographed
from vision.train.draw.designs import NONE
from vision.train.draw.strangers import Strangers
from vision.train.material import load
from vision.train.nets import CloseUps

OF_TABLE: Final = 0.25
"""Share of the crops that are cut from drawn tables: those show what is no tile, too."""
OF_STRANGERS: Final = 0.08
"""Share of the crops that show other things (`vision.train.draw.strangers`)."""
PICTURES: Final = 64
"""Photographs of those that are kept to be shown again; every few steps another one is drawn."""
NEXT: Final = 4
POOL: Final = 16
SHOWN: Final = 2
"""A close-up is shown so many times, each time spoilt anew."""
KEPT: Final = 2048
"""Close-ups kept to be shown again."""
CHOSEN: Final = 3000
"""Close-ups that the temperature is fitted on."""


class CloseFeed:
    """Batches of close-ups and strangers drawn anew, of crops of tables and of photographs of some groups."""

    def __init__(self, args: argparse.Namespace, groups: Sequence[str], rng: Generator) -> None:
        self._args, self._rng = args, rng
        self._shelf = Shelf(args.cache)
        self._seen = [self._shelf.crop(rng) for _ in range(KEPT)]
        self._pool: list[classifier.Crops] = []
        self._photos = crops.photo_rows(args.shared / "photos", tuple(groups))
        self._strangers = Strangers(rng, PICTURES)

    def batch(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        if step % STEPS == 0:
            self._shelf.look_again()
            there = drawn(self._args.cache, self._args.material)
            part = load(self._args.cache, there[int(self._rng.integers(len(there)))])
            self._pool = [*self._pool[-POOL + 1 :], classifier.Crops(part.images, part.labels, part.turned)]
        if step % NEXT == 0:
            self._strangers.look_again(self._rng)
        from_table = round(OF_TABLE * BATCH)
        from_photos = round(self._args.of_photos * BATCH) if self._photos else 0
        mixed = [self._of_table() for _ in range(from_table)]
        mixed += [self._of_photos() for _ in range(from_photos)]
        mixed += [(self._strangers.crop(self._rng), NONE, -1.0) for _ in range(round(OF_STRANGERS * BATCH))]
        mixed += self._close_ups(BATCH - len(mixed))
        images, labels, turned = zip(*mixed, strict=True)
        seen = np.stack([spoilt(self._rng, image) for image in images])
        return classifier.tensor(seen), tensor(labels), tensor(turned)

    def _close_ups(self, count: int) -> list[Crop]:
        for _ in range(count // SHOWN):
            self._seen[int(self._rng.integers(KEPT))] = self._shelf.crop(self._rng)
        return [self._seen[int(k)] for k in self._rng.integers(KEPT, size=count)]

    def _of_table(self) -> Crop:
        part = self._pool[int(self._rng.integers(len(self._pool)))]
        k = int(self._rng.integers(len(part.labels)))
        return part.images[k], int(part.labels[k]), float(part.turned[k])

    def _of_photos(self) -> Crop:
        _, face, photo = self._photos[int(self._rng.integers(len(self._photos)))]
        image = photographed(self._rng, photo)
        over = bool(self._rng.random() < 0.5)
        return image[::-1, ::-1] if over else image, face, -1.0 if face in crops.TURNS_ALIKE else float(over)


def train(args: argparse.Namespace, groups: Sequence[str] = ()) -> nn.Module:
    """The net with averaged weights; `groups` are the photographs it learns from besides."""
    return fit(args, CloseUps(), CloseFeed(args, groups, np.random.default_rng([args.seed, 3])))


def heat_of(args: argparse.Namespace, net: nn.Module) -> float:
    """The temperature for close-ups of new sets, half of them strange to the net."""
    rng = np.random.default_rng([args.seed, 8])
    sets = crops.new_sets(rng)
    labels = rng.choice(len(SHARES), p=SHARES, size=CHOSEN)
    looks = rng.integers(len(sets), size=CHOSEN)
    images = [
        spoilt(rng, close_up(rng, sets[look], face))
        for look, face in zip(looks, labels.tolist(), strict=True)
    ]
    return classifier.temperature(classifier.logits_of(net, np.stack(images)), labels)


def main() -> None:
    args = asked(__doc__, "closeups")
    heat = heat_of(args, train(args, args.photos))
    args.out.with_suffix(".json").write_text(json.dumps({"temperature": heat}), encoding="utf-8")


if __name__ == "__main__":
    main()

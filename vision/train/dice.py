"""The three nets that read dice: `python -m vision.train.dice --cache FOLDER`.

Trains on what `vision.train.draw.things` has drawn, one to two minutes each, and writes `dice_places.onnx`,
`dice_values.onnx` and `dice_pictures.onnx`. The others learn from the places that the first finds.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.camera.frame import Pixels
from vision.eyes.dice import CELL, FACES, PER_MM, TOP, TOP_MM, Finder, Spot, circles, features, middles
from vision.nets.two_net_odds import equal
from vision.train import pictures
from vision.train.draw.things import KIND_DIE
from vision.train.export import quantise, save
from vision.train.nets import Places

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Picture = tuple[Pixels, Floats]
"""A picture from straight above, and the middles and values of its dice (x, y, value; pixels)."""
SIDE: Final = 192
"""Side in pixels of what the finder is shown at once in training."""
NEAR: Final = 1.5
"""Cells this close (in cells) to a middle learn its offset."""
DOUBTFUL: Final = -2.5
"""Heat from which places teach what is no die."""
FOUND_MM: Final = 1.5
NOT_FOUND_MM: Final = 4.0
WIDE: Final = 76
"""Side in pixels of what is kept around a place: TOP_MM, turned anyhow."""


class Measured(nn.Module):
    """A small net on features, normalised by their mean and standard deviation in `seen` (N x D)."""

    def __init__(self, seen: Floats, *sizes: int) -> None:
        super().__init__()
        self.mean = nn.Parameter(torch.from_numpy(seen.mean(axis=0)), requires_grad=False)
        self.spread = nn.Parameter(torch.from_numpy(seen.std(axis=0) + 0.03), requires_grad=False)
        layers: list[nn.Module] = []
        for inner, outer in zip((seen.shape[1], *sizes), sizes, strict=False):
            layers += [nn.Linear(inner, outer), nn.ReLU(), nn.Dropout(0.15)]
        self.body = nn.Sequential(*layers[:-2])

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.body((x - self.mean) / self.spread)
        return out


def load(cache: Path) -> list[Picture]:
    out = []
    for path in sorted(cache.glob("*.npz")):
        with np.load(path) as packed:
            rows = packed["rows"]
            dice = rows[rows[:, 0] == KIND_DIE][:, [2, 3, 1]]
            if len(dice):
                out.append((packed["flat"], dice))
    return out


def target(middles: Floats) -> Floats:
    """4 x SIDE/CELL x SIDE/CELL: heat around `middles` (x, y; pixels), offset x, y in cells, its weight."""
    out = np.zeros((4, SIDE // CELL, SIDE // CELL), np.float32)
    v, u = np.mgrid[: out.shape[1], : out.shape[2]] + 0.5
    for x, y in (middles + 0.5) / CELL:
        square = (x - u) ** 2 + (y - v) ** 2
        out[0] = np.maximum(out[0], np.exp(-square / 2))
        out[0][(np.floor(x) == u - 0.5) & (np.floor(y) == v - 0.5)] = 1
        near = square < NEAR**2
        out[1][near], out[2][near], out[3][near] = (x - u)[near], (y - v)[near], 1
    return out


def window(rng: Generator, drawn: Sequence[Picture]) -> tuple[Floats, Floats]:
    """A part of some picture as the finder sees it, turned and recoloured anyhow, and its target."""
    flat, dice = drawn[int(rng.integers(len(drawn)))]
    left, top = rng.integers(0, flat.shape[0] - SIDE + 1, 2)
    seen = equal(pictures.recoloured(rng, flat)[None])[0, :, top : top + SIDE, left : left + SIDE]
    at = dice[:, :2] - (left, top)
    if rng.random() < 0.5:
        seen, at = seen[:, :, ::-1], np.column_stack([SIDE - 1 - at[:, 0], at[:, 1]])
    for _ in range(int(rng.integers(4))):
        seen, at = np.rot90(seen, axes=(1, 2)), np.column_stack([at[:, 1], SIDE - 1 - at[:, 0]])
    return np.ascontiguousarray(seen), target(at)


def train_places(rng: Generator, drawn: Sequence[Picture], steps: int) -> Places:
    """The finder: focal loss of the heat, absolute error of the offsets."""
    net = Places()
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 8e-3, steps)
    for _ in range(steps):
        seen, wanted = (np.stack(part) for part in zip(*(window(rng, drawn) for _ in range(8)), strict=True))
        want = torch.from_numpy(wanted)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(torch.from_numpy(seen)).float()
        heat, hit = out[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4), (want[:, 0] == 1).float()
        plus = (1 - heat) ** 2 * heat.log() * hit
        minus = (1 - want[:, 0]) ** 4 * heat**2 * (1 - heat).log() * (1 - hit)
        place = ((out[:, 1:] - want[:, 1:3]).abs() * want[:, 3:]).sum() / want[:, 3].sum().clamp_min(1)
        loss = place - (plus + minus).sum() / hit.sum().clamp_min(1)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
    return net


def jittered(rng: Generator, flat: Pixels) -> Pixels:
    """Other inks, light and noise: colours change places, now and then light and dark do."""
    order = rng.permutation(3) if rng.random() < 0.5 else np.arange(3)
    light = 255 - flat[..., order] if rng.random() < 0.3 else flat[..., order]
    noise = rng.standard_normal(flat.shape, np.float32) * rng.uniform(0, 5)
    return np.clip(light * rng.uniform(0.6, 1.3) + noise, 0, 255).astype(np.uint8)


def values(rng: Generator, reader: Finder, drawn: Sequence[Picture], rounds: int) -> tuple[Floats, Ints]:
    """Features at the places that `reader` finds, and the values there; FACES where no die is."""
    seen: list[Floats] = []
    classes: list[int] = []
    for flat, dice in drawn:
        spots = reader.spots(flat, DOUBTFUL, 999)
        for _ in range(rounds):
            other = jittered(rng, flat)
            moved = [Spot(s.x + rng.normal(0, 0.8), s.y + rng.normal(0, 0.8)) for s in spots]
            keep = []
            for spot in middles(other, moved):
                away = np.hypot(dice[:, 0] - spot.x, dice[:, 1] - spot.y) / PER_MM
                nearest = int(away.argmin())
                if away[nearest] < FOUND_MM or away[nearest] > NOT_FOUND_MM:
                    keep.append(spot)
                    classes.append(int(dice[nearest, 2]) - 1 if away[nearest] < FOUND_MM else FACES)
            seen.append(features(circles(other, keep)))
    return np.concatenate(seen), np.asarray(classes)


class Tops(NamedTuple):
    """Squares around places, WIDE pixels wide, and the values there; FACES where no die is."""

    cuts: list[Pixels]
    classes: list[int]

    def some(self, rng: Generator, count: int) -> tuple[Pixels, Ints]:
        """`count` of them, turned, moved and recoloured anyhow."""
        out = np.empty((count, TOP, TOP, 3), np.uint8)
        pick = rng.integers(len(self.cuts), size=count).tolist()
        middle = WIDE / 2 - 0.5
        for k, n in enumerate(pick):
            scale = TOP / TOP_MM / PER_MM * float(rng.uniform(0.93, 1.07))
            angle = float(rng.uniform(0, 360))
            turn = np.asarray(cv2.getRotationMatrix2D((middle, middle), angle, scale), np.float64)
            turn[:, 2] += (TOP - WIDE) / 2 + rng.normal(0, 0.35, 2)
            seen = cv2.warpAffine(self.cuts[n], turn, (TOP, TOP), borderMode=cv2.BORDER_REPLICATE)
            out[k] = pictures.recoloured(rng, np.asarray(seen, np.uint8))
        return out, np.asarray([self.classes[n] for n in pick], np.int64)


def tops(finder: Finder, drawn: Sequence[Picture]) -> Tops:
    """Around all dice, and around the other places that `finder` finds."""
    out = Tops([], [])
    for flat, dice in drawn:
        spots = middles(
            flat, finder.spots(flat, DOUBTFUL, 999) + [Spot(x, y) for x, y in dice[:, :2].tolist()]
        )
        for spot in spots:
            away = np.hypot(dice[:, 0] - spot.x, dice[:, 1] - spot.y) / PER_MM
            nearest = int(away.argmin())
            if away[nearest] < FOUND_MM or away[nearest] > NOT_FOUND_MM:
                cut = cv2.getRectSubPix(flat, (WIDE, WIDE), (spot.x, spot.y))
                out.cuts.append(np.asarray(cut, np.uint8))
                out.classes.append(int(dice[nearest, 2]) - 1 if away[nearest] < FOUND_MM else FACES)
    return out


def train(net: nn.Module, seen: Floats, classes: Ints, steps: int, noise: float) -> None:
    """Fits the net that finds classes by features."""
    x, y = torch.from_numpy(seen), torch.from_numpy(classes)
    spread = torch.from_numpy(seen.std(axis=0))
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 8e-3, steps)
    for _ in range(steps):
        pick = torch.randint(0, len(x), (192,))
        answer = net(x[pick] + noise * spread * torch.randn(192, x.shape[1]))
        loss = functional.cross_entropy(answer, y[pick], label_smoothing=0.01)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()


def export(net: nn.Module, path: Path, count: int) -> None:
    save(net.eval(), path, (1, count), {0: "n"}, "features")
    print(path, path.stat().st_size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("vision/models"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=2, help="jittered copies of every picture")
    parser.add_argument("--part", choices=("places", "values", "pictures"))
    parser.add_argument("--steps", type=int, default=3000, help="of the nets that look at pictures")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng([args.seed, 11])
    drawn = load(args.cache)
    if args.part in (None, "places"):
        finder = train_places(rng, drawn, args.steps)
        path = args.out / "dice_places.onnx"
        save(finder.eval(), path, (1, 3, SIDE, SIDE), {2: "rows", 3: "columns"})
        quantise(
            path, args.cache / "dice_places.plain.onnx", [window(rng, drawn)[0][None] for _ in range(96)]
        )
    if args.part in (None, "values"):
        seen, classes = values(rng, Finder(args.out), drawn, args.rounds)
        net = Measured(seen, 40, FACES + 1)
        train(net, seen, classes, 3000, 0.15)
        export(net, args.out / "dice_values.onnx", seen.shape[1])
    if args.part in (None, "pictures"):
        around = tops(Finder(args.out), drawn)
        looking = pictures.Pictured(TOP, TOP, FACES + 1)
        pictures.train(looking, lambda count: around.some(rng, count), args.steps)
        pictures.export(looking, args.out / "dice_pictures.onnx", TOP, TOP)


if __name__ == "__main__":
    main()

"""Train the classifier on drawn material: `python -m vision.train.classifier --cache FOLDER`.

Run `vision.train.material` before or beside it. `--shared` is where the held-back art and photographs lie.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from engine.tiles.tile import Tile
from vision.train import fonts
from vision.train.detector import drawn, numbers
from vision.train.draw import crops
from vision.train.draw.close import Shelf
from vision.train.draw.degrade import WAYS, degraded
from vision.train.draw.designs import CLASSES, FACES
from vision.train.material import load
from vision.train.nets import Classifier

STEPS = 64
"""Steps after which another chunk joins the pool."""
POOL = 16
"""Chunks kept to draw batches from."""
BATCH = 128
KEPT = 0.998
"""Share of the averaged weights that a step leaves as they are; less in short trainings."""
SPOILT = 0.5
"""Share of the crops that are spoilt once more, in one of the ways of `vision.train.draw.degrade`."""
ANEW = 0.3
"""Share of the crops that are drawn anew for the step, where `vision.train.draw.close` has drawn designs,
unless `--anew` gives another."""
OF_PHOTOS = 0.4
"""Share of the crops that come from photographs, where there are any, unless `--of-photos` gives another."""
SURE: Final = 0.8
"""Odds from which an earlier net's right answer is kept to."""
SHORT: Final = torch.cpu._is_avx512_bf16_supported()
"""Whether the processor multiplies numbers of 16 bits: others take ten times as long for them."""
REDS: Final = [face for face, tile in enumerate(FACES) if isinstance(tile, Tile) and tile.red]
PHOTO_CHUNKS: Final = {"leo": range(3000, 3003), "hand": range(3100, 3103), "green_mat": range(3200, 3203)}
"""Numbers of the chunks drawn with faces from the photographs of a group."""


@dataclass(frozen=True, slots=True)
class Crops:
    """N x 64 x 48 x 3, classes, and whether upside down (-1: not asked for)."""

    images: NDArray[np.uint8]
    labels: NDArray[np.int64]
    turned: NDArray[np.float32]


class Feed:
    """Batches from the newest chunks of the schedule, all chunks of photographs, and of tiles drawn anew."""

    def __init__(self, args: argparse.Namespace, photos: list[Crops], rng: Generator) -> None:
        self._args, self._photos, self._rng = args, photos, rng
        self._shelf = Shelf(args.cache)
        self._pool: list[Crops] = []

    def batch(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        if step % STEPS == 0:
            self._shelf.look_again()
            there = drawn(self._args.cache, self._args.material)
            part = load(self._args.cache, there[int(self._rng.integers(len(there)))])
            self._pool = [*self._pool[-POOL + 1 :], Crops(part.images, part.labels, part.turned)]
        from_photos = round(self._args.of_photos * BATCH) if self._photos else 0
        mixed = [self._one(self._photos) for _ in range(from_photos)]
        mixed += [self._anew() for _ in range(round(self._args.anew * BATCH) if len(self._shelf) else 0)]
        mixed += [self._one(self._pool) for _ in range(BATCH - len(mixed))]
        images, labels, turned = zip(*mixed, strict=True)
        return tensor(np.stack(images)), torch.tensor(labels), torch.tensor(turned)

    def _anew(self) -> tuple[NDArray[np.uint8], int, float]:
        image, label, turned = self._shelf.crop(self._rng, lies=True)
        return spoilt(self._rng, image), label, turned

    def _one(self, pool: list[Crops]) -> tuple[NDArray[np.uint8], int, float]:
        rng = self._rng
        part = pool[int(rng.integers(len(pool)))]
        k = int(rng.integers(len(part.labels)))
        return spoilt(rng, part.images[k]), int(part.labels[k]), float(part.turned[k])


def spoilt(rng: Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """In other light, and half of the time spoilt in one more way."""
    if rng.random() < SPOILT:
        way = str(rng.choice(list(WAYS)))
        image = degraded(rng, image, way, float(rng.uniform(0, 1.1)))
    gain = np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.12))
    return np.clip(image * gain + rng.normal(0, 6), 0, 255).astype(np.uint8)


def photo_crops(rows: list[tuple[str, int, NDArray[np.uint8]]], rng: Generator, times: int = 4) -> Crops:
    """Tight photographs as crops, slightly moved, half of them upside down."""
    images, labels, turned = [], [], []
    for _, face, photo in rows * times:
        image = crops.of_photo(photo)
        size, turn = float(rng.normal(1, 0.03)), float(rng.normal(0, 1.5))
        move = cv2.getRotationMatrix2D((crops.CROP_W / 2, crops.CROP_H / 2), turn, size)
        move[:, 2] += np.clip(rng.normal(0, 1.2, 2), -3, 3)
        image = cv2.warpAffine(image, move, (crops.CROP_W, crops.CROP_H), borderMode=cv2.BORDER_REPLICATE)
        over = bool(rng.random() < 0.5)
        images.append(np.rot90(image, 2) if over else image)
        labels.append(face)
        turned.append(-1.0 if face in crops.TURNS_ALIKE else float(over))
    return Crops(np.stack(images), np.array(labels, np.int64), np.array(turned, np.float32))


def photo_chunks(cache: Path, shared: Path, groups: Sequence[str], rng: Generator) -> list[Crops]:
    """The photographs of these groups: laid into drawn tables by `vision.train.material`, and as they are."""
    out = []
    for group in groups:
        for number in drawn(cache, [PHOTO_CHUNKS[group]]):
            part = load(cache, number)
            out.append(Crops(part.images, part.labels, part.turned))
        out.append(photo_crops(crops.photo_rows(shared / "photos", (group,)), rng))
    return out


def tensor(images: NDArray[np.uint8]) -> Tensor:
    planes = torch.from_numpy(np.ascontiguousarray(images)).permute(0, 3, 1, 2).float()
    return planes.contiguous(memory_format=torch.channels_last)


def loss_of(logits: Tensor, label: Tensor, turned: Tensor) -> Tensor:
    known = turned >= 0
    faces = nn.functional.cross_entropy(logits[:, :CLASSES], label, label_smoothing=0.01)
    if not bool(known.any()):
        return faces
    flips = nn.functional.binary_cross_entropy_with_logits(logits[known, CLASSES], turned[known])
    return faces + 0.25 * flips


def kept_loss(logits: Tensor, before: Tensor, label: Tensor) -> Tensor:
    """How far the answers are from an earlier net's, where that is sure and right: that shall stay known."""
    old = before[:, :CLASSES].softmax(1)
    known = old.gather(1, label[:, None])[:, 0] > SURE
    apart = nn.functional.kl_div(logits[known, :CLASSES].log_softmax(1), old[known], reduction="sum")
    return apart / len(label)


class Batches(Protocol):
    def batch(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        """N x 3 x 64 x 48, classes, and whether upside down (-1: not asked for)."""


def train(args: argparse.Namespace, groups: Sequence[str] = ()) -> nn.Module:
    """The net with averaged weights; `groups` are the photographs it learns from besides."""
    rng = np.random.default_rng([args.seed, 3])
    return fit(args, Classifier(), Feed(args, photo_chunks(args.cache, args.shared, groups, rng), rng))


def earlier(weights: Path) -> Classifier:
    """The net of these weights, to learn from."""
    net = Classifier()
    net.load_state_dict(torch.load(weights))
    return net.eval().requires_grad_(False).to(memory_format=torch.channels_last)


def fit(args: argparse.Namespace, net: Classifier, feed: Batches) -> nn.Module:
    """The net, trained from `args.start` on where that is given, with averaged weights."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    net = net.to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start), strict=False)
    net.body[: args.frozen].eval().requires_grad_(False)
    before = earlier(args.teacher) if args.teacher else None
    kept = min(KEPT, 1 - 5 / args.steps)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(kept), use_buffers=True)
    best = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.02)
    start, running = time.time(), 0.0
    for step in range(args.steps):
        warm = min(1.0, (step + 1) / 200)
        best.param_groups[0]["lr"] = args.rate * warm * (0.5 + 0.5 * np.cos(np.pi * step / args.steps)) + 1e-6
        images, label, turned = feed.batch(step)
        with torch.autocast("cpu", torch.bfloat16, enabled=SHORT):
            logits = net(images).float()
        loss = loss_of(logits, label, turned)
        if before is not None:
            with torch.no_grad():
                taught = before(images)
            loss = loss + args.kept * kept_loss(logits, taught, label)
        best.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        best.step()
        mean.update_parameters(net)
        running += 0.01 * (float((logits[:, :CLASSES].argmax(1) == label).float().mean()) - running)
        if step % 100 == 0:
            minutes = (time.time() - start) / 60
            print(f"{minutes:.1f} min, step {step}, loss {loss:.3f}, right {running:.4f}", flush=True)
            torch.save(mean.module.state_dict(), args.out)
    torch.save(mean.module.state_dict(), args.out)
    return mean.module.eval()


@torch.no_grad()
def logits_of(net: nn.Module, images: NDArray[Any]) -> Tensor:
    return torch.cat([net(tensor(images[k : k + 256])) for k in range(0, len(images), 256)])


def figures(logits: Tensor, labels: NDArray[Any], heat: float) -> dict[str, float]:
    """Share right, share both wrong and sure (p >= 0.9), mean log loss."""
    odds = (logits[:, :CLASSES] / heat).softmax(1)
    label = torch.from_numpy(labels)
    p, guess = odds.max(1)
    wrong = guess != label
    return {
        "n": len(labels),
        "right": round(float((~wrong).float().mean()), 5),
        "wrong_sure": round(float((wrong & (p >= 0.9)).float().mean()), 5),
        "log_loss": round(float(-odds[torch.arange(len(label)), label].clamp_min(1e-9).log().mean()), 4),
    }


def temperature(logits: Tensor, labels: NDArray[Any]) -> float:
    """The divisor of the logits with the least log loss."""
    label = torch.from_numpy(labels)
    tries = np.exp(np.linspace(np.log(0.4), np.log(4), 60))
    costs = [float(nn.functional.cross_entropy(logits[:, :CLASSES] / t, label)) for t in tries]
    return round(float(tries[int(np.argmin(costs))]), 3)


def heat_of(args: argparse.Namespace, net: nn.Module) -> float:
    """The temperature for new sets, half of them strange to the net."""
    rng = np.random.default_rng([args.seed, 8])
    images, labels, _ = crops.chunk(rng, crops.new_sets(rng), 4000)
    return temperature(logits_of(net, images), labels)


def examine(net: nn.Module, shared: Path, heat: float, count: int, seed: int = 77) -> dict[str, Any]:
    """Figures on `count` crops of each kind of design kept out."""
    rng = np.random.default_rng([seed, 9])
    out: dict[str, Any] = {"temperature": heat}
    art = shared / "art"
    for name, sets in crops.held_sets(rng, art if art.is_dir() else None).items():
        images, labels, turned = crops.chunk(rng, sets, count)
        logits = logits_of(net, images)
        asked = turned >= 0
        flips = (logits[asked, CLASSES] > 0).numpy() == (turned[asked] > 0.5)
        out[name] = figures(logits, labels, heat) | {
            "upside_down_right": round(float(flips.mean()), 5),
            "reds": reds(logits, labels),
            "mistakes": mistakes(logits, labels),
        }
    return out


def reds(logits: Tensor, labels: NDArray[np.int64]) -> dict[str, float]:
    """Recall and precision of the three red fives."""
    guess = logits[:, :CLASSES].argmax(1).numpy()
    found, true = np.isin(guess, REDS), np.isin(labels, REDS)
    right = (guess == labels) & true
    return {
        "recall": round(float(right.sum() / max(true.sum(), 1)), 4),
        "precision": round(float(right.sum() / max(found.sum(), 1)), 4),
    }


def mistakes(logits: Tensor, labels: NDArray[np.int64]) -> str:
    """The commonest confusions, truth>reading."""
    names = [*("back" if face is None else str(face) for face in FACES), "none"]
    guess = logits[:, :CLASSES].argmax(1).numpy()
    pairs = Counter(f"{names[a]}>{names[b]}" for a, b in zip(labels, guess, strict=True) if a != b)
    return " ".join(f"{p}:{n}" for p, n in pairs.most_common(12))


def arguments(parser: argparse.ArgumentParser) -> None:
    """What a training needs to know."""
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--material", type=numbers, nargs="+", required=True, help="chunks to train on, as FIRST:COUNT"
    )
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, help="weights to write; classifier.pt in the cache if not given")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--teacher", type=Path, help="weights of a classifier whose right answers shall stay")
    parser.add_argument("--kept", type=float, default=1.0, help="what it weighs to answer as the teacher")
    parser.add_argument("--frozen", type=int, default=0, help="steps of the body that are left as they are")
    parser.add_argument("--examined", type=int, default=3000, help="crops of each kind of design kept out")
    parser.add_argument(
        "--anew", type=float, default=ANEW, help="share drawn anew, for the classifier of the mat"
    )
    parser.add_argument(
        "--of-photos", type=float, default=OF_PHOTOS, help="share of the crops of photographs"
    )


def asked(description: str | None, net: str) -> argparse.Namespace:
    """The command line of a training: its arguments, the photographs to learn from, where the weights go."""
    parser = argparse.ArgumentParser(description=description)
    arguments(parser)
    parser.add_argument(
        "--photos", nargs="*", default=[], choices=crops.PHOTO_TRAIN, help="groups to learn from"
    )
    args = parser.parse_args()
    fonts.check()
    args.out = args.out or args.cache / f"{net}.pt"
    return args


def main() -> None:
    args = asked(__doc__, "classifier")
    net = train(args, args.photos)
    found = examine(net, args.shared, heat_of(args, net), args.examined)
    args.out.with_suffix(".json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()

"""Train the classifier on drawn material: `python -m vision.train.classifier --cache FOLDER`.

Run `vision.train.material` before or beside it. `--shared` is where the held-back art and photographs lie.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from vision.train import crops
from vision.train.designs import CLASSES, FACES, NONE
from vision.train.material import CHUNK, Chunk, load, number_of, schedule
from vision.train.nets import Classifier

STEPS = 64
"""Steps for each chunk, so that a crop is seen about twice."""
POOL = 12
"""Chunks kept to draw batches from."""
BATCH = 128


def tensor(images: np.ndarray[Any, Any]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(images)).permute(0, 3, 1, 2).float()


def loss_of(logits: Tensor, label: Tensor, turned: Tensor) -> Tensor:
    known = turned >= 0
    faces = nn.functional.cross_entropy(logits[:, :CLASSES], label, label_smoothing=0.01)
    if not bool(known.any()):
        return faces
    flips = nn.functional.binary_cross_entropy_with_logits(logits[known, CLASSES], turned[known])
    return faces + 0.25 * flips


def extra(images: Tensor, rng: np.random.Generator) -> Tensor:
    """Colour and brightness of each crop, and a bar or corner covered in some."""
    n = len(images)
    gain = torch.from_numpy(
        np.exp(rng.normal(0, 0.08, (n, 3, 1, 1)) + rng.normal(0, 0.12, (n, 1, 1, 1)))
    ).float()
    shift = torch.from_numpy(rng.normal(0, 6, (n, 1, 1, 1))).float()
    return (images * gain + shift).clamp_(0, 255)


def train(args: argparse.Namespace) -> Classifier:
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng([args.seed, 3])
    net = Classifier().to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start))
    best = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.02)
    pool: list[Chunk] = []
    start, running, total = time.time(), 0.0, args.chunks * STEPS
    for step in range(args.stop * STEPS or total):
        if step % STEPS == 0:
            pool = [*pool[-POOL + 1 :], load(args.cache, number_of(args, step // STEPS))]
        warm = min(1.0, (step + 1) / 200)
        best.param_groups[0]["lr"] = args.rate * warm * (0.5 + 0.5 * np.cos(np.pi * step / total)) + 1e-6
        images, label, turned = _batch(pool, rng)
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(extra(images, rng).contiguous(memory_format=torch.channels_last)).float()
        loss = loss_of(logits, label, turned)
        best.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        best.step()
        running = 0.99 * running + 0.01 * float((logits[:, :CLASSES].argmax(1) == label).float().mean())
        if step % 200 == 0:
            print(
                f"{(time.time() - start) / 60:.1f} min, step {step}, loss {loss:.3f}, right {running:.4f}",
                flush=True,
            )
            torch.save(net.state_dict(), args.cache / "classifier.pt")
    return net.eval()


def _batch(pool: list[Chunk], rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
    which = rng.integers(len(pool), size=BATCH)
    at = rng.integers(CHUNK, size=BATCH)
    pairs = list(zip(which, at, strict=True))
    images = np.stack([pool[w].images[i] for w, i in pairs])
    labels = np.array([pool[w].labels[i] for w, i in pairs])
    turned = np.array([pool[w].turned[i] for w, i in pairs])
    return tensor(images), torch.from_numpy(labels), torch.from_numpy(turned)


@torch.no_grad()
def logits_of(net: nn.Module, images: np.ndarray[Any, Any]) -> Tensor:
    return torch.cat([net(tensor(images[k : k + 256])) for k in range(0, len(images), 256)])


def figures(logits: Tensor, labels: np.ndarray[Any, Any], heat: float) -> dict[str, float]:
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


def temperature(logits: Tensor, labels: np.ndarray[Any, Any]) -> float:
    """The divisor of the logits with the least log loss."""
    label = torch.from_numpy(labels)
    tries = np.exp(np.linspace(np.log(0.4), np.log(4), 60))
    costs = [float(nn.functional.cross_entropy(logits[:, :CLASSES] / t, label)) for t in tries]
    return round(float(tries[int(np.argmin(costs))]), 3)


def examine(net: nn.Module, shared: Path, seed: int = 77) -> dict[str, Any]:
    """Temperature from new sets of the trained kinds; figures on designs and photographs kept out."""
    rng = np.random.default_rng([seed, 9])
    images, labels, _ = crops.chunk(rng, crops.seen_sets(rng), 4000)
    logits = logits_of(net, images)
    heat = temperature(logits, labels)
    out: dict[str, Any] = {
        "temperature": heat,
        "new sets of the trained kinds": figures(logits, labels, heat),
    }
    art, photos = shared / "art", shared / "photos"
    for name, sets in crops.held_sets(rng, art if art.is_dir() else None).items():
        images, labels, turned = crops.chunk(rng, sets, 3000)
        logits = logits_of(net, images)
        out[name] = figures(logits, labels, heat)
        tile = labels != NONE
        out[name]["tiles_right"] = figures(logits[tile], labels[tile], heat)["right"]
        asked = turned >= 0
        flips = (logits[asked, CLASSES] > 0).numpy() == (turned[asked] > 0.5)
        out[name]["upside_down_right"] = round(float(flips.mean()), 5)
        out[name]["mistakes"] = mistakes(logits, labels)
    if photos.is_dir():
        for group in (*crops.PHOTO_HELD, *crops.PHOTO_TRAIN):
            rows = crops.photo_rows(photos, (group,))
            images = np.stack([crops.of_photo(image) for _, _, image in rows])
            labels = np.array([face for _, face, _ in rows])
            logits = logits_of(net, images)
            out[f"photos {group}"] = figures(logits, labels, heat) | {"mistakes": mistakes(logits, labels)}
    return out


def mistakes(logits: Tensor, labels: np.ndarray[Any, Any]) -> str:
    """The commonest confusions, truth>reading."""
    names = [*("back" if face is None else str(face) for face in FACES), "none"]
    guess = logits[:, :CLASSES].argmax(1).numpy()
    pairs = [f"{names[a]}>{names[b]}" for a, b in zip(labels, guess, strict=True) if a != b]
    counts = sorted(((pairs.count(p), p) for p in set(pairs)), reverse=True)[:12]
    return " ".join(f"{p}:{n}" for n, p in counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    schedule(parser)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    args = parser.parse_args()
    net = train(args)
    torch.save(net.state_dict(), args.cache / "classifier.pt")
    found = examine(net, args.shared)
    (args.cache / "classifier.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()

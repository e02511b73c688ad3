"""Train the detector on drawn material: `python -m vision.train.detector --cache FOLDER`.

Run `vision.train.material` and `vision.train.draw.rendered` before or beside it.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from vision.train.draw.designs import BACK
from vision.train.draw.layout import SIDE
from vision.train.draw.variety import Image, Known, Truth, varied
from vision.train.material import Chunk, load, path
from vision.train.nets import Detector

STEPS = 48
"""Steps after which another chunk joins the pool."""
POOL = 12
BATCH = 8
KEPT = 0.998
CELL = 4
GRID = SIDE // CELL
NEAR = 1.6
"""Cells this close (in cells) to a tile's middle learn its offset and angle."""
SPREAD = 1.0
"""Standard deviation of the target around a middle, in cells (4 mm)."""
STACKED_FACE = 8.0
HEIGHT_WEIGHT = 1.5
ASKEW = 3.0
EVEN = 0.5
"""Share of the patches taken from all of a chunk alike; the others are rather those the net finds hard."""
Pool = list[tuple[Chunk, NDArray[np.float64]]]
"""Chunks with the chance of each of their patches."""


def target(truth: Truth, known: Known) -> NDArray[np.float32]:
    """9 x 52 x 52: heat, its weight, offset x, y, cos, sin, high, weight of the four before, of high.

    A face on a stack is rare but matters (the indicators), so its height weighs more; so do the places
    of tiles that stand, lean or were knocked over.
    """
    out = np.zeros((9, GRID, GRID), np.float32)
    out[1] = known[CELL // 2 :: CELL, CELL // 2 :: CELL]
    v, u = np.mgrid[0:GRID, 0:GRID] + 0.5
    for x, y, angle, face, top, visible in truth:
        dx, dy = x / CELL - u, y / CELL - v
        square = dx * dx + dy * dy
        if face < 0:
            out[1][square < 9] *= ASKEW
        if face < 0 or visible < 0.35:
            continue
        if visible < 0.75:
            out[1][square < 9] = 0
            continue
        out[0] = np.maximum(out[0], np.exp(-square / (2 * SPREAD**2)))
        if 0 <= x < SIDE and 0 <= y < SIDE:
            out[0, int(y // CELL), int(x // CELL)] = 1
        near = square < NEAR**2
        double = math.radians(2 * angle)
        for k, value in enumerate((dx, dy, math.cos(double), math.sin(double), float(top > 30))):
            out[2 + k][near] = value[near] if isinstance(value, np.ndarray) else value
        out[7][near] = 1
        out[8][near] = STACKED_FACE if top > 30 and face != BACK else 1
    out[7:] *= out[1] > 0
    out[1] = np.minimum(out[1], ASKEW)
    return out


def heat_loss(out: Tensor, want: Tensor) -> Tensor:
    """N x 52 x 52: the focal loss of every cell."""
    heat = out[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4)
    hit = (want[:, 0] == 1).float()
    plus = -((1 - heat) ** 2) * heat.log() * hit
    minus = -((1 - want[:, 0]) ** 4) * heat**2 * (1 - heat).log() * (1 - hit)
    return (plus + minus) * want[:, 1]


def loss_of(out: Tensor, want: Tensor) -> tuple[Tensor, list[float]]:
    """Focal loss of the heat, absolute error of offset and angle, cross entropy of the height."""
    found = heat_loss(out, want).sum() / (want[:, 0] == 1).sum().clamp_min(1)
    weight = want[:, 7:8]
    cells = weight.sum().clamp_min(1)
    place = ((out[:, 1:3] - want[:, 2:4]).abs() * weight).sum() / cells
    angle = ((out[:, 3:5] - want[:, 4:6]).abs() * weight).sum() / cells
    rare = want[:, 8:9]
    high = nn.functional.binary_cross_entropy_with_logits(out[:, 5:6], want[:, 6:7], rare, reduction="sum")
    high = high / rare.sum().clamp_min(1)
    return found + place + angle + HEIGHT_WEIGHT * high, [
        float(v.detach()) for v in (found, place, angle, high)
    ]


def chances(net: nn.Module, c: Chunk) -> NDArray[np.float64]:
    """How often each patch of a chunk is to be shown: what the net gets wrong more often."""
    known = np.ones(c.patches.shape[1:3], np.uint8)
    hard = np.empty(len(c.patches))
    for k in range(0, len(hard), BATCH):
        rows = [c.truth[c.truth[:, 0] == n, 1:] for n in range(k, min(k + BATCH, len(hard)))]
        x, want = tensors(list(c.patches[k : k + BATCH]), [target(truth, known) for truth in rows])
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            hard[k : k + BATCH] = heat_loss(net(x).float(), want).sum((1, 2)).numpy()
    return EVEN / len(hard) + (1 - EVEN) * hard / hard.sum()


def tensors(images: list[Image], wants: list[NDArray[np.float32]]) -> tuple[Tensor, Tensor]:
    x = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float()
    return x.contiguous(memory_format=torch.channels_last), torch.from_numpy(np.stack(wants))


def batch(pool: Pool, rng: Generator) -> tuple[Tensor, Tensor]:
    images, wants = [], []
    for _ in range(BATCH):
        c, shares = pool[int(rng.integers(len(pool)))]
        k = int(rng.choice(len(shares), p=shares))
        image, truth, known = varied(rng, c.patches[k], c.truth[c.truth[:, 0] == k, 1:])
        images.append(image)
        wants.append(target(truth, known))
    return tensors(images, wants)


def drawn(cache: Path, ranges: list[range]) -> list[int]:
    """The numbers of the chunks of these ranges that are there."""
    return [k for numbers in ranges for k in numbers if path(cache, k).exists()]


def train(args: argparse.Namespace) -> AveragedModel:
    """The mean of the weights over the last steps: it is better than the last weights alone."""
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng([args.seed, 4])
    net = Detector().to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start))
    kept = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(KEPT), use_buffers=True)
    best = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.01)
    pool: Pool = []
    start, mean = time.time(), np.zeros(4)
    for step in range(args.steps):
        if step % STEPS == 0:
            there = drawn(args.cache, args.material)
            chunk = load(args.cache, there[int(rng.integers(len(there)))])
            pool = [*pool[-POOL + 1 :], (chunk, chances(kept.module, chunk))]
        warm = min(1.0, (step + 1) / 200)
        best.param_groups[0]["lr"] = args.rate * warm * (0.5 + 0.5 * np.cos(np.pi * step / args.steps)) + 1e-6
        x, want = batch(pool, rng)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(x)
        loss, parts = loss_of(out.float(), want)
        best.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        best.step()
        kept.update_parameters(net)
        mean = 0.98 * mean + 0.02 * np.array(parts)
        if step % 200 == 0:
            text = " ".join(f"{v:.3f}" for v in mean)
            minutes = (time.time() - start) / 60
            print(f"{minutes:.1f} min, step {step}, heat place angle high {text}", flush=True)
            torch.save(kept.module.state_dict(), args.cache / "detector.pt")
    return kept


def numbers(text: str) -> range:
    """`1000:90` as the ninety numbers from 1000 on."""
    first, count = (int(part) for part in text.split(":"))
    return range(first, first + count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--material", type=numbers, nargs="+", required=True, help="chunks to train on, as FIRST:COUNT"
    )
    parser.add_argument("--steps", type=int, default=16000)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--cache", type=Path, required=True)
    args = parser.parse_args()
    kept = train(args)
    torch.save(kept.module.state_dict(), args.cache / "detector.pt")
    (args.cache / "detector.json").write_text(json.dumps(vars(args), default=str), encoding="utf-8")


if __name__ == "__main__":
    main()

"""The nets that look at small pictures of dice and sticks, and how they are trained."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.camera.frame import Pixels
from vision.nets.two_net_odds import equal
from vision.train.export import save

Ints = NDArray[np.int64]
BATCH: Final = 96


class Pictured(nn.Module):
    """A convolutional net: N x 3 x H x W pictures, equalised by `equal`, to N x `answers` logits."""

    def __init__(self, height: int, width: int, answers: int) -> None:
        super().__init__()
        rows, columns = (math.ceil(side / 8) for side in (height, width))
        self.body = nn.Sequential(
            *_conv(3, 12, 2),
            *_conv(12, 24, 2),
            *_conv(24, 40),
            nn.MaxPool2d(2, ceil_mode=True),
            *_conv(40, 48),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(48 * rows * columns, 48),
            nn.ReLU(inplace=True),
            nn.Linear(48, answers),
        )

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.body(x)
        return out


def _conv(inner: int, outer: int, stride: int = 1) -> list[nn.Module]:
    conv = nn.Conv2d(inner, outer, 3, stride, 1, bias=False)
    return [conv, nn.BatchNorm2d(outer), nn.ReLU(inplace=True)]


def recoloured(rng: Generator, image: Pixels) -> Pixels:
    """Other inks and bodies, then `relit`: colours change places, now and then light and dark do."""
    order = rng.permutation(3) if rng.random() < 0.5 else np.arange(3)
    seen = image[..., order]
    return relit(rng, 255 - seen if rng.random() < 0.3 else seen)


def relit(rng: Generator, image: Pixels) -> Pixels:
    """Other light, sharpness and noise."""
    seen = image.astype(np.float32)
    if rng.random() < 0.3:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 0.9))), np.float32)
    ramp = np.linspace(-1, 1, seen.shape[1], dtype=np.float32)[None, :, None] * rng.normal(0, 0.15)
    noise = rng.standard_normal(seen.shape, np.float32) * rng.uniform(0, 8)
    lit = seen * rng.uniform(0.5, 1.3) * (1 + ramp) + noise
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def train(net: nn.Module, some: Callable[[int], tuple[Pixels, Ints]], steps: int) -> None:
    """Fits the net on pictures of classes, of which `some` gives so many."""
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 8e-3, steps)
    for _ in range(steps):
        images, labels = some(BATCH)
        answer = net(torch.from_numpy(equal(images)))
        loss = functional.cross_entropy(answer, torch.from_numpy(labels), label_smoothing=0.01)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()


def export(net: nn.Module, path: Path, height: int, width: int) -> None:
    save(net.eval(), path, (1, 3, height, width), {0: "n"})
    print(path, path.stat().st_size)

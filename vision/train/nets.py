"""The networks."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.train.draw.designs import CLASSES


def _conv(inner: int, outer: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    conv = nn.Conv2d(inner, outer, 3, stride, dilation, dilation, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outer), nn.ReLU(inplace=True))


class Classifier(nn.Module):
    """N x 3 x 64 x 48 (BGR, 0..255) to N x 48: logits of the 47 classes, then of "upside down"."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 24, 2),
            _conv(24, 32),
            nn.MaxPool2d(2),
            _conv(32, 64),
            _conv(64, 64),
            nn.MaxPool2d(2),
            _conv(64, 112),
            _conv(112, 112),
            nn.MaxPool2d(2),
        )
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(112 * 12, 160),
            nn.ReLU(inplace=True),
            nn.Linear(160, CLASSES + 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body((x - 128) * (1 / 64)))
        return out


class _Added(nn.Module):
    """A convolution whose answer is added to what it looked at."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.more = _conv(width, width, dilation=dilation)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = x + self.more(x)
        return out


class CloseUps(Classifier):
    """The classifier with two more convolutions, for tiles of any size and place in the crop."""

    def __init__(self) -> None:
        super().__init__()
        self.more = nn.ModuleList([_Added(64, 1), _Added(112, 1)])
        for added in self.more:
            nn.init.constant_(added.more[1].weight, 0.1)  # type: ignore[union-attr, index, arg-type]

    def forward(self, x: Tensor) -> Tensor:
        near = self.more[0](self.body[:5]((x - 128) * (1 / 64)))
        far = self.more[1](self.body[5:8](near))
        out: Tensor = self.head(self.body[8](far))
        return out


class Detector(nn.Module):
    """N x 3 x H x W at 1 px a mm (BGR, 0..255) to N x 6 x H/4 x W/4.

    Channels: logit of a tile's centre; offset x, y from the middle of the cell in cells; cos and sin
    of twice the angle; logit of "the top is at 40 mm rather than 20".
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2), _conv(32, 32))
        self.far = nn.Sequential(
            _conv(32, 48, 2),
            *(_Added(48, dilation) for dilation in (1, 2, 3, 1, 2)),
            _conv(48, 32),
        )
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        last = nn.Conv2d(32, 6, 1)
        nn.init.zeros_(last.bias)  # type: ignore[arg-type]
        last.bias.data[0] = -4.0  # type: ignore[union-attr]
        self.join = nn.Sequential(_conv(64, 32), last)

    def forward(self, x: Tensor) -> Tensor:
        near = self.near((x - 128) * (1 / 64))
        far = self.up(self.far(near))
        out: Tensor = self.join(torch.cat([near, far], 1))
        return out


class Places(nn.Module):
    """N x 3 x H x W at 2 px a mm, of equal light and contrast, to N x 3 x H/4 x W/4.

    Channels: logit of a die's middle; offset x, y from the middle of the cell in cells.
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(_conv(3, 12, 2), _conv(12, 24, 2), _conv(24, 24))
        self.far = nn.Sequential(
            _conv(24, 32, 2), *(_Added(32, dilation) for dilation in (1, 2, 1)), _conv(32, 24)
        )
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        last = nn.Conv2d(24, 3, 1)
        nn.init.zeros_(last.bias)  # type: ignore[arg-type]
        last.bias.data[0] = -4.0  # type: ignore[union-attr]
        self.join = nn.Sequential(_conv(48, 24), last)

    def forward(self, x: Tensor) -> Tensor:
        near = self.near(x)
        out: Tensor = self.join(torch.cat([near, self.up(self.far(near))], 1))
        return out

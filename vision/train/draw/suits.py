"""Drawings of the circles and the bamboos: dots and sticks."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.train.draw.birds import bird
from vision.train.draw.drawings import H, Ink, Look, W

PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((0.5, 0.24), (0.5, 0.76)),
    3: ((0.22, 0.18), (0.5, 0.5), (0.78, 0.82)),
    4: ((0.26, 0.26), (0.74, 0.26), (0.26, 0.74), (0.74, 0.74)),
    5: ((0.24, 0.2), (0.76, 0.2), (0.5, 0.5), (0.24, 0.8), (0.76, 0.8)),
    6: ((0.27, 0.17), (0.73, 0.17), (0.27, 0.57), (0.73, 0.57), (0.27, 0.84), (0.73, 0.84)),
    7: ((0.2, 0.12), (0.5, 0.23), (0.8, 0.34), (0.27, 0.62), (0.73, 0.62), (0.27, 0.87), (0.73, 0.87)),
    8: tuple((x, y) for y in (0.13, 0.38, 0.62, 0.87) for x in (0.28, 0.72)),
    9: tuple((x, y) for y in (0.18, 0.5, 0.82) for x in (0.19, 0.5, 0.81)),
}
RODS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: PIPS[2],
    3: ((0.5, 0.25), (0.25, 0.75), (0.75, 0.75)),
    4: PIPS[4],
    5: PIPS[5],
    6: tuple((x, y) for y in (0.26, 0.74) for x in (0.2, 0.5, 0.8)),
    7: ((0.5, 0.15), *((x, y) for y in (0.5, 0.83) for x in (0.2, 0.5, 0.8))),
    9: PIPS[9],
}


def _disc(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    r: float,
    fill: Ink | None,
    outline: Ink | None = None,
    width: int = 2,
) -> None:
    draw.ellipse((x - r, y - r, x + r, y + r), fill=fill, outline=outline, width=width)


def _around(draw: ImageDraw.ImageDraw, x: float, y: float, at: float, r: float, count: int, ink: Ink) -> None:
    """Small discs in a circle."""
    for k in range(count):
        a = 2 * math.pi * k / count
        _disc(draw, x + at * math.cos(a), y + at * math.sin(a), r, ink)


RINGS: Final[tuple[tuple[tuple[float, str], ...], ...]] = (
    ((1.0, "own"), (0.35, "ground")),
    ((1.0, "own"), (0.75, "ground"), (0.5, "own")),
    ((1.0, "own"), (0.72, "ground"), (0.5, "own")),
    ((1.0, "own"), (0.25, "ground")),
    ((1.0, "ink"), (0.9, "ground"), (0.75, "own"), (0.3, "ground")),
    ((1.0, "own"), (0.82, "ground"), (0.62, "own"), (0.42, "ground"), (0.2, "own")),
    ((1.0, "own"), (0.8, "ground"), (0.3, "red")),
    ((1.0, "own"), (0.84, "ground"), (0.74, "own")),
    ((1.0, "ink"), (0.78, "own"), (0.3, "ground"), (0.18, "ink")),
    ((1.0, "ink"), (0.86, "ground"), (0.74, "ink"), (0.62, "ground"), (0.34, "own")),
    ((1.0, "ink"), (0.84, "ground"), (0.56, "own"), (0.4, "ground")),
)
"""The discs that make a circle of each design: share of its radius and ink, "own" that of its group."""


def dot(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, ink: Ink, s: Look) -> None:
    """A circle of one of the designs of RINGS, with or without petals or spokes."""
    inks = {"own": ink, "ground": s.ground, "ink": s.ink, "red": s.red}
    for share, name in RINGS[s.dots]:
        _disc(draw, x, y, r * share, inks[name])
    if s.dots == 3:
        _around(draw, x, y, 0.62 * r, 0.14 * r, 8, s.ground)
    elif s.dots == 6:
        _around(draw, x, y, 0.52 * r, 0.16 * r, 6, ink)
    elif s.dots == 8:
        _around(draw, x, y, 0.54 * r, 0.17 * r, 6, s.ground)
    elif s.dots == 7:
        for a in (0.0, math.pi / 2, math.pi / 4, -math.pi / 4)[: 2 + 2 * (s.groups[0] % 2)]:
            dx, dy = 0.74 * r * math.cos(a), 0.74 * r * math.sin(a)
            draw.line((x - dx, y - dy, x + dx, y + dy), fill=s.ground, width=2)


PIN_GROUPS: Final = {2: 1, 3: 1, 6: 2, 7: 3, 8: 2, 9: 3}
"""So many circles in turn share an ink."""


def _any_ink(s: Look, n: int, group: int) -> Ink:
    """Any ink for a group, but no plain five is all red."""
    ink = s.palette[s.groups[(3 * n + group) % len(s.groups)]]
    return s.green if n == 5 and group == 0 and ink == s.red else ink


def pin_ink(s: Look, n: int, i: int) -> Ink:
    if s.scheme == 3:
        group = int(i == 2) if n == 5 else int(i in (1, 2)) if n == 4 else i // PIN_GROUPS[n]
        return _any_ink(s, n, min(group, 1) if n in (6, 7) else group)
    first, second = (s.blue, s.green) if s.scheme else (s.ink, s.blue)
    if n == 5:
        return s.red if i == 2 else (second if s.scheme == 2 and i in (0, 4) else first)
    if n == 3:
        return (first, s.red, second)[i]
    if n == 6:
        return second if i < 2 else s.red
    if n == 7:
        return second if i < 3 else s.red
    if n == 9:
        return (second, s.red, first)[i // 3]
    if n in (2, 4):
        return second if i % 3 == 0 else first
    return first


def pin(rng: Generator, s: Look, n: int, red: bool) -> Image.Image:
    face = Image.new("RGB", (W, H), s.ground)
    draw = ImageDraw.Draw(face)
    if n == 1:
        medallion(rng, s, draw)
        return face
    s = replace(s, ink=s.red) if red else s
    m = s.margin * 0.6
    size = {2: 0.22, 3: 0.18, 4: 0.19, 5: 0.165, 6: 0.16, 7: 0.14, 8: 0.155, 9: 0.15}[n]
    r = W * (1 - 2 * m) * size * s.dot_size
    close = float(rng.uniform(0.84, 1.04)) if s.dot_size > 1 else 1.0
    mirror = s.mirrored and n in (3, 7)
    pips = np.array([(1 - x if mirror else x, y) for x, y in PIPS[n]]) - 0.5
    pips = np.array([W, H]) * (0.5 + close * (1 - 2 * m) * pips)
    if s.groups[1] == 0 and n in PIN_BLOCKS:
        pips = _together(pips, PIN_BLOCKS[n], 2 * r * (0.93 + 0.05 * s.groups[2]))
    for i, (x, y) in enumerate(pips.tolist()):
        dot(draw, x, y, r, s.red if red else pin_ink(s, n, i), s)
    return face


PIN_BLOCKS: Final[dict[int, tuple[slice, ...]]] = {
    4: (slice(0, 4),),
    6: (slice(0, 2), slice(2, 6)),
    7: (slice(0, 3), slice(3, 7)),
    8: (slice(0, 8),),
    9: (slice(0, 9),),
}
"""Circles that touch in the sets of some makers."""


def _together(pips: NDArray[np.float64], blocks: tuple[slice, ...], gap: float) -> NDArray[np.float64]:
    """The circles (N x 2, pixels) of each block moved until their middles are `gap` apart, if farther."""
    out = pips.copy()
    for block in blocks:
        part = pips[block]
        middle = part.mean(axis=0)
        steps = [np.diff(np.unique(part[:, axis].round())) for axis in (0, 1)]
        if len(part) == 3:
            grow = np.full(2, gap / float(np.hypot(*(part[1] - part[0]))))
        else:
            grow = np.array([gap / step.min() if len(step) else 1.0 for step in steps])
        out[block] = middle + (part - middle) * np.minimum(grow, 1)
    return out


def medallion(rng: Generator, s: Look, draw: ImageDraw.ImageDraw) -> None:
    """The 1p: rings, petals, dots and a heart."""
    r = W * (0.5 - s.margin) * min(1.0, s.dot_size) * 0.98
    inks = (s.green, s.red, s.blue) if s.scheme else (s.ink, s.red, s.ink)
    if s.scheme == 3:
        inks = (s.palette[s.groups[9]], s.palette[s.groups[10]], s.palette[s.groups[11]])
    x, y = W / 2, H / 2
    thick = float(rng.uniform(0.7, 0.92))
    for k, share in enumerate((1.0, 0.72, 0.42)[: int(rng.integers(1, 4))]):
        _disc(draw, x, y, r * share, inks[k])
        _disc(draw, x, y, r * share * thick, s.ground)
    if rng.random() < 0.8:
        count, size = int(rng.integers(5, 17)), float(rng.uniform(0.05, 0.14))
        _around(draw, x, y, r * float(rng.uniform(0.5, 0.8)), r * size, count, inks[1])
    if rng.random() < 0.4:
        _around(draw, x, y, r * 0.35, r * 0.1, int(rng.integers(4, 9)), inks[2])
    _disc(draw, x, y, r * float(rng.uniform(0.1, 0.32)), inks[1])


@dataclass(frozen=True, slots=True)
class Rod:
    """A stick of bamboo around (x, y), half as wide as `w` says and half as high as `h`."""

    draw: ImageDraw.ImageDraw
    x: float
    y: float
    w: float
    h: float
    ink: Ink
    s: Look

    def round(self, w: float, low: float, high: float, ink: Ink) -> None:
        """A rounded bar, `w` of the half width wide, from `low` to `high` of the half height."""
        box = self.x - self.w * w, self.y + self.h * low, self.x + self.w * w, self.y + self.h * high
        self.draw.rounded_rectangle(box, radius=self.w * w, fill=ink)

    def oval(self, at: float, w: float, h: float, ink: Ink) -> None:
        """An oval at `at` of the half height; its half axes in pixels."""
        y = self.y + self.h * at
        self.draw.ellipse((self.x - w, y - h, self.x + w, y + h), fill=ink)

    def down(self, low: float, high: float, ink: Ink, width: int = 2) -> None:
        """A line along the stick."""
        self.draw.line((self.x, self.y + self.h * low, self.x, self.y + self.h * high), fill=ink, width=width)

    def across(self, at: float, ink: Ink, width: int = 2) -> None:
        y = self.y + self.h * at
        self.draw.line((self.x - self.w, y, self.x + self.w, y), fill=ink, width=width)


def _pipe(r: Rod) -> None:
    r.round(1.0, -1.0, 1.0, r.ink)
    r.down(-0.7, 0.7, r.s.ground)


def _halves(r: Rod) -> None:
    for at in (-0.5, 0.5):
        r.round(1.0, at - 0.46, at + 0.46, r.ink)
        r.down(at - 0.3, at + 0.3, r.s.ground)


def _knots(r: Rod) -> None:
    r.draw.rectangle((r.x - r.w * 0.6, r.y - r.h, r.x + r.w * 0.6, r.y + r.h), fill=r.ink)
    for at in (-0.86, 0.0, 0.86):
        r.oval(at, r.w, r.h * 0.16, r.ink)


def _outline(r: Rod) -> None:
    box = r.x - r.w, r.y - r.h, r.x + r.w, r.y + r.h
    r.draw.rounded_rectangle(box, radius=r.w, outline=r.ink, width=3)
    r.across(0.0, r.ink, 3)
    r.down(-0.8, 0.8, r.ink)


def _beads(r: Rod) -> None:
    for at in (-0.66, 0.0, 0.66):
        r.oval(at, r.w, r.h * 0.36, r.ink)
    r.down(-1.0, 1.0, r.s.ground, 1)


def _bands(r: Rod) -> None:
    r.round(0.8, -1.0, 1.0, r.ink)
    for at in (-0.34, 0.34):
        r.across(at, r.s.ground)


def _rings(r: Rod) -> None:
    r.down(-1.0, 1.0, r.ink, 3)
    for at in (-0.8, 0.0, 0.8):
        r.oval(at, r.w * 0.8, r.w * 0.8, r.ink)
        r.oval(at, r.w * 0.3, r.w * 0.3, r.s.ground)


def _bones(r: Rod) -> None:
    for at in (-0.5, 0.5):
        low, high = at - 0.48, at + 0.48
        r.draw.rectangle((r.x - r.w * 0.55, r.y + r.h * low, r.x + r.w * 0.55, r.y + r.h * high), fill=r.ink)
        for end in (low, high):
            r.oval(end, r.w, r.w * 0.5, r.ink)
        r.down(low, high, r.s.ground, max(2, round(r.w * 0.4)))


def _cored(r: Rod) -> None:
    r.round(1.0, -1.0, 1.0, r.s.ink)
    r.round(0.5, -0.9, 0.9, r.ink)
    r.across(0.0, r.s.ground)


STICKS: Final = (_pipe, _halves, _knots, _outline, _beads, _bands, _rings, _bones, _cored)


SOU_GROUPS: Final = {
    2: (0, 1),
    3: (0, 1, 1),
    4: (0, 1, 1, 0),
    5: (0, 0, 1, 0, 0),
    6: (0, 0, 0, 1, 1, 1),
    7: (0, 1, 2, 1, 1, 2, 1),
    9: (0, 1, 2) * 3,
}


def sou_ink(s: Look, n: int, i: int) -> Ink:
    if s.scheme == 3:
        group = i // 3 if n == 9 and s.mirrored else SOU_GROUPS[n][i]
        return _any_ink(s, n, group)
    centre = {5: (2,), 7: (0,), 9: (1, 4, 7)}.get(n, ())
    if i in centre and s.scheme:
        return s.red
    blue = {2: (0,), 3: (0,), 6: (0,), 7: (2, 5), 9: (2, 5, 8)}.get(n, ())
    if s.scheme == 2 and i in blue:
        return s.blue
    return s.green


def sou(rng: Generator, s: Look, n: int, red: bool) -> Image.Image:
    if n == 1:
        return bird(rng, s)
    face = Image.new("RGB", (W, H), s.ground)
    draw = ImageDraw.Draw(face)
    m = s.margin * 0.7
    if n == 8:
        return _eight(s, face, draw)
    s = replace(s, ink=s.red) if red else s
    long = {2: 0.4, 3: 0.4, 4: 0.4, 5: 0.36, 6: 0.4, 7: 0.27, 9: 0.27}[n]
    size = (W * 0.15 * s.rod_size, H * (1 - 2 * m) * long * (0.9 + 0.1 * s.rod_size))
    for i, (x, y) in enumerate(RODS[n]):
        ink = s.red if red else sou_ink(s, n, i)
        at = W * (m + x * (1 - 2 * m)), H * (m + y * (1 - 2 * m))
        STICKS[s.rods](Rod(draw, *at, size[0] / 2, size[1] / 2, ink, s))
    return face


def _eight(s: Look, face: Image.Image, draw: ImageDraw.ImageDraw) -> Image.Image:
    m = s.margin
    wide = max(5, round(W * 0.11 * s.rod_size))
    for half, (top, bottom, tip) in enumerate(((m, 0.47, 0.72), (1 - m, 0.53, 0.28))):
        ink = _any_ink(s, 8, half) if s.scheme == 3 else s.blue if s.scheme == 2 and half else s.green
        x0, x1 = W * (m + 0.08), W * (1 - m - 0.08)
        y0, y1 = H * top, H * bottom
        peak = y0 + (y1 - y0) * (tip if tip > 0.5 else 1 - tip)
        inner = W * 0.16
        lines = [((x0, y0), (x0, y1)), ((x1, y0), (x1, y1))]
        lines += [((x0 + inner * 0.6, y0 + (y1 - y0) * 0.1), (W / 2 - 3, peak))]
        lines += [((x1 - inner * 0.6, y0 + (y1 - y0) * 0.1), (W / 2 + 3, peak))]
        for a, b in lines:
            draw.line((a, b), fill=ink, width=wide)
            mid = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            draw.line(((a[0] + mid[0]) / 2, (a[1] + mid[1]) / 2, *mid), fill=s.ground, width=1)
    return face

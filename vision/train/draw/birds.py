"""The 1s: every maker draws another bird, so each set gets one put together at random."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageChops, ImageDraw

from vision.train.draw.drawings import H, Ink, Look, W, glyph
from vision.train.fonts import TILE_FONTS

FONT_BIRDS: Final = (
    "\U0001f426\U0001f54a\U0001f413\U0001f414\U0001f983\U0001f424\U0001f425\U0001f985\U0001f986\U0001f989"
)
Point = tuple[float, float]


class _Pen:
    """Draws on a face in a frame of 100 x 130 that may be mirrored, moved and stretched."""

    def __init__(self, rng: Generator, s: Look, draw: ImageDraw.ImageDraw) -> None:
        self.rng = rng
        self.draw = draw
        self.ground = s.ground
        inks: list[Ink] = [s.green, s.red, s.blue, s.ink]
        rng.shuffle(inks)
        if rng.random() < 0.25:
            inks = [inks[0]] * 4
        self.inks = inks
        self.side = 1 if rng.random() < 0.5 else -1
        self.sx, self.sy = (float(rng.uniform(0.76, 1.0)) * v for v in (W / 100, H / 130))
        self.dx, self.dy = (float(v) for v in rng.normal(0, 2.5, 2))
        self.thin = float(rng.uniform(0.7, 1.5))

    def at(self, x: float, y: float) -> Point:
        return W / 2 + (self.side * (x - 50) + self.dx) * self.sx, H / 2 + (y - 65 + self.dy) * self.sy

    def line(self, points: list[Point], width: float, ink: Ink) -> None:
        drawn = [self.at(*p) for p in points]
        self.draw.line(drawn, fill=ink, width=max(1, round(width * self.thin)), joint="curve")

    def shape(self, points: list[Point], ink: Ink) -> None:
        self.draw.polygon([self.at(*p) for p in points], fill=ink)

    def oval(self, x: float, y: float, rx: float, ry: float, angle: float, ink: Ink) -> None:
        c, d = math.cos(angle), math.sin(angle)
        turns = np.linspace(0, 2 * math.pi, 20, endpoint=False)
        self.shape(
            [
                (
                    x + c * rx * math.cos(t) - d * ry * math.sin(t),
                    y + d * rx * math.cos(t) + c * ry * math.sin(t),
                )
                for t in turns
            ],
            ink,
        )


def bird(rng: Generator, s: Look) -> Image.Image:
    """A peacock, crane, sparrow, duck, swallow or phoenix, or only a tail; of a font now and then."""
    face = Image.new("RGB", (W, H), s.ground)
    if rng.random() < 0.12:
        m = float(rng.uniform(0.05, 0.14))
        text = str(rng.choice(list(FONT_BIRDS)))
        if glyph(face, text, TILE_FONTS[0], (m, m, 1 - m, 1 - m), s.green if rng.random() < 0.5 else s.ink):
            return face
    pen = _Pen(rng, s, ImageDraw.Draw(face))
    kinds = (_seen_from_side, _seen_from_side, _seen_from_side, _flying, _open_fan, _upright)
    kinds[int(rng.integers(len(kinds)))](pen)
    return _filling(rng, face, s.ground)


def _filling(rng: Generator, face: Image.Image, ground: Ink) -> Image.Image:
    """The drawing as large as the face allows but for a margin."""
    bounds = ImageChops.difference(face, Image.new("RGB", (W, H), ground)).getbbox() or (0, 0, W, H)
    part = face.crop(bounds)
    m = 1 - 2 * float(rng.uniform(0.05, 0.17))
    sx, sy = m * W / part.width, m * H / part.height
    least = min(sx, sy) * float(rng.uniform(1.0, 1.3))
    size = round(part.width * min(sx, least)), round(part.height * min(sy, least))
    out = Image.new("RGB", (W, H), ground)
    out.paste(part.resize(size, Image.Resampling.LANCZOS), ((W - size[0]) // 2, (H - size[1]) // 2))
    return out


def curve(a: Point, b: Point, bend: float) -> list[Point]:
    """From `a` to `b`, bowed to the side by `bend` of the length."""
    mx = (a[0] + b[0]) / 2 - bend * (b[1] - a[1])
    my = (a[1] + b[1]) / 2 + bend * (b[0] - a[0])
    steps = np.linspace(0, 1, 9)
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * mx + t * t * b[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * my + t * t * b[1],
        )
        for t in steps
    ]


def _seen_from_side(p: _Pen) -> None:
    """Body, neck and head to the left, the tail anywhere behind, from hanging to raised."""
    u = p.rng.uniform
    lean = u(-0.9, 0.9)
    rx, ry = u(14, 27), u(8, 18)
    x, y = u(38, 56), u(58, 86)
    _feathers(p, (x + rx * 0.6 * math.cos(lean), y + rx * 0.6 * math.sin(lean)), u(-1.5, 1.3), u(24, 58))
    if p.rng.random() < 0.8:
        _legs(p, x, y + ry * 0.6, u(8, 34))
    neck = (x - rx * 0.7 * math.cos(lean), y - rx * 0.7 * math.sin(lean) - ry * 0.2)
    head = (max(14.0, neck[0] - u(-4, 18)), max(12.0, neck[1] - u(4, 44)))
    p.line(curve(neck, head, u(-0.5, 0.5)), u(4, 14), p.inks[int(p.rng.integers(2))])
    p.oval(x, y, rx, ry, lean, p.inks[0])
    _wing(p, x, y, rx, ry, lean)
    _head(p, head, u(3.5, 10))


def _head(p: _Pen, at: Point, r: float) -> None:
    u = p.rng.uniform
    x, y = at
    if p.rng.random() < 0.55:
        for k in range(int(p.rng.integers(1, 5))):
            tip = (x + r * u(-0.4, 2), y - r * u(1.2, 3.2))
            p.line(curve((x, y - r * 0.5), tip, u(-0.3, 0.3)), 2, p.inks[1 + k % 2])
            if p.rng.random() < 0.5:
                p.oval(*tip, 2, 2, 0, p.inks[1])
    p.oval(x, y, r * u(0.9, 1.3), r * u(0.8, 1.1), 0, p.inks[int(p.rng.integers(3))])
    beak, drop = r * u(0.6, 2.4), r * u(-0.3, 0.7)
    p.shape([(x - r * 0.7, y - r * 0.45), (x - r - beak, y + drop), (x - r * 0.7, y + r * 0.45)], p.inks[2])
    p.oval(x - r * 0.3, y - r * 0.2, r * 0.32, r * 0.32, 0, p.ground)
    p.oval(x - r * 0.35, y - r * 0.2, r * 0.16, r * 0.16, 0, p.inks[3])


def _wing(p: _Pen, x: float, y: float, rx: float, ry: float, lean: float) -> None:
    """Feathers on the body, drawn as an oval, as lines left free or as scales."""
    u = p.rng.uniform
    kind = int(p.rng.integers(5))
    if kind == 0:
        p.oval(x + rx * 0.1, y, rx * 0.65, ry * 0.6, lean + u(-0.3, 0.3), p.inks[1])
    elif kind == 1:
        for k in range(int(p.rng.integers(2, 5))):
            a = (x - rx * 0.4, y - ry * 0.4 + 0.35 * ry * k)
            p.line(curve(a, (x + rx * 0.8, a[1] + ry * 0.3), 0.15), 1.8, p.ground)
    elif kind == 2:
        for _ in range(int(p.rng.integers(4, 11))):
            p.oval(
                x + u(-0.6, 0.6) * rx,
                y + u(-0.5, 0.5) * ry,
                2.4,
                2.4,
                0,
                p.ground if u() < 0.5 else p.inks[1],
            )
    elif kind == 3:
        up = (x + rx * u(0.1, 1.3), y - ry * u(1, 3.4))
        p.shape([(x - rx * 0.4, y), up, (up[0] + rx * 0.5, up[1] + ry * 0.6), (x + rx * 0.6, y)], p.inks[1])
        for k in range(3):
            p.line([(x - rx * 0.2 + k * rx * 0.25, y), (up[0] + k * rx * 0.12, up[1] + 3 * k)], 1.5, p.ground)


def _feathers(p: _Pen, root: Point, aim: float, length: float) -> None:
    """A tail: long plumes with or without eyes, a wedge or a fork."""
    u = p.rng.uniform
    kind = int(p.rng.integers(4))
    count, spread = int(p.rng.integers(2, 8)), u(0.12, 0.5) if kind == 3 else u(0.3, 1.4)
    for k in range(count):
        a = aim + spread * (k / max(count - 1, 1) - 0.5)
        far = length * u(0.75, 1.1)
        tip = (min(97.0, root[0] + far * math.cos(a)), min(126.0, max(4.0, root[1] + far * math.sin(a))))
        ink = p.inks[k % 2] if kind else p.inks[1]
        p.line(curve(root, tip, u(-0.3, 0.3)), (3, 2.2, 6.5, 5)[kind], ink)
        if kind == 0:
            r = u(3.5, 7.5)
            for share, eye in ((1.0, p.inks[0]), (0.68, p.ground), (0.42, p.inks[2])):
                p.oval(*tip, r * share, r * share, 0, eye)
        elif kind == 1:
            for t in np.linspace(0.35, 1, 6):
                q = (root[0] + t * (tip[0] - root[0]), root[1] + t * (tip[1] - root[1]))
                p.line([(q[0] - 4, q[1] - 3), q, (q[0] + 3, q[1] - 5)], 1.3, p.inks[(k + 1) % 3])


def _legs(p: _Pen, x: float, y: float, length: float) -> None:
    """Two legs or one, on nothing, on the ground or on a bough."""
    u = p.rng.uniform
    foot = min(124.0, y + length)
    ink = p.inks[int(p.rng.integers(1, 4))]
    apart = u(2, 9)
    for k in (-1, 1)[: int(p.rng.integers(1, 3))]:
        p.line([(x + k * apart * 0.6, y), (x + k * apart, foot)], 2.2, ink)
        p.line(
            [(x + k * apart - 5, foot + 1), (x + k * apart, foot), (x + k * apart + 4, foot + 1)], 1.7, ink
        )
    if p.rng.random() < 0.4:
        bough = curve((u(4, 20), foot + u(-6, 6)), (u(80, 96), foot + u(-6, 6)), u(-0.12, 0.12))
        p.line(bough, u(2, 6), p.inks[int(p.rng.integers(4))])
        for q in bough[2:-1:2]:
            p.line([q, (q[0] + u(-9, 9), q[1] + u(-11, 3))], u(2, 5), p.inks[0])


def _flying(p: _Pen) -> None:
    """On the wing, seen from above or aside."""
    u = p.rng.uniform
    x, y, lean = u(42, 58), u(52, 78), u(-0.7, 0.7)
    _feathers(p, (x + 10, y + 10), u(0.3, 1.5), u(18, 42))
    for side in (-1, 1):
        aim = -math.pi / 2 + side * u(0.4, 1.3)
        for k in range(int(p.rng.integers(3, 7))):
            a = aim + side * 0.16 * k
            tip = (x + u(32, 48) * math.cos(a), max(6.0, y + u(32, 52) * math.sin(a)))
            p.line(curve((x, y), tip, side * u(0, 0.25)), u(4, 9), p.inks[k % 2])
    p.oval(x, y, u(12, 20), u(7, 12), lean, p.inks[0])
    head = (x - u(14, 26), y - u(-4, 24))
    p.line([(x - 8, y - 3), head], u(5, 10), p.inks[0])
    _head(p, head, u(4, 8))


def _open_fan(p: _Pen) -> None:
    """A peacock from the front, or its fan alone."""
    u = p.rng.uniform
    x, y, r = 50.0, u(76, 102), u(44, 74)
    count = int(p.rng.integers(5, 13))
    rows = int(p.rng.integers(1, 4))
    wide = u(1.6, 3.6)
    for row in range(rows):
        for k in range(count):
            a = -math.pi / 2 + wide * (k / (count - 1) - 0.5)
            far = r * (1 - 0.28 * row)
            tip = (min(95.0, max(5.0, x + far * math.cos(a) * 0.85)), max(6.0, y + far * math.sin(a)))
            p.line([(x, y), tip], u(1.5, 4), p.inks[0])
            q = u(3.5, 6.5)
            p.oval(*tip, q, q, 0, p.inks[(k + row) % 2])
            p.oval(*tip, q * 0.5, q * 0.5, 0, p.ground if row % 2 else p.inks[2])
    if p.rng.random() < 0.8:
        p.oval(x, y + 6, u(7, 13), u(12, 20), 0, p.inks[2])
        p.line(curve((x, y), (x + u(-6, 6), y - u(14, 32)), u(-0.3, 0.3)), u(5, 10), p.inks[2])
        _head(p, (x + u(-4, 4), y - u(18, 34)), u(4, 7))


def _upright(p: _Pen) -> None:
    """An owl or a chick: head above a body, seen from the front."""
    u = p.rng.uniform
    y = u(72, 92)
    if p.rng.random() < 0.6:
        _legs(p, 50, y + 14, u(8, 22))
    if p.rng.random() < 0.6:
        _feathers(p, (50, y + 12), math.pi / 2 + u(-0.4, 0.4), u(16, 34))
    for side in (-1, 1):
        p.oval(50 + side * u(14, 26), y - 4, u(5, 10), u(14, 26), side * u(-0.5, 0.5), p.inks[1])
    p.oval(50, y, u(13, 22), u(17, 26), 0, p.inks[0])
    _wing(p, 50, y, 16, 18, math.pi / 2)
    top = y - u(26, 42)
    r = u(8, 15)
    p.oval(50, top, r * u(1, 1.3), r, 0, p.inks[int(p.rng.integers(3))])
    for side in (-1, 1):
        p.oval(50 + side * r * 0.45, top - 2, r * 0.36, r * 0.36, 0, p.ground)
        p.oval(50 + side * r * 0.45, top - 2, r * 0.18, r * 0.18, 0, p.inks[3])
    p.shape([(47, top + 3), (53, top + 3), (50, top + 9)], p.inks[2])

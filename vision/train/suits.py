"""Drawings of the circles and the bamboos: dots and sticks."""

from __future__ import annotations

import math
from typing import Final

from numpy.random import Generator
from PIL import Image, ImageDraw

from vision.train.birds import bird
from vision.train.drawings import H, Ink, Look, W

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


def _dot(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, ink: Ink, s: Look) -> None:
    """A circle of one of eight designs."""
    match s.dots:
        case 0:
            rings = ((1.0, ink), (0.35, s.ground))
        case 1:
            rings = ((1.0, ink), (0.75, s.ground), (0.5, ink))
        case 2:
            rings = ((1.0, ink), (0.72, s.ground), (0.5, ink))
        case 3:
            rings = ((1.0, ink), (0.25, s.ground))
        case 4:
            rings = ((1.0, s.ink), (0.9, s.ground), (0.75, ink), (0.3, s.ground))
        case 5:
            rings = ((1.0, ink), (0.82, s.ground), (0.62, ink), (0.42, s.ground), (0.2, ink))
        case 6:
            rings = ((1.0, ink), (0.8, s.ground), (0.3, s.red))
        case _:
            rings = ((1.0, ink), (0.84, s.ground), (0.74, ink))
    for share, fill in rings:
        _disc(draw, x, y, r * share, fill)
    if s.dots == 3:
        _around(draw, x, y, 0.62 * r, 0.14 * r, 8, s.ground)
    elif s.dots == 6:
        _around(draw, x, y, 0.52 * r, 0.16 * r, 6, ink)
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


def _pin_ink(s: Look, n: int, i: int) -> Ink:
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
        _medallion(rng, s, draw)
        return face
    m = s.margin * 0.6
    size = {2: 0.22, 3: 0.18, 4: 0.19, 5: 0.165, 6: 0.16, 7: 0.14, 8: 0.155, 9: 0.15}[n]
    r = W * (1 - 2 * m) * size * s.dot_size
    close = float(rng.uniform(0.84, 1.04)) if s.dot_size > 1 else 1.0
    for i, (x, y) in enumerate(PIPS[n]):
        ink = s.red if red else _pin_ink(s, n, i)
        across = 1 - x if s.mirrored and n in (3, 7) else x
        at = (v * (0.5 + close * (1 - 2 * m) * (u - 0.5)) for v, u in ((W, across), (H, y)))
        _dot(draw, *at, r, ink, s)
    return face


def _medallion(rng: Generator, s: Look, draw: ImageDraw.ImageDraw) -> None:
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


def _rod(draw: ImageDraw.ImageDraw, x: float, y: float, size: tuple[float, float], ink: Ink, s: Look) -> None:
    w, h = size[0] / 2, size[1] / 2
    if s.rods == 0:
        draw.rounded_rectangle((x - w, y - h, x + w, y + h), radius=w, fill=ink)
        draw.line((x, y - h * 0.7, x, y + h * 0.7), fill=s.ground, width=2)
    elif s.rods == 1:
        for dy in (-0.5, 0.5):
            draw.rounded_rectangle(
                (x - w, y + h * (dy - 0.46), x + w, y + h * (dy + 0.46)), radius=w * 0.7, fill=ink
            )
            draw.line((x, y + h * (dy - 0.3), x, y + h * (dy + 0.3)), fill=s.ground, width=2)
    elif s.rods == 2:
        draw.rectangle((x - w * 0.6, y - h, x + w * 0.6, y + h), fill=ink)
        for dy in (-1, 0, 1):
            cy = y + dy * h * 0.86
            draw.ellipse((x - w, cy - h * 0.16, x + w, cy + h * 0.16), fill=ink)
    elif s.rods == 3:
        draw.rounded_rectangle((x - w, y - h, x + w, y + h), radius=w, outline=ink, width=3)
        draw.line((x - w, y, x + w, y), fill=ink, width=3)
        draw.line((x, y - h * 0.8, x, y + h * 0.8), fill=ink, width=2)
    elif s.rods == 5:
        draw.rounded_rectangle((x - w * 0.8, y - h, x + w * 0.8, y + h), radius=2, fill=ink)
        for dy in (-0.34, 0.34):
            draw.line((x - w, y + h * dy, x + w, y + h * dy), fill=s.ground, width=2)
    elif s.rods == 6:
        draw.line((x, y - h, x, y + h), fill=ink, width=3)
        for dy in (-0.8, 0.0, 0.8):
            draw.ellipse((x - w * 0.8, y + h * dy - w * 0.8, x + w * 0.8, y + h * dy + w * 0.8), fill=ink)
            draw.ellipse(
                (x - w * 0.3, y + h * dy - w * 0.3, x + w * 0.3, y + h * dy + w * 0.3), fill=s.ground
            )
    else:
        for dy in (-0.66, 0.0, 0.66):
            draw.ellipse((x - w, y + h * (dy - 0.36), x + w, y + h * (dy + 0.36)), fill=ink)
        draw.line((x, y - h, x, y + h), fill=s.ground, width=1)


SOU_GROUPS: Final = {
    2: (0, 1),
    3: (0, 1, 1),
    4: (0, 1, 1, 0),
    5: (0, 0, 1, 0, 0),
    6: (0, 0, 0, 1, 1, 1),
    7: (0, 1, 2, 1, 1, 2, 1),
    9: (0, 1, 2) * 3,
}


def _sou_ink(s: Look, n: int, i: int) -> Ink:
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
    long = {2: 0.4, 3: 0.4, 4: 0.4, 5: 0.36, 6: 0.4, 7: 0.27, 9: 0.27}[n]
    size = (W * 0.15 * s.rod_size, H * (1 - 2 * m) * long * (0.9 + 0.1 * s.rod_size))
    for i, (x, y) in enumerate(RODS[n]):
        ink = s.red if red else _sou_ink(s, n, i)
        _rod(draw, W * (m + x * (1 - 2 * m)), H * (m + y * (1 - 2 * m)), size, ink, s)
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

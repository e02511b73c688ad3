"""Drawings of the circles and the bamboos: dots, sticks, a random bird."""

from __future__ import annotations

import math
from typing import Final

from numpy.random import Generator
from PIL import Image, ImageDraw

from vision.train.drawings import TILE_FONTS, H, Ink, Look, W, glyph

BIRDS: Final = "\U0001f426\U0001f99a\U0001f54a\U0001f413\U0001f983\U0001f424\U0001f985\U0001f986"
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


def _dot(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, ink: Ink, s: Look) -> None:
    def disc(radius: float, fill: Ink | None, outline: Ink | None = None, width: int = 2) -> None:
        draw.ellipse(
            (x - radius, y - radius, x + radius, y + radius), fill=fill, outline=outline, width=width
        )

    if s.dots == 0:
        disc(r, ink)
        disc(r * 0.35, s.ground)
    elif s.dots == 1:
        disc(r, None, ink, max(2, round(r / 4)))
        disc(r * 0.5, ink)
    elif s.dots == 2:
        disc(r, ink)
        disc(r * 0.72, s.ground)
        disc(r * 0.5, ink)
    elif s.dots == 3:
        disc(r, ink)
        for k in range(8):
            a = k * math.pi / 4
            px, py, q = x + 0.62 * r * math.cos(a), y + 0.62 * r * math.sin(a), r * 0.14
            draw.ellipse((px - q, py - q, px + q, py + q), fill=s.ground)
        disc(r * 0.25, s.ground)
    elif s.dots == 4:
        disc(r, None, s.ink, 2)
        disc(r * 0.75, ink)
        disc(r * 0.3, s.ground)
    else:
        disc(r, None, ink, 3)
        disc(r * 0.62, None, ink, 3)
        disc(r * 0.2, ink)


def _pin_ink(s: Look, n: int, i: int) -> Ink:
    first, second = (s.blue, s.green) if s.pin_colours else (s.ink, s.blue)
    if n == 5:
        return s.red if i == 2 else (second if s.pin_colours == 2 and i in (0, 4) else first)
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
    m = s.margin * 0.6
    if n == 1:
        r = W * (0.5 - s.margin) * s.dot_size * 0.98
        inks = (s.green, s.red, s.blue) if s.pin_colours else (s.ink, s.red, s.ink)
        for k, share in enumerate((1.0, 0.72, 0.42)):
            q = r * share
            draw.ellipse((W / 2 - q, H / 2 - q, W / 2 + q, H / 2 + q), fill=inks[k])
            q *= 0.84
            draw.ellipse((W / 2 - q, H / 2 - q, W / 2 + q, H / 2 + q), fill=s.ground)
        petals = int(rng.integers(6, 15))
        for k in range(petals):
            a = 2 * math.pi * k / petals
            x, y, q = W / 2 + r * 0.78 * math.cos(a), H / 2 + r * 0.78 * math.sin(a), r * 0.08
            draw.ellipse((x - q, y - q, x + q, y + q), fill=inks[k % 2])
        q = r * 0.2
        draw.ellipse((W / 2 - q, H / 2 - q, W / 2 + q, H / 2 + q), fill=inks[1])
        return face
    size = {2: 0.22, 3: 0.18, 4: 0.19, 5: 0.165, 6: 0.16, 7: 0.14, 8: 0.155, 9: 0.15}[n]
    r = W * (1 - 2 * m) * size * s.dot_size
    for i, (x, y) in enumerate(PIPS[n]):
        ink = s.red if red else _pin_ink(s, n, i)
        _dot(draw, W * (m + x * (1 - 2 * m)), H * (m + y * (1 - 2 * m)), r, ink, s)
    return face


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
    else:
        for dy in (-0.66, 0.0, 0.66):
            draw.ellipse((x - w, y + h * (dy - 0.36), x + w, y + h * (dy + 0.36)), fill=ink)
        draw.line((x, y - h, x, y + h), fill=s.ground, width=1)


def _sou_ink(s: Look, n: int, i: int) -> Ink:
    centre = {5: (2,), 7: (0,), 9: (1, 4, 7)}.get(n, ())
    if i in centre:
        return s.red
    blue = {2: (0,), 3: (0,), 6: (0,), 7: (2, 5), 9: (2, 5, 8)}.get(n, ())
    if s.pin_colours == 2 and i in blue:
        return s.blue
    return s.green


def sou(rng: Generator, s: Look, n: int, red: bool) -> Image.Image:
    face = Image.new("RGB", (W, H), s.ground)
    draw = ImageDraw.Draw(face)
    if n == 1:
        return _bird(rng, s)
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
    for top, bottom, tip in ((m, 0.47, 0.72), (1 - m, 0.53, 0.28)):
        x0, x1 = W * (m + 0.08), W * (1 - m - 0.08)
        y0, y1 = H * top, H * bottom
        peak = y0 + (y1 - y0) * (tip if tip > 0.5 else 1 - tip)
        inner = W * 0.16
        lines = [((x0, y0), (x0, y1)), ((x1, y0), (x1, y1))]
        lines += [((x0 + inner * 0.6, y0 + (y1 - y0) * 0.1), (W / 2 - 3, peak))]
        lines += [((x1 - inner * 0.6, y0 + (y1 - y0) * 0.1), (W / 2 + 3, peak))]
        for a, b in lines:
            draw.line((a, b), fill=s.green, width=wide)
            mid = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            draw.line(((a[0] + mid[0]) / 2, (a[1] + mid[1]) / 2, *mid), fill=s.ground, width=1)
    return face


def _bird(rng: Generator, s: Look) -> Image.Image:
    """Every maker draws another bird, so each set gets a random one."""
    face = Image.new("RGB", (W, H), s.ground)
    if rng.random() < 0.25:
        bird = str(rng.choice(list(BIRDS)))
        if glyph(face, bird, TILE_FONTS[0], (0.1, 0.12, 0.9, 0.88), s.green if rng.random() < 0.5 else s.ink):
            return face
    draw = ImageDraw.Draw(face)
    inks = [s.green, s.red, s.blue, s.ink]
    rng.shuffle(inks)
    side = 1 if rng.random() < 0.5 else -1
    cx, cy = W * rng.uniform(0.42, 0.58), H * rng.uniform(0.48, 0.62)
    rx, ry = W * rng.uniform(0.13, 0.24), H * rng.uniform(0.1, 0.2)
    for k in range(int(rng.integers(4, 12))):
        a = rng.uniform(-2.6, -0.5)
        far = H * rng.uniform(0.22, 0.44)
        tip = (cx - side * abs(math.cos(a)) * far * 0.55 * rng.uniform(0.2, 1), cy + math.sin(a) * far)
        draw.line((cx, cy, *tip), fill=inks[k % 2], width=int(rng.integers(2, 8)))
        q = rng.uniform(2, 7)
        draw.ellipse((tip[0] - q, tip[1] - q, tip[0] + q, tip[1] + q), fill=inks[(k + 1) % 3])
    draw.ellipse((cx - rx, cy - ry, cx + rx, cy + ry), fill=inks[int(rng.integers(3))])
    draw.ellipse(
        (cx - rx * 0.6, cy - ry * 0.5, cx + rx * 0.6, cy + ry * 0.7), fill=inks[int(rng.integers(4))]
    )
    hx, hy = cx + side * W * rng.uniform(0.1, 0.26), cy - H * rng.uniform(0.1, 0.28)
    draw.line((cx + side * rx * 0.5, cy, hx, hy), fill=inks[2], width=int(rng.integers(5, 13)))
    q = rng.uniform(5, 10)
    draw.ellipse((hx - q, hy - q, hx + q, hy + q), fill=inks[int(rng.integers(4))])
    draw.polygon([(hx + side * q, hy - 3), (hx + side * (q + 8), hy), (hx + side * q, hy + 3)], fill=s.red)
    for dx in (-0.5, 0.5):
        foot = (cx + dx * rx * 1.4, min(H * 0.95, cy + ry + H * rng.uniform(0.1, 0.2)))
        draw.line((cx + dx * rx, cy + ry * 0.6, *foot), fill=s.red, width=3)
    return face

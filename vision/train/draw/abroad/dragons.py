"""Dragons that are no characters: animals, and white ones in frames with a lattice or a pattern."""

from __future__ import annotations

import math

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from vision.train.draw.drawings import H, Ink, Look, W

Box = tuple[float, float, float, float]


def framed(rng: Generator, s: Look, ink: Ink, second: Ink) -> Image.Image:
    """A white dragon: an empty panel in a broad border of squares, bars, beads, lines or frames."""
    face = Image.new("RGB", (W, H), s.ground)
    draw = ImageDraw.Draw(face)
    x, y = (float(v) for v in rng.uniform((0.05, 0.04), (0.2, 0.16)))
    box = W * x, H * y, W * (1 - x), H * (1 - y)
    broad = float(rng.uniform(0.1, 0.24)) * W
    thin = int(rng.integers(2, 5))
    inner = box[0] + broad, box[1] + broad, box[2] - broad, box[3] - broad
    borders = (_lattice, _lattice, _slanting, _bars, _beads, _frames)
    borders[int(rng.integers(len(borders)))](rng, draw, box, thin, (ink, second, s.ground))
    outside = Image.new("L", (W, H), 255)
    ImageDraw.Draw(outside).rectangle((box[0] - 4, box[1] - 4, box[2] + 4, box[3] + 4), fill=0)
    face.paste(s.ground, (0, 0), outside)
    draw.rectangle(inner, fill=s.ground)
    if rng.random() < 0.7:
        draw.rectangle(inner, outline=ink, width=thin)
        draw.rectangle(box, outline=ink, width=thin)
    return face


Inks3 = tuple[Ink, Ink, Ink]
"""Of the lines, of what is filled, of the body."""


def _lines(rng: Generator, box: Box) -> tuple[list[float], list[float]]:
    """Where lines that part the box lie, across and down."""
    across, down = int(rng.integers(3, 8)), int(rng.integers(4, 10))
    return np.linspace(box[0], box[2], across + 1).tolist(), np.linspace(box[1], box[3], down + 1).tolist()


def _lattice(rng: Generator, draw: ImageDraw.ImageDraw, box: Box, thin: int, inks: Inks3) -> None:
    """Squares, every other one of them filled now and then."""
    xs, ys = _lines(rng, box)
    for x in xs:
        draw.line((x, box[1], x, box[3]), fill=inks[0], width=thin)
    for y in ys:
        draw.line((box[0], y, box[2], y), fill=inks[0], width=thin)
    if rng.random() < 0.5:
        return
    for k in range(len(xs) - 1):
        for j in range(k % 2, len(ys) - 1, 2):
            draw.rectangle((xs[k] + 2, ys[j] + 2, xs[k + 1] - 2, ys[j + 1] - 2), fill=inks[1])


def _slanting(rng: Generator, draw: ImageDraw.ImageDraw, box: Box, thin: int, inks: Inks3) -> None:
    for x in np.arange(box[0] - H, box[2], float(rng.uniform(6, 13))).tolist():
        draw.line((x, box[3], x + H, box[3] - H), fill=inks[0], width=thin)


def _bars(rng: Generator, draw: ImageDraw.ImageDraw, box: Box, thin: int, inks: Inks3) -> None:
    """A solid border with light lines across it."""
    draw.rectangle(box, fill=inks[0])
    for y in _lines(rng, box)[1][1:-1]:
        draw.line((box[0], y, box[2], y), fill=inks[2], width=thin)


def _beads(rng: Generator, draw: ImageDraw.ImageDraw, box: Box, thin: int, inks: Inks3) -> None:
    xs, ys = _lines(rng, box)
    for x in xs:
        for y in ys:
            ink = inks[1] if rng.random() < 0.2 else inks[0]
            draw.ellipse((x - 2 - thin, y - 2 - thin, x + 2 + thin, y + 2 + thin), fill=ink)


def _frames(rng: Generator, draw: ImageDraw.ImageDraw, box: Box, thin: int, inks: Inks3) -> None:
    """Frames in each other, with blocks in the corners now and then."""
    for k in range(int(rng.integers(2, 5))):
        d = k * (thin + 3)
        draw.rectangle((box[0] + d, box[1] + d, box[2] - d, box[3] - d), outline=inks[0], width=thin)
    if rng.random() < 0.5:
        size = float(rng.uniform(8, 20))
        for x in (box[0], box[2] - size):
            for y in (box[1], box[3] - size):
                draw.rectangle((x, y, x + size, y + size), fill=inks[1])


def animal(rng: Generator, s: Look, fill: Ink, line: Ink) -> Image.Image:
    """A dragon in one colour: a winding body with spines, legs, a head with horns; outlined in `line`."""
    face = Image.new("RGB", (W, H), s.ground)
    draw = ImageDraw.Draw(face)
    along = np.linspace(0, 1, 60)
    turns, lean = float(rng.uniform(0.7, 1.9)), float(rng.uniform(0, 2 * math.pi))
    side = 1 if rng.random() < 0.5 else -1
    width = float(rng.uniform(0.16, 0.34)) * W
    x = W * 0.5 + side * width * np.sin(2 * math.pi * turns * along + lean)
    y = H * (0.2 + 0.68 * along)
    thick = float(rng.uniform(0.06, 0.13)) * W * (1.1 - along) ** 0.6
    for grow, ink in ((2.0, line), (0.0, fill)):
        for px, py, r in zip(x.tolist(), y.tolist(), (thick + grow).tolist(), strict=True):
            draw.ellipse((px - r, py - r, px + r, py + r), fill=ink)
    for k in range(4, 54, int(rng.integers(4, 9))):
        way = math.copysign(1, x[k] - W / 2)
        root, tip = (float(x[k]), float(y[k])), (float(x[k] + way * (thick[k] + 7)), float(y[k] - 6))
        draw.polygon([(root[0], root[1] - 4), tip, (root[0], root[1] + 4)], fill=line)
    for k in (14, 22, 36, 44)[: int(rng.integers(2, 5))]:
        _leg(rng, draw, (float(x[k]), float(y[k])), fill)
    _head(rng, draw, (float(x[0]), float(y[0])), float(thick[0]) * 1.5, (fill, line, s.ground))
    return face


def _leg(rng: Generator, draw: ImageDraw.ImageDraw, at: tuple[float, float], ink: Ink) -> None:
    """Bent, with three claws."""
    side = 1 if rng.random() < 0.5 else -1
    knee = at[0] + side * float(rng.uniform(8, 18)), at[1] + float(rng.uniform(-4, 8))
    foot = knee[0] + side * float(rng.uniform(-3, 9)), knee[1] + float(rng.uniform(5, 13))
    draw.line((at, knee, foot), fill=ink, width=5, joint="curve")
    for turn in (-0.6, 0.0, 0.6):
        tip = foot[0] + side * 7 * math.cos(turn), foot[1] + 7 * math.sin(turn)
        draw.line((foot, tip), fill=ink, width=2)


def _head(
    rng: Generator,
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    r: float,
    inks: tuple[Ink, Ink, Ink],
) -> None:
    """Seen from the side: jaws, horns, an eye, perhaps fire or whiskers."""
    fill, line, ground = inks
    side = 1 if rng.random() < 0.5 else -1
    x, y = at
    far = x + side * r * float(rng.uniform(1.8, 2.8))
    draw.polygon([(x, y - r), (far, y - r * 0.2), (x, y + r * 0.3)], fill=fill, outline=line)
    draw.polygon([(x, y), (far - side * r * 0.3, y + r * 0.9), (x, y + r)], fill=fill, outline=line)
    draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)
    for k in range(int(rng.integers(1, 4))):
        tip = x - side * r * (0.6 + 0.7 * k), y - r * float(rng.uniform(1.6, 2.6))
        draw.line((x, y - r * 0.6, *tip), fill=line, width=3)
    draw.ellipse(
        (x + side * r * 0.3 - 2, y - r * 0.5 - 2, x + side * r * 0.3 + 2, y - r * 0.5 + 2), fill=ground
    )
    if rng.random() < 0.5:
        draw.line((far, y, far + side * 9, y + 8), fill=(214, 170, 30), width=4)

"""Drawings of the flowers and seasons: a picture, and the character or the number that says which."""

from __future__ import annotations

import math
from typing import Final

from numpy.random import Generator
from PIL import Image, ImageDraw

from engine.tiles.tile import Flower
from vision.train.draw.drawings import H, Ink, Look, W, character, glyph, tint
from vision.train.fonts import LATIN_FONT, TILE_FONTS

CHARACTERS: Final[dict[Flower, str]] = dict(
    zip(Flower, ("梅", "蘭", "菊", "竹", "春", "夏", "秋", "冬"), strict=True)
)
PICTURES: Final[dict[Flower, str]] = dict(
    zip(
        Flower,
        (
            "\U0001f338\U0001f4ae❀",
            "\U0001f33f\U0001f33e\U0001f490",
            "\U0001f33c\U0001f33b❁",
            "\U0001f38b\U0001f38d\U0001f343",
            "\U0001f337\U0001f331\U0001f33a",
            "\U0001f33b\U0001f31e☀",
            "\U0001f341\U0001f342\U0001f330",
            "\U0001f332\U0001f384❄",
        ),
        strict=True,
    )
)
"""Pictures that fonts have, the likeliest for each."""


def flower(rng: Generator, s: Look, face: Flower) -> Image.Image:
    """What is shown by a character, a numeral, the plant or several of them; the picture may be any."""
    image = Image.new("RGB", (W, H), s.ground)
    ink = tint(rng, s.red if face.season != s.flowers_swapped else s.blue, 20)
    sign, numeral = s.flower_signs
    box = _picture_box(s)
    if rng.random() < s.flower_fonts:
        picture = str(rng.choice(list(PICTURES[face])))
        glyph(image, picture, TILE_FONTS[0], box, s.green if rng.random() < 0.5 else ink)
    else:
        _plant(rng, s, ImageDraw.Draw(image), face, box)
    if sign:
        text = "兰" if face is Flower.F2 and s.wan == "万" else CHARACTERS[face]
        at = {1: (0.06, 0.05, 0.4, 0.31), 2: (0.6, 0.05, 0.94, 0.31), 3: (0.25, 0.03, 0.75, 0.4)}[sign]
        character(image, text, s.honour, at, ink)
    if numeral:
        left = (numeral == 1) != (sign == 1)
        at = (0.06, 0.05, 0.26, 0.24) if left else (0.74, 0.05, 0.94, 0.24)
        glyph(image, str(face.number), LATIN_FONT, at, ink if s.scheme else s.ink)
    return image


def _picture_box(s: Look) -> tuple[float, float, float, float]:
    m = s.margin
    return (m, 0.42 if s.flower_signs[0] == 3 else 0.28, 1 - m, 1 - m)


def _plant(
    rng: Generator, s: Look, draw: ImageDraw.ImageDraw, face: Flower, box: tuple[float, float, float, float]
) -> None:
    """A bough with what grows on it: round blossoms, long leaves, rays or joints."""
    x0, y0, x1, y1 = (v * k for v, k in zip(box, (W, H, W, H), strict=True))
    stem = s.green if rng.random() < 0.6 else s.ink
    wide = int(rng.integers(2, 6))
    foot, tip = (rng.uniform(x0, x1), y1), (rng.uniform(x0, x1), y0)
    middle = (rng.uniform(x0, x1), (y0 + y1) / 2)
    draw.line((foot, middle, tip), fill=stem, width=wide, joint="curve")
    kind = list(Flower).index(face) % 4 if rng.random() < 0.7 else int(rng.integers(4))
    for _ in range(int(rng.integers(2, 8))):
        x, y = rng.uniform(x0 + 8, x1 - 8), rng.uniform(y0 + 8, y1 - 8)
        r = float(rng.uniform(6, 17))
        ink = (s.red, s.blue, s.red, s.green)[kind] if rng.random() < 0.7 else s.ink
        if kind == 3:
            a = float(rng.uniform(0, 2 * math.pi))
            _leaf(draw, x, y, 1.7 * r, a, ink)
        else:
            _blossom(draw, x, y, r, (5, 3, int(rng.integers(8, 16)))[kind], ink, s.ground)


def _blossom(
    draw: ImageDraw.ImageDraw, x: float, y: float, r: float, petals: int, ink: Ink, ground: Ink
) -> None:
    for k in range(petals):
        a = 2 * math.pi * k / petals
        px, py, q = x + 0.62 * r * math.cos(a), y + 0.62 * r * math.sin(a), 1.9 * r / petals
        draw.ellipse((px - q, py - q, px + q, py + q), fill=ink)
    q = r * 0.25
    draw.ellipse((x - q, y - q, x + q, y + q), fill=ground)


def _leaf(draw: ImageDraw.ImageDraw, x: float, y: float, length: float, angle: float, ink: Ink) -> None:
    c, d = math.cos(angle) * length / 2, math.sin(angle) * length / 2
    draw.polygon(
        [(x - c, y - d), (x - d * 0.25, y + c * 0.25), (x + c, y + d), (x + d * 0.25, y - c * 0.25)], fill=ink
    )

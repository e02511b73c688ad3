"""Backs of tiles: any colour, plain or with a pattern."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from vision.train.draw.drawings import HONOURS, H, Ink, Texture, W, bgr, glyph, tint
from vision.train.fonts import CHAR_FONTS

LEAST_APART = 90
"""Levels of colour, in all, by which a back differs from the printed side: else it were a white dragon."""

GREY: Final = 0, 70, 20, 120
PALE: Final = 28, 90, 120, 236
COLOURED: Final = 90, 256, 25, 246
"""Least and greatest saturation, then value, of kinds of colours."""


def random_back(rng: Generator, ground: Ink) -> tuple[Texture, Ink]:
    """The back and its colour; `ground` is that of the printed side."""
    ink = _colour(rng)
    while sum(abs(a - b) for a, b in zip(ink, ground, strict=True)) < LEAST_APART:
        ink = _colour(rng)
    face = Image.new("RGB", (W, H), ink)
    second = tint(rng, ink, 45) if rng.random() < 0.7 else _colour(rng)
    draw = ImageDraw.Draw(face)
    patterns = (_border, _stripes, _lattice, _dots, _waves, _grain, _emblem)
    if rng.random() < 0.5:
        patterns[int(rng.integers(len(patterns)))](rng, face, draw, second)
    if rng.random() < 0.15:
        _border(rng, face, draw, second)
    return bgr(face), ink


def _colour(rng: Generator) -> Ink:
    """Any but white and ivory: a light face without anything on it is a white dragon."""
    how = rng.random()
    low, high, dark, light = GREY if how < 0.12 else PALE if how < 0.3 else COLOURED
    hsv = np.array([[[rng.integers(180), rng.integers(low, high), rng.integers(dark, light)]]], np.uint8)
    r, g, b = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0]
    return int(r), int(g), int(b)


def _border(rng: Generator, face: Image.Image, draw: ImageDraw.ImageDraw, ink: Ink) -> None:
    inset, wide = int(rng.integers(3, 16)), int(rng.integers(2, 8))
    draw.rounded_rectangle((inset, inset, W - inset, H - inset), radius=8, outline=ink, width=wide)


def _stripes(rng: Generator, face: Image.Image, draw: ImageDraw.ImageDraw, ink: Ink) -> None:
    step, lean = int(rng.integers(7, 26)), int(rng.integers(-1, 2)) * H
    for k in range(-2 * H, W + 2 * H, step):
        draw.line((k, 0, k + lean, H), fill=ink, width=max(2, step // 3))


def _lattice(rng: Generator, face: Image.Image, draw: ImageDraw.ImageDraw, ink: Ink) -> None:
    step, wide = int(rng.integers(9, 28)), int(rng.integers(2, 5))
    for k in range(-2 * H, W + 2 * H, step):
        draw.line((k, 0, k + H, H), fill=ink, width=wide)
        draw.line((k, 0, k - H, H), fill=ink, width=wide)


def _dots(rng: Generator, face: Image.Image, draw: ImageDraw.ImageDraw, ink: Ink) -> None:
    step, r = int(rng.integers(10, 30)), int(rng.integers(2, 8))
    for row, y in enumerate(range(step // 2, H, step)):
        for x in range(step // 2 * (1 + row % 2), W, step):
            draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


def _waves(rng: Generator, face: Image.Image, draw: ImageDraw.ImageDraw, ink: Ink) -> None:
    r = int(rng.integers(8, 22))
    for row, y in enumerate(range(0, H + r, r)):
        for x in range(-r * (row % 2), W + r, 2 * r):
            for q in (r, round(r * 0.55)):
                draw.arc((x - q, y - q, x + q, y + q), 180, 360, fill=ink, width=2)


def _grain(rng: Generator, face: Image.Image, draw: ImageDraw.ImageDraw, ink: Ink) -> None:
    """Bamboo or wood."""
    for _ in range(int(rng.integers(8, 40))):
        x = float(rng.uniform(0, W))
        draw.line(
            (x, 0, x + float(rng.normal(0, 4)), H), fill=tint(rng, ink, 18), width=int(rng.integers(1, 4))
        )


def _emblem(rng: Generator, face: Image.Image, draw: ImageDraw.ImageDraw, ink: Ink) -> None:
    """A maker's sign in the middle: rings, a lozenge, a character or a word."""
    r = float(rng.uniform(10, 40))
    match int(rng.integers(4)):
        case 0:
            for q in (r, r * 0.7):
                draw.ellipse((W / 2 - q, H / 2 - q, W / 2 + q, H / 2 + q), outline=ink, width=4)
        case 1:
            draw.polygon(
                [(W / 2 - r, H / 2), (W / 2, H / 2 - r), (W / 2 + r, H / 2), (W / 2, H / 2 + r)], fill=ink
            )
        case 2:
            sign = str(rng.choice([*"福龍牌壽雀", *"ABJM"]))
            glyph(face, sign, CHAR_FONTS[0], (0.3, 0.35, 0.7, 0.65), ink)
        case _:
            word = str(rng.choice(["MAHJONG", "JAN", "麻雀", "LUCKY", *HONOURS[:1]]))
            glyph(face, word, CHAR_FONTS[2], (0.15, 0.42, 0.85, 0.58), ink)

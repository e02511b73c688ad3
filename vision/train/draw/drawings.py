"""Drawings of single tiles: a random look, characters from fonts, backs; 4 pixels a mm."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.train.fonts import CHAR_FONTS, LATIN_FONT, font_of

Texture = NDArray[np.uint8]
"""136 x 104 x 3, BGR, upright."""
Ink = tuple[int, int, int]
"""RGB."""

PX: Final = 4
W: Final = 26 * PX
H: Final = 34 * PX

DIGITS: Final = "一二三四五六七八九"
HONOURS: Final = ("東", "南", "西", "北", "", "發", "中")


def glyph(
    canvas: Image.Image, text: str, font: str, box: tuple[float, float, float, float], ink: Ink
) -> bool:
    """Draw `text` stretched into `box` (fractions of the face); False where the font has no ink for it."""
    mask = Image.new("L", (160, 200), 0)
    ImageDraw.Draw(mask).text((20, 20), text, font=font_of(font, 110), fill=255)
    bounds = mask.getbbox()
    if bounds is None:
        return False
    x0, y0, x1, y1 = (round(v * s) for v, s in zip(box, (W, H, W, H), strict=True))
    part = mask.crop(bounds)
    grow = min((x1 - x0) / part.width, (y1 - y0) / part.height)
    thin = part.height < part.width / 3
    wide = (x1 - x0, max(4, round(part.height * (x1 - x0) / part.width))) if thin else None
    size = wide or (max(2, round(part.width * grow)), max(2, round(part.height * grow)))
    if not thin and text in DIGITS + "萬万":
        size = (round(0.5 * size[0] + 0.5 * (x1 - x0)), size[1])
    part = part.resize(size, Image.Resampling.LANCZOS)
    at = ((x0 + x1 - size[0]) // 2, (y0 + y1 - size[1]) // 2)
    canvas.paste(Image.new("RGB", size, ink), at, part)
    return True


def tint(rng: Generator, ink: Ink, spread: int = 22) -> Ink:
    r, g, b = (int(np.clip(c + rng.integers(-spread, spread + 1), 0, 255)) for c in ink)
    return r, g, b


class White(Enum):
    """Designs of the white dragon."""

    BLANK = auto()
    FRAME = auto()
    DOUBLE = auto()
    BROKEN = auto()
    CORNERS = auto()
    CHARACTER = auto()
    FRAMED_CHARACTER = auto()
    TWO_CHARACTERS = auto()


class Red(Enum):
    """How a drawn set marks its red fives."""

    RED = auto()
    MARKED = auto()
    """Red and with dots."""
    DOTTED = auto()
    """In the inks of the plain five, with red dots."""


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a set's printed side."""

    ground: Ink
    ink: Ink
    red: Ink
    green: Ink
    blue: Ink

    @property
    def dark(self) -> bool:
        return sum(self.ground) < 330


@dataclass(frozen=True, slots=True)
class Look(Inks):
    char: str
    honour: str
    digit: Ink
    margin: float
    split: float
    """Where the numeral of characters ends and the lower one begins, of the height."""
    dots: int
    rods: int
    index: int
    dot_size: float
    rod_size: float
    wan: str
    five: str
    white: White
    white_ink: Ink
    red_five: Red
    red_dots: tuple[tuple[float, float], ...]
    scheme: int
    """0 one ink, 1 and 2 those of most sets, 3 any ink for any group of circles or sticks (`groups`)."""
    groups: tuple[int, ...]
    mirrored: bool
    flower_signs: tuple[int, int]
    """Where flowers have their character (nowhere, left, right, above) and numeral (nowhere, left, right)."""
    flower_fonts: float
    """The share of flowers whose picture comes from a font."""
    flowers_swapped: bool

    @property
    def palette(self) -> tuple[Ink, ...]:
        return self.green, self.red, self.blue, self.ink


def random_inks(rng: Generator) -> Inks:
    """A light body with dark inks, or what is engraved into a dark one and filled with light colours."""
    if rng.random() < 0.22:
        hsv = rng.integers(180), rng.integers(0, 230), rng.integers(12, 105)
        pale = tint(rng, (232, 226, 206) if rng.random() < 0.65 else (215, 180, 90), 22)
        green = tint(rng, (90, 200, 120), 45)
        blue = tint(rng, (110, 165, 240), 45)
        red = tint(rng, (238, 84, 72), 30) if rng.random() < 0.8 else tint(rng, (205, 40, 45), 25)
        return Inks(
            _of_hsv(*hsv),
            pale,
            red,
            green if rng.random() < 0.85 else pale,
            blue if rng.random() < 0.75 else pale,
        )
    dark = tint(rng, (25, 25, 30))
    vivid = rng.beta(1.5, 0.5)
    blue = _between(dark, tint(rng, (25, 45, 145), 36), vivid)
    green = _between(dark, tint(rng, (18, 100, 50), 36), vivid)
    if rng.random() < 0.8:
        warm = float(rng.random())
        ground = tint(rng, (round(250 - 14 * warm), round(248 - 26 * warm), round(244 - 66 * warm)), 7)
    else:
        ground = _of_hsv(rng.integers(180), rng.integers(10, 75), rng.integers(205, 256))
    return Inks(ground, dark, tint(rng, (190, 30, 35), 32), green, blue)


def _between(one: Ink, other: Ink, share: float) -> Ink:
    r, g, b = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return r, g, b


def _of_hsv(hue: int, saturation: int, value: int) -> Ink:
    """OpenCV's ranges: 0..179, 0..255, 0..255."""
    r, g, b = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0]
    return int(r), int(g), int(b)


def random_style(rng: Generator, fonts: tuple[str, ...]) -> Look:
    inks = random_inks(rng)
    char = str(rng.choice(fonts))
    blank = White.FRAME if inks.dark else White.BLANK
    whites = (blank, blank, White.FRAME, White.FRAME, White.DOUBLE, White.DOUBLE, *White)
    reds = (Red.RED, Red.RED, Red.RED, Red.MARKED, Red.DOTTED)
    sides = ((0.08, 0.1),), ((0.5, 0.05),), ((0.1, 0.5),), ((0.08, 0.5), (0.92, 0.5)), ((0.92, 0.1),)
    return Look(
        *(inks.ground, inks.ink, inks.red, inks.green, inks.blue),
        char=char,
        honour=char if rng.random() < 0.4 else str(rng.choice(fonts)),
        digit=(inks.ink, inks.ink, inks.ink, inks.blue, inks.green)[int(rng.integers(5))],
        margin=float(rng.uniform(0.05, 0.18)),
        split=float(rng.uniform(0.4, 0.52)),
        dots=int(rng.integers(11)),
        rods=int(rng.integers(9)),
        index=int(rng.choice([0, 0, 0, 1, 2, 3, 4])),
        dot_size=float(rng.uniform(0.76, 1.03) if rng.random() < 0.5 else rng.uniform(1.0, 1.25)),
        rod_size=float(rng.uniform(0.7, 1.05)),
        wan="萬" if rng.random() < 0.85 else "万",
        five="五" if rng.random() < 0.55 else "伍",
        white=whites[int(rng.integers(len(whites)))],
        white_ink=(inks.blue, inks.blue, inks.green, inks.ink, inks.red)[int(rng.integers(5))],
        red_five=reds[int(rng.integers(len(reds)))],
        red_dots=sides[int(rng.integers(len(sides)))],
        scheme=int(rng.integers(4)),
        groups=tuple(int(v) for v in rng.integers(4, size=12)),
        mirrored=bool(rng.random() < 0.15),
        flower_signs=((1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2), (0, 1), (0, 2))[int(rng.integers(8))],
        flower_fonts=float(rng.choice([0.0, 0.5, 1.0])),
        flowers_swapped=bool(rng.random() < 0.4),
    )


def character(
    face: Image.Image, text: str, font: str, box: tuple[float, float, float, float], ink: Ink
) -> None:
    """`glyph`, of the first font where `font` has no such character."""
    if not glyph(face, text, font, box, ink):
        glyph(face, text, CHAR_FONTS[0], box, ink)


def man(rng: Generator, s: Look, n: int, red: bool) -> Image.Image:
    face = Image.new("RGB", (W, H), s.ground)
    digit = s.red if red else s.digit
    m = s.margin
    text = s.five if n == 5 else DIGITS[n - 1]
    pad = m + (0.06 if n in (1, 2) else 0.0)
    tall = {1: 0.24, 2: 0.17, 3: 0.12}.get(n, 0.0)
    character(face, text, s.char, (pad, m + tall * 0.4, 1 - pad, s.split - tall * 0.4), digit)
    character(face, s.wan, s.char, (m, s.split + 0.02, 1 - m, 1 - m), s.red)
    return face


def honour(s: Look, n: int) -> Image.Image:
    face = Image.new("RGB", (W, H), s.ground)
    if n == 5:
        white_dragon(s, face)
        return face
    m = s.margin
    ink = s.green if n == 6 else s.red if n == 7 else s.blue if s.scheme else s.ink
    character(face, HONOURS[n - 1], s.honour, (m, m + 0.1, 1 - m, 1 - m - 0.1), ink)
    return face


def white_dragon(s: Look, face: Image.Image) -> None:
    draw = ImageDraw.Draw(face)
    m = s.margin

    def frame(inset: float, width: int) -> None:
        sides = (W * inset, H * inset, W * (1 - inset), H * (1 - inset))
        draw.rounded_rectangle(
            sides, radius=round(25 * (s.dot_size - 0.76)), outline=s.white_ink, width=width
        )

    broad = round(2 + 9 * (1.05 - s.rod_size) / 0.35)
    match s.white:
        case White.BLANK:
            return
        case White.DOUBLE:
            frame(m, broad)
            frame(m + 0.06 + broad / W, 2)
        case White.CHARACTER:
            character(face, "白", s.honour, (m, m + 0.08, 1 - m, 1 - m - 0.08), s.white_ink)
        case White.TWO_CHARACTERS:
            character(face, "白", s.honour, (0.24, m, 0.76, 0.48), s.white_ink)
            character(face, "板", s.honour, (0.24, 0.52, 0.76, 1 - m), s.white_ink)
        case _:
            frame(m, broad)
    if s.white is White.FRAMED_CHARACTER:
        character(face, "白", s.honour, (m + 0.14, m + 0.18, 0.86 - m, 0.82 - m), s.white_ink)
    if s.white is White.BROKEN:
        step = round(10 + 14 * (s.split - 0.4) / 0.12)
        for k in range(0, H, step):
            draw.rectangle((0, k, W, k + 2), fill=s.ground)
            draw.rectangle((k, 0, k + 2, H), fill=s.ground)
    if s.white is White.CORNERS:
        draw.rectangle((W * 0.32, 0, W * 0.68, H), fill=s.ground)
        draw.rectangle((0, H * 0.34, W, H * 0.66), fill=s.ground)


def add_index(face: Image.Image, s: Look, text: str) -> None:
    """The Western sign that many exported sets carry in a corner or two."""
    ink = s.red if s.index == 3 else s.ink
    if s.index != 2:
        glyph(face, text, LATIN_FONT, (0.04, 0.03, 0.2, 0.17), ink)
    if s.index == 2:
        glyph(face, text, LATIN_FONT, (0.8, 0.03, 0.96, 0.17), ink)
    if s.index == 4:
        sign = Image.new("RGB", (W, H), s.ground)
        glyph(sign, text, LATIN_FONT, (0.04, 0.03, 0.2, 0.17), ink)
        corner = sign.crop((0, 0, round(0.22 * W), round(0.19 * H))).rotate(180)
        face.paste(corner, (W - corner.width, H - corner.height))


def mark(face: Image.Image, s: Look) -> None:
    """The dots of a red five."""
    for x, y in s.red_dots:
        at = x * W, y * H
        ImageDraw.Draw(face).ellipse((at[0] - 5, at[1] - 5, at[0] + 5, at[1] + 5), fill=s.red)


def bgr(face: Image.Image) -> Texture:
    return np.ascontiguousarray(np.asarray(face)[:, :, ::-1])

"""Drawings of single tiles: a random look, characters from fonts, backs; 4 pixels a mm."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Texture = NDArray[np.uint8]
"""136 x 104 x 3, BGR, upright."""
Ink = tuple[int, int, int]
"""RGB."""

PX: Final = 4
W: Final = 26 * PX
H: Final = 34 * PX

FONT_DIR: Final = Path("/usr/share/fonts")
CHAR_FONTS: Final = (
    "opentype/noto/NotoSerifCJK-Bold.ttc",
    "opentype/noto/NotoSerifCJK-Regular.ttc",
    "opentype/noto/NotoSansCJK-Bold.ttc",
    "opentype/noto/NotoSansCJK-Regular.ttc",
    "truetype/arphic/ukai.ttc",
    "truetype/arphic/uming.ttc",
    "truetype/arphic-bkai00mp/bkai00mp.ttf",
    "truetype/cwtex/cwkai.ttf",
    "truetype/cwtex/cwyen.ttf",
    "truetype/hanazono/HanaMinA.ttf",
    "truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf",
    "truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf",
    "opentype/ipafont-mincho/ipam.ttf",
    "truetype/wqy/wqy-zenhei.ttc",
)
HELD_FONT: Final = "truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf"
"""A brush font kept out of training."""
TILE_FONTS: Final = (
    "truetype/ancient-scripts/Symbola_hint.ttf",
    "truetype/noto/NotoSansSymbols2-Regular.ttf",
    "opentype/unifont/unifont_upper.otf",
)
LATIN_FONT: Final = "truetype/dejavu/DejaVuSans-Bold.ttf"
DIGITS: Final = "一二三四五六七八九"
HONOURS: Final = ("東", "南", "西", "北", "", "發", "中")


def font_of(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT_DIR / path), size)


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


@dataclass(frozen=True, slots=True)
class Look:
    char: str
    honour: str
    ground: Ink
    ink: Ink
    red: Ink
    green: Ink
    blue: Ink
    digit: Ink
    margin: float
    dots: int
    rods: int
    index: int
    dot_size: float
    rod_size: float
    wan: str
    five: str
    white: int
    mark: bool
    pin_colours: int
    flower_signs: tuple[int, int]
    """Where flowers have their character (nowhere, left, right, above) and numeral (nowhere, left, right)."""
    flower_fonts: float
    """The share of flowers whose picture comes from a font."""
    flowers_swapped: bool


def random_style(rng: Generator, fonts: tuple[str, ...]) -> Look:
    dark = tint(rng, (25, 25, 30))
    blue = tint(rng, (25, 40, 140), 30) if rng.random() < 0.75 else dark
    green = tint(rng, (15, 95, 45), 28) if rng.random() < 0.85 else dark
    ground = tint(rng, (243, 238, 224), 11)
    return Look(
        char=str(rng.choice(fonts)),
        honour=str(rng.choice(fonts)),
        ground=ground,
        ink=dark,
        red=tint(rng, (190, 30, 35), 28),
        green=green,
        blue=blue,
        digit=(dark, dark, blue, green)[int(rng.integers(4))],
        margin=float(rng.uniform(0.06, 0.17)),
        dots=int(rng.integers(6)),
        rods=int(rng.integers(5)),
        index=int(rng.choice([0, 0, 0, 1, 2, 3])),
        dot_size=float(rng.uniform(0.8, 1.0)),
        rod_size=float(rng.uniform(0.75, 1.0)),
        wan="萬" if rng.random() < 0.88 else "万",
        five="五" if rng.random() < 0.5 else "伍",
        white=int(rng.integers(6)),
        mark=bool(rng.random() < 0.5),
        pin_colours=int(rng.integers(3)),
        flower_signs=((1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2), (0, 1), (0, 2))[int(rng.integers(8))],
        flower_fonts=float(rng.choice([0.0, 0.5, 1.0])),
        flowers_swapped=bool(rng.random() < 0.4),
    )


def man(rng: Generator, s: Look, n: int, red: bool) -> Image.Image:
    face = Image.new("RGB", (W, H), s.ground)
    digit, wan = (s.red, s.red) if red else (s.digit, s.red)
    m = s.margin
    split = 0.47
    text = s.five if n == 5 else DIGITS[n - 1]
    pad = m + (0.06 if n in (1, 2) else 0.0)
    tall = {1: 0.24, 2: 0.17, 3: 0.12}.get(n, 0.0)
    top, bottom = m + tall * 0.4, split - tall * 0.4
    if not glyph(face, text, s.char, (pad, top, 1 - pad, bottom), digit):
        glyph(face, text, CHAR_FONTS[0], (pad, top, 1 - pad, bottom), digit)
    if not glyph(face, s.wan, s.char, (m, split + 0.02, 1 - m, 1 - m), wan):
        glyph(face, s.wan, CHAR_FONTS[0], (m, split + 0.02, 1 - m, 1 - m), wan)
    return face


def honour(s: Look, n: int) -> Image.Image:
    face = Image.new("RGB", (W, H), s.ground)
    m = s.margin
    if n == 5:
        draw = ImageDraw.Draw(face)
        if s.white >= 3:
            ink = s.blue if s.white < 5 else s.green
            draw.rectangle(
                (W * m, H * m, W * (1 - m), H * (1 - m)), outline=ink, width=4 if s.white == 3 else 9
            )
            if s.white >= 4:
                d = W * 0.07
                draw.rectangle(
                    (W * m + d, H * m + d, W * (1 - m) - d, H * (1 - m) - d), outline=s.ground, width=2
                )
        return face
    ink = s.green if n == 6 else s.red if n == 7 else s.blue if s.pin_colours else s.ink
    box = (m, m + 0.1, 1 - m, 1 - m - 0.1)
    if not glyph(face, HONOURS[n - 1], s.honour, box, ink):
        glyph(face, HONOURS[n - 1], CHAR_FONTS[0], box, ink)
    return face


def add_index(face: Image.Image, s: Look, text: str) -> None:
    """The Western numeral that many exported sets carry in a corner."""
    left = s.index != 2
    box = (0.04, 0.03, 0.2, 0.17) if left else (0.8, 0.03, 0.96, 0.17)
    glyph(face, text, LATIN_FONT, box, s.ink if s.index < 3 else s.red)


def random_back(rng: Generator) -> tuple[Texture, Ink]:
    hue = cv2.cvtColor(
        np.array([[[rng.integers(180), rng.integers(110, 256), rng.integers(60, 235)]]], np.uint8),
        cv2.COLOR_HSV2RGB,
    )[0, 0]
    ink: Ink = (int(hue[0]), int(hue[1]), int(hue[2]))
    face = Image.new("RGB", (W, H), ink)
    draw = ImageDraw.Draw(face)
    kind = int(rng.integers(6))
    lighter = tint(rng, ink, 30)
    if kind == 1:
        draw.rounded_rectangle((8, 8, W - 8, H - 8), radius=8, outline=lighter, width=3)
    elif kind == 2:
        for k in range(-H, W, 14):
            draw.line((k, 0, k + H, H), fill=lighter, width=3)
    return bgr(face), ink


def bgr(face: Image.Image) -> Texture:
    return np.ascontiguousarray(np.asarray(face)[:, :, ::-1])

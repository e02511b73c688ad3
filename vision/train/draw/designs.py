"""Tile faces in many designs, from fonts and simple drawings: a texture for each of FACES.

Only what the machine's fonts and `drawings` draw, so that the trained weights are free of other
people's artwork. The public-domain drawings of `../shared/art` are read by `art_set` and kept for
validation alone.
"""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from engine.tiles.tile import Flower
from vision.nets.detect import FACES, NO_TILE
from vision.train.draw.backs import random_back
from vision.train.draw.drawings import (
    H,
    Ink,
    Red,
    Texture,
    W,
    add_index,
    bgr,
    honour,
    man,
    mark,
    random_inks,
    random_style,
)
from vision.train.draw.finish import Finish
from vision.train.draw.flowers import flower
from vision.train.draw.suits import pin, sou
from vision.train.fonts import CHAR_FONTS, font_of

BACK: Final = FACES.index(None)
NONE: Final = NO_TILE
CLASSES: Final = NONE + 1


@dataclass(frozen=True, slots=True)
class TileSet:
    """A texture for each of FACES and the colours of the body."""

    name: str
    faces: tuple[Texture, ...]
    body: Ink
    back: Ink
    flowers: bool = True
    """Whether the set has flowers and seasons; else their textures are blank."""


def finished(rng: Generator, drawn: TileSet) -> TileSet:
    """The set as tools and years leave it."""
    finish = Finish.random(rng, drawn.body)
    return replace(drawn, faces=(*(finish.on(rng, face) for face in drawn.faces[:BACK]), drawn.faces[BACK]))


def drawn_set(rng: Generator, name: str, fonts: tuple[str, ...] = CHAR_FONTS) -> TileSet:
    """A set of random design, the characters from `fonts`."""
    s = random_style(rng, fonts)
    makers = (man, pin, sou)
    faces = [makers[k // 9](rng, s, k % 9 + 1, False) for k in range(27)]
    if s.index:
        for k in range(27):
            add_index(faces[k], s, str(k % 9 + 1))
    winds = [honour(s, n) for n in range(1, 8)]
    if s.index:
        for face, text in zip(winds, "ESWN" + str(rng.choice(["", "PFC", "BFC", "WGR"])), strict=False):
            add_index(face, s, text)
    reds = [maker(rng, s, 5, s.red_five is not Red.DOTTED) for maker in makers]
    for face in reds:
        if s.index and rng.random() < 0.7:
            add_index(face, s, "5")
        if s.red_five is not Red.RED:
            mark(face, s)
    flowers = [flower(rng, s, face) for face in Flower]
    back, ink = random_back(rng, s.ground)
    drawn = TileSet(name, (*map(bgr, (*faces, *winds, *reds, *flowers)), back), s.ground, ink)
    return finished(rng, drawn)


GLYPHS: Final = (
    tuple(range(0x1F007, 0x1F010))
    + tuple(range(0x1F019, 0x1F022))
    + tuple(range(0x1F010, 0x1F019))
    + (0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004)
    + (0x1F00B, 0x1F01D, 0x1F014)
    + (0x1F022, 0x1F023, 0x1F025, 0x1F024, *range(0x1F026, 0x1F02A))
)
"""Unicode's tiles in the order of FACES but the back; it has no red fives of its own."""


def glyph_set(rng: Generator, name: str, font: str) -> TileSet:
    """The Unicode tiles of a font in one ink a suit; the reds are the fives in red."""
    s = random_inks(rng)
    inks = s.ink, s.blue, s.green
    faces = []
    for face in range(BACK):
        ink = s.red if face in (33, 34, 35, 36) else s.green if face == 32 else inks[face // 9 % 3]
        faces.append(bgr(_tile_glyph(chr(GLYPHS[face]), font, s.ground, ink)))
    back, back_ink = random_back(rng, s.ground)
    return finished(rng, TileSet(name, (*faces, back), s.ground, back_ink))


def _tile_glyph(text: str, font: str, ground: Ink, ink: Ink) -> Image.Image:
    mask = Image.new("L", (700, 700), 0)
    ImageDraw.Draw(mask).text((100, 60), text, font=font_of(font, 400), fill=255)
    bounds = mask.getbbox()
    face = Image.new("RGB", (W, H), ground)
    if bounds is None:
        return face
    part = mask.crop(bounds)
    cut = round(0.07 * part.width)
    part = part.crop((cut, cut, part.width - cut, part.height - cut)).resize((W, H), Image.Resampling.LANCZOS)
    face.paste(Image.new("RGB", (W, H), ink), (0, 0), part)
    return face


ART_NAMES: Final = (
    *(f"Man{n}" for n in range(1, 10)),
    *(f"Pin{n}" for n in range(1, 10)),
    *(f"Sou{n}" for n in range(1, 10)),
    *("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun"),
    *("Man5-Dora", "Pin5-Dora", "Sou5-Dora", "Back"),
)
ART_SIZE: Final = 0.84
"""The drawings reach to their edges; on a tile of bone they have a margin of 2 to 3 mm."""


def art_set(folder: Path, ground: Ink, back: Ink) -> TileSet:
    """A folder of the public-domain drawings as a set, drawn by headless Chromium."""
    html = "<body style='margin:0'>" + "".join(
        f"<img src='file://{folder / name}.svg' style='position:absolute;width:{W * s}px;height:{H * s}px;"
        f"left:{(i % 10 + (1 - s) / 2) * W}px;top:{(i // 10 + (1 - s) / 2) * H}px'>"
        for i, (name, s) in enumerate((name, 1.0 if name == "Back" else ART_SIZE) for name in ART_NAMES)
    )
    with tempfile.TemporaryDirectory() as tmp:
        page, shot = Path(tmp) / "a.html", Path(tmp) / "a.png"
        page.write_text(html, encoding="utf-8")
        command = [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--allow-file-access-from-files",
        ]
        command += ["--default-background-color=00000000", f"--screenshot={shot}"]
        command += [f"--window-size={10 * W},{4 * H}", f"file://{page}"]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        sheet = np.asarray(Image.open(shot).convert("RGBA"), np.float32)
    faces = []
    for i, name in enumerate(ART_NAMES):
        part = sheet[i // 10 * H : i // 10 * H + H, i % 10 * W : i % 10 * W + W]
        alpha = part[..., 3:] / 255
        base = np.array(back if name == "Back" else ground, np.float32)
        faces.append((part[..., :3] * alpha + base * (1 - alpha)).astype(np.uint8)[..., ::-1].copy())
    blank = np.full((H, W, 3), ground[::-1], np.uint8)
    return TileSet(
        folder.name, (*faces[:-1], *(blank for _ in Flower), faces[-1]), ground, back, flowers=False
    )

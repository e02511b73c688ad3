"""Sets as they are made for other countries and as clip art: signed, in one ink, small or large, oddly drawn.

What `vision.train.draw.designs.drawn_set` draws is nearer to the sets of Japan and China.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, TypeVar

from numpy.random import Generator
from PIL import Image, ImageFilter

from engine.tiles.tile import Flower
from vision.train.draw import suits
from vision.train.draw.abroad.dragons import animal, framed
from vision.train.draw.abroad.motifs import Motifs, mixed, pin, sou
from vision.train.draw.abroad.signs import Signs, filled, shrunk
from vision.train.draw.backs import random_back
from vision.train.draw.birds import bird
from vision.train.draw.designs import TileSet, finished
from vision.train.draw.drawings import (
    DIGITS,
    HONOURS,
    H,
    Ink,
    Look,
    Red,
    W,
    bgr,
    character,
    honour,
    mark,
    random_style,
    tint,
)
from vision.train.draw.drawings import White as Blank
from vision.train.draw.flowers import flower
from vision.train.fonts import CHAR_FONTS

DARK: Final = 0.38
"""Share of the sets with a dark body."""
SIGNED: Final = 0.78
PALE: Final = 190
"""Least level of any colour of a body that is nearly white."""
ANIMALS: Final = 0.16
MIDDLE: Final = 0.5
"""Most by which a body under light ink is paler than a dark one is."""
T = TypeVar("T")


class White(Enum):
    """The white dragon of a set."""

    USUAL = auto()
    """As `drawings.white_dragon` draws it."""
    PANEL = auto()
    BARE = auto()
    """Nothing, or the sign alone; on bodies that are nearly white, else it were a back."""


@dataclass(frozen=True, slots=True)
class Abroad:
    """One set: its look, with one ink or several; its motifs and signs; where drawings lie on the face.

    `hollow`: characters are outlines filled with another ink, at `fills`. `cover` is the share of the face
    that every drawing is stretched to, 0 where it has the room that it has.
    """

    s: Look
    red: Ink
    motifs: Motifs
    signs: Signs | None
    hollow: bool
    fills: tuple[Ink, ...]
    wan: str
    wan_font: str
    numeral: float
    cover: float
    share: float
    shift: tuple[float, float]
    white: White
    animals: bool

    @classmethod
    def random(cls, rng: Generator, fonts: tuple[str, ...]) -> Abroad:
        s = random_style(rng, fonts)
        while s.dark != (rng.random() < DARK):
            s = random_style(rng, fonts)
        red = s.red
        mono = rng.random() < (0.55 if s.dark else 0.12)
        if mono:
            ink = tint(rng, (240, 238, 230), 14) if s.dark else _one_of(rng, (s.ink, s.ink, s.blue, s.green))
            ground = mixed(s.ground, ink, float(rng.uniform(0, MIDDLE))) if s.dark else s.ground
            s = replace(s, ground=ground, ink=ink, red=ink, green=ink, blue=ink, digit=ink, white_ink=ink)
        how, pale = rng.random(), min(s.ground) > PALE
        return cls(
            s=s,
            red=red,
            motifs=Motifs.random(rng),
            signs=Signs.random(rng, s) if rng.random() < SIGNED else None,
            hollow=bool(rng.random() < 0.12),
            fills=tuple(_colour(rng, s) for _ in range(10)),
            wan="万" if rng.random() < 0.4 else "萬",
            wan_font=s.char if rng.random() < 0.5 else str(rng.choice(fonts)),
            numeral=float(rng.uniform(0.28, 0.46)),
            cover=float(rng.uniform(0.78, 0.97)) if how < 0.4 else 0.0,
            share=float(rng.uniform(0.66, 1.0)) if how > 0.6 else 1.0,
            shift=(float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1))),
            white=_one_of(rng, (White.USUAL, White.USUAL, White.PANEL, White.BARE if pale else White.PANEL)),
            animals=bool(not mono and rng.random() < ANIMALS),
        )

    def laid(self, face: Image.Image) -> Image.Image:
        """The drawing as large as it is in this set."""
        if self.cover:
            return filled(face, self.s.ground, self.cover)
        return face if self.share == 1 else shrunk(face, self.s.ground, self.share, self.shift)

    def man(self, n: int, ink: Ink | None = None) -> Image.Image:
        """A character; all in `ink`, if one is given."""
        s, m = self.s, self.s.margin
        face = Image.new("RGB", (W, H), s.ground)
        text = s.five if n == 5 else DIGITS[n - 1]
        split = m + self.numeral
        flat = {1: 0.12, 2: 0.07, 3: 0.04}.get(n, 0.0)
        top = m + flat, split - flat
        self._write(face, text, s.char, (m + 0.06, top[0], 0.94 - m, top[1]), ink or s.digit, n)
        self._write(face, self.wan, self.wan_font, (m, split + 0.03, 1 - m, 1 - m), ink or s.red, 0)
        return face

    def _write(
        self,
        face: Image.Image,
        text: str,
        font: str,
        box: tuple[float, float, float, float],
        ink: Ink,
        fill: int,
    ) -> None:
        """A character, in one ink or as an outline in it around another."""
        if not self.hollow:
            character(face, text, font, box, ink)
            return
        sign = Image.new("RGB", (W, H))
        character(sign, text, font, box, (255, 255, 255))
        mask = sign.convert("L").point(lambda v: 255 if v > 90 else 0)
        face.paste(ink, (0, 0), mask.filter(ImageFilter.MaxFilter(3)))
        face.paste(self.fills[fill], (0, 0), mask.filter(ImageFilter.MinFilter(3)))

    def honour(self, rng: Generator, n: int) -> Image.Image:
        """A wind or a dragon."""
        s = self.s
        ink = s.green if n == 6 else s.red if n == 7 else s.white_ink if n == 5 else s.ink
        if n == 5 and self.white is White.BARE and not self.animals:
            return Image.new("RGB", (W, H), s.ground)
        if n >= 5 and self.animals:
            fill = mixed(s.ground, s.ink, 0.15) if n == 5 else ink
            return self.laid(animal(rng, s, fill, mixed(fill, s.ink, 0.5)))
        if n == 5:
            usual = self.white is White.USUAL and (s.white is not Blank.BLANK or min(s.ground) > PALE)
            return honour(s, 5) if usual else framed(rng, s, ink, _one_of(rng, (s.red, s.ink, s.green)))
        if not self.hollow:
            return self.laid(honour(s, n))
        face, m = Image.new("RGB", (W, H), s.ground), s.margin
        self._write(face, HONOURS[n - 1], s.honour, (m, m + 0.08, 1 - m, 0.92 - m), ink, n)
        return self.laid(face)

    def suit(self, rng: Generator, suit: int, n: int, red: bool = False) -> Image.Image:
        """A numbered tile of characters (0), circles (1) or bamboos (2)."""
        s = replace(self.s, red=self.red) if red else self.s
        if suit == 0:
            return self.laid(self.man(n, s.red if red else None))
        if n == 1:
            return self.laid(suits.pin(rng, s, 1, False) if suit == 1 else bird(rng, s))
        drawn = pin(self.motifs, s, n, red) if suit == 1 else sou(rng, self.motifs, s, n, red)
        return self.laid(drawn)

    def signed(self, rng: Generator, face: Image.Image, text: str, suit: int = 0) -> Image.Image:
        """With the Western sign, where the set has them."""
        if self.signs is None:
            return face
        if suit:
            return self.signs.on_suit(rng, face, self.s, text)
        return self.signs.on(face, self.s.ground, text)


def _one_of(rng: Generator, choices: tuple[T, ...]) -> T:
    return choices[int(rng.integers(len(choices)))]


def _colour(rng: Generator, s: Look) -> Ink:
    """Any that differs from the body."""
    while True:
        r, g, b = (int(v) for v in rng.integers(20, 236, 3))
        if sum(abs(one - other) for one, other in zip((r, g, b), s.ground, strict=True)) > 150:
            return r, g, b


def abroad_set(rng: Generator, name: str, fonts: tuple[str, ...] = CHAR_FONTS) -> TileSet:
    """A set of random design, the characters from `fonts`."""
    a = Abroad.random(rng, fonts)
    s = a.s
    faces = [a.signed(rng, a.suit(rng, k // 9, k % 9 + 1), str(k % 9 + 1), k // 9) for k in range(27)]
    letters = a.signs.letters.ljust(7) if a.signs else " " * 7
    winds = [a.signed(rng, a.honour(rng, n), letters[n - 1]) for n in range(1, 8)]
    reds = []
    for suit in range(3):
        face = a.suit(rng, suit, 5, s.red_five is not Red.DOTTED)
        if s.red_five is not Red.RED:
            mark(face, replace(s, red=a.red))
        reds.append(a.signed(rng, face, "5", suit) if rng.random() < 0.8 else face)
    flowers = [flower(rng, s, face) for face in Flower]
    back, ink = random_back(rng, s.ground)
    textures = (*(bgr(face) for face in (*faces, *winds, *reds, *flowers)), back)
    return finished(rng, TileSet(name, textures, s.ground, ink))

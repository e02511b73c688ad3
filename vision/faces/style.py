"""What differs between sets of tiles: inks, hands, designs, bodies; and sticks and dice with them."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, Self

import numpy as np

from vision.faces.shapes import Rgb

BIRDS: Final = 7
DOTS: Final = 7
CANES: Final = 6
WHITES: Final = 7
PATTERNS: Final = 6
"""How many designs there are of each."""


class RedFive(Enum):
    """How a set marks its red fives."""

    RED = "red"
    MARKED = "marked"
    """Red, and with dots at the sides."""
    DOTTED = "dotted"
    """In its usual inks, with red dots at the sides."""


SCHEMES: Final[tuple[Mapping[str, str], ...]] = tuple(
    MappingProxyType(scheme)
    for scheme in ({}, {"b": "g"}, {"g": "b", "b": "g"}, {"b": "k"}, {"g": "b"}, {"r": "b", "b": "r"})
)
"""Inks that a maker uses for others."""


@dataclass(frozen=True, slots=True)
class Style:
    """One set of tiles with its sticks and dice. Colours are RGB.

    `weight` of the brush and size of the `numeral` and of the `motif` (circles, sticks) are factors
    of 1; `slant` leans characters, `hand` writes them (brush, type, type of one width). `bird`, `dot`,
    `bamboo`, `white` and the back's `pattern` choose designs, 0 being those of this table;
    `bird_inks`, `pin_inks` and `sou_inks` are numbers of SCHEMES. `index` puts a western sign into
    the upper left (1), the upper right (2) or two opposite corners (3). `belt` is a third layer of
    the body between front and back. `sticks` and `die` are numbers of `vision.scene.looks`.
    """

    paper: Rgb = (250, 245, 230)
    black: Rgb = (24, 26, 34)
    red: Rgb = (200, 22, 32)
    green: Rgb = (0, 112, 62)
    blue: Rgb = (22, 60, 142)
    back: Rgb = (232, 160, 34)
    weight: float = 1.0
    numeral: float = 1.0
    motif: float = 1.0
    slant: float = 0.0
    bird: int = 0
    dot: int = 0
    bamboo: int = 0
    white: int = 0
    short_man: bool = False
    index: int = 0
    pattern: int = 0
    belt: Rgb | None = None
    coloured_sticks: bool = False
    sticks: int = 0
    die: int = 0
    hand: int = 0
    ink: str = "k"
    """Of numerals and winds."""
    formal_five: bool = False
    red_five: RedFive = RedFive.RED
    bird_flipped: bool = False
    bird_scheme: int = 0
    pin_scheme: int = 0
    sou_scheme: int = 0
    flowers_swapped: bool = False
    index_size: float = 1.0
    letters: int = 0

    @classmethod
    def default(cls) -> Self:
        """The set of this table."""
        return cls()

    @classmethod
    def random(cls, rng: np.random.Generator) -> Self:
        """A set near that of this table: other inks, weights and a few other designs."""
        hue = colorsys.hsv_to_rgb(rng.uniform(), rng.uniform(0.25, 0.95), rng.uniform(0.2, 0.95))
        back = (int(hue[0] * 255), int(hue[1] * 255), int(hue[2] * 255))
        return cls(
            paper=near(rng, (246, 241, 228), 8),
            black=near(rng, (28, 28, 36), 12),
            red=near(rng, (196, 26, 34), 18),
            green=near(rng, (8, 108, 60), 20),
            blue=near(rng, (24, 58, 140) if rng.uniform() < 0.75 else (22, 60, 70), 20),
            back=back,
            weight=float(rng.uniform(0.72, 1.28)),
            numeral=float(rng.uniform(0.84, 1.1)),
            motif=float(rng.uniform(0.84, 1.04)),
            slant=float(rng.normal(0, 0.05)),
            bird=int(rng.integers(3)),
            dot=int(rng.integers(3)),
            bamboo=int(rng.integers(3)),
            white=int(rng.choice([0, 0, 0, 1, 2])),
            short_man=bool(rng.uniform() < 0.25),
            index=int(rng.uniform() < 0.2),
            pattern=int(rng.uniform() < 0.3),
        )

    @property
    def inks(self) -> dict[str, Rgb]:
        """Colours by the ink letters of the programs; `l` is a lighter back."""
        light = tuple(min(255, c + 30) for c in self.back)
        return {
            "k": self.black,
            "r": self.red,
            "g": self.green,
            "b": self.blue,
            "w": self.paper,
            "c": self.back,
            "l": (light[0], light[1], light[2]),
        }

    @property
    def dark(self) -> bool:
        """Whether the printed side is darker than its inks."""
        return sum(self.paper) < 300

    @property
    def bird_inks(self) -> Mapping[str, str]:
        return SCHEMES[self.bird_scheme]

    @property
    def pin_inks(self) -> Mapping[str, str]:
        return SCHEMES[self.pin_scheme]

    @property
    def sou_inks(self) -> Mapping[str, str]:
        return SCHEMES[self.sou_scheme]


def near(rng: np.random.Generator, colour: Rgb, spread: float) -> Rgb:
    """A colour in the neighbourhood of another, `spread` levels off in each part."""
    r, g, b = (int(np.clip(c + rng.normal(0, spread), 0, 255)) for c in colour)
    return r, g, b

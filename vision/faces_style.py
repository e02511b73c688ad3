"""What differs between sets of tiles: inks, weight of the strokes, designs."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Self

import numpy as np

from vision.faces_shapes import Rgb


@dataclass(frozen=True, slots=True)
class Style:
    """One set of tiles. Colours are RGB.

    `weight` of the brush and size of the `numeral` and of the `motif` (circles, sticks) are factors
    of 1; `slant` leans characters. `bird` 0..2, `dot` 0..2, `bamboo` 0..2 and `white` 0..2 (frame,
    blank, double line) choose designs; `short_man` writes the simplified man; `index` adds a western
    numeral in the corner; `pattern` puts a lattice on the back.
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
    index: bool = False
    pattern: bool = False
    belt: Rgb | None = None
    coloured_sticks: bool = False
    die: int = 0

    @classmethod
    def default(cls) -> Self:
        """The set of this table."""
        return cls()

    @classmethod
    def random(cls, rng: np.random.Generator) -> Self:
        """Another maker's set, for training."""

        def near(colour: Rgb, spread: float) -> Rgb:
            r, g, b = (int(np.clip(c + rng.normal(0, spread), 0, 255)) for c in colour)
            return r, g, b

        hue = colorsys.hsv_to_rgb(rng.uniform(), rng.uniform(0.25, 0.95), rng.uniform(0.2, 0.95))
        back = (int(hue[0] * 255), int(hue[1] * 255), int(hue[2] * 255))
        return cls(
            paper=near((246, 241, 228), 8),
            black=near((28, 28, 36), 12),
            red=near((196, 26, 34), 18),
            green=near((8, 108, 60), 20),
            blue=near((24, 58, 140) if rng.uniform() < 0.75 else (22, 60, 70), 20),
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
            index=bool(rng.uniform() < 0.2),
            pattern=bool(rng.uniform() < 0.3),
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

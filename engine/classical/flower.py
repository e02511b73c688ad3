"""The eight extra tiles of Chinese Classical (C-FLOWER)."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Self

from engine.rules import Ruleset


class Flower(StrEnum):
    """The eight extra tiles: flowers `1f`..`4f` and seasons `1g`..`4g` (C-FLOWER-01)."""

    F1 = "1f"
    F2 = "2f"
    F3 = "3f"
    F4 = "4f"
    G1 = "1g"
    G2 = "2g"
    G3 = "3g"
    G4 = "4g"

    @property
    def wind(self) -> int:
        """The wind of its number, 0 East to 3 North (C-FLOWER-05)."""
        return int(self.value[0]) - 1

    @classmethod
    def row(cls, text: str) -> tuple[Self, ...]:
        """The tiles of a text such as `1f3g` or `13f`; ValueError if it is none."""
        if not re.fullmatch(r"(\s*[1-4]+[fg])*\s*", text):
            raise ValueError(f"{text!r} is no row of flowers: write numbers 1 to 4 and f or g, as in 1f3g.")
        return tuple(cls(digit + kind) for digits, kind in re.findall(r"(\d+)(\w)", text) for digit in digits)


def with_flowers(rules: Ruleset) -> bool:
    """Whether the eight extra tiles are played with (C-FLOWER-01)."""
    return rules.game == "classical" and rules.flag("classical.flowers")

"""What one player holds when a hand ends, and how the winner got the last tile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from engine.meld import Meld
from engine.tile import Tile


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


@dataclass(frozen=True, slots=True)
class Rack:
    """One player's side of a hand that is over: 13 tiles, each declared set counting three.

    `tiles` are the concealed ones without a winning tile. Winds are 0..3 for E S W N.
    """

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    seat_wind: int
    round_wind: int
    flowers: tuple[Flower, ...] = ()

    @property
    def closed(self) -> bool:
        """No open set; a concealed kong leaves the hand closed (C-DOUBLE-07)."""
        return not any(meld.open for meld in self.melds)


@dataclass(frozen=True, slots=True)
class Mahjong:
    """How the winner got the last tile (C-WIN-02).

    `from_wall` from the live wall or, `loose`, from the loose tiles; `last` it was the last tile
    before the dead wall; `robbed` it was added to another player's pung; `ready_first` the winner
    declared ready in the first own turn, `first_hand` it is the first hand of the game
    (C-DOUBLE-09); `last_of_four` the other three copies lie open on the table (C-DOUBLE-10).
    """

    tile: Tile
    from_wall: bool
    loose: bool = False
    last: bool = False
    robbed: bool = False
    ready_first: bool = False
    first_hand: bool = False
    last_of_four: bool = False

"""The wall of Chinese Classical: where loose, live and dead tiles lie (C-WALL, C-DEAL).

The ring of stacks is that of riichi; the two tiles behind the counted stacks are taken out as loose
tiles, and the end of the wall next to the dead wall replenishes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.rules.ruleset import Ruleset
from engine.state.hand import Hand
from engine.state.wall_break import wall_of
from engine.tiles.wall import LIVE as RIICHI_LIVE
from engine.tiles.wall import Wall, WallPlace

LOOSE: Final = 2
"""Loose tiles that are replenished together (C-WALL-05, C-WALL-08)."""
LIVE: Final = RIICHI_LIVE - LOOSE
"""Tiles that are dealt and drawn in turn, of a set without flowers (C-WALL-07)."""
DEALT: Final = 52
"""Tiles taken in the deal (C-DEAL-01); the order of taking is `engine.tiles.wall.taker`."""


def broken(rules: Ruleset, hand: Hand) -> ClassicalWall | None:
    """The wall that the dice break, None before they have fallen (C-WALL-02..04).

    East's throw chooses the side, its owner's is added for the stacks.
    """
    wall = wall_of(rules, hand.dealer, hand.throws)
    return None if wall is None else ClassicalWall(wall)


@dataclass(frozen=True, slots=True)
class ClassicalWall:
    """A wall of 136 tiles broken as `wall` says; the dead wall is that of riichi (C-WALL-06)."""

    wall: Wall

    def live(self, n: int) -> WallPlace:
        """Where the `n`-th tile in the order of dealing and drawing lies, 0..119."""
        if not 0 <= n < LIVE:
            raise ValueError(f"The live wall holds tiles 0 to {LIVE - 1}, not {n}.")
        return self.wall.live(n + LOOSE)

    def loose(self, n: int) -> WallPlace:
        """Where the `n`-th loose tile stood in the wall (C-WALL-05, C-WALL-08).

        The first two are those behind the counted stacks, which lie on the dead wall afterwards;
        every further two are the last stack that is left, the upper tile first.
        """
        if n < LOOSE:
            return self.wall.live(n)
        return self.live(LIVE - n // LOOSE * LOOSE + n % LOOSE)

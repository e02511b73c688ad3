"""Tiles laid open for a call: which set they are to make (E-MELD-08)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.tiles.tile import Tile, sort_key


def possible_sets(discard: Tile, exposed: Sequence[Tile]) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs of exposed tiles that make a chi or pon with the discard.

    More than one pair means that it is not evident which tiles belong to the set and which is the
    discard that follows: the player gets a reminder (P-19).
    """
    pairs = [sorted(pair, key=sort_key) for pair in combinations(exposed, 2)]
    return tuple(dict.fromkeys((a, b) for a, b in pairs if _set(discard, a, b)))


def _set(*tiles: Tile) -> bool:
    low, middle, high = sorted(tile.kind for tile in tiles)
    if low == high:
        return True
    return high < 27 and (middle - low, high - middle) == (1, 1) and low // 9 == high // 9

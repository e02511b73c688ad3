"""What makes a winning hand: four sets and a pair, or one of two limit hands of another shape (C-WIN-01)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.tiles.meld import Meld
from engine.tiles.shape import ORPHANS, counts, decompositions, shanten
from engine.tiles.tile import ALL, KINDS, Tile


def thirteen_wonders(tiles: Sequence[Tile]) -> bool:
    """Thirteen different terminals and honours, one of them doubled (C-LIMIT-04)."""
    return len(tiles) == 14 and {tile.kind for tile in tiles} == set(ORPHANS)


def heavenly_twins(tiles: Sequence[Tile]) -> bool:
    """Seven pairs of honours or of one suit; four equal tiles are two pairs (C-LIMIT-04)."""
    return len(tiles) == 14 and _one_family(tiles) and not any(n % 2 for n in counts(tiles))


def _one_family(tiles: Iterable[Tile]) -> bool:
    return len({tile.suit for tile in tiles}) == 1


def complete(tiles: Sequence[Tile], melds: int = 0) -> bool:
    """Whether 14 tiles (three fewer per set declared) are a mahjong."""
    if not melds and (thirteen_wonders(tiles) or heavenly_twins(tiles)):
        return True
    return bool(decompositions(tiles, melds))


def waits(tiles: Sequence[Tile], melds: Sequence[Meld] = ()) -> frozenset[int]:
    """Kinds that complete 13 tiles (three fewer per set) and are not all held by the hand itself."""
    # Trying every kind is dear; only a hand of one family can be ready without shanten seeing it.
    if shanten(tiles, melds) > 0 and not _one_family(tiles):
        return frozenset()
    held = counts((*tiles, *(tile for meld in melds for tile in meld.tiles)))
    return frozenset(
        kind for kind in range(KINDS) if held[kind] < 4 and complete((*tiles, ALL[kind]), len(melds))
    )

"""The costs of every suit, and by them the shanten of a hand without melds.

A hand is packed to the base 5: each suit has a field of `FIELD` bits, in which the copies of a kind are a
digit, the lowest kind the lowest. A packed suit is the place of its entry in the file `data/costs.bin`;
many suits have the same one. The file is what zlib leaves of these parts, low bytes first:

- two numbers of 32 bits: how many rows of costs there are, and how many entries;
- the rows, ten bytes each (`engine.tiles.costs.Costs`);
- the entries, 64 bits each: the number of a row, and from bit `COUNTS_AT` on the fields of `COUNTS`;
- for every suit of nine kinds, then for all honours, the number of its entry in 16 bits; it means nothing
  where the tiles are more than `MOST_TILES`.

`python -m tests.engine.cost_table` writes it.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import cache, lru_cache
from importlib import resources
from typing import Final, Literal, NamedTuple

from engine.tiles.costs import Costs, honour_costs, joined, suit_costs
from engine.tiles.tile import ALL

FIELD: Final = 23
"""Bits for a suit of a packed hand: room for fourteen copies of the highest kind."""
ROW_BITS: Final = 8
COUNTS_AT: Final = 2 * ROW_BITS + 1
"""The numbers of two rows stand side by side below the counts, with a bit for the sum of two such pairs."""
COUNTS: Final = {"kinds": 0, "pairs": 4, "orphans": 7, "orphan_pairs": 11, "tiles": 14}
"""Bits from `COUNTS_AT` on: kinds that are there and that are there twice, the same of terminals and
honours, all tiles. Those of the suits of a hand can be added."""
MOST_TILES: Final = 14
_SUIT: Final = (1 << FIELD) - 1
_ROW: Final = (1 << ROW_BITS) - 1
_ROWS: Final = (1 << 2 * ROW_BITS) - 1
_TILES_AT: Final = COUNTS_AT + COUNTS["tiles"]
ONE_OF: Final = tuple(5 ** (tile.number - 1) << FIELD * (tile.kind // 9) for tile in ALL)
"""One tile in a packed hand, by its face; a red five is a five."""


class _Table(NamedTuple):
    """The file: rows; entries with the row in the higher or the lower place; numbers of entries."""

    rows: tuple[Costs, ...]
    higher: list[int]
    lower: list[int]
    suits: array[int]
    honours: array[int]


@cache
def _table() -> _Table:
    data = zlib.decompress(resources.files("engine").joinpath("data/costs.bin").read_bytes())
    rows, entries = _numbers("I", data[:8])
    entries_at, suits_at = 8 + 10 * rows, 8 + 10 * rows + 8 * entries
    lower = _numbers("Q", data[entries_at:suits_at]).tolist()
    honours_at = suits_at + 2 * 5**9
    return _Table(
        tuple([data[at : at + 10] for at in range(8, entries_at, 10)]),
        [entry + (entry & _ROW) * _ROW for entry in lower],
        lower,
        _numbers("H", data[suits_at:honours_at]),
        _numbers("H", data[honours_at:]),
    )


def _numbers(size: Literal["H", "I", "Q"], data: bytes) -> array[int]:
    found = array(size, data)
    if sys.byteorder == "big":
        found.byteswap()
    return found


class _Joined(dict[int, int]):
    """Two rows joined, as a number of ten bytes in this order; the key has their numbers side by side."""

    def __init__(self, order: Literal["little", "big"]) -> None:
        self.order: Literal["little", "big"] = order

    def __missing__(self, key: int) -> int:
        rows = _table().rows
        self[key] = int.from_bytes(joined(rows[key >> ROW_BITS], rows[key & _ROW]), self.order)
        return self[key]


class _Unlike(dict[int, int]):
    """Shanten of seven pairs or thirteen orphans, whichever is less, by the counts of a hand."""

    def __missing__(self, counts: int) -> int:
        pairs = counts >> COUNTS["pairs"] & 7
        orphans, orphan_pairs = counts >> COUNTS["orphans"] & 15, counts >> COUNTS["orphan_pairs"] & 7
        self[counts] = min(without_sets(counts & 15, pairs, orphans, orphan_pairs))
        return self[counts]


# Bytes in opposite orders: their sum has in each byte one way to share four sets and a pair.
_FIRST: Final = _Joined("little")
_LAST: Final = _Joined("big")
_UNLIKE: Final = _Unlike()


def closed_shanten(hand: int, tiles: int) -> int | None:
    """Shanten of a packed hand of so many tiles, none of them declared.

    None if more than four tiles of a kind are in it, or more than `MOST_TILES` in all.
    """
    _, higher, lower, suits, honours = _table()
    try:
        first = higher[suits[hand & _SUIT]] + lower[suits[hand >> FIELD & _SUIT]]
        last = higher[suits[hand >> 2 * FIELD & _SUIT]] + lower[honours[hand >> 3 * FIELD]]
    except IndexError:
        return None
    counts = first + last
    # A fifth copy is carried to the next digit, and four tiles fewer are counted.
    if counts >> _TILES_AT != tiles or tiles > MOST_TILES:
        return None
    standard = min((_FIRST[first & _ROWS] + _LAST[last & _ROWS]).to_bytes(10, "little")) - 1
    unlike = _UNLIKE[counts >> COUNTS_AT]
    return unlike if unlike < standard else standard


def without_sets(kinds: int, pairs: int, orphans: int, orphan_pairs: int) -> tuple[int, int]:
    """Shanten of seven different pairs and of the thirteen orphans."""
    return 6 - pairs + max(0, 7 - kinds), 13 - orphans - (orphan_pairs > 0)


@lru_cache(maxsize=1 << 17)
def costs(suit: int, bound: int = 0, honours: bool = False) -> Costs:
    """Costs of a suit with a hexadecimal digit for each kind, of which `bound` copies lie in own sets."""
    if bound or _crowded(suit):
        return (honour_costs if honours else suit_costs)(suit, bound)
    table = _table()
    entry = (table.honours if honours else table.suits)[int(f"{suit:x}", 5)]
    return table.rows[table.lower[entry] & _ROW]


def _crowded(suit: int) -> bool:
    """Whether the table does not have a suit: a kind is there five times, or too many tiles."""
    digits = [int(digit, 16) for digit in f"{suit:x}"]
    return max(digits) > 4 or sum(digits) > MOST_TILES

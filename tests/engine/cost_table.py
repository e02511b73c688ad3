"""Writes the table of `engine.tiles.cost_table` anew: `python -m tests.engine.cost_table`, half a minute."""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, Literal

import engine
from engine.tiles.cost_table import COUNTS, COUNTS_AT, MOST_TILES
from engine.tiles.costs import Costs, honour_costs, suit_costs

FILE: Final = Path(engine.__file__).parent / "data" / "costs.bin"
Digits = tuple[int, ...]


def suits(kinds: int) -> Iterator[tuple[int, Digits]]:
    """Every suit of so many kinds and no more than `MOST_TILES`: its place in the table and its copies."""
    for place, digits in enumerate(product(range(5), repeat=kinds)):
        if sum(digits) <= MOST_TILES:
            yield place, digits[::-1]


def row(digits: Digits) -> Costs:
    """The costs of a suit by trying all targets; seven kinds are the honours."""
    suit = sum(copies << 4 * n for n, copies in enumerate(digits))
    return suit_costs(suit) if len(digits) == 9 else honour_costs(suit)


def counted(digits: Digits) -> int:
    """The counts of a suit as an entry has them, from bit 0 on."""
    outer = (digits[0], digits[8]) if len(digits) == 9 else digits
    numbers = {
        "kinds": sum(n > 0 for n in digits),
        "pairs": sum(n > 1 for n in digits),
        "orphans": sum(n > 0 for n in outer),
        "orphan_pairs": sum(n > 1 for n in outer),
        "tiles": sum(digits),
    }
    return sum(number << COUNTS[name] for name, number in numbers.items())


def table() -> bytes:
    """The content of the file before it is compressed."""
    known = cache(row)
    tables = [
        {place: (known(min(digits, _mirrored(digits))), counted(digits)) for place, digits in suits(kinds)}
        for kinds in (9, 7)
    ]
    entries = sorted({entry for found in tables for entry in found.values()})
    rows = sorted({costs for costs, _ in entries})
    at = {costs: n for n, costs in enumerate(rows)}
    packed = [at[costs] | counts << COUNTS_AT for costs, counts in entries]
    number = {entry: n for n, entry in enumerate(entries)}
    places = [
        number[found[place]] if place in found else 0
        for found, kinds in zip(tables, (9, 7), strict=True)
        for place in range(5**kinds)
    ]
    head = _bytes("I", [len(rows), len(entries)])
    return head + b"".join(rows) + _bytes("Q", packed) + _bytes("H", places)


def _mirrored(digits: Digits) -> Digits:
    """The same suit counted from its other end, where it costs the same; seven honours have no order."""
    return digits[::-1] if len(digits) == 9 else tuple(sorted(digits))


def _bytes(size: Literal["H", "I", "Q"], numbers: list[int]) -> bytes:
    found = array(size, numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


if __name__ == "__main__":
    FILE.write_bytes(zlib.compress(table(), 9))

"""What the tiles of one suit are made of: sets, and the ways to read tiles as sets.

A suit is a number with one hexadecimal digit for each of its kinds, the copies, the lowest kind in the
lowest digit; honours are a suit of seven kinds without runs. What was found for a suit is kept, so
that a hand costs a few lookups.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

SUIT_BITS: Final = 36
SUIT: Final = (1 << SUIT_BITS) - 1
"""The digits of one suit."""
_HONOURS: Final = 27


class Block(NamedTuple):
    """A set: the run from `kind` on, else equal tiles; `open` as its fu count.

    A pon completed by ron is `by_ron` and open (R-FU-03).
    """

    kind: int
    run: bool
    kan: bool = False
    open: bool = False
    by_ron: bool = False

    @property
    def kinds(self) -> tuple[int, int, int]:
        """The kinds of its first three tiles."""
        return (self.kind, self.kind + 1, self.kind + 2) if self.run else (self.kind,) * 3

    @property
    def yaochuu(self) -> bool:
        """Holds a terminal or honour."""
        if self.kind >= _HONOURS:
            return True
        return self.kind % 9 in ((0, 6) if self.run else (0, 8))


# Two numbers hold of the sets of a suit what yaku and fu ask for. The *spots* have a bit for the run from
# each number on and above them one for the pon of each number. The *tally* has three bits for each counter,
# and those of suits can be added: runs with a terminal and an outer pair, pairs of equal runs, straights,
# and from `PONS_AT` on pons by their place in `PON_CLASSES`.
RUN_SPOTS: Final = (1 << 7) - 1
PON_SPOTS_AT: Final = 7
TWINS_AT: Final = 3
STRAIGHTS_AT: Final = 6
PONS_AT: Final = 9
STRAIGHT: Final = 0b1001001
"""The spots of the three runs of a straight."""
PON_CLASSES: Final = tuple(
    Block(kind, False, kan, opened, by_ron)
    for kind in (0, 1)
    for kan, opened, by_ron in (
        (False, False, False),
        (False, True, True),
        (False, True, False),
        (True, False, False),
        (True, True, False),
    )
)
"""A pon of each worth in fu: outer or simple, concealed, completed by ron, called, or a kan."""


def spot_of(block: Block) -> int:
    """The spot of one set; a kan is a pon, too."""
    number = block.kind % 9
    return 1 << (number if block.run else PON_SPOTS_AT + number)


@cache
def tally_of(block: Block) -> int:
    """What one set counts as."""
    if block.run:
        return int(block.yaochuu)
    return 1 << PONS_AT + 3 * PON_CLASSES.index(block._replace(kind=0 if block.yaochuu else 1))


class Decomposition(NamedTuple):
    """One way to use up concealed tiles in sets and a pair; `pair` is -1 where there is none."""

    sets: tuple[Block, ...]
    pair: int


_RUNS: Final = tuple(Block(kind, run=True) for kind in range(34))
_PONS: Final = tuple(Block(kind, run=False) for kind in range(34))


@lru_cache(maxsize=1 << 15)
def ways(suit: int, low: int) -> tuple[Decomposition, ...]:
    """Every way to use up the tiles of the suit that begins with the kind `low`.

    All with a pair, if two tiles are left over from sets, or all without; none if one is left over.
    """
    # 16 is 1 modulo 3 and 15, so that these remainders give the number of tiles; 16^n is 1 + 6n modulo 9,
    # which gives the sum of their numbers modulo 3. Sets add up to a multiple of 3, so the rest is the pair.
    left_over = suit % 3
    if left_over == 0:
        return tuple([Decomposition(sets, -1) for sets in _sets(suit, low)])
    if left_over == 1:
        return ()
    first = (suit - suit % 15) % 9 // 3
    return tuple(
        [
            Decomposition(sets, low + n)
            for n in (first, first + 3, first + 6)
            if suit >> 4 * n & 15 >= 2
            for sets in _sets(suit - (2 << 4 * n), low)
        ]
    )


def _sets(suit: int, low: int) -> list[tuple[Block, ...]]:
    """The ways to use up tiles in sets, lowest first: what a pon leaves of the lowest kind starts runs."""
    if not suit:
        return [()]
    while not suit & 15:
        suit >>= 4
        low += 1
    held, found = suit & 15, []
    room = 0 if low >= _HONOURS else min(suit >> 4 & 15, suit >> 8 & 15)
    for pons in (1, 0):
        runs = held - 3 * pons
        if 0 <= runs <= room:
            first = (_PONS[low],) * pons + (_RUNS[low],) * runs
            found += [first + rest for rest in _sets(suit - 3 * pons - 0x111 * runs, low)]
    return found

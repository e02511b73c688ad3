"""What the tiles of one suit can become: ways to read them as sets, and the cost of sets still to be made.

A suit is a number with one hexadecimal digit for each of its kinds, the copies, the lowest kind in the
lowest digit; honours are a suit of seven kinds without runs. What was found for a suit is remembered, so
that a hand costs a few lookups.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
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


# The facts of a set are packed into one number, so that those of a reading are the sum of its sets: three
# bits for the runs from each kind on, one for the pon of each kind, and from `COUNTERS_AT` on three for each
# of the counters: runs with a terminal, and pons by
# their place in `PON_CLASSES`.
ONE_RUN: Final = sum(1 << 3 * kind for kind in range(_HONOURS))
RUNS: Final = 7 * ONE_RUN
PONS_AT: Final = 3 * _HONOURS
PONS: Final = (1 << 34) - 1
HONOUR_PONS_AT: Final = PONS_AT + _HONOURS
COUNTERS_AT: Final = PONS_AT + 34
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


@cache
def facts_of(block: Block) -> int:
    """The facts of one set; a kan is a pon, too."""
    if block.run:
        return (1 << 3 * block.kind) + (block.yaochuu << COUNTERS_AT)
    counter = 1 + PON_CLASSES.index(block._replace(kind=0 if block.yaochuu else 1))
    return (1 << PONS_AT + block.kind) + (1 << COUNTERS_AT + 3 * counter)


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


Costs = tuple[int, ...]
"""Tiles missing for so many sets and pairs: index `2 * sets + pair`, 0 to 4 sets."""
_NEVER: Final = 99
_EMPTY: Final[Costs] = (0,) + (_NEVER,) * 9
# The ways to share the sets and the pair of each index between two parts, as index pairs.
SPLITS: Final = tuple(
    tuple((2 * a + p, 2 * (sets - a) + pair - p) for a in range(sets + 1) for p in range(pair + 1))
    for sets in range(5)
    for pair in range(2)
)


@lru_cache(maxsize=1 << 16)
def joined(first: Costs, second: Costs) -> Costs:
    """Costs of two parts of a hand together."""
    return tuple([min([first[i] + second[j] for i, j in splits]) for splits in SPLITS])


@lru_cache(maxsize=1 << 17)
def costs(suit: int, bound: int = 0) -> Costs:
    """Costs of a suit of which `bound` copies lie in the own sets: no target takes them (R-DRAW-06).

    Met in the middle: of the runs from the lower five kinds on, `a` start at the fourth and `b` at the fifth.
    """
    turned = _turned(suit)
    if turned < suit and not bound:
        return costs(turned)
    own = [suit >> place & 15 for place in range(0, SUIT_BITS, 4)]
    room = [4 - (bound >> place & 15) for place in range(0, SUIT_BITS, 4)]
    digits = tuple(zip(own, room, strict=True))
    left, right = digits[4::-1], digits[5:]
    best = list(_EMPTY)
    for a, b in product(range(3), range(3)):
        if not (_useful(a, own[3], (own[4], own[5]), a + b) and _useful(b, own[6], (own[4], own[5]), a + b)):
            continue
        shift = 2 * (a + b)
        part = joined(_half(left, b, a), _half(right, a, b))
        best[shift:] = map(min, best[shift:], part)
    return tuple(best)


def _useful(runs: int, outer: int, shared: tuple[int, int], both: int) -> bool:
    """Whether each of so many equal runs can hold a tile that is there.

    One that is missing whole costs no less than a pon of a kind that is little used, and four sets and a
    pair, those declared among them, always leave such a kind: it need not be tried. `shared` are the copies
    of the kinds that `both` groups of runs use.
    """
    return not runs or outer >= runs or max(shared) >= both


def _turned(suit: int) -> int:
    """The suit with its kinds in the opposite order, which costs the same."""
    return int(f"{suit:09x}"[::-1], 16)


@cache
def _half(digits: tuple[tuple[int, int], ...], a: int, b: int) -> Costs:
    """Costs of a row of neighbours where `a` runs still need the first and `b` the first two.

    A digit is the copies held and those a target may take. The entering runs are counted as sets by the
    caller. Three equal runs are three pons, so no more than two start at one place.
    """
    if not digits:
        return (_NEVER,) * 10 if a or b else _EMPTY
    held, room = digits[0]
    best = [_NEVER] * 10
    for runs, pon, pair in product(range(3), range(2), range(2)):
        need = a + b + runs + 3 * pon + 2 * pair
        if need > room or (runs and held < a + b + runs and not _reached(digits, b, runs)):
            continue
        cost = max(0, need - held)
        shift = 2 * (runs + pon) + pair
        for i, rest in enumerate(_half(digits[1:], b, runs)):
            if i + shift < 10 and not (pair and i % 2) and cost + rest < best[i + shift]:
                best[i + shift] = cost + rest
    return tuple(best)


def _reached(digits: tuple[tuple[int, int], ...], entered: int, runs: int) -> bool:
    """As `_useful`, whether the later tiles of each of the runs from the first digit on can be there."""
    if len(digits) > 1 and digits[1][0] >= entered + runs:
        return True
    return len(digits) > 2 and digits[2][0] >= runs


@lru_cache(maxsize=1 << 15)
def honour_costs(honours: int, bound: int = 0) -> Costs:
    """Costs of the honours, as `costs`."""
    best: Costs = _EMPTY
    for place in range(0, 28, 4):
        held, room = honours >> place & 15, 4 - (bound >> place & 15)
        own = list(_EMPTY)
        if room >= 3:
            own[2] = max(0, 3 - held)
        if room >= 2:
            own[1] = max(0, 2 - held)
        best = joined(best, tuple(own))
    return best

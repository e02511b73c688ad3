"""What a suit still costs: the tiles missing for so many sets and pairs of it, found by trying all targets.

A suit is a number with one hexadecimal digit for each of its kinds, as in `engine.tiles.suit`.
`engine.tiles.cost_table` holds what is found here for every suit of which no copies are bound.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Final

from engine.tiles.suit import SUIT_BITS

Costs = bytes
"""Tiles missing for so many sets and pairs: index `2 * sets + pair`, 0 to 4 sets."""
_NEVER: Final = 99
_EMPTY: Final[Costs] = bytes((0,) + (_NEVER,) * 9)
# The ways to share the sets and the pair of each index between two parts, as index pairs.
SPLITS: Final = tuple(
    tuple((2 * a + p, 2 * (sets - a) + pair - p) for a in range(sets + 1) for p in range(pair + 1))
    for sets in range(5)
    for pair in range(2)
)


@lru_cache(maxsize=1 << 16)
def joined(first: Costs, second: Costs) -> Costs:
    """Costs of two parts of a hand together."""
    return bytes([min(_NEVER, *[first[i] + second[j] for i, j in splits]) for splits in SPLITS])


def suit_costs(suit: int, bound: int = 0) -> Costs:
    """Costs of a suit of which `bound` copies lie in the own sets: no target takes them (R-DRAW-06).

    Met in the middle: of the runs from the lower five kinds on, `a` start at the fourth and `b` at the fifth.
    """
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
    return bytes(best)


def _useful(runs: int, outer: int, shared: tuple[int, int], both: int) -> bool:
    """Whether each of so many equal runs can hold a tile that is there.

    One that is missing whole costs no less than a pon of a kind that is little used, and four sets and a
    pair, those declared among them, always leave such a kind: it need not be tried. `shared` are the copies
    of the kinds that `both` groups of runs use.
    """
    return not runs or outer >= runs or max(shared) >= both


@cache
def _half(digits: tuple[tuple[int, int], ...], a: int, b: int) -> Costs:
    """Costs of a row of neighbours where `a` runs still need the first and `b` the first two.

    A digit is the copies held and those a target may take. The entering runs are counted as sets by the
    caller. Three equal runs are three pons, so no more than two start at one place.
    """
    if not digits:
        return bytes([_NEVER] * 10) if a or b else _EMPTY
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
    return bytes(best)


def _reached(digits: tuple[tuple[int, int], ...], entered: int, runs: int) -> bool:
    """As `_useful`, whether the later tiles of each of the runs from the first digit on can be there."""
    if len(digits) > 1 and digits[1][0] >= entered + runs:
        return True
    return len(digits) > 2 and digits[2][0] >= runs


def honour_costs(honours: int, bound: int = 0) -> Costs:
    """Costs of the honours, as `suit_costs`."""
    best: Costs = _EMPTY
    for place in range(0, 28, 4):
        held, room = honours >> place & 15, 4 - (bound >> place & 15)
        own = list(_EMPTY)
        if room >= 3:
            own[2] = max(0, 3 - held)
        if room >= 2:
            own[1] = max(0, 2 - held)
        best = joined(best, bytes(own))
    return best

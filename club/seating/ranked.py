"""Tables by the ranking: Swiss and interval rounds (K-SEAT-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from club.seating.lot import Lot
from club.seating.search import Met
from club.seating.winds import unbalanced

_REPEAT: Final = 15
"""A repeated meeting weighs as much as so many places between the best and the worst of a table."""
_WIND: Final = 200
"""What a player out of balance weighs: more than any distance in a field of this size."""
STEPS: Final = 200_000
"""Exchanges that are weighed; about a second."""
_LEVELS: Final = 80
_ONE: Final = 1 << 16
_WARM: Final = 62_000
_COLD: Final = 24_000
"""Odds, of 65536, of accepting what is worse by one place, at the beginning and at the end."""
_NEAR: Final = 16
"""Players change places with one of so many that come next in the ranking."""


Counts = Sequence[int]
"""How often East, South, West, North."""


def interval(ranking: Sequence[int], step: int) -> list[list[int]]:
    """Blocks of 4 · `step` places; in each, table t takes the places t, t + step, t + 2 · step, t + 3 · step.

    The last block has the tables that are left.
    """
    tables = []
    for first in range(0, len(ranking), 4 * step):
        block = ranking[first : first + 4 * step]
        width = len(block) // 4
        tables += [list(block[table::width]) for table in range(width)]
    return tables


def swiss(
    ranking: Sequence[int], met: Met, had: Sequence[Counts], lot: Lot, steps: int = STEPS
) -> list[list[int]]:
    """Neighbours in the ranking, while avoiding repeats and winds out of balance; the first table first.

    `ranking` holds players 0 to n - 1, the best first; `had` is how often each player had each wind.
    Simulated annealing: players who are near in the ranking change places.
    """
    field = _Field(ranking, met, had)
    tables = field.anneal(lot, steps)
    tables.sort(key=lambda four: (sum(four), four))
    return [[ranking[place] for place in sorted(four)] for four in tables]


class _Field:
    """Places of the ranking, 0 the best, and what it costs to seat four of them together."""

    def __init__(self, ranking: Sequence[int], met: Met, had: Sequence[Counts]) -> None:
        self._met = [[_REPEAT * met[one][other] for other in ranking] for one in ranking]
        self._had = [_since_balance(had[player]) for player in ranking]

    def anneal(self, lot: Lot, steps: int) -> list[list[int]]:
        """The best tables found, from those of the ranking on."""
        size = len(self._had)
        tables = [list(range(first, first + 4)) for first in range(0, size, 4)]
        at = [divmod(place, 4) for place in range(size)]
        costs = [self._cost(four) for four in tables]
        total = least = sum(costs)
        best = [list(four) for four in tables]
        for odds in _cooling():
            for _ in range(steps // _LEVELS):
                one, far = divmod(lot.below(size * _NEAR), _NEAR)
                other = one + far + 1
                if other >= size:
                    continue
                (here, i), (there, j) = at[one], at[other]
                if here == there:
                    continue
                x, y = tables[here], tables[there]
                x[i], y[j] = other, one
                new = self._cost(x), self._cost(y)
                worse = sum(new) - costs[here] - costs[there]
                if worse > 0 and (worse >= len(odds) or lot.below(_ONE) >= odds[worse]):
                    x[i], y[j] = one, other
                    continue
                at[one], at[other] = (there, j), (here, i)
                costs[here], costs[there] = new
                total += worse
                if total < least:
                    least, best = total, [list(four) for four in tables]
        return best

    def _cost(self, four: Sequence[int]) -> int:
        a, b, c, d = four
        met, had = self._met, self._had
        p, q = met[a], met[b]
        repeats = p[b] + p[c] + p[d] + q[c] + q[d] + met[c][d]
        return repeats + max(four) - min(four) + _WIND * _unbalanced(had[a], had[b], had[c], had[d])


def _cooling() -> Iterator[list[int]]:
    """The odds of accepting what is worse by 0, 1, 2, ... places, level after level."""
    for level in range(_LEVELS):
        odds = _WARM - (_WARM - _COLD) * level // (_LEVELS - 1)
        row = [_ONE]
        while row[-1]:
            row.append(row[-1] * odds >> 16)
        yield row


def _since_balance(had: Counts) -> tuple[int, ...]:
    least = min(had)
    return tuple(times - least for times in had)


@lru_cache(maxsize=100_000)
def _unbalanced(*four: tuple[int, ...]) -> int:
    return unbalanced(four)

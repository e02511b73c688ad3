"""Tables by the ranking: Swiss and interval rounds (K-SEAT-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from club.seating.lot import Lot
from club.seating.search import Met
from club.seating.turns import Prices, cheapest

_REPEAT: Final = 15
"""A repeated meeting weighs as much as so many places between the best and the worst of a table."""
_WIND: Final = 200
"""What a wind weighs that cannot be made good: more than any distance in a field of this size."""
STEPS: Final = 800_000
"""Exchanges that are weighed in a field of 32 or fewer; about a second."""
_COMPARED: Final = 32
_FEWEST: Final = 450_000
"""In a larger field, where they take longer and repeats are rare, so much fewer, down to this."""
_LEVELS: Final = 80
_WARM: Final = 55_500
_COLD: Final = 39_800
_LAST: Final = 6
"""Odds, of 65536, of accepting what is worse by one place: exp(-1/6) at first, exp(-1/2) at the end; then
they are squared level after level, so often."""
_ONE: Final = 1 << 16
_DRAWN: Final = 8
"""Bits of a word of the lot that decide whether what is worse is accepted."""
_NEAR: Final = 16
"""Players change places with one of so many that come next in the ranking."""


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
    ranking: Sequence[int],
    met: Met,
    prices: Sequence[Prices],
    lot: Lot,
    final: bool = True,
    steps: int | None = None,
) -> list[list[int]]:
    """Neighbours in the ranking, while avoiding repeats and winds out of balance; the first table first.

    `ranking` holds players 0 to n - 1, the best first; `prices` are what each wind costs each player. Unless
    the round is the `final` one, tables are preferred that leave more of those who have not met.
    """
    size = len(ranking)
    steps = steps or max(STEPS * _COMPARED // max(size, _COMPARED), _FEWEST)
    tables = _Field(_Costs(ranking, _apart(ranking, met, final), prices), size).anneal(lot, steps)
    tables.sort(key=lambda four: (sum(four), four))
    return [[ranking[place] for place in four] for four in tables]


class _Field:
    """Places of the ranking, 0 the best; a table is the whole number whose bits are its four places."""

    def __init__(self, costs: _Costs, size: int) -> None:
        self._size = size
        self._costs = costs

    def anneal(self, lot: Lot, steps: int) -> list[list[int]]:
        """The best tables found, from those of the ranking on: players who are near change places."""
        costs, pairs = self._costs, self._pairs
        fours = costs.even() or [range(first, first + 4) for first in range(0, self._size, 4)]
        tables = [sum(1 << place for place in four) for four in fours]
        at = [number for _, number in sorted((place, n) for n, four in enumerate(fours) for place in four)]
        paid = [costs[table] for table in tables]
        total = least = sum(paid)
        best = list(tables)
        if len(tables) == 1:
            return [_places(tables[0])]
        near, unused = len(pairs), 32 - _DRAWN
        for allowed in _cooling():
            for word in lot.words(steps // _LEVELS):
                one, other, both = pairs[word % near]
                here, there = at[one], at[other]
                if here == there:
                    continue
                x, y = tables[here] ^ both, tables[there] ^ both
                p, q = costs[x], costs[y]
                worse = p + q - paid[here] - paid[there]
                if worse > allowed[word >> unused]:
                    continue
                at[one], at[other] = there, here
                tables[here], tables[there] = x, y
                paid[here], paid[there] = p, q
                total += worse
                if total < least:
                    least, best = total, list(tables)
        return [_places(table) for table in best]

    @cached_property
    def _pairs(self) -> list[tuple[int, int, int]]:
        """Places that are near, with the bits of both."""
        return [
            (one, other, 1 << one | 1 << other)
            for one in range(self._size)
            for other in range(one + 1, min(one + _NEAR + 1, self._size))
        ]


class _Costs(dict[int, int]):
    """What it costs to seat four together, worked out when it is first asked for."""

    def __init__(self, ranking: Sequence[int], apart: Met, prices: Sequence[Prices]) -> None:
        self._apart = apart
        self._prices = [prices[player] for player in ranking]

    def even(self) -> list[Sequence[int]]:
        """Where everybody has one wind left, and as many each: of each the first, of each the second..."""
        left = [[place for place, own in enumerate(self._prices) if not own[wind]] for wind in range(4)]
        free = sum(prices.count(0) for prices in self._prices)
        return list(zip(*left, strict=True)) if free == 4 * min(map(len, left)) == len(self._prices) else []

    def __missing__(self, table: int) -> int:
        a, b, c, d = _places(table)
        apart, prices = self._apart, self._prices
        p, q = apart[a], apart[b]
        cost = p[b] + p[c] + p[d] + q[c] + q[d] + apart[c][d] + d - a
        cost += _WIND * cheapest(prices[a], prices[b], prices[c], prices[d])
        self[table] = cost
        return cost


def _apart(ranking: Sequence[int], met: Met, final: bool) -> Met:
    """What it costs to seat two together, by their places.

    While rounds are to come, a common opponent weighs as much as a place: where they are few, the players who
    have not met yet can still fill whole tables.
    """
    known = [sum(1 << other for other, times in enumerate(met[one]) if times) for one in ranking]
    return [
        [
            _REPEAT * met[one][other] + (0 if final else (whom & known[there]).bit_count())
            for there, other in enumerate(ranking)
        ]
        for one, whom in zip(ranking, known, strict=True)
    ]


def _places(table: int) -> list[int]:
    """The places of a table, the best first."""
    places = []
    while table:
        places.append((table & -table).bit_length() - 1)
        table &= table - 1
    return places


def _cooling() -> Iterator[list[int]]:
    """By what is drawn, how much worse is accepted; level after level."""
    for level in range(_LEVELS - _LAST):
        odds = _WARM - (_WARM - _COLD) * level // (_LEVELS - _LAST - 1)
        yield _accepted(odds)
    for _ in range(_LAST):
        odds = odds * odds >> 16
        yield _accepted(odds)


def _accepted(odds: int) -> list[int]:
    """For each value that can be drawn the largest change that is accepted, `odds` being those of one
    place."""
    most, chance, row = 0, odds, [0] * (1 << _DRAWN)
    for drawn in reversed(range(1 << _DRAWN)):
        while chance * (1 << _DRAWN) > drawn * _ONE and chance:
            most, chance = most + 1, chance * odds >> 16
        row[drawn] = most
    return row

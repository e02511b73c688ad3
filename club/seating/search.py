"""Tables of several rounds with as few repeated meetings as a search can find.

Simulated annealing: two players of different tables of a round change places when that is better, or, less
and less often, when it is worse. Everything is counted in whole numbers, so that every machine finds the
same tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from club.seating.lot import Lot

Tables = list[list[int]]
"""Players 0 to n - 1, four to a table."""
Met = list[list[int]]
"""How often two players have met; a large number keeps them apart."""
STEPS: Final = 300_000
"""Exchanges that are weighed; about a second."""
_LEVELS: Final = 64
_ONE: Final = 1 << 16
_FIRST: Final = _ONE * 12 // 100
_LAST: Final = _ONE // 1000
"""Odds, of 65536, of accepting a schedule that is worse by one meeting; by two it is the odds squared."""


def met_before(size: int, pairs: Sequence[tuple[int, int, int]]) -> Met:
    """A table of meetings from pairs with their numbers."""
    met = [[0] * size for _ in range(size)]
    for one, other, times in pairs:
        met[one][other] += times
        met[other][one] += times
    return met


def count(tables: Sequence[Sequence[int]], met: Met) -> int:
    """Counts the meetings of a round, and returns what they cost: how often each pair had met before."""
    cost = 0
    for four in tables:
        for one, other in combinations(four, 2):
            cost += met[one][other]
            met[one][other] += 1
            met[other][one] += 1
    return cost


def greedy(players: Sequence[int], met: Met, lot: Lot) -> Tables:
    """A round whose tables are filled one after the other with those who have met least."""
    waiting, tables = lot.shuffled(players), []
    while waiting:
        four = [waiting.pop()]
        while len(four) < 4:
            rows = [met[other] for other in four]
            best = min(waiting, key=lambda player: sum(row[player] for row in rows))
            waiting.remove(best)
            four.append(best)
        tables.append(four)
    return tables


def anneal(rounds: Sequence[Tables], met: Met, lot: Lot, steps: int = STEPS) -> list[Tables]:
    """The best schedule found from `rounds` on; without a repeated meeting it is the first such one.

    `met` is the past, and is used up.
    """
    now = [[player for four in tables for player in four] for tables in rounds]
    cost = least = sum(count(tables, met) for tables in rounds)
    best = [list(order) for order in now]
    if not least:
        return [_tables(order) for order in best]
    drawn, size = len(now), len(now[0])
    for odds in _cooling():
        for _ in range(steps // _LEVELS):
            pair, number = divmod(lot.below(drawn * size * size), drawn)
            one, other = divmod(pair, size)
            if one & -4 == other & -4:
                continue
            order = now[number]
            worse = change(order, one, other, met)
            if worse > 0 and (worse >= len(odds) or lot.below(_ONE) >= odds[worse]):
                continue
            exchange(order, one, other, met)
            cost += worse
            if cost < least:
                least, best = cost, [list(order) for order in now]
                if not least:
                    return [_tables(order) for order in best]
    return [_tables(order) for order in best]


def _cooling() -> Iterator[tuple[int, ...]]:
    """The odds of accepting what is worse by 0, 1, 2 and 3, level after level."""
    for level in range(_LEVELS):
        odds = _FIRST * (_LEVELS - 1 - level) ** 3 // (_LEVELS - 1) ** 3 + _LAST
        yield _ONE, odds, odds * odds >> 16, odds**3 >> 32


def change(order: Sequence[int], one: int, other: int, met: Met) -> int:
    """What the cost changes by when the players at two places of different tables change."""
    here, there = one & -4, other & -4
    a, b = order[one], order[other]
    x0, x1, x2, x3 = order[here : here + 4]
    y0, y1, y2, y3 = order[there : there + 4]
    p, q = met[a], met[b]
    joined = p[y0] + p[y1] + p[y2] + p[y3] + q[x0] + q[x1] + q[x2] + q[x3] - 2 * p[b]
    left = p[x0] + p[x1] + p[x2] + p[x3] + q[y0] + q[y1] + q[y2] + q[y3] - 6
    return joined - left


def exchange(order: list[int], one: int, other: int, met: Met) -> None:
    here, there = one & -4, other & -4
    a, b = order[one], order[other]
    for table, gone, come in ((here, a, b), (there, b, a)):
        for mate in order[table : table + 4]:
            if mate != gone:
                met[gone][mate] -= 1
                met[mate][gone] -= 1
                met[come][mate] += 1
                met[mate][come] += 1
    order[one], order[other] = b, a


def _tables(order: Sequence[int]) -> Tables:
    return [list(order[table : table + 4]) for table in range(0, len(order), 4)]

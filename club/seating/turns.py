"""Winds of Swiss rounds (K-SEAT-05): even when the planned rounds are over, and free until then.

Of so many games a player may have each wind a quarter of them, rounded up, and must have it a quarter of
them, rounded down. As long as that can be kept, the ranking alone says who sits together; only in the last
two rounds does it say much. So winds are given out such that afterwards players who may soon sit together
lack different ones, and everybody many different ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final, NamedTuple

from club.seating.lot import Lot
from club.seating.search import Met, Tables

Counts = Sequence[int]
"""How often East, South, West, North."""
Prices = tuple[int, int, int, int]
"""What each wind costs a player: by how many games it leaves the winds out of balance at the end."""

_ORDERS: Final = tuple(permutations(range(4)))
_NEAR: Final = 32
"""Players who are so many places apart may soon sit together."""
_EVEN: Final = 400
"""What it is worth to have a wind of which one more is left, in places that such players are nearer."""
_PRICE: Final = 1_000_000
_SWEEPS: Final = 6


class Turns(NamedTuple):
    """How often each player had each wind, and how many rounds are planned after the one that is drawn."""

    had: Sequence[Counts]
    to_come: int

    def prices(self) -> list[Prices]:
        return [_prices(tuple(counts), self.to_come) for counts in self.had]

    def seated(self, tables: Tables, ranking: Sequence[int], met: Met, lot: Lot) -> Tables:
        """The same tables with their players in seat order E S W N; `met` has counted them."""
        due, prices = [_due(counts, self.to_come) for counts in self.had], self.prices()
        near = _near(ranking, met)
        seated = [lot.shuffled(four) for four in tables]
        for sweep in range(_SWEEPS):
            for number, four in enumerate(seated):
                if sweep:
                    _take(due, four, -1)
                cost = {
                    player: [
                        _PRICE * prices[player][wind]
                        - _EVEN * due[player][wind]
                        - sum(weight * due[other][wind] for other, weight in near[player])
                        for wind in range(4)
                    ]
                    for player in four
                }
                order = min(permutations(four), key=lambda order: _sum(order, cost))
                seated[number] = list(order)
                _take(due, order, 1)
        return seated


def _sum(order: Sequence[int], cost: dict[int, list[int]]) -> int:
    return sum(cost[player][wind] for wind, player in enumerate(order))


def _take(due: Sequence[list[int]], order: Sequence[int], times: int) -> None:
    for wind, player in enumerate(order):
        due[player][wind] -= times


def _due(had: Counts, to_come: int) -> list[int]:
    """How often a player may still have each wind."""
    most = -(-(sum(had) + 1 + to_come) // 4)
    return [most - times for times in had]


def _near(ranking: Sequence[int], met: Met) -> dict[int, list[tuple[int, int]]]:
    """Who may soon sit with each player, the nearer the more: near in the ranking, and not met before."""
    near: dict[int, list[tuple[int, int]]] = {}
    for place, player in enumerate(ranking):
        first = max(place - _NEAR, 0)
        around = enumerate(ranking[first : place + _NEAR + 1], first)
        near[player] = [
            (other, _NEAR + 1 - abs(there - place))
            for there, other in around
            if other != player and not met[player][other]
        ]
    return near


@lru_cache(maxsize=4096)
def _prices(had: tuple[int, ...], to_come: int) -> Prices:
    least, rest = divmod(sum(had) + 1 + to_come, 4)
    most = least + (rest > 0)
    prices = []
    for wind in range(4):
        then = [times + (wind == other) for other, times in enumerate(had)]
        over = sum(max(times - most, 0) for times in then)
        lacking = sum(max(least - times, 0) for times in then)
        prices.append(over + max(lacking - to_come, 0))
    east, south, west, north = (price - min(prices) for price in prices)
    return east, south, west, north


@lru_cache(maxsize=1 << 16)
def cheapest(*four: Prices) -> int:
    """What four players pay for the winds at the best seats they can take."""
    return min(sum(four[who][wind] for wind, who in enumerate(order)) for order in _ORDERS)

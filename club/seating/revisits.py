"""Which table of the hall a four gets: people come back to tables as rarely as a search can find.

Simulated annealing: two fours of a round change tables when that is better, or, less and less often, when it
is worse. Everything is counted in whole numbers, so that every machine finds the same tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from typing import Final

from club.seating.lot import Lot

STEPS: Final = 100_000
"""Exchanges that are weighed; about a fifth of a second."""
_LEVELS: Final = 60
_AGAIN: Final = 32
"""What it costs to come back to a table; each further time one more, so that nobody comes back too often."""
_ONE: Final = 1 << 16
_WARM: Final = 63_300
_COLD: Final = 47_000
"""Odds, of 65536, of accepting what is worse by one: exp(-1/29) at first, exp(-1/3) at the end."""
_WORST: Final = 400
"""What is worse by so much is never accepted."""

Rounds = Sequence[Sequence[Sequence[int]]]


def spread(rounds: Rounds, past: Rounds, lot: Lot, steps: int = STEPS) -> list[list[list[int]]]:
    """The same fours at tables to which people come back as rarely as is found; the past counts, too."""
    hall = _Hall(rounds, past)
    least, best = hall.cost, hall.tables()
    for odds in _cooling():
        for _ in range(steps // _LEVELS):
            if least == hall.fewest:
                return best
            number, one, other = hall.drawn(lot)
            worse = hall.change(number, one, other)
            if worse > 0 and (worse >= _WORST or lot.below(_ONE) >= odds[worse]):
                continue
            hall.exchange(number, one, other)
            if hall.cost < least:
                least, best = hall.cost, hall.tables()
    return best


class _Hall:
    """The fours at their tables, and how often each person was at each."""

    def __init__(self, rounds: Rounds, past: Rounds) -> None:
        self._rounds = [[list(four) for four in fours] for fours in rounds]
        self._tables: int = max(len(fours) for fours in (*past, *rounds))
        people = {person for four in chain(*past, *rounds) for person in four}
        size = max(people) + 1
        self._visits = [[0] * size for _ in range(self._tables)]
        for fours in (*past, *rounds):
            for table, four in enumerate(fours):
                for person in four:
                    self._visits[table][person] += 1
        most = len(past) + len(rounds) + 1
        self._price = [0, 0, *range(_AGAIN, _AGAIN + most)]
        """What a person's first, second, ... visit of a table costs, from place 1 on."""
        self._paid: list[int] = list(accumulate(self._price))
        self.cost = sum(self._paid[times] for row in self._visits for times in row)
        self.fewest = sum(self._fewest(sum(row[person] for row in self._visits)) for person in people)
        """What it costs when everybody's games are as even over all tables as they can be."""

    def _fewest(self, games: int) -> int:
        least, rest = divmod(games, self._tables)
        return (self._tables - rest) * self._paid[least] + rest * self._paid[least + 1]

    def drawn(self, lot: Lot) -> tuple[int, int, int]:
        """A round, and two tables of it."""
        pair, number = divmod(lot.below(len(self._rounds) * self._tables**2), len(self._rounds))
        one, other = divmod(pair, self._tables)
        return number, one, other

    def change(self, number: int, one: int, other: int) -> int:
        """What the cost changes by when the fours of two tables change places."""
        fours, price = self._rounds[number], self._price
        if one == other or max(one, other) >= len(fours):
            return _WORST
        here, there = self._visits[one], self._visits[other]
        worse = 0
        for person in fours[one]:
            worse += price[there[person] + 1] - price[here[person]]
        for person in fours[other]:
            worse += price[here[person] + 1] - price[there[person]]
        return worse

    def exchange(self, number: int, one: int, other: int) -> None:
        self.cost += self.change(number, one, other)
        fours, visits = self._rounds[number], self._visits
        for table, to in ((one, other), (other, one)):
            for person in fours[table]:
                visits[table][person] -= 1
                visits[to][person] += 1
        fours[one], fours[other] = fours[other], fours[one]

    def tables(self) -> list[list[list[int]]]:
        return [list(fours) for fours in self._rounds]


def _cooling() -> Iterator[list[int]]:
    """The odds of accepting what is worse by 0, 1, 2, ..., level after level."""
    for level in range(_LEVELS):
        one = _WARM - (_WARM - _COLD) * level // (_LEVELS - 1)
        odds = [_ONE]
        while len(odds) < _WORST:
            odds.append(odds[-1] * one >> 16)
        yield odds

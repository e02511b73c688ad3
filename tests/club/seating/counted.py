"""Counts what a seating is worth, with no code of the search or of `club.seating.measure`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Rounds = Sequence[Sequence[Sequence[int]]]


class Counted(NamedTuple):
    """Compared in this order: what comes first matters most."""

    extra: int
    """Meetings beyond the first of a pair."""
    most_met: int
    revisits: int
    """Visits of a table beyond a person's first."""
    most_visits: int


def counted(rounds: Rounds) -> Counted:
    met: dict[frozenset[int], int] = {}
    visits: dict[tuple[int, int], int] = {}
    for tables in rounds:
        for table, people in enumerate(tables):
            for place, person in enumerate(people):
                visits[person, table] = visits.get((person, table), 0) + 1
                for other in people[:place]:
                    pair = frozenset((person, other))
                    met[pair] = met.get(pair, 0) + 1
    return Counted(
        sum(met.values()) - len(met),
        max(met.values(), default=0),
        sum(visits.values()) - len(visits),
        max(visits.values(), default=0),
    )


def wind_spread(rounds: Rounds) -> int:
    had: dict[int, list[int]] = {}
    for tables in rounds:
        for people in tables:
            for wind, person in enumerate(people):
                had.setdefault(person, [0] * 4)[wind] += 1
    return max(max(counts) - min(counts) for counts in had.values())


def whole(rounds: Rounds, people: Sequence[int]) -> bool:
    """Whether everybody sits at one table in each round, four at a table."""
    return all(
        sorted(person for four in tables for person in four) == sorted(people)
        and all(len(four) == 4 for four in tables)
        for tables in rounds
    )

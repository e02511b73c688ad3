"""What a seating is worth: repeated meetings, winds, tables come back to, distance in the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Sitting = tuple[int, int, int, int]
"""The players of a table in seat order, East of the first hand first."""
Round = tuple[Sitting, ...]
"""The tables of a round, the first table first."""


def meetings(rounds: Iterable[Sequence[Sequence[int]]]) -> Counter[tuple[int, int]]:
    """How often two players, the smaller number first, sat at one table."""
    return Counter(
        (min(pair), max(pair)) for tables in rounds for four in tables for pair in combinations(four, 2)
    )


def extra_meetings(rounds: Iterable[Round]) -> int:
    """Sum over all pairs that have met of the times beyond the first."""
    return sum(times - 1 for times in meetings(rounds).values())


def max_meetings(rounds: Iterable[Round]) -> int:
    """How often the two players met who met most often."""
    return max(meetings(rounds).values(), default=0)


def winds(rounds: Iterable[Round]) -> dict[int, list[int]]:
    """How often each player had each wind."""
    counts: dict[int, list[int]] = {}
    for tables in rounds:
        for four in tables:
            for wind, player in enumerate(four):
                counts.setdefault(player, [0, 0, 0, 0])[wind] += 1
    return counts


def wind_spread(rounds: Iterable[Round]) -> int:
    """The largest difference, over all players, between how often one had a wind and another wind."""
    return max((max(count) - min(count) for count in winds(rounds).values()), default=0)


def table_revisits(rounds: Iterable[Round]) -> int:
    """Sum over players and tables of the visits beyond the first."""
    visits = Counter(
        (player, table) for tables in rounds for table, four in enumerate(tables) for player in four
    )
    return sum(times - 1 for times in visits.values())


def rank_spread(tables: Round, ranking: Sequence[int]) -> float:
    """Mean over the tables of the places between their best and their worst player."""
    place = {player: n for n, player in enumerate(ranking)}
    return sum(_width([place[player] for player in four]) for four in tables) / max(1, len(tables))


def met_though_apart(rounds: Iterable[Round], weights: Mapping[tuple[int, int], int]) -> int:
    """How often two players met who should be kept apart."""
    return sum(times for pair, times in meetings(rounds).items() if pair in weights)


def _width(places: Sequence[int]) -> int:
    return max(places) - min(places)

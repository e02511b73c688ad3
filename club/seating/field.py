"""Who plays a round: numbers that four does not divide, those who rest, how many tables there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from club.seating.lot import Lot
from club.seating.measure import Round

_SEATS: Final = 4


def vacancies(players: int) -> int:
    """How many substitutes fill the last table (K-SEAT-07)."""
    return -players % _SEATS


def most_tables(past: Sequence[Round]) -> int | None:
    """The tables of the last round once they have been reduced; None while there is no limit (K-SEAT-06)."""
    sizes = [len(tables) for tables in past]
    return sizes[-1] if any(one > other for one, other in pairwise(sizes)) else None


def resting(
    players: Sequence[int], rounds: int, tables: int, past: Iterable[Round], lot: Lot
) -> list[tuple[int, ...]]:
    """Who sits out each round: those who have played most, by lot among equals, and nobody twice in a row
    while that is fair.
    """
    played = Counter(player for tables_ in past for four in tables_ for player in four)
    out, last = [], set[int]()
    for _ in range(rounds):
        order = lot.shuffled(players)
        order.sort(key=lambda player: (-played[player], player in last))
        rest = tuple(sorted(order[: len(players) - _SEATS * tables]))
        played.update(player for player in players if player not in rest)
        last = set(rest)
        out.append(rest)
    return out

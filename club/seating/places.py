"""Which table of the hall a four gets: nobody comes back to a table while another is left.

This is version 1 of the draw, which stays so that its draws can be made again; version 2 has `revisits.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

_PASSES: Final = 8

Four = Sequence[int]


def placed(rounds: Sequence[Sequence[list[int]]], past: Iterable[Sequence[Four]]) -> list[list[list[int]]]:
    """The rounds with their fours at tables that repeat as few visits as exchanging two tables can reach."""
    visits = Counter((player, table) for fours in past for table, four in enumerate(fours) for player in four)
    out = [list(fours) for fours in rounds]
    for fours in out:
        for table, four in enumerate(fours):
            visits.update((player, table) for player in four)
    for _ in range(_PASSES):
        moved = [_improved(fours, visits) for fours in out]
        if not any(moved):
            break
    return out


def _improved(fours: list[list[int]], visits: Counter[tuple[int, int]]) -> bool:
    """Exchanges tables within a round where that lowers the sum of squares of the visits."""
    moved = False
    for one in range(len(fours)):
        if not any(visits[player, one] > 1 for player in fours[one]):
            continue
        gain, other = min((_cost(fours, visits, one, other), other) for other in range(len(fours)))
        if gain < 0:
            moved = True
            for table, there in ((one, other), (other, one)):
                for player in fours[table]:
                    visits[player, table] -= 1
                    visits[player, there] += 1
            fours[one], fours[other] = fours[other], fours[one]
    return moved


def _cost(fours: Sequence[Four], visits: Counter[tuple[int, int]], one: int, other: int) -> int:
    if one == other:
        return 0
    return sum(
        visits[player, there] - visits[player, here] + 1
        for here, there in ((one, other), (other, one))
        for player in fours[here]
    )

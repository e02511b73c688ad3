"""Who is kept apart: team mates, members of a club, people of one country."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from club.seating.lot import Lot
from club.seating.search import Met

NEVER: Final = 1_000
"""Weight of a pair that does not meet unless nothing else is possible: as much as so many repeats."""
RATHER_NOT: Final = 2
"""Weight of a pair whose meeting is avoided as a repeat is."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Groups of which no two should sit at one table; of a pair in several groups the largest weight counts.

    `never` holds as long as any tables allow it, `rather_not` is weighed against repeated meetings.
    """

    never: Sequence[Sequence[int]] = ()
    rather_not: Sequence[Sequence[int]] = ()
    weights: Mapping[tuple[int, int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        weights = _pairs(self.rather_not, RATHER_NOT) | _pairs(self.never, NEVER)
        object.__setattr__(self, "weights", weights)


def _pairs(groups: Iterable[Sequence[int]], weight: int) -> dict[tuple[int, int], int]:
    return {pair: weight for group in groups for pair in combinations(sorted(set(group)), 2)}


def laid(size: int, meets: Sequence[Sequence[int]], weights: Met, lot: Lot) -> list[int]:
    """Which of `size` players takes each place of a schedule so that those kept apart do not meet.

    `meets[a][b]` says how often the places a and b meet, `weights[a][b]` how much players a and b should
    not. Groups are laid one after the other where they meet nobody of their own; exchanges of two players
    repair what is left.
    """
    at = _filled(lot.shuffled(range(size)), lot.shuffled(range(size)), meets, weights)
    _repair(at, meets, weights)
    return at


def _filled(
    players: Sequence[int], free: list[int], meets: Sequence[Sequence[int]], weights: Met
) -> list[int]:
    """Players with somebody to keep apart from come first, each after those of the same group."""
    apart = {player: [other for other, weight in enumerate(weights[player]) if weight] for player in players}
    at, place = [0] * len(players), dict[int, int]()
    queue = sorted(players, key=lambda player: -len(apart[player]))
    while queue:
        player = next((one for one in queue if any(mate in place for mate in apart[one])), queue[0])
        queue.remove(player)
        mates = [(place[mate], weights[player][mate]) for mate in apart[player] if mate in place]
        best = (
            min(
                free,
                key=lambda here: (
                    sum(weight * meets[here][there] for there, weight in mates),
                    -sum(not meets[here][there] for there in free) if mates else 0,
                ),
            )
            if apart[player]
            else free[-1]
        )
        free.remove(best)
        place[player] = best
        at[best] = player
    return at


def _repair(at: list[int], meets: Sequence[Sequence[int]], weights: Met) -> None:
    """Exchanges players who meet though apart, as long as that helps."""
    moved = True
    while moved:
        moved = False
        for one in range(len(at)):
            if not _cost(one, at[one], at, meets, weights):
                continue
            gain, other = min((_gain(one, other, at, meets, weights), other) for other in range(len(at)))
            if gain < 0:
                at[one], at[other] = at[other], at[one]
                moved = True


def _gain(one: int, other: int, at: list[int], meets: Sequence[Sequence[int]], weights: Met) -> int:
    before = _cost(one, at[one], at, meets, weights) + _cost(other, at[other], at, meets, weights)
    at[one], at[other] = at[other], at[one]
    after = _cost(one, at[one], at, meets, weights) + _cost(other, at[other], at, meets, weights)
    at[one], at[other] = at[other], at[one]
    return after - before


def _cost(place: int, player: int, at: Sequence[int], meets: Sequence[Sequence[int]], weights: Met) -> int:
    row = weights[player]
    return sum(row[at[other]] * times for other, times in enumerate(meets[place]) if times and row[at[other]])

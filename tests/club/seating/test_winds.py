"""Winds by the seating, of whole events."""

from __future__ import annotations

import random

import pytest

from club.seating.lot import Lot
from club.seating.measure import wind_spread
from club.seating.winds import seated

SQUARE = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]


def test_the_last_of_four_games_gives_the_missing_wind() -> None:
    """Player n of each table has had every wind but wind n."""
    past = tuple(
        tuple((four[at], four[(at + 1) % 4], four[(at + 2) % 4], four[(at + 3) % 4]) for four in SQUARE)
        for at in (1, 2, 3)
    )
    (tables,) = seated([[[8, 1, 6, 15], [0, 5, 10, 3], [4, 9, 14, 7], [12, 13, 2, 11]]], past, Lot("s"))
    assert wind_spread((*past, tables)) == 0


class Counted(Lot):
    """How often something was drawn by lot."""

    drawn = 0

    def below(self, bound: int) -> int:
        self.drawn += 1
        return super().below(bound)


@pytest.mark.parametrize("tables", [4, 7, 10])
@pytest.mark.parametrize("rounds", [5, 11, 16])
def test_without_a_past_exchanges_alone_give_everybody_every_wind_once_in_four_games(
    tables: int, rounds: int
) -> None:
    """Nothing is drawn but the order in which each table is looked at: no second try is needed."""
    chance = random.Random(f"{tables} {rounds}")
    played = [chance.sample(range(4 * tables), 4 * tables) for _ in range(rounds)]
    wished = [[order[n : n + 4] for n in range(0, 4 * tables, 4)] for order in played]
    lot, plain = Counted("s"), Counted("s")
    found = seated(wished, (), lot)
    for fours in wished:
        for four in fours:
            plain.shuffled(four)
    assert lot.drawn == plain.drawn
    for last in range(4, rounds + 1, 4):
        assert wind_spread(found[last - 4 : last]) == 0
    assert [[sorted(four) for four in fours] for fours in found] == [
        [sorted(four) for four in fours] for fours in wished
    ]

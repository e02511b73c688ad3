"""Winds by the seating, of whole events."""

from __future__ import annotations

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

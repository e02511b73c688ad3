"""Carry and cut, teams, series; by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from club.results.game import GameResult
from club.results.stages import Cut, Sum, carried, cut, series, teams
from club.results.standings import standings
from engine.rules.ruleset import Ruleset

ROWS = standings([GameResult(1, 1, (1, 2, 3, 4), (40100, 30000, 30000, 19900))], Ruleset.preset("rrc")).rows
"""1: +25100, 2 and 3: 0 at place 2, 4: -25100."""


def plain(sums: tuple[Sum, ...]) -> list[tuple[int, int, int, tuple[int, ...]]]:
    assert all(line.total == int(line.total) for line in sums)
    return [(line.place, line.who, int(line.total), line.counted) for line in sums]


def test_a_percentage_is_carried_exactly() -> None:
    assert carried(ROWS, 33) == {1: Fraction(25100 * 33, 100), 2: 0, 3: 0, 4: Fraction(-25100 * 33, 100)}
    assert carried(ROWS, 100, players=[1]) == {1: 25100}
    assert carried(ROWS, 0)[4] == 0
    with pytest.raises(ValueError, match="101"):
        carried(ROWS, 101)


def test_who_shares_the_border_of_a_cut_is_reported() -> None:
    assert cut(ROWS, 1) == Cut((1,))
    assert cut(ROWS, 2) == Cut((1,), tied=(2, 3), left=1)
    assert cut(ROWS, 3) == Cut((1, 2, 3))
    assert cut(ROWS, 4) == Cut((1, 2, 3, 4))
    with pytest.raises(ValueError, match="5 cannot"):
        cut(ROWS, 5)


def test_teams_add_up_all_or_their_best() -> None:
    members = {1: 10, 4: 10, 2: 20, 3: 20}
    assert plain(teams(ROWS, members)) == [(1, 10, 0, (1, 4)), (1, 20, 0, (2, 3))]
    assert plain(teams(ROWS, members, best=1)) == [(1, 10, 25100, (1,)), (2, 20, 0, (2,))]


def test_the_average_of_a_team_is_exact_and_who_has_no_total_does_not_lower_it() -> None:
    members = {1: 10, 2: 10, 9: 10, 4: 20, 8: 30}
    assert plain(teams(ROWS, members, average=True)) == [(1, 10, 12550, (1, 2)), (2, 20, -25100, (4,))]
    thirds = teams(ROWS, {1: 10, 2: 10, 4: 10, 3: 20}, average=True)
    assert [(line.who, line.total) for line in thirds] == [(10, Fraction(0)), (20, Fraction(0))]
    assert teams(ROWS, {1: 1, 2: 1, 3: 1}, average=True)[0].total == Fraction(25100, 3)
    assert plain(teams(ROWS, members, best=1, average=True))[0] == (1, 10, 25100, (1,))


def test_a_series_counts_the_best_results() -> None:
    events = [{1: Fraction(10), 2: Fraction(-3)}, {1: Fraction(-8), 2: Fraction(4), 3: Fraction(9)}]
    assert plain(series(events)) == [(1, 3, 9, (1,)), (2, 1, 2, (0, 1)), (3, 2, 1, (0, 1))]
    assert plain(series(events, best=1)) == [(1, 1, 10, (0,)), (2, 3, 9, (1,)), (3, 2, 4, (1,))]

"""Standings of events; totals by hand from the clauses."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.results.game import GameResult, Terms, final
from club.results.standings import Beside, Fine, Missed, Standings, contradiction, places, standings
from engine.rules.ruleset import Ruleset
from engine.state.events import Seats4

RRC = Ruleset.preset("rrc")
NOBODY = (None, None, None, None)
FIRST = GameResult(1, 1, (1, 2, 3, 4), (50000, 40000, 20000, 10000))
"""+35000, +15000, -15000, -35000."""
SECOND = GameResult(2, 1, (4, 3, 2, 1), (40000, 30000, 30000, 20000))
"""4: +25000; 3 and 2: 0 each, sharing second place; 1: -25000."""


def totals(of: Standings) -> dict[int, Fraction]:
    return {row.player: row.total for row in of.rows}


def test_the_total_is_the_sum_of_the_games() -> None:
    """K-FINAL-01."""
    got = standings([FIRST, SECOND], RRC)
    assert totals(got) == {2: 15000, 1: 10000, 4: -10000, 3: -15000}
    assert [(row.place, row.player) for row in got.rows] == [(1, 2), (2, 1), (3, 4), (4, 3)]
    second = got.rows[0]
    assert second.by_round == {1: 15000, 2: 0}
    assert [second.points, second.uma] == [10000, 5000 + 0]
    assert second.places == (0, 2, 0, 0)
    assert second.mean_place == Fraction(9, 4)


def test_equal_totals_share_the_place_and_the_next_one_counts_them() -> None:
    """K-EVENT-08."""
    assert places([Fraction(5), Fraction(9), Fraction(5), Fraction(1)]) == [2, 1, 2, 4]
    got = standings([GameResult(1, 1, (8, 3, 5, 1), (40000, 30000, 30000, 20000))], RRC)
    assert [(row.place, row.player) for row in got.rows] == [(1, 8), (2, 3), (2, 5), (4, 1)]


def test_penalties_stand_in_columns_of_their_own() -> None:
    """K-FINAL-03."""
    late = GameResult(
        *(3, 1, (1, 2, 3, 4), (30000, 30000, 30000, 30000)),
        chombo=(0, -20000, 0, 0),
        lateness=(-3000, 0, 0, 0),
        fines=(0, 0, -2000, 0),
    )
    got = standings([FIRST, late], RRC, beside=Beside(fines=[Fine(3, 3, -4000)]))
    rows = {row.player: row for row in got.rows}
    assert totals(got) == {1: 32000, 2: -5000, 3: -21000, 4: -35000}
    assert [rows[p].chombo for p in (1, 2, 3)] == [0, -20000, 0]
    assert [rows[p].lateness for p in (1, 2, 3)] == [-3000, 0, 0]
    assert [rows[p].fines for p in (1, 2, 3)] == [0, 0, -6000]
    assert rows[1].points == 20000
    assert [got.check.total, got.check.expected] == [-29000, -29000]
    assert got.check.ok


def test_substitutes_have_no_place_and_the_replaced_the_fixed_result() -> None:
    """K-SUB-03, K-FINAL-04: 90 plays for 3 once, permanent substitute 91 is unranked."""
    second = GameResult(
        *(2, 1, (1, 2, 3, 91), (20000, 30000, 60000, 10000)), substitutes=(None, None, 90, None)
    )
    got = standings([FIRST, second], RRC, beside=Beside(unranked={91}))
    assert totals(got) == {1: 35000 - 15000, 2: 15000 + 5000, 3: -15000 - 30000, 4: -35000}
    replaced = next(row for row in got.rows if row.player == 3)
    assert [replaced.games, replaced.absences, replaced.fixed] == [1, 1, -30000]
    assert replaced.places == (0, 0, 1, 0)
    assert got.check.parts["substitutes"] == -30000 - 45000 + 35000
    assert got.check.ok


def test_missed_rounds_cost_what_a_replaced_player_gets() -> None:
    """K-ONLINE-05; an event can set another amount."""
    beside = Beside(missed=[Missed(2, 4), Missed(3, 4)])
    assert totals(standings([FIRST], RRC, beside=beside))[4] == -35000 - 60000
    cheap = standings([FIRST], RRC, Terms(substitute=(0, -10000)), beside)
    assert totals(cheap)[4] == -55000
    assert cheap.rows[-1].by_round == {1: -35000, 2: -10000, 3: -10000}
    assert cheap.check.ok


def test_points_of_earlier_stages_count_and_who_has_not_played_stands_in_the_list() -> None:
    got = standings([FIRST], RRC, beside=Beside(carried={4: Fraction(100001, 2), 5: Fraction(0)}))
    assert totals(got) == {1: 35000, 4: Fraction(30001, 2), 2: 15000, 5: 0, 3: -15000}
    assert next(row for row in got.rows if row.player == 5).mean_place is None
    assert got.check.ok


def test_the_sum_check_names_the_game_whose_points_do_not_add_up() -> None:
    """X-20: the printed example adds up to 100000."""
    printed = GameResult(1, 3, (7, 2, 9, 30), (46500, 25300, 14100, 14100))
    got = standings([GameResult(1, 1, (1, 3, 4, 5), (30000,) * 4), printed], RRC).check
    assert [got.total, got.expected] == [-20000, 0]
    assert [(g.round, g.table, g.points, g.expected) for g in got.wrong] == [(1, 3, 100000, 120000)]
    assert not got.ok


def test_sticks_that_are_lost_are_accounted_for() -> None:
    game = GameResult(1, 1, (1, 2, 3, 4), (48000, 30000, 20000, 20000), sticks_left=2)
    got = standings([game], Ruleset.preset("wrc")).check
    assert [got.parts["sticks_lost"], got.total] == [-2000, -2000]
    assert got.ok


def test_a_return_above_the_start_without_oka_is_accounted_for() -> None:
    rules = Ruleset.preset("rrc", {"game.start_points": 25000, "game.return_points": 30000})
    got = standings([GameResult(1, 1, (1, 2, 3, 4), (25000,) * 4)], rules).check
    assert [got.parts["rules"], got.total] == [-20000, -20000]
    assert got.ok


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        (GameResult(1, 1, (5, 6, 7, 8), (30000,) * 4), "Table 1 has two results in round 1"),
        (GameResult(1, 2, (5, 6, 7, 1), (30000,) * 4), "Player 1 sits at two tables in round 1"),
        (
            GameResult(1, 2, (5, 6, 7, 8), (30000,) * 4, substitutes=(2, None, None, None)),
            "Player 2 sits at two tables in round 1",
        ),
    ],
)
def test_games_that_contradict_each_other_are_refused(second: GameResult, sentence: str) -> None:
    found = contradiction([FIRST, second])
    assert found is not None
    assert found[0] == 1
    with pytest.raises(ValueError, match=sentence):
        standings([FIRST, second], RRC)


POINTS = st.lists(st.integers(-300, 900), min_size=3, max_size=3)


@st.composite
def events(draw: st.DrawFn) -> list[GameResult]:
    """Two tables of eight players over some rounds, with sticks, penalties and substitutes."""
    games = []
    for number in range(draw(st.integers(1, 4))):
        seats = draw(st.permutations(range(8)))
        for table in range(2):
            points = draw(POINTS)
            sticks = draw(st.integers(0, 3))
            a, b, c = (100 * p for p in points)
            fines: Seats4 = (0, -1000 * draw(st.integers(0, 8)), 0, 0)
            away = (90 + table, None, None, None) if draw(st.booleans()) else NOBODY
            p, q, r, s = seats[4 * table : 4 * table + 4]
            scores = (a, b, c, 120000 - 1000 * sticks - a - b - c)
            games.append(
                GameResult(number, table, (p, q, r, s), scores, sticks, fines=fines, substitutes=away)
            )
    return games


@settings(max_examples=50, deadline=None)
@given(events(), st.sampled_from(["rrc", "ema_2012", "wrc"]))
def test_every_sum_is_explained(games: list[GameResult], preset: str) -> None:
    check = standings(games, Ruleset.preset(preset)).check
    assert check.total == check.expected
    assert check.ok


@settings(max_examples=50, deadline=None)
@given(events(), st.randoms())
def test_the_order_of_games_decides_nothing(games: list[GameResult], order: Random) -> None:
    straight = standings(games, RRC)
    shuffled = list(games)
    order.shuffle(shuffled)
    assert standings(shuffled, RRC).rows == straight.rows


@settings(max_examples=50, deadline=None)
@given(events())
def test_a_row_adds_up_in_both_directions(games: list[GameResult]) -> None:
    for row in standings(games, RRC).rows:
        parts = row.points + row.uma + row.oka + row.chips + row.yakitori + row.fixed + row.penalties
        assert row.total == row.carried + parts == sum(row.by_round.values())
        assert row.total == sum(
            seat.total for game in games for seat in final(game, RRC) if seat.player == row.player
        )


def row_of_games(*made: int) -> list[GameResult]:
    """Games of player 1 that made these totals, each against three others."""
    rounds = enumerate(made, 1)
    return [
        GameResult(n, 1, (1, 10 * n, 10 * n + 1, 10 * n + 2), _made(points - UMA_OF[points > 0]))
        for n, points in rounds
    ]


UMA_OF = {True: 15000, False: -15000}


def _made(points: int) -> tuple[int, int, int, int]:
    rest = (120000 - (30000 + points)) // 3
    return 30000 + points, rest, rest, 120000 - (30000 + points) - 2 * rest


def test_only_the_best_games_in_a_row_count() -> None:
    """Of +30 -50 +40 +20 -10 the best three in a row are the last three."""
    rules = Ruleset.preset("rrc", {"game.best_in_row": 3})
    found = standings(row_of_games(30000, -50000, 40000, 20000, -10000 - 15000), rules)
    row = next(row for row in found.rows if row.player == 1)
    assert row.counted == (3, 4, 5)
    assert row.total == 40000 + 20000 - 25000
    assert row.games == 5
    assert row.left_out == -20000
    assert row.points + row.uma == row.total
    assert found.check.ok
    others = [row for row in found.rows if row.player != 1]
    assert all(row.counted == (row.player // 10,) for row in others)


@settings(max_examples=50, deadline=None)
@given(events(), st.integers(0, 4))
def test_no_row_of_games_makes_more_than_the_one_that_counts(games: list[GameResult], best: int) -> None:
    rules = Ruleset.preset("rrc", {"game.best_in_row": best})
    found = standings(games, rules)
    assert found.check.total == found.check.expected
    for row in found.rows:
        parts = row.points + row.uma + row.oka + row.chips + row.yakitori + row.fixed + row.penalties
        assert row.total == row.carried + parts
        made = [points for _, points in sorted(row.by_round.items())]
        size = min(best, len(made)) or len(made)
        runs = [sum(made[at : at + size]) for at in range(len(made) - size + 1)]
        assert row.total == max(runs, default=0)

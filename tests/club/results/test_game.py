"""What a game gives to its players; amounts by hand from the clauses."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.results.game import GameResult, Terms, as_played, final
from club.results.needs import Lack, lacks
from engine.rules.ruleset import Ruleset

RRC = Ruleset.preset("rrc")
JAPANESE = Ruleset.preset("japanese", {"game.start_points": 25000, "game.oka": 20000})


def test_the_worked_example_of_the_regulation() -> None:
    """EX-FINAL-01, K-FINAL-02."""
    rows = final(GameResult(1, 3, (7, 2, 9, 30), (46500, 25300, 14100, 14100)), RRC)
    assert [row.player for row in rows] == [7, 2, 9, 30]
    assert [(row.place, row.tied) for row in rows] == [(1, 1), (2, 1), (3, 2), (3, 2)]
    assert [row.base for row in rows] == [16500, -4700, -15900, -15900]
    assert [row.uma for row in rows] == [15000, 5000, -10000, -10000]
    assert [row.total for row in rows] == [31500, 300, -25900, -25900]


def test_penalties_come_after_uma_each_in_its_column_and_places_stay() -> None:
    """K-PEN-02, K-FINAL-03."""
    result = GameResult(
        *(1, 1, (1, 2, 3, 4), (50000, 40000, 20000, 10000)),
        chombo=(-20000, 0, 0, 0),
        lateness=(0, -3000, 0, 0),
        fines=(-2000, 0, 0, 0),
    )
    rows = final(result, RRC)
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert [row.total for row in rows] == [20000 + 15000 - 22000, 10000 + 5000 - 3000, -15000, -35000]
    assert (rows[0].chombo, rows[0].lateness, rows[0].fines, rows[0].penalties) == (-20000, 0, -2000, -22000)


def test_sticks_left_go_to_the_winners_in_exact_thirds() -> None:
    """R-STICK-03, EX-FINAL-03."""
    result = GameResult(1, 1, (1, 2, 3, 4), (36000, 36000, 36000, 11000), sticks_left=1)
    rows = final(result, RRC)
    assert [row.points for row in rows] == [36000 + Fraction(1000, 3)] * 3 + [11000]
    assert [row.uma for row in rows] == [5000] * 3 + [-15000]
    assert sum(row.total for row in rows) == 0


def test_sticks_left_are_lost_where_the_rules_say_so() -> None:
    result = GameResult(1, 1, (1, 2, 3, 4), (49000, 30000, 20000, 20000), sticks_left=1)
    rows = final(result, Ruleset.preset("wrc"))
    assert [row.total for row in rows] == [34000, 5000, -20000, -20000]


def test_oka_goes_to_the_first_or_is_shared() -> None:
    """R-FINAL-04: 25000 start, 30000 target."""
    alone = final(GameResult(1, 1, (1, 2, 3, 4), (42000, 24000, 20000, 14000)), JAPANESE)
    assert [row.base for row in alone] == [12000, -6000, -10000, -16000]
    assert [row.oka for row in alone] == [20000, 0, 0, 0]
    shared = final(GameResult(1, 1, (1, 2, 3, 4), (33000, 33000, 20000, 14000)), JAPANESE)
    assert [row.oka for row in shared] == [10000, 10000, 0, 0]


def test_a_replaced_player_gets_the_last_uma_twice_and_the_others_their_own() -> None:
    """K-SUB-03, K-SUB-06, K-LATE-03: player 2 came late, substitute 90 has won the game."""
    result = GameResult(
        *(1, 1, (1, 2, 3, 4), (20000, 60000, 30000, 10000)),
        substitutes=(None, 90, None, None),
        lateness=(0, -11000, 0, 0),
        fines=(0, -2000, 0, 0),
    )
    rows = final(result, RRC)
    assert [row.total for row in rows] == [-15000, -30000 - 2000, 5000, -35000]
    assert [rows[1].base, rows[1].uma] == [-15000, -15000]
    assert (rows[1].lateness, rows[1].substitute) == (0, 90)
    seat = as_played(result, RRC, Terms())[1]
    assert seat.total - seat.penalties == 30000 + 15000


def test_an_event_can_set_its_own_penalty_of_a_replaced_player() -> None:
    result = GameResult(1, 1, (1, 2, 3, 4), (20000, 60000, 30000, 10000), substitutes=(None, 90, None, None))
    assert final(result, RRC, Terms(substitute=(0, -20000)))[1].total == -20000
    wide = Ruleset.preset("rrc", {"game.uma": [30000, 10000, -10000, -30000]})
    assert final(result, wide)[1].total == -60000


def test_chips_and_yakitori_have_their_own_columns() -> None:
    rules = Ruleset.preset("rrc", {"game.yakitori": True, "game.yakitori_amount": 5000})
    result = GameResult(
        *(1, 1, (1, 2, 3, 4), (50000, 40000, 20000, 10000)),
        chips=(2, -1, 0, -1),
        won=(True, True, False, True),
    )
    rows = final(result, rules, Terms(chip=2000))
    assert [row.chips for row in rows] == [4000, -2000, 0, -2000]
    assert [row.yakitori for row in rows] == [0, 0, -5000, 0]
    assert [row.total for row in rows] == [20000 + 15000 + 4000, 10000 + 5000 - 2000, -20000, -37000]


def test_what_nobody_has_said_counts_nothing_and_is_named() -> None:
    rules = Ruleset.preset("rrc", {"game.yakitori": True, "game.yakitori_amount": 5000})
    even, terms = GameResult(1, 7, (1, 2, 3, 4), (30000,) * 4), Terms(chip=2000)
    assert [row.total for row in final(even, rules, terms)] == [0, 0, 0, 0]
    assert list(lacks([even], rules, terms)) == [Lack(1, 7, ("won", "chips"))]
    assert list(lacks([replace(even, won=(True,) * 4)], rules, terms)) == [Lack(1, 7, ("chips",))]
    said = replace(even, won=(False,) * 4, chips=(0, 0, 0, 0))
    assert list(lacks([said], rules, terms)) == []
    assert list(lacks([even], RRC, Terms())) == []


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"players": (1, 1, 3, 4)}, "sits twice"),
        ({"substitutes": (None, 4, None, None)}, "sits twice"),
        ({"scores": (30000, 30000, 30000)}, "four"),
        ({"chips": (1, 0, 0, 0)}, "add up to 1"),
        ({"sticks_left": -1}, "-1 sticks"),
        ({"fines": (0, 0, 0, 2000)}, "0 or less"),
    ],
)
def test_what_cannot_be_a_game_is_refused(given: dict[str, tuple[int, ...]], sentence: str) -> None:
    good = {"round": 1, "table": 1, "players": (1, 2, 3, 4), "scores": (30000,) * 4}
    with pytest.raises(ValueError, match=sentence):
        GameResult(**good | given)  # type: ignore[arg-type]


SCORES = st.lists(st.integers(-200, 900), min_size=3, max_size=3).map(
    lambda three: (*(100 * p for p in three), 120000 - 100 * sum(three))
)


@settings(deadline=None)
@given(SCORES, st.integers(0, 4), st.sampled_from(["rrc", "ema", "ema_2012"]))
def test_finals_add_up_to_zero_without_penalties(
    scores: tuple[int, int, int, int], sticks: int, preset: str
) -> None:
    a, b, c, d = scores
    rows = final(GameResult(1, 1, (1, 2, 3, 4), (a - 1000 * sticks, b, c, d), sticks), Ruleset.preset(preset))
    assert sum(row.total for row in rows) == 0


@settings(deadline=None)
@given(SCORES, st.permutations(range(4)))
def test_seats_decide_nothing(scores: tuple[int, int, int, int], order: list[int]) -> None:
    straight = {row.player: row.total for row in final(GameResult(1, 1, (0, 1, 2, 3), scores), RRC)}
    a, b, c, d = order
    turned = GameResult(1, 1, (a, b, c, d), (scores[a], scores[b], scores[c], scores[d]))
    assert {row.player: row.total for row in final(turned, RRC)} == straight


TENHOU = {"game.final_rounding": "thousands_rest_to_first"}


@pytest.mark.parametrize(
    ("points", "made"),
    [
        # As the site has written it at the end of records of those years.
        ((36700, 21100, 54400, -12200), (17, -19, 64, -62)),
        ((25800, 34000, 8700, 31500), (-14, 43, -41, 12)),
        ((-58000, 53000, 15900, 89100), (-108, 33, -24, 99)),
        ((21300, 65300, -4000, 17400), (1, 76, -54, -23)),
    ],
)
def test_points_are_rounded_as_tenhou_did(points: tuple[int, int, int, int], made: tuple[int, ...]) -> None:
    rows = final(GameResult(1, 1, (1, 2, 3, 4), points), Ruleset.preset("tenhou", TENHOU))
    assert tuple(row.total / 1000 for row in rows) == made


@pytest.mark.parametrize(
    ("points", "uma"),
    [
        ((45000, 29900, 25000, 20100), (12000, -1000, -3000, -8000)),
        ((45000, 30000, 25000, 20000), (8000, 4000, -4000, -8000)),
        ((39000, 31000, 30000, 20000), (8000, 3000, 1000, -12000)),
        ((40000, 40000, 20000, 20000), (6000, 6000, -6000, -6000)),
        ((30000, 30000, 30000, 30000), (0, 0, 0, 0)),
        ((29000, 29000, 29000, 28000), (0, 0, 0, 0)),
    ],
)
def test_the_uma_floats_with_who_has_not_fallen_below_the_start(
    points: tuple[int, int, int, int], uma: tuple[int, ...]
) -> None:
    rows = final(
        GameResult(1, 1, (1, 2, 3, 4), points), Ruleset.preset("rrc", {"game.floating_uma": "8_3_1"})
    )
    assert tuple(row.uma for row in rows) == uma


@settings(deadline=None)
@given(
    SCORES,
    st.integers(0, 4),
    st.sampled_from(["rrc", "ema", "japanese"]),
    st.sampled_from(["by_place", "8_3_1", "7_5_3", "1_2_3"]),
    st.sampled_from(["exact", "thousands_rest_to_first"]),
    st.sampled_from([("shared", "split"), ("seat_order", "seat_order"), ("shared", "seat_order")]),
)
def test_sums_stay_zero_however_points_are_rounded_and_uma_float(
    scores: tuple[int, int, int, int], sticks: int, preset: str, uma: str, rounding: str, tie: tuple[str, str]
) -> None:
    options = {"game.floating_uma": uma, "game.final_rounding": rounding}
    rules = Ruleset.preset(preset, options | {"game.place_tie": tie[0], "game.uma_tie": tie[1]})
    a, b, c, d = scores
    rows = final(GameResult(1, 1, (1, 2, 3, 4), (a - 1000 * sticks, b, c, d), sticks), rules)
    assert sum(row.total for row in rows) == 0
    assert sum(row.uma for row in rows) == 0
    best = max(row.points for row in rows)
    for row in rows:
        if rounding != "exact" and row.points < best:
            assert row.base % 1000 == 0
            assert abs(row.base + rules.number("game.return_points") - row.points) <= 500

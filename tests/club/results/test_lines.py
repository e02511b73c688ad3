"""Results as JSON lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.results.game import GameResult
from club.results.lines import LineError, line_of, read
from tests.club.line import LINE


def test_the_shape_of_a_line() -> None:
    found = read([json.dumps(LINE), "", "  "])
    assert found.games == (
        GameResult(1, 3, (7, 2, 9, 30), (46500, 25300, 14100, 14100), fines=(0, 0, 0, -20000)),
    )
    assert (found.errors, found.unknown) == ((), ())
    assert line_of(found.games[0]) == LINE


def test_what_may_be_left_out_is_nothing() -> None:
    short = {name: LINE[name] for name in ("round", "table", "players", "scores")}
    (game,) = read([json.dumps(short)]).games
    assert (game.sticks_left, game.fines) == (0, (0,) * 4)
    assert game.substitutes == (None,) * 4
    assert game.won is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("{", "no JSON"),
        ("[1]", "no JSON object"),
        ('{"round": 1, "round": 2}', "'round' twice"),
        ({"players": None}, "'players'"),
        ({"players": [1, 2, 3]}, "'players' is [1, 2, 3]"),
        ({"scores": [1, 2, 3, 4.5]}, "'scores' is 4.5"),
        ({"scores": [1, 2, 3, True]}, "'scores' is true"),
        ({"scores": [1, 2, 3, 10**12]}, "too many digits"),
        ({"round": "1"}, "'round' is \"1\""),
        ({"penalties": [0, 0, 0, 20000]}, "0 or less"),
        ({"players": [7, 7, 9, 30]}, "sits twice"),
        ({"won": [1, 0, 0, 0]}, "true or false"),
        ({"substitutes": [1]}, "'substitutes'"),
        ({"substitutes": [None, "9", None, None]}, "'substitutes' is \"9\""),
        ("\udcff", "no JSON"),
    ],
)
def test_a_line_that_is_wrong_is_reported_with_its_number(
    change: str | dict[str, Any], sentence: str
) -> None:
    wrong = change if isinstance(change, str) else json.dumps(LINE | change)
    found = read([json.dumps(LINE), wrong])
    assert len(found.games) == 1
    (error,) = found.errors
    assert isinstance(error, LineError)
    assert str(error).startswith("Line 2: ")
    assert sentence in str(error)


def test_a_missing_field_is_named() -> None:
    (error,) = read(['{"round": 1, "table": 1, "scores": [1, 2, 3, 4]}']).errors
    assert "'players' is missing" in str(error)


def test_lines_that_contradict_each_other_are_reported_by_the_later_one() -> None:
    (error,) = read([json.dumps(LINE), "", json.dumps(LINE | {"table": 4})]).errors
    assert str(error) == "Line 3: Player 7 sits at two tables in round 1."


def test_a_field_that_does_not_count_is_reported_and_where_a_result_is_from_is_none() -> None:
    said = [json.dumps(LINE | {"source": "paper"}), json.dumps(LINE | {"round": 2, "penalty": [0, 0, 0, 0]})]
    assert read(said).unknown == ((2, "penalty"),)


@pytest.mark.parametrize(("most", "kept"), [(10**9, True), (-(10**9), True), (10**9 + 1, False)])
def test_a_number_may_have_ten_digits_at_most(most: int, kept: bool) -> None:
    found = read([json.dumps(LINE | {"scores": [most, 0, 0, 0]})])
    assert [game.scores[0] for game in found.games] == [most] * kept
    assert len(found.errors) == (not kept)


@pytest.mark.parametrize(("wrong", "shown"), [("x" * 38, f'"{"x" * 38}"'), ("x" * 39, f'"{"x" * 39}…')])
def test_a_value_that_is_long_is_cut_where_it_is_reported(wrong: str, shown: str) -> None:
    (error,) = read([json.dumps(LINE | {"round": wrong})]).errors
    assert str(error) == f"Line 1: 'round' is {shown}: write a whole number."


POINTS = st.integers(-(10**6), 10**6)
LOSS = st.integers(-(10**5), 0)


def four(of: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, Any, Any, Any]]:
    return st.tuples(of, of, of, of)


@settings(deadline=None)
@given(
    st.builds(
        GameResult,
        round=st.integers(0, 99),
        table=st.integers(0, 99),
        players=st.permutations(range(4)).map(tuple),
        scores=four(POINTS),
        sticks_left=st.integers(0, 9),
        chombo=four(LOSS),
        lateness=four(LOSS),
        fines=four(LOSS),
        substitutes=st.permutations([None, None, 8, 9]).map(tuple),
        chips=four(POINTS).map(lambda c: (c[0], -c[0], c[1], -c[1])),
        won=st.none() | four(st.booleans()),
    )
)
def test_what_is_written_is_read(game: GameResult) -> None:
    found = read([json.dumps(line_of(game))])
    assert (found.games, found.errors, found.unknown) == ((game,), (), ())

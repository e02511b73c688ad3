"""A record in the view of one player: who is seat 0 whoever deals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation.turned import turn_of, turned

seats = st.integers(0, 3)
SEATS = ("actor", "target", "oya", "pao")
ROWS = (
    "names",
    "tehais",
    "scores",
    "deltas",
    "scores_before",
    "final_scores",
    "tenpais",
    "shown_hands",
    "chips",
    "chips_moved",
)


@given(seats, st.integers(1, 4))
def test_seat_nought_is_who_dealt_the_first_hand_of_the_round(first: int, number: int) -> None:
    dealer = (first + number - 1) % 4
    assert turn_of({"oya": dealer, "kyoku": number}) == first


@pytest.mark.parametrize(
    "line", [{}, {"oya": 1}, {"kyoku": 1}, {"oya": True, "kyoku": 1}, {"oya": "1", "kyoku": 1}]
)
def test_a_line_that_does_not_say_turns_nothing(line: dict[str, object]) -> None:
    assert turn_of(line) == 0


@given(seats, seats, st.permutations("abcd"))
def test_every_seat_and_every_row_is_counted_from_another_seat(by: int, seat: int, row: list[str]) -> None:
    line = {
        **dict.fromkeys(SEATS, seat),
        **dict.fromkeys(ROWS, row),
        "type": "x",
        "honba": seat,
        "doras": row,
    }
    found = turned(line, by)
    assert {found[name] for name in SEATS} == {(seat - by) % 4}
    assert all(found[name][(seat - by) % 4] == row[seat] for name in ROWS)
    assert {name: found[name] for name in ("type", "honba", "doras")} == {
        "type": "x",
        "honba": seat,
        "doras": row,
    }
    assert list(found) == list(line)
    assert turned(found, -by % 4) == line


@pytest.mark.parametrize("value", [None, True, 4, -1, "1", 1.0])
def test_what_is_no_seat_stays(value: object) -> None:
    assert turned({"actor": value}, 1) == {"actor": value}


@pytest.mark.parametrize("value", [None, [1, 2, 3], (1, 2, 3, 4), "abcd"])
def test_what_is_no_row_of_four_stays(value: object) -> None:
    assert turned({"scores": value}, 1) == {"scores": value}


def test_a_line_that_is_not_turned_is_the_same() -> None:
    line = {"actor": 1}
    assert turned(line, 0) is line

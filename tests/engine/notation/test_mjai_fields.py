"""Fields of mjai lines: what is read from them, and what they may not hold."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.notation.mjai_fields import number_of, numbers_of, options_of, ura_of, yaku_of


@pytest.mark.parametrize(
    ("start", "options"),
    [
        ({}, {}),
        ({"aka_flag": True}, {}),
        ({"aka_flag": False}, {"tiles.red_fives": {"m": 0, "p": 0, "s": 0}}),
        ({"options": {"game.tobi": True}}, {"game.tobi": True}),
        ({"options": {"game.tobi": True}, "aka_flag": None}, {"game.tobi": True}),
        ({"options": None}, {}),
    ],
)
def test_a_record_says_its_rules_and_whether_there_are_red_fives(
    start: dict[str, Any], options: dict[str, object]
) -> None:
    assert options_of(start) == options


@pytest.mark.parametrize("value", [[1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, "4"], "1234", {}, 4])
def test_there_is_a_number_for_each_of_the_four_seats(value: object) -> None:
    assert (numbers_of(None), numbers_of([1, -2, 0, 4])) == (None, (1, -2, 0, 4))
    with pytest.raises(ValueError, match=re.escape(f"{value!r} is not a number for each of the four seats.")):
        numbers_of(value)


def test_a_number_is_whole_and_yaku_are_a_list() -> None:
    assert [number_of(value) for value in (None, 0, 30)] == [None, 0, 30]
    with pytest.raises(ValueError, match=r"^'30' is no number\.$"):
        number_of("30")
    assert (yaku_of(None), yaku_of([["riichi", 1]])) == (None, {"riichi": 1})
    with pytest.raises(ValueError, match=r"^'riichi' is no list of yaku\.$"):
        yaku_of("riichi")


def test_the_indicators_below_have_one_of_two_names() -> None:
    assert [ura_of(hora) for hora in ({}, {"ura_markers": ["1m"]}, {"uradora_markers": ["2m"]})] == [
        (),
        ["1m"],
        ["2m"],
    ]

"""Which name a wrong one was meant to be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.nearest import asked, distance, nearest

NAMES = ("riichi", "double_riichi", "tiles", "win_tile", "dora_indicators", "ura_indicators", "pao", "honba")
WORDS = st.text("abcd", max_size=7)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("", "", 0), ("abc", "abc", 0), ("abc", "ab", 1), ("abc", "acb", 1), ("abc", "xbc", 1), ("", "abc", 3)],
)
def test_the_distance_of_two_words(one: str, other: str, apart: int) -> None:
    assert distance(one, other) == distance(other, one) == apart


@settings(deadline=None)
@given(WORDS, WORDS)
def test_a_distance_is_bounded_and_symmetric(one: str, other: str) -> None:
    apart = distance(one, other)
    assert apart == distance(other, one)
    assert abs(len(one) - len(other)) <= apart <= max(len(one), len(other))
    assert (apart == 0) == (one == other)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("richi", ("riichi",)),
        ("Riichi", ("riichi",)),
        ("doubleRiichi", ("double_riichi",)),
        ("tile", ("tiles", "win_tile")),
        ("dora", ("dora_indicators",)),
        ("indicators", ("dora_indicators", "ura_indicators")),
        ("poa", ("pao",)),
        ("xylophone", ()),
    ],
)
def test_the_nearest_names(word: str, meant: tuple[str, ...]) -> None:
    assert nearest(word, NAMES) == meant


def test_a_very_long_word_is_no_work() -> None:
    assert nearest("riichi" * 100_000, NAMES) == ()


def test_how_it_is_asked() -> None:
    assert asked(("a", "b"), ()) == "did you mean a or b?"
    assert asked((), ("a", "b")) == "there is a, b."

"""Limit hands, each with a near miss; cap and rounding (C-LIMIT-01..04, C-SCORE-01)."""

from __future__ import annotations

import pytest

from engine.classical.score import HandValue, rounded
from tests.engine.classical.racks import options, won

CONCEALED = options(claimed_last_set="concealed")


def limit(worth: HandValue) -> str | None:
    assert (worth.limit is None) == bool(worth.base)
    assert worth.limit is None or worth.value == 500
    return worth.limit


def test_buried_treasure_is_all_concealed_pungs_of_one_suit() -> None:
    assert limit(won("222444666888m1m", "1m")) == "buried_treasure"
    assert limit(won("222444666m1m", "1m", "X88mX")) == "buried_treasure"
    assert limit(won("222444666m1m", "1m", "88'8m")) is None
    assert limit(won("222444666m4z", "4z", "X88mX")) is None
    assert limit(won("222444666678m1m", "1m")) is None


def test_a_pung_completed_with_a_claimed_tile_hides_no_treasure() -> None:
    tiles = "222444666m11m88m"
    assert limit(won(tiles, "8m")) is None
    assert limit(won(tiles, "8m", rules=CONCEALED)) == "buried_treasure"
    assert limit(won(tiles, "8m", wall=True)) == "buried_treasure"


def test_the_suite_of_the_emperor() -> None:
    assert limit(won("11122z33z", "3z", "55'5z", "66'6z")) == "emperors_suite"
    assert limit(won("111m22z33z", "3z", "55'5z", "66'6z")) is None


def test_heads_and_tails() -> None:
    assert limit(won("11199m11p", "1p", "99'9s", "11'1s")) == "heads_and_tails"
    assert limit(won("11199m22p", "2p", "99'9s", "11'1s")) is None


def test_imperial_jade_is_pungs_only() -> None:
    assert limit(won("33444s88s", "8s", "66'6z", "22'2s")) == "imperial_jade"
    assert limit(won("33444s77s", "7s", "66'6z", "22'2s")) is None
    assert limit(won("33444s77z", "7z", "66'6z", "22'2s")) is None
    assert limit(won("2233488s", "4s", "66'6z", "66'6s")) is None


@pytest.mark.parametrize(
    ("tiles", "tile"), [("1133557799p224p", "4p"), ("1111335577p224p", "4p"), ("2233445566778s", "8s")]
)
def test_heavenly_twins_of_a_suit(tiles: str, tile: str) -> None:
    assert limit(won(tiles, tile)) == "heavenly_twins"


def test_seven_pairs_of_honours_are_all_honours_too() -> None:
    assert won("1122334455667z", "7z").value == 500


def test_three_great_scholars() -> None:
    assert limit(won("22m99m", "9m", "55'5z", "66'6z", "X77zX")) == "three_great_scholars"
    assert limit(won("22m99p", "9p", "55'5z", "66'6z", "X77zX")) is None
    assert limit(won("99m34m", "2m", "55'5z", "66'6z", "X77zX")) is None
    assert limit(won("22m99m", "9m", "55'5z", "66'6z", "44'4z")) is None


def test_four_joys() -> None:
    assert limit(won("44z99m", "4z", "11'1z", "22'2z", "33'33z")) == "four_joys"
    assert limit(won("44z99m", "9m", "11'1z", "22'2z", "33'33z")) is None


def test_four_by_four() -> None:
    kongs = ("22'22m", "X44sX", '66"6p')
    assert limit(won("9s", "9s", *kongs, "X88pX")) == "four_by_four"
    assert limit(won("9s", "9s", *kongs, "88'8p")) is None


def test_thirteen_wonders() -> None:
    assert limit(won("19m19p19s1234567z", "5z")) == "thirteen_wonders"


def test_the_moon_is_the_last_tile_and_the_one_of_dots() -> None:
    hand, also = ("234m567m33z23p", "2'34s"), options(last_tile_includes_discard=True)
    assert limit(won(hand[0], "1p", hand[1], wall=True, last=True)) == "moon_from_the_sea"
    assert limit(won(hand[0], "4p", hand[1], wall=True, last=True)) is None
    assert limit(won(hand[0], "1p", hand[1], wall=True)) is None
    assert limit(won(hand[0], "1p", hand[1], last=True)) is None
    assert limit(won(hand[0], "1p", hand[1], last=True, rules=also)) == "moon_from_the_sea"


def test_grapes_are_a_loose_tile_and_the_five_of_dots() -> None:
    hand = "234m567m33z34p", "X22sX"
    assert limit(won(hand[0], "5p", hand[1], wall=True, loose=True)) == "grapes_on_the_roof"
    assert limit(won(hand[0], "2p", hand[1], wall=True, loose=True)) is None
    assert limit(won(hand[0], "5p", hand[1], wall=True)) is None


def test_an_ordinary_hand_never_exceeds_the_limit() -> None:
    """Three kongs of terminals and honours in one suit: far above the limit before the cap."""
    hand = ("123m9m", "9m", "X11zX", "X55zX", "X33zX")
    worth = won(*hand)
    assert worth.limit is None
    assert worth.points * worth.factor > 500
    assert worth.value == 500
    assert won(*hand, rules=options(limit_points=1000)).value == 1000
    assert won("9s", "9s", "22'22m", "X44sX", '66"6p', "X88pX", rules=options(limit_points=300)).value == 300


@pytest.mark.parametrize(("points", "tens"), [(0, 0), (1, 10), (20, 20), (22, 30), (184, 190)])
def test_rounding_goes_up_to_tens(points: int, tens: int) -> None:
    assert rounded(points) == tens

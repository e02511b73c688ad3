"""Doubles of everybody and of the winner, each with a near miss (C-DOUBLE-01..10)."""

from __future__ import annotations

import pytest

from engine.classical.score import HandValue
from tests.engine.classical.racks import lost, options, won

PLAIN_HAND = "234m567m33z45s", "6s", "2'34p"
"""An open hand of chows with a pair of the own wind; nothing doubles."""


def names(worth: HandValue) -> list[str]:
    return [name for name, _ in worth.doubles]


def test_nothing_doubles_a_plain_hand() -> None:
    assert won(*PLAIN_HAND).doubles == ()


@pytest.mark.parametrize(
    ("melds", "seat", "expected"),
    [
        (("55'5z",), "W", ["dragon_set"]),
        (("55'5z", "X66zX"), "W", ["dragon_set", "dragon_set"]),
        (("33'3z",), "W", ["seat_wind_set"]),
        (("11'1z",), "W", ["round_wind_set"]),
        (("11'1z",), "E", ["seat_wind_set", "round_wind_set"]),
        (("44'4z",), "W", []),
    ],
)
def test_sets_that_double_for_everybody(melds: tuple[str, ...], seat: str, expected: list[str]) -> None:
    tiles = {1: "147m258p369s2z", 2: "147m258p3s"}[len(melds)]
    worth = lost(tiles, *melds, seat=seat)
    assert names(worth) == expected
    assert worth.factor == 2 ** len(expected)


def test_one_suit_with_and_without_honours() -> None:
    assert lost("1122355678899m").doubles == (("one_suit", 8),)
    assert lost("112235567889m4z").doubles == (("one_suit_with_honours", 2),)
    assert lost("112235567889m1p").doubles == ()


def test_one_suit_looks_at_all_tiles_of_a_loser() -> None:
    assert names(lost("1122355678m", "2'34p")) == []
    assert names(lost("1122355678m", "2'34m")) == ["one_suit"]
    assert names(lost("1122334455667z")) == []


def test_flowers_of_the_own_seat_or_the_round() -> None:
    tiles = "147m258p369s1234z"
    assert names(lost(tiles, flowers="3f", seat="W")) == ["own_or_round_flower"]
    assert names(lost(tiles, flowers="1g", seat="W")) == ["own_or_round_flower"]
    assert names(lost(tiles, flowers="2f4g", seat="W")) == []
    assert names(lost(tiles, flowers="3f3g", seat="W")) == ["own_or_round_flower"] * 2


def test_a_flower_of_seat_and_round_doubles_once_or_twice() -> None:
    tiles = "147m258p369s1234z"
    assert lost(tiles, flowers="1f", seat="E").factor == 2
    assert lost(tiles, flowers="1f", seat="E", rules=options(flower_both="double")).factor == 4
    assert lost(tiles, flowers="1f", seat="E").value == 10
    assert lost(tiles, flowers="1f", seat="E", rules=options(flower_both="double")).value == 20


def test_a_loser_has_none_of_the_doubles_of_a_winner() -> None:
    assert names(lost("222m444p666s888p7s")) == []
    assert names(lost("7s", "2'34m", "X22pX", "X44sX", "X66pX")) == []


def test_all_pungs() -> None:
    assert "all_pungs" in names(won("22m888p666s33p", "2m", "44'4s"))
    assert "all_pungs" not in names(won("22m888p666s33p", "2m", "2'34s"))


def test_no_points_looks_at_sets_and_pair_only() -> None:
    """Flowers, the tile from the wall and the only tile are disregarded (C-DOUBLE-04)."""
    worth = won("234m567m66p46s", "5s", "2'34p", wall=True, flowers="2f")
    assert names(worth) == ["no_points"]
    assert worth.points == 20 + 2 + 2 + 4
    assert "no_points" not in names(won("234m567m55z46s", "5s", "2'34p"))
    assert "no_points" not in names(won("234m567m66p46s", "5s", "44'4p"))


def test_how_the_tile_came() -> None:
    assert names(won(*PLAIN_HAND, wall=True, loose=True)) == ["on_loose_tile"]
    assert names(won(*PLAIN_HAND, robbed=True)) == ["robbed_kong"]
    assert names(won(*PLAIN_HAND, last_of_four=True)) == ["last_of_four"]


def test_the_last_tile_counts_drawn_and_by_option_discarded() -> None:
    also = options(last_tile_includes_discard=True)
    assert names(won(*PLAIN_HAND, wall=True, last=True)) == ["last_tile"]
    assert names(won(*PLAIN_HAND, last=True)) == []
    assert names(won(*PLAIN_HAND, last=True, rules=also)) == ["last_tile"]
    assert names(won(*PLAIN_HAND, wall=True, rules=also)) == []


def test_ready_at_the_first_deal_in_both_readings() -> None:
    first_hand = options(ready_first_window="first_hand_of_game")
    assert names(won(*PLAIN_HAND, ready_first=True)) == ["ready_at_first_turn"]
    assert names(won(*PLAIN_HAND, first_hand=True)) == []
    assert names(won(*PLAIN_HAND, ready_first=True, rules=first_hand)) == []
    assert names(won(*PLAIN_HAND, first_hand=True, rules=first_hand)) == ["ready_at_first_turn"]


def test_a_fully_concealed_hand_may_hold_a_concealed_kong() -> None:
    assert "fully_concealed" in names(won("234m567m33z45s", "6s", "X22pX"))
    assert "fully_concealed" not in names(won("234m567m33z45s", "6s", "22'22p"))


def test_a_fully_concealed_hand_may_need_a_tile_from_the_wall() -> None:
    hand, drawn_only = ("234m567m33z45s234p", "6s"), options(concealed_hand_needs_self_draw=True)
    assert "fully_concealed" in names(won(*hand))
    assert "fully_concealed" not in names(won(*hand, rules=drawn_only))
    assert "fully_concealed" in names(won(*hand, wall=True, rules=drawn_only))


def test_three_wind_sets_and_the_pair_of_the_fourth() -> None:
    worth = won("234m44z33z", "3z", "11'1z", "22'2z")
    assert dict(worth.doubles)["three_wind_sets_and_pair"] == 4
    assert {"seat_wind_set", "round_wind_set"} <= set(names(worth))
    assert "three_wind_sets_and_pair" not in names(won("234m55z33z", "3z", "11'1z", "22'2z"))


def test_two_dragon_sets_and_the_pair_of_the_third() -> None:
    worth = won("234m77z23m", "4m", "55'5z", "66'6z")
    assert names(worth).count("dragon_set") == 2
    assert "two_dragon_sets_and_pair" in names(worth)
    assert "two_dragon_sets_and_pair" not in names(won("234m88p23m", "4m", "55'5z", "66'6z"))


def test_an_outside_hand_has_a_terminal_or_honour_in_every_part() -> None:
    assert "outside_hand" in names(won("123m789p44z12s", "3s", "99'9s"))
    assert "outside_hand" not in names(won("123m789p22p12s", "3s", "99'9s"))
    assert "outside_hand" not in names(won("123m678p44z12s", "3s", "99'9s"))


@pytest.mark.parametrize(
    ("kongs", "doubled"),
    [(("22'22p",), False), (("22'22p", "X44sX"), True), (("22'22p", "X44sX", '66"6m'), True)],
)
def test_two_or_three_kongs(kongs: tuple[str, ...], doubled: bool) -> None:
    tiles = {1: "234m567m33z45s", 2: "234m33z45s", 3: "33z45s"}[len(kongs)]
    assert ("two_or_three_kongs" in names(won(tiles, "6s", *kongs))) == doubled

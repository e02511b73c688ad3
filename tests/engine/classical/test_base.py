"""Base values of sets, pairs, flowers and the win itself (C-SCORE-01..07)."""

from __future__ import annotations

import pytest

from tests.engine.classical.racks import lost, options, won

FILL = "147m258p369s4z"
"""Ten tiles that make nothing."""
TABLE = (
    ("pung_simple", "55'5s", "555s", 2, 4),
    ("pung_terminal", "99'9s", "999s", 4, 8),
    ("pung_wind", "44'4z", "444z", 4, 8),
    ("pung_dragon", "55'5z", "555z", 4, 8),
    ("kong_simple", "55'55s", "X55sX", 8, 16),
    ("kong_terminal", "99'99s", "X99sX", 16, 32),
    ("kong_wind", "44'44z", "X44zX", 16, 32),
    ("kong_dragon", "55'55z", "X55zX", 16, 32),
)


@pytest.mark.parametrize(("name", "opened", "closed", "open_points", "concealed_points"), TABLE)
def test_sets_of_a_loser(
    name: str, opened: str, closed: str, open_points: int, concealed_points: int
) -> None:
    fill = FILL.replace("369s", "36s1p").replace("4z", "3z")
    assert lost(fill, opened).base == ((name, open_points),)
    concealed = lost(fill + closed) if "X" not in closed else lost(fill, closed)
    assert concealed.base == ((name, concealed_points),)


def test_an_added_kong_is_open() -> None:
    assert lost(FILL, '55"5z').base == (("kong_dragon", 16),)


def test_a_chow_is_worth_nothing() -> None:
    assert lost(FILL, "2'34p").value == 0


def test_four_equal_tiles_not_declared_are_a_concealed_pung() -> None:
    assert lost("5555s" + "147m258p36s4z").base == (("pung_simple", 4),)


@pytest.mark.parametrize(
    ("pair", "seat", "parts"),
    [
        ("77z", "W", (("pair_dragons", 2),)),
        ("33z", "W", (("pair_seat_wind", 2),)),
        ("11z", "W", (("pair_round_wind", 2),)),
        ("11z", "E", (("pair_seat_wind", 2), ("pair_round_wind", 2))),
        ("44z", "W", ()),
        ("99p", "W", ()),
    ],
)
def test_pairs(pair: str, seat: str, parts: tuple[tuple[str, int], ...]) -> None:
    assert lost(pair + "147m258p369s2z6z", seat=seat).base == parts


def test_a_loser_counts_the_one_pair_of_highest_value() -> None:
    assert lost("55z11z" + "147m258p369s", seat="E").points == 4
    assert lost("55z66z77z" + "147m258p3s").base == (("pair_dragons", 2),)


def test_a_third_copy_makes_a_pung_and_no_pair() -> None:
    assert lost("555z" + "147m258p369s2z").base == (("pung_dragon", 8),)


def test_flowers_count_four_each() -> None:
    assert lost("147m258p369s1234z", flowers="3f2g").base == (("flower", 4),) * 2


def test_the_winner_counts_for_the_win_and_the_wall() -> None:
    from_other = won("234m567m234p66p45s", "6s")
    assert from_other.base == (("win", 20),)
    assert won("234m567m234p66p45s", "6s", wall=True).base == (("win", 20), ("win_from_wall", 2))


@pytest.mark.parametrize(
    ("tiles", "tile", "only"),
    [
        ("234m567m234p66p46s", "5s", True),
        ("234m567m234p66p12s", "3s", True),
        ("234m567m234p66p89s", "7s", True),
        ("234m567m234p3456s", "6s", False),
        ("234m567m234p444s5s", "5s", False),
        ("234m567m234p888s4z", "4z", True),
        ("234m567m234p66p45s", "6s", False),
        ("234m567m234p66p33s", "3s", False),
    ],
)
def test_only_tile_is_a_wait_for_one_kind(tiles: str, tile: str, only: bool) -> None:
    """A single shape that was completed does not count while the hand has another wait (C-SCORE-04)."""
    assert (("only_tile", 2) in won(tiles, tile).base) == only


def test_a_kind_the_hand_holds_four_of_is_no_possible_tile() -> None:
    assert ("only_tile", 2) in won("234m567m66p45s", "6s", "X33sX").base


def test_the_set_completed_with_a_claimed_tile_is_open_by_recommendation() -> None:
    tiles = "55z66p234m567m234p"
    assert ("pung_dragon", 4) in won(tiles, "5z").base
    assert ("pung_dragon", 8) in won(tiles, "5z", rules=options(claimed_last_set="concealed")).base
    assert ("pung_dragon", 8) in won(tiles, "5z", wall=True).base


def test_the_claimed_tile_opens_the_set_that_costs_least() -> None:
    """The third 4m can complete the pung or the chow; the hand is read as it is worth most."""
    assert ("pung_simple", 4) in won("44456m888p66s777m", "4m").base


def test_the_reading_with_the_most_points_counts() -> None:
    """111222333m are three pungs or three chows: what the doubles make of them decides."""
    pungs = won("111222333m33z45s", "6s", wall=True)
    assert (pungs.points, pungs.factor, pungs.value) == (20 + 2 + 2 + 8 + 4 + 4, 2, 80)
    chows = won("111222333m5677s", "7s", wall=True)
    assert (chows.points, chows.factor, chows.value) == (20 + 2, 2 * 2, 90)

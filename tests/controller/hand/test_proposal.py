"""What lies on a table is taken for the hand that it is, however the picture was taken."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.hand.proposal import Proposal, proposal
from engine.tiles.meld import MeldType
from tests.controller.hand.laid import HIGH, Table, seen
from vision.photo.read import PhotoTile

CLOSED = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 5s 6s"


def faces(tiles: list[PhotoTile], numbers: tuple[int, ...]) -> list[str]:
    return [str(tiles[at].tile) for at in numbers]


def proposed(tiles: list[PhotoTile]) -> tuple[list[str], str | None, list[tuple[str, list[str]]]]:
    """Hand, winning tile and sets as texts."""
    found = proposal(tiles)
    win = None if found.win is None else str(tiles[found.win].tile)
    return faces(tiles, found.hand), win, [(s.type.value, faces(tiles, s.tiles)) for s in found.sets]


def test_a_picture_of_nothing_is_no_hand() -> None:
    assert proposal([]) == Proposal()


def test_fourteen_tiles_in_a_row_do_not_say_which_one_won() -> None:
    hand, win, sets = proposed(Table().lay(f"{CLOSED} 7s").tiles)
    assert (" ".join(hand), win, sets) == (f"{CLOSED} 7s", None, [])


@pytest.mark.parametrize("tile", ["7s", "_7s"])
def test_the_tile_that_stands_apart_at_an_end_won(tile: str) -> None:
    hand, win, _ = proposed(Table().lay(CLOSED).lay(tile, gap=0.6).tiles)
    assert (" ".join(hand), win) == (CLOSED, "7s")


def test_the_tile_that_lies_before_the_hand_won() -> None:
    table = Table().lay(CLOSED)
    table.put("7s", 320.0, 500.0 - 3 * HIGH)
    hand, win, _ = proposed(table.tiles)
    assert (" ".join(hand), win) == (CLOSED, "7s")


SETS = {
    "_3m 1m 2m": ("chi", ["3m", "1m", "2m"]),
    "5z _5z 5z": ("pon", ["5z", "5z", "5z"]),
    "9p 9p 9p _9p": ("daiminkan", ["9p", "9p", "9p", "9p"]),
    "b 4s 4s b": ("ankan", ["None", "4s", "4s", "None"]),
    "4s b b 4s": ("ankan", ["4s", "None", "None", "4s"]),
}


@pytest.mark.parametrize("gap", [0.0, 0.6, 3.0])
@pytest.mark.parametrize("laid", SETS)
def test_a_set_lies_beside_the_hand_however_near(laid: str, gap: float) -> None:
    hand, win, sets = proposed(
        Table().lay("1p 2p 3p 4p 5p 6p 7s 8s 2z 2z").lay(laid, gap=gap).lay("9s", gap=1).tiles
    )
    assert (" ".join(hand), win, sets) == ("1p 2p 3p 4p 5p 6p 7s 8s 2z 2z", "9s", [SETS[laid]])


def test_a_tile_laid_upon_the_one_across_makes_the_pon_a_kan() -> None:
    table = Table().lay("1p 2p 3p 4p 5p 6p 7s 8s 2z 2z").lay("9s", gap=0.6).lay("_5z 5z 5z", gap=0.8)
    first = next(tile for tile in table.tiles if str(tile.tile) == "5z")
    x, y = (sum(p[k] for p in first.quad) / 4 for k in (0, 1))
    table.put("5z", x, y - 30.0, across=True)
    _, win, sets = proposed(table.tiles)
    assert (win, sets) == ("9s", [("shouminkan", ["5z"] * 4)])


def test_sets_far_from_the_hand_are_taken_as_far_as_it_has_room() -> None:
    table = Table().lay("1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z").lay("5z 5z 5z", gap=2).lay("1m 2m 3m", gap=2)
    hand, _, sets = proposed(table.tiles)
    assert len(hand) == 11
    assert sets == [("pon", ["5z", "5z", "5z"])]


def test_a_set_for_which_there_is_no_room_is_left_out_whole() -> None:
    """Twelve tiles and three more would be fifteen."""
    table = Table().lay("1p 2p 4p 5p 7p 8p 1s 2s 4s 5s 7s 8s").lay("5z 5z 5z", gap=2)
    hand, _, sets = proposed(table.tiles)
    assert (len(hand), sets) == (12, [])


def test_a_closed_hand_with_gaps_between_its_sets_has_none_beside_it() -> None:
    table = Table().lay("1m 2m 3m").lay("4p 5p 6p", gap=0.5).lay("7s 8s 9s", gap=0.5)
    hand, win, sets = proposed(table.lay("5z 5z 5z", gap=0.5).lay("2z 2z", gap=0.5).tiles)
    assert (len(hand), win, sets) == (14, None, [])


def test_a_hand_in_several_rows_is_taken_whole() -> None:
    table = Table()
    for row, text in enumerate(("1m 2m 3m", "1p 2p 3p", "5s 6s 7s", "7s 8s 9s", "5z 5z")):
        table.x, table.y = 100.0, 300.0 + 45 * row
        table.lay(text)
    hand, _, sets = proposed(table.tiles)
    assert (len(hand), sets) == (14, [])


def test_loose_tiles_and_walls_are_none_of_the_hand() -> None:
    table = Table().lay(f"{CLOSED} 7s")
    table.x, table.y = 50.0, 200.0
    table.lay("b b b b b b b b").lay("3p", gap=4).lay("_9m", gap=2)
    hand, win, sets = proposed(table.tiles)
    assert (" ".join(hand), win, sets) == (f"{CLOSED} 7s", None, [])


def test_flowers_are_reported_and_are_no_tiles_of_the_hand() -> None:
    tiles = Table().lay(f"{CLOSED} 7s 1f 3g").tiles
    found = proposal(tiles)
    assert len(found.hand) == 14
    assert faces(tiles, found.flowers) == ["1f", "3g"]


def test_a_flower_read_as_a_tile_is_left_out_where_the_others_are_complete() -> None:
    hand, _, _ = proposed(Table().lay("1s", score=0.6).lay(f"{CLOSED} 7s").tiles)
    assert " ".join(hand) == f"{CLOSED} 7s"


def test_a_tile_too_many_is_not_hidden_where_no_hand_is_complete_without_it() -> None:
    assert proposal(Table().lay("1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 2z 3z 4z 5z 6z").tiles).count == 15


@given(
    st.integers(0, 359),
    st.floats(0.4, 8.0),
    st.lists(st.sampled_from([k for k in SETS if "b" not in k]), max_size=3, unique=True),
    st.randoms(use_true_random=False),
)
def test_however_the_picture_is_turned_the_hand_is_the_same(
    degrees: int, scale: float, sets: list[str], rng: random.Random
) -> None:
    table = Table().lay(" ".join(CLOSED.split()[: 13 - 3 * len(sets)])).lay("7s", gap=0.6)
    for laid in sets:
        table.lay(laid, gap=1.0)
    straight = proposed(table.tiles)
    turned = seen(table.tiles, degrees, scale)
    rng.shuffle(turned)
    hand, win, found = proposed(turned)
    assert (hand, win) == straight[:2]
    assert sorted(found) == sorted(straight[2])
    assert win == "7s"


@given(st.lists(st.sampled_from([*CLOSED.split(), "b", "_5z", "1f", "0m"]), max_size=24), st.data())
def test_whatever_lies_there_no_tile_is_taken_twice(words: list[str], data: st.DataObject) -> None:
    table = Table()
    for word in words:
        table.lay(word, gap=data.draw(st.sampled_from([0.0, 0.5, 2.0])))
    found = proposal(table.tiles)
    taken = [*found.hand, *(at for one in found.sets for at in one.tiles), *found.flowers]
    taken += [] if found.win is None else [found.win]
    assert max(Counter(taken).values(), default=0) <= 1
    assert all(table.tiles[at].tile is not None for at in found.hand)
    assert found.win is None or table.tiles[found.win].tile is not None
    kans = [one for one in found.sets if one.type in {MeldType.ANKAN, MeldType.DAIMINKAN}]
    assert all(len(one.tiles) == 4 for one in kans)

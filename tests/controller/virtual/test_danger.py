"""How dangerous a discard is: what cannot be won on is safe, and what is ruled out is safer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.virtual.danger import danger, safe_kinds, threats, total_danger
from engine.state import events as ev
from engine.tiles.tile import KINDS, Tile
from tests.engine.board import Board
from tests.engine.hands import displayed

kinds = st.integers(0, KINDS - 1)
READY = "123456789m99s11z"


def kind(text: str) -> int:
    return Tile.parse(text).kind


@given(kinds, st.sets(kinds), st.integers(0, 4), kinds)
def test_a_safe_tile_is_no_danger_and_nothing_that_is_safe_makes_another_more_dangerous(
    tile: int, safe: set[int], visible: int, more: int
) -> None:
    assert danger(tile, safe | {tile}, visible) == 0.0
    assert 0.0 <= danger(tile, safe | {more}, visible) <= danger(tile, safe, visible) <= 5.2


@pytest.mark.parametrize(
    ("tile", "safe", "factor"),
    [
        ("1p", "", 1.0),
        ("1p", "4p", 0.25),
        ("1p", "4m", 1.0),
        ("3p", "6p", 0.25),
        ("4p", "1p", 0.7),
        ("4p", "7p", 0.7),
        ("4p", "1p7p", 0.25),
        ("6p", "3p", 0.7),
        ("6p", "3p9p", 0.25),
        ("7p", "4p", 0.25),
        ("9p", "6p", 0.25),
        ("9p", "8p", 1.0),
    ],
)
def test_a_two_sided_wait_is_ruled_out_by_the_tiles_three_away(tile: str, safe: str, factor: float) -> None:
    known = {kind(safe[n : n + 2]) for n in range(0, len(safe), 2)}
    assert danger(kind(tile), known, 0) == pytest.approx(factor * danger(kind(tile), (), 0))


def test_middle_tiles_and_honours_of_which_more_are_left_are_more_dangerous() -> None:
    by_number = [danger(kind(f"{n}s"), (), 0) for n in range(1, 10)]
    assert by_number == by_number[::-1]
    assert by_number[:5] == sorted(set(by_number[:5]))
    honour = [danger(kind("1z"), (), visible) for visible in range(5)]
    assert honour == sorted(honour, reverse=True)
    assert honour[-1] == 0.0


def test_who_is_in_riichi_or_has_three_open_sets_threatens_all_others() -> None:
    board = Board().deal(READY, first="7z")
    assert threats(board.hand, 1) == ()
    declared = Board().deal(READY, first="7z").do(ev.RiichiDeclared(0))
    assert [threats(declared.hand, seat) for seat in range(4)] == [(), (0,), (0,), (0,)]
    sets = tuple(displayed(text, 2) for text in ("5'55z", "66'6z", "777'z"))
    open_ = Board().deal().set_seat(2, melds=sets)
    assert [threats(open_.hand, seat) for seat in range(4)] == [(2,), (2,), (), (2,)]
    two = Board().deal().set_seat(2, melds=(*sets[:2], displayed("X99mX")))
    assert threats(two.hand, 0) == ()


def test_safe_is_what_the_threat_discarded_and_what_passed_since_its_riichi() -> None:
    """The last discard has not passed yet."""
    board = Board().deal(READY, first="7z").drop(0, "7z").turn(1, "5p").turn(2, "6p").turn(3, "7p")
    board.draw(0, "3s").riichi(0, "3s").turn(1, "8p").turn(2, "9p").draw(3)
    assert safe_kinds(board.hand, 0) == {kind(tile) for tile in ("7z", "3s", "8p")}
    assert safe_kinds(board.hand, 1) == {kind("5p"), kind("8p")}
    assert total_danger(kind("8p"), board.hand, 3, 0) == 0.0
    assert total_danger(kind("5p"), board.hand, 3, 0) == danger(kind("5p"), safe_kinds(board.hand, 0), 0)
    assert total_danger(kind("5p"), board.hand, 0, 0) == 0.0

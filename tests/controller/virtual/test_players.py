"""What a person of a club evening does in plain situations, whatever the chance."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from controller.virtual.players import Player, Sight, Style
from engine.play.legal import moves
from engine.state import events as ev
from engine.tiles.tile import Tile
from tests.engine.board import Board
from tests.engine.hands import displayed

READY = "123456789m99s11z"
EAGER = Style(calls=1.0, push=1.0, riichi=1.0, kans=1.0)
SHY = Style(calls=0.0, push=0.0, riichi=0.0, kans=0.0)


def decided(board: Board, seat: int, style: Style, *, claim: bool = False) -> set[ev.Event | None]:
    """What players of this style do, by different chances."""
    found: set[ev.Event | None] = set()
    for seed in range(6):
        player = Player(seat, random.Random(seed))
        player.style = style
        options: Sequence[ev.Event] = moves(board.game, seat)
        found.add((player.claim if claim else player.turn)(board.game, options))
    return found


def drop(tile: str) -> ev.Discarded:
    return ev.Discarded(0, Tile.parse(tile), tsumogiri=True)


def test_a_win_is_always_taken() -> None:
    won = Board().deal(READY, first="9s")
    assert decided(won, 0, SHY) == {ev.WinDeclared(0, 0)}
    ron = Board().deal(None, READY).drop(0, "9s")
    assert decided(ron, 1, SHY, claim=True) == {ev.WinDeclared(1, 0)}


def test_ready_hands_declare_riichi_by_their_habit() -> None:
    board = Board().deal(READY, first="7z")
    assert decided(board, 0, EAGER) == {ev.RiichiDeclared(0)}
    assert decided(board, 0, SHY) == {drop("7z")}


def test_a_useless_tile_goes_before_one_that_the_hand_can_use() -> None:
    board = Board().deal("123456m45p99s11z2z", first="7z")
    (found,) = decided(board, 0, SHY)
    assert isinstance(found, ev.Discarded)
    assert str(found.tile) in ("2z", "7z")


def test_a_kan_that_costs_nothing_is_declared_by_habit() -> None:
    board = Board().deal("123456789m999s1z", first="9s")
    kan = ev.KanDeclared(0, displayed("X99sX"))
    assert kan in decided(board, 0, EAGER)
    assert kan not in decided(board, 0, SHY)


@pytest.mark.parametrize(("style", "calls"), [(EAGER, True), (SHY, False)])
def test_a_set_of_dragons_is_called_by_who_calls(style: Style, calls: bool) -> None:
    board = Board().deal(None, "234m567p23s55z19s7p").drop(0, "5z")
    found = decided(board, 1, style, claim=True)
    assert (ev.Called(1, displayed("5'55z", 1)) in found) == calls
    assert len(found) == 1


def test_a_set_that_leads_to_no_yaku_is_left() -> None:
    board = Board().deal(None, "123m789p23s9s11z4z9m").drop(0, "1s")
    assert decided(board, 1, EAGER, claim=True) == {None}


def threatened() -> Board:
    """South is in riichi and has discarded 9p; East is far from any hand."""
    board = Board().deal("147m258p369s1234z", READY, first="5z").drop(0, "5z").draw(1, "9p").riichi(1, "9p")
    return board.turn(2, "5z").turn(3, "5z").draw(0, "9p")


def test_who_is_far_from_winning_discards_what_is_safe() -> None:
    (found,) = decided(threatened(), 0, SHY)
    assert isinstance(found, ev.Discarded)
    assert str(found.tile) == "9p"


def test_what_a_seat_sees() -> None:
    board = threatened().set_seat(0, melds=(displayed("99'9p"),))
    sight = Sight.of(board.game, 0)
    assert sight.dora == (Tile.parse("2p").kind,)
    assert sight.yakuhai == {Tile.parse(f"{n}z").kind for n in (1, 5, 6, 7)}
    assert Sight.of(board.game, 1).yakuhai == {Tile.parse(f"{n}z").kind for n in (1, 2, 5, 6, 7)}
    assert [sight.visible(Tile.parse(tile).kind) for tile in ("5z", "1p", "9p", "2m")] == [3, 1, 4, 0]
    assert sight.open


def test_the_same_seed_has_the_same_habits_within_their_bounds() -> None:
    styles = [Player(0, random.Random(seed)).style for seed in range(50)]
    assert styles[3] == Player(0, random.Random(3)).style
    for name, least, most in (
        ("calls", 0.5, 1.0),
        ("push", 0.2, 0.8),
        ("riichi", 0.8, 1.0),
        ("kans", 0.6, 1.0),
    ):
        values = [getattr(style, name) for style in styles]
        assert least <= min(values) < least + 0.1
        assert most - 0.1 < max(values) <= most

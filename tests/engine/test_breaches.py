"""What people do against the rules is held, named and never offered; what is impossible is refused."""

from __future__ import annotations

import pytest

from engine.play.apply import apply
from engine.play.check import held
from engine.play.legal import legal, moves
from engine.state import events as ev
from engine.state.faults import BREACHES, Fault, IllegalEventError
from engine.state.hand import Game, Riichi
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

TENPAI = "123456789m99s11z"


def kuikae() -> tuple[Game, ev.Event]:
    board = Board().deal(None, "456m123p123s1123z").drop(0, "4m")
    return board.call(1, displayed("4'56m", 1)).game, ev.Discarded(1, Tile.parse("4m"))


def noten_riichi() -> tuple[Game, ev.Event]:
    board = Board().deal(TENPAI, first="7z").do(ev.RiichiDeclared(0))
    return board.game, ev.Discarded(0, Tile.parse("1m"), sideways=True)


def in_riichi(drawn: str = "8s", rack: str = TENPAI) -> Board:
    board = Board().deal(rack, first="7z").riichi(0, "7z")
    return board.turn(1, "5p").turn(2, "5p").turn(3, "6p").draw(0, drawn)


def exchanged() -> tuple[Game, ev.Event]:
    return in_riichi().game, ev.Discarded(0, Tile.parse("1m"))


def kan_in_riichi() -> tuple[Game, ev.Event]:
    board = in_riichi("3s", "333444555s2399m")
    return board.game, ev.KanDeclared(0, displayed("X33sX"))


def call_in_riichi() -> tuple[Game, ev.Event]:
    board = in_riichi().drop(0, "8s").turn(1, "9s")
    return board.game, ev.Called(0, displayed("999's", 0))


def chi_from_afar() -> tuple[Game, ev.Event]:
    call = ev.Called(2, Meld(MeldType.CHI, parse_tiles("456p"), Tile.parse("5p"), 0))
    return Board().deal().drop(0, "5p").game, call


def kan_after_call() -> tuple[Game, ev.Event]:
    board = Board().deal().drop(0, "5p").call(2, displayed("55'5p", 2))
    return board.game, ev.KanDeclared(2, displayed("X99mX"))


def not_complete() -> tuple[Game, ev.Event]:
    return Board().deal(None, TENPAI).drop(0, "5p").game, ev.WinDeclared(1, 0)


def no_yaku() -> tuple[Game, ev.Event]:
    board = Board().deal(None, "234567m222p99s11p").drop(0, "9s")
    return board.set_hand(intact=False).game, ev.WinDeclared(1, 0)


def furiten() -> tuple[Game, ev.Event]:
    board = Board().deal(None, TENPAI).drop(0, "5p").draw(1, "9s").drop(1, "9s").turn(2, "1z")
    return board.game, ev.WinDeclared(1, 2)


def false_nine() -> tuple[Game, ev.Event]:
    return Board().deal(TENPAI, first="7z").game, ev.AbortDeclared(0)


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (kuikae, Fault.KUIKAE),
        (noten_riichi, Fault.RIICHI_NOTEN),
        (exchanged, Fault.RIICHI_FROZEN),
        (kan_in_riichi, Fault.RIICHI_KAN),
        (call_in_riichi, Fault.RIICHI_CALL),
        (chi_from_afar, Fault.CHI_NOT_FROM_LEFT),
        (kan_after_call, Fault.KAN_AFTER_CALL),
        (not_complete, Fault.NOT_COMPLETE),
        (no_yaku, Fault.NO_YAKU),
        (furiten, Fault.FURITEN),
        (false_nine, Fault.NOT_NINE_KINDS),
    ],
)
def test_a_breach_is_named_held_and_not_offered(made: object, fault: Fault) -> None:
    assert callable(made)
    game, event = made()
    assert legal(game, event) == fault
    assert fault in BREACHES
    assert apply(game, event).log[-1] == event
    assert event not in moves(game, event.seat)


def test_what_was_discarded_in_breach_lies_in_the_pond() -> None:
    """R-KUI-02: the pond does not change, the call stays valid."""
    after = apply(*kuikae())
    assert after.hand is not None
    assert after.hand.seats[1].pond[-1].tile == Tile.parse("4m")
    assert not after.hand.intact
    assert apply(*noten_riichi()).hand is not None


def test_a_riichi_without_tenpai_stands_until_the_judge_speaks() -> None:
    after = apply(*noten_riichi())
    assert after.hand is not None
    assert after.hand.seats[0].riichi is Riichi.DISCARDED


def test_the_impossible_is_refused_with_all_that_is_wrong() -> None:
    board = Board().deal(None, "456m123p123s1123z").drop(0, "4m").call(1, displayed("4'56m", 1))
    both = ev.Discarded(1, Tile.parse("4m"), sideways=True)
    assert not held(board.game.rules, legal(board.game, both))
    with pytest.raises(IllegalEventError) as refused:
        apply(board.game, both)
    assert refused.value.faults == Fault.KUIKAE | Fault.SIDEWAYS_WITHOUT_RIICHI

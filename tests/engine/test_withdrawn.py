"""Words that are taken back: riichi in its phases, a win before the hand is shown (R-RIICHI-05, R-WIN-13)."""

from __future__ import annotations

from engine.play.legal import legal
from engine.result.settle import result
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Phase, Riichi
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

TENPAI = "123456789m99s11z"


def test_before_the_discard_a_riichi_is_taken_back_for_nothing() -> None:
    board = Board().deal(TENPAI, first="7z").do(ev.RiichiDeclared(0), ev.RiichiWithdrawn(0))
    assert board.hand.seats[0].riichi is Riichi.NO
    assert not board.hand.seats[0].dead
    board.drop(0, "1m")
    assert board.hand.phase is Phase.CALLS


def test_after_the_discard_it_costs_a_dead_hand_and_after_the_stick_it_stands() -> None:
    board = Board().deal(TENPAI, first="7z").riichi(0, "7z", paid=False)
    board.do(ev.RiichiWithdrawn(0))
    me = board.hand.seats[0]
    assert (me.riichi, me.dead, me.ippatsu, me.double_riichi) == (Riichi.NO, True, False, False)
    assert legal(board.game, ev.RiichiPaid(0)) == Fault.RIICHI_NOT_DECLARED
    paid = Board().deal(TENPAI, first="7z").riichi(0, "7z")
    assert legal(paid.game, ev.RiichiWithdrawn(0)) == Fault.RIICHI_STANDS


def test_rules_may_close_the_way_out_with_the_discard() -> None:
    board = Board(riichi__cancel_window="free_until_discard_then_none").deal(TENPAI, first="7z")
    board.do(ev.RiichiDeclared(0))
    assert legal(board.game, ev.RiichiWithdrawn(0)) is LEGAL
    board.drop(0, "7z", sideways=True)
    assert legal(board.game, ev.RiichiWithdrawn(0)) == Fault.RIICHI_STANDS


def test_nobody_withdraws_what_was_not_said() -> None:
    board = Board().deal().drop(0, "5p")
    assert legal(board.game, ev.RiichiWithdrawn(1)) == Fault.RIICHI_NOT_DECLARED
    assert legal(board.game, ev.WinWithdrawn(1)) == Fault.WIN_NOT_DECLARED


def test_a_ron_taken_back_leaves_the_table_as_it_was_and_the_hand_dead() -> None:
    """P-13; the drawn tile that the late ron took back is drawn again."""
    board = Board().deal().drop(0, "5p").draw(1)
    before = board.hand
    board.do(ev.WinDeclared(2, 0))
    assert board.hand.live_left == before.live_left + 1
    board.do(ev.WinWithdrawn(2))
    assert board.hand.seats[2].dead
    assert board.set_seat(2, dead=False).hand == before
    board.drop(1, "3p")


def test_a_ron_is_taken_back_for_nothing_where_the_rules_allow_it() -> None:
    board = Board(call__ron_revocable=True).deal().drop(0, "5p")
    board.do(ev.WinDeclared(2, 0), ev.WinWithdrawn(2))
    assert not board.hand.seats[2].dead
    board.draw(1).do(ev.WinDeclared(1, 1), ev.WinWithdrawn(1))
    assert board.hand.seats[1].dead


def test_another_ron_on_the_tile_stands() -> None:
    board = Board().deal(None, None, TENPAI).drop(0, "1z").do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    board.do(ev.WinWithdrawn(1), ev.HandShown(2, parse_tiles(TENPAI)))
    ended = result(board.game)
    assert ended is not None
    assert ended.winners == (2,)


def test_a_hand_that_was_shown_cannot_be_taken_back() -> None:
    board = Board().deal(None, TENPAI).drop(0, "5p").do(ev.WinDeclared(1, 0))
    board.do(ev.HandShown(1, parse_tiles(TENPAI)))
    assert legal(board.game, ev.WinWithdrawn(1)) == Fault.WIN_SHOWN


def test_what_happened_beside_the_word_stays() -> None:
    board = Board().deal(TENPAI, first="7z").riichi(0, "7z", paid=False).draw(1).drop(1, "5p")
    board.do(ev.WinDeclared(3, 1), ev.RiichiPaid(0), ev.WinWithdrawn(3))
    assert board.hand.seats[0].riichi is Riichi.PAID
    assert board.game.kyotaku == 1


def test_a_tsumo_taken_back_returns_to_the_riichi_that_was_said() -> None:
    board = Board().deal(first="7z").do(ev.RiichiDeclared(0), ev.WinDeclared(0, 0), ev.WinWithdrawn(0))
    assert board.hand.seats[0].riichi is Riichi.DECLARED
    assert board.hand.phase is Phase.DISCARD


def test_a_robbed_kan_counts_again_when_the_ron_is_taken_back() -> None:
    board = Board().deal(indicator="9s").drop(0, "4p").call(2, displayed("44'4p", 2)).drop(2, "1s")
    board.turn(3, "1s").turn(0, "1s").turn(1, "2s").draw(2).do(ev.KanDeclared(2, displayed('44"4p', 2)))
    board.do(ev.DoraRevealed(Tile.parse("6z"))).draw(2, replacement=True)
    before = board.hand
    board.do(ev.WinDeclared(3, 2))
    assert (board.hand.kans, len(board.hand.indicators)) == (0, 1)
    board.do(ev.WinWithdrawn(3))
    assert (board.hand.kans, board.hand.indicators) == (1, before.indicators)

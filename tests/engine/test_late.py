"""What happens later than it should: calls, wins, tiles fetched late (R-CALL-02, R-CALL-07, R-KAN-10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.play.legal import legal
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Riichi
from engine.tiles.tile import Tile
from tests.engine.board import Board
from tests.engine.hands import displayed

PON = ev.Called(2, displayed("55'5p", 2))


@pytest.mark.parametrize(("preset", "comes_before"), [("ema_2012", True), ("rrc", False), ("wrc", False)])
def test_a_pon_after_the_chi_lies_open(preset: str, comes_before: bool) -> None:
    """R-CALL-05: within three seconds, which the judge reads; else not once the tiles are exposed."""
    board = Board(preset).deal(None, "67p234567m12345z").drop(0, "5p").call(1, displayed("5'67p", 1))
    assert (legal(board.game, PON) is LEGAL) == comes_before
    if comes_before:
        board.do(PON)
        assert (board.hand.turn, [len(seat.melds) for seat in board.hand.seats]) == (2, [0, 0, 1, 0])
        assert len(board.hand.seats[1].concealed) == 13
        assert board.hand.seats[0].pond[0].called_by == 2
        assert legal(board.game, ev.Called(1, displayed("5'67p", 1))) == Fault.WINDOW_CLOSED


@pytest.mark.parametrize(
    ("rule", "open_window"),
    [("void", False), ("within_3s_return_tile", True), ("until_next_discard_return_tile", True)],
)
def test_a_set_called_after_the_next_draw(rule: str, open_window: bool) -> None:
    """The seconds are the judge's to read: the engine keeps the window until the next discard."""
    board = Board("rrc", call__late_after_draw=rule).deal().drop(0, "5p").draw(1)
    assert (legal(board.game, PON) is LEGAL) == open_window
    assert legal(board.drop(1, "1s").game, PON) & (Fault.WINDOW_CLOSED | Fault.CALL_WRONG_TILE)


def test_the_windows_for_ron_and_for_sets_close_each_by_its_own_rule() -> None:
    board = Board(call__ron_deadline="next_player_draw").deal().drop(0, "5p").draw(1)
    assert legal(board.game, ev.WinDeclared(2, 0)) == Fault.WINDOW_CLOSED
    assert legal(board.game, PON) is LEGAL
    board = Board(call__late_after_draw="void").deal().drop(0, "5p").draw(1)
    assert legal(board.game, ev.WinDeclared(2, 0)) is LEGAL
    assert legal(board.game, PON) == Fault.WINDOW_CLOSED


def test_a_late_call_undoes_what_the_drawer_said() -> None:
    board = Board().deal().drop(0, "5p").draw(1).do(ev.RiichiDeclared(1), PON)
    assert board.hand.seats[1].riichi is Riichi.NO
    assert (board.hand.live_left, len(board.hand.seats[1].concealed)) == (69, 13)


@pytest.mark.parametrize(
    ("rule", "late"),
    [("next_player_discard", True), ("next_player_draw", False), ("3_seconds_after_discard", True)],
)
def test_ron_after_the_next_draw(rule: str, late: bool) -> None:
    board = Board("rrc", call__ron_deadline=rule).deal().drop(0, "5p").draw(1)
    assert (legal(board.game, ev.WinDeclared(2, 0)) is LEGAL) == late
    assert legal(board.drop(1, "1s").game, ev.WinDeclared(2, 0)) & Fault.OUT_OF_TURN


def test_a_tsumo_after_the_draw_comes_before_a_ron_said_later() -> None:
    """R-WIN-04."""
    board = Board().deal().drop(0, "5p").draw(1).do(ev.WinDeclared(1, 1))
    assert legal(board.game, ev.WinDeclared(2, 0)) & Fault.WINDOW_CLOSED


@pytest.mark.parametrize(
    ("rule", "late"),
    [("declarer_discard_or_next_kan", True), ("replacement_taken", False), ("3_seconds", True)],
)
def test_an_added_kan_is_robbed_after_its_replacement(rule: str, late: bool) -> None:
    board = Board("rrc", kan__chankan_deadline=rule).deal(indicator="9s").drop(0, "4p")
    board.call(2, displayed("44'4p", 2)).drop(2, "1s").turn(3, "1s").turn(0, "1s").turn(1, "2s").draw(2)
    board.do(ev.KanDeclared(2, displayed('44"4p', 2)), ev.DoraRevealed(Tile.parse("6z")))
    board.draw(2, replacement=True)
    assert (legal(board.game, ev.WinDeclared(3, 2)) is LEGAL) == late
    board.drop(2, "3s")
    assert legal(board.game, ev.WinDeclared(3, 2)) is LEGAL
    assert board.hand.offer is not None
    assert board.hand.offer.tile == Tile.parse("3s")


def called_not_fetched(**options: object) -> Board:
    return Board("rrc", **options).deal().drop(0, "5p").do(replace(PON, fetched=False))


def test_a_discard_may_come_before_the_called_tile_is_fetched() -> None:
    board = called_not_fetched().drop(2, "1s")
    assert board.hand.seats[2].unfetched == 0
    board.turn(3, "2s").do(ev.Fetched(2))
    assert board.hand.seats[2].unfetched is None
    assert legal(board.game, ev.Fetched(2)) == Fault.NOTHING_TO_FETCH


def test_rules_may_want_the_tile_fetched_first() -> None:
    board = called_not_fetched(call__discard_before_pickup=False)
    drop = ev.Discarded(2, Tile.parse("1s"))
    assert legal(board.game, drop) == Fault.NOT_FETCHED
    assert board.do(drop).hand.turn == 2
    fetched = called_not_fetched(call__discard_before_pickup=False).do(ev.Fetched(2))
    assert legal(fetched.game, drop) is LEGAL


def test_discards_of_others_are_counted_while_a_tile_is_not_fetched() -> None:
    """R-CALL-08: the judge compares the count with `call.late_pickup_discards`."""
    board = called_not_fetched().drop(2, "1s").turn(3, "2s").turn(0, "3s")
    assert [seat.unfetched for seat in board.hand.seats] == [None, None, 2, None]


def test_the_end_of_the_live_wall_moves_with_each_replacement() -> None:
    """R-WALL-13: 69 tiles after the dealer's draw, then a replacement and two draws."""
    board = Board().deal().drop(0, "2p").call(2, displayed("22'22p", 2))
    assert board.hand.live_left == 69
    board.do(ev.DoraRevealed(Tile.parse("9m"))).draw(2, replacement=True).drop(2, "1s")
    assert board.turn(3, "1s").draw(0).hand.live_left == 66


@pytest.mark.parametrize(("kan_dora", "due"), [(True, 1), (False, 0)])
def test_an_indicator_is_turned_for_a_kan_where_kan_dora_counts(kan_dora: bool, due: int) -> None:
    """R-DORA-03."""
    board = Board(dora__kan_dora=kan_dora).deal().do(ev.KanDeclared(0, displayed("X55Xz")))
    assert (board.hand.dora_due, board.hand.dora_allowed) == (due, due)
    turned = ev.DoraRevealed(Tile.parse("9s"))
    assert legal(board.game, turned) == (LEGAL if due else Fault.INDICATOR_NOT_DUE)

"""A ron on a discard after the next player has declared a kan (R-WIN-04): nobody has discarded since."""

from __future__ import annotations

import pytest

from engine.play.legal import legal
from engine.result.settle import result
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

READY = "234m567678s22s34p"
"""Waits for 2p and 5p."""
KAN = ev.KanDeclared(1, Meld(MeldType.ANKAN, parse_tiles("9999s")))
RON = ev.WinDeclared(2, 0)


def dropped(preset: str = "rrc", **options: object) -> Board:
    """The dealer has discarded what West waits for, and South has drawn."""
    return Board(preset, **options).deal(None, None, READY, READY, indicator="1z").drop(0, "5p").draw(1)


def added(board: Board) -> Board:
    """The same with a pon of South's, which the drawn tile extends."""
    pon = displayed("9'99s", 1)
    board.set_seat(1, melds=(pon,), concealed=(None,) * 11)
    kan = Meld(MeldType.SHOUMINKAN, parse_tiles("9999s"), pon.called, pon.source, Tile.parse("9s"))
    return board.do(ev.KanDeclared(1, kan))


@pytest.mark.parametrize(
    ("rule", "open_window"),
    [("next_player_discard", True), ("3_seconds_after_discard", True), ("next_player_draw", False)],
)
@pytest.mark.parametrize("robbed", [True, False])
def test_the_window_stays_open_until_the_discard(rule: str, open_window: bool, robbed: bool) -> None:
    board = dropped(call__ron_deadline=rule, kan__rob_closed_kokushi=robbed).do(KAN)
    assert (legal(board.game, RON) is LEGAL) == open_window
    board.do(ev.DoraRevealed(Tile.parse("6z"))).draw(1, replacement=True)
    assert (legal(board.game, RON) is LEGAL) == open_window
    assert legal(board.drop(1, "9p").game, RON) & Fault.OUT_OF_TURN


@pytest.mark.parametrize("preset", ["rrc", "ema", "wrc", "tenhou"])
def test_the_hand_is_as_it_was_before_the_kan(preset: str) -> None:
    board = dropped(preset)
    left = board.hand.live_left + 1
    board.do(KAN, ev.DoraRevealed(Tile.parse("6z"))).draw(1, replacement=True).do(RON)
    south = board.hand.seats[1]
    assert (south.melds, len(south.concealed)) == ((), 13)
    assert (board.hand.kans, board.hand.indicators, board.hand.live_left) == (0, parse_tiles("1z"), left)
    board.do(ev.HandShown(2, parse_tiles(READY)))
    ended = result(board.game)
    assert ended is not None
    assert (ended.winners, ended.deltas[1]) == ((2,), 0)


def test_an_added_kan_leaves_both_tiles_to_be_won_on() -> None:
    board = added(dropped().set_seat(3, concealed=(*parse_tiles("234m567678p22s78s"),)))
    assert legal(board.game, RON) is LEGAL
    assert legal(board.game, ev.WinDeclared(3, 1)) is LEGAL
    pon = board.do(RON).hand.seats[1].melds
    assert [meld.type for meld in pon] == [MeldType.PON]


def test_after_two_kans_of_one_turn_the_discard_before_them_can_be_won_on() -> None:
    board = dropped().do(KAN).draw(1, replacement=True)
    board.do(ev.KanDeclared(1, Meld(MeldType.ANKAN, parse_tiles("1111s")))).draw(1, replacement=True)
    assert legal(board.game, RON) is LEGAL
    assert (board.do(RON).hand.kans, board.hand.seats[1].melds) == (0, ())


def test_who_has_declared_the_kan_does_not_win_on_the_tile_before() -> None:
    """R-TURN-05."""
    assert legal(dropped().do(KAN).game, ev.WinDeclared(1, 0)) != LEGAL


def test_a_second_winner_may_follow() -> None:
    board = dropped().do(KAN).draw(1, replacement=True).do(RON)
    assert legal(board.game, ev.WinDeclared(3, 0)) is LEGAL
    board.do(ev.WinDeclared(3, 0), *(ev.HandShown(seat, parse_tiles(READY)) for seat in (2, 3)))
    ended = result(board.game)
    assert ended is not None
    assert ended.winners == (2, 3)


def test_a_ron_taken_back_leaves_the_kan() -> None:
    board = dropped().do(KAN).draw(1, replacement=True)
    before = board.hand
    board.do(RON, ev.WinWithdrawn(2))
    assert board.set_seat(2, dead=False).hand == before
    assert len(board.hand.seats[1].melds) == 1


def test_what_happened_beside_the_kan_stays() -> None:
    board = dropped().do(KAN, ev.Penalised(3, ev.Sanction.DEAD_HAND), RON)
    assert board.hand.seats[3].dead


def test_a_tsumo_on_the_replacement_closes_the_window() -> None:
    """R-WIN-04 (b), after a closed kan and after one that was called."""
    board = dropped().do(KAN).draw(1, replacement=True).do(ev.WinDeclared(1, 1))
    assert legal(board.game, RON) & Fault.WINDOW_CLOSED
    called = Board().deal(None, None, None, "123456789m99s23p").drop(0, "4p").call(2, displayed("44'44p", 2))
    called.draw(2, replacement=True).do(ev.WinDeclared(2, 2))
    assert legal(called.game, ev.WinDeclared(3, 0)) & Fault.WINDOW_CLOSED

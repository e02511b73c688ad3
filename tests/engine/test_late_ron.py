"""Ron said when a set, a kan, a stick or another ron came first (R-WIN-04, R-CALL-04, R-RIICHI-07)."""

from __future__ import annotations

import pytest

from engine.play.legal import legal
from engine.result.settle import result, wins
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.furiten import furiten
from engine.state.hand import Phase
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

READY = "123456789m99s23p"
"""Waits for 1p and 4p."""
RON = ev.WinDeclared(3, 0)


def called(preset: str = "rrc", drop: str = "1p", meld: str = "11'1p", **options: object) -> Board:
    """The dealer has discarded, West has called, North waits for the tile."""
    return Board(preset, **options).deal(None, None, None, READY).drop(0, drop).call(2, displayed(meld, 2))


@pytest.mark.parametrize(
    ("rule", "open_window"),
    [("next_player_discard", True), ("3_seconds_after_discard", True), ("next_player_draw", False)],
)
def test_ron_after_a_set_was_called_on_the_tile(rule: str, open_window: bool) -> None:
    board = called(call__ron_deadline=rule)
    assert (legal(board.game, RON) is LEGAL) == open_window
    assert legal(board.drop(2, "9p").game, RON) & Fault.OUT_OF_TURN


def test_who_has_called_does_not_win_on_the_tile() -> None:
    assert legal(called().game, ev.WinDeclared(2, 0)) == Fault.WINDOW_CLOSED


def test_a_call_whose_tile_is_won_on_was_not_made() -> None:
    """The caller takes the tiles back, the discard lies in the pond again."""
    board = called().do(RON)
    caller = board.hand.seats[2]
    assert (caller.melds, len(caller.concealed)) == ((), 13)
    assert board.hand.seats[0].pond[0].called_by is None
    board.do(ev.HandShown(3, parse_tiles(READY)))
    ended = result(board.game)
    assert ended is not None
    assert ended.winners == (3,)


def test_a_call_whose_tile_is_won_on_interrupts_nothing() -> None:
    """North wins one go-around after the riichi: ippatsu (R-RIICHI-14)."""
    board = Board().deal(None, None, None, READY).drop(0, "9p").turn(1, "9p").turn(2, "8p")
    board.draw(3, "7z").riichi(3, "7z").draw(0).drop(0, "1p").call(2, displayed("11'1p", 2))
    board.do(RON, ev.HandShown(3, parse_tiles(READY)), ev.UraRevealed(parse_tiles("7z")))
    (won,) = wins(board.game)
    assert won.value is not None
    assert "ippatsu" in {name for name, _ in won.value.yaku}


def test_an_open_kan_whose_tile_is_won_on_leaves_no_indicator_and_no_replacement() -> None:
    board = called(drop="4p", meld="44'44p")
    before = board.hand.live_left
    board.do(ev.DoraRevealed(Tile.parse("6z"))).draw(2, replacement=True).do(RON)
    assert (board.hand.kans, board.hand.indicators) == (0, parse_tiles("1p"))
    assert board.hand.live_left == before
    assert len(board.hand.seats[2].concealed) == 13


def test_a_late_call_and_a_later_ron_leave_both_hands_as_they_were() -> None:
    board = Board().deal(None, None, None, READY).drop(0, "1p").draw(1).call(2, displayed("11'1p", 2)).do(RON)
    assert [len(seat.concealed) for seat in board.hand.seats] == [13, 13, 13, 13]
    assert board.hand.live_left == 69


def test_what_happened_beside_the_call_stays() -> None:
    board = Board().deal("123456789m99s11z", first="7z", indicator="9s").riichi(0, "7z", paid=False)
    board.call(2, displayed("77'7z", 2)).do(ev.Penalised(1, ev.Sanction.DEAD_HAND), RON)
    assert board.hand.seats[1].dead


def test_a_ron_taken_back_leaves_the_call() -> None:
    board = called()
    before = board.hand
    board.do(RON, ev.WinWithdrawn(3))
    assert board.set_seat(3, dead=False).hand == before
    assert board.hand.phase is Phase.DISCARD


def test_who_has_drawn_does_not_join_a_ron_on_the_tile_before() -> None:
    """R-TURN-05."""
    board = Board().deal(None, None, None, READY).drop(0, "1p").draw(1).do(RON)
    assert legal(board.game, ev.WinDeclared(1, 0)) == Fault.CALL_AFTER_DRAW
    assert legal(board.game, ev.WinDeclared(2, 0)) is LEGAL


def test_another_ron_may_follow_the_hand_of_the_first() -> None:
    """Nobody has discarded since (R-WIN-04)."""
    board = Board().deal(None, READY, None, READY).drop(0, "1p").do(ev.WinDeclared(1, 0))
    board.do(ev.HandShown(1, parse_tiles(READY)), RON, ev.HandShown(3, parse_tiles(READY)))
    ended = result(board.game)
    assert ended is not None
    assert ended.winners == (1, 3)


def test_a_stick_laid_before_the_declaration_tile_is_won_on_comes_back() -> None:
    """What leaves the discarder is what the hand is worth, and no stick."""
    hand = "123456789p99m77z"
    board = Board().deal("123456789m99s11z", None, hand, first="7z").riichi(0, "7z").draw(1)
    board.do(ev.WinDeclared(2, 0), ev.HandShown(2, parse_tiles(hand)))
    ended, (won,) = result(board.game), wins(board.game)
    assert ended is not None
    paid = won.deltas[2]
    assert won.sticks == 0
    assert ended.deltas == (1000 - paid, 0, paid, 0)
    board.do(ended)
    assert (board.game.scores, board.game.kyotaku) == ((30000 - paid, 30000, 30000 + paid, 30000), 0)


@pytest.mark.parametrize("paid", [True, False])
def test_a_tsumo_after_the_declaration_tile_leaves_the_stick_on_the_table(paid: bool) -> None:
    hand = "123456789p99m77z"
    board = Board().deal("123456789m99s11z", hand, first="7z", indicator="9s").riichi(0, "7z", paid=paid)
    board.draw(1, "9m").do(ev.WinDeclared(1, 1), ev.HandShown(1, parse_tiles(hand), Tile.parse("9m")))
    if not paid:
        assert result(board.game) is None
        board.do(ev.RiichiPaid(0))
    assert wins(board.game)[0].sticks == 1


def test_rules_may_leave_the_stick_to_the_winner() -> None:
    hand = "123456789p99m77z"
    board = Board(riichi__void_deposit_on_ron=False).deal("123456789m99s11z", None, hand, first="7z")
    board.riichi(0, "7z").draw(1).do(ev.WinDeclared(2, 0), ev.HandShown(2, parse_tiles(hand)))
    assert wins(board.game)[0].sticks == 1


def test_each_of_two_words_taken_back_costs_a_dead_hand() -> None:
    board = Board().deal().drop(0, "1z").do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    board.do(ev.WinWithdrawn(1), ev.WinWithdrawn(2))
    assert [seat.dead for seat in board.hand.seats] == [False, True, True, False]


def test_a_kan_that_is_robbed_ends_no_temporary_furiten() -> None:
    """EMA-2012: any kan ends it, but this one counts as not declared (R-KAN-10, R-FURITEN-04)."""
    board = Board("ema_2012").deal(None, None, None, "23m456p789s123p11z", indicator="9s").drop(0, "4m")
    board.call(2, displayed("44'4m", 2)).drop(2, "1s").draw(3, "9p").drop(3, "9p").turn(0, "1m")
    board.turn(1, "2s").draw(2).do(ev.KanDeclared(2, displayed('44"4m', 2)))
    assert legal(board.game, ev.WinDeclared(3, 2)) == Fault.FURITEN
    board.do(ev.DoraRevealed(Tile.parse("6z"))).draw(2, replacement=True).drop(2, "3s")
    flags = furiten(board.hand, 3, board.game.rules)
    assert flags is not None
    assert flags.temporary, "the fourth 4m was let pass, too (R-FURITEN-07)"

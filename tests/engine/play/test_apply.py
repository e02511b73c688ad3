"""Transitions of the state machine, at a table where nobody's tiles are seen unless said."""

from __future__ import annotations

import pytest

from engine.play.apply import apply, replay
from engine.play.legal import legal
from engine.result.settle import result, wins
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault, IllegalEventError
from engine.state.hand import Phase, Riichi, Source
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

TENPAI = "123456789m99s11z"


def test_the_hand_begins_with_walls_dice_deal_indicator() -> None:
    board = Board()
    board.do(ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4))
    phases = [board.hand.phase]
    board.do(ev.DiceThrown((3, 4)))
    assert (board.hand.phase, board.hand.dora_due) == (Phase.THROWN, 1)
    board.do(ev.Dealt())
    assert (board.hand.phase, board.hand.turn) == (Phase.DEALT, 0)
    board.do(ev.DoraRevealed(Tile.parse("1p")))
    phases.append(board.hand.phase)
    assert phases == [Phase.BUILD, Phase.DRAW]
    board.draw(0)
    assert (board.hand.phase, board.hand.live_left) == (Phase.DISCARD, 69)


def test_only_a_record_is_believed_where_its_game_stands() -> None:
    started = ev.GameStarted("rrc"), ev.HandStarted(1, 2, 3, 1, 1, (31000, 29000, 30000, 29000))
    with pytest.raises(IllegalEventError):
        replay(started)
    game = replay(started, trust=True)
    assert game is not None
    assert (game.scores, game.honba, game.kyotaku) == (started[1].scores, 3, 1)


def test_an_illegal_event_changes_nothing() -> None:
    board = Board().deal()
    before = board.game
    with pytest.raises(IllegalEventError) as refused:
        apply(board.game, ev.Discarded(2, Tile.parse("1p")))
    assert refused.value.faults == Fault.OUT_OF_TURN
    assert board.game is before


def test_a_call_moves_the_turn_and_keeps_the_tile_in_the_history() -> None:
    board = Board().deal().drop(0, "5p").call(2, displayed("55'5p", 2))
    hand = board.hand
    assert (hand.turn, hand.phase, hand.source) == (2, Phase.DISCARD, Source.CALL)
    assert hand.seats[0].pond[0].called_by == 2
    assert len(hand.seats[2].concealed) == 11
    assert not hand.intact


def test_a_pon_after_the_next_draw_takes_the_draw_back() -> None:
    board = Board().deal().drop(0, "5p").draw(1)
    assert board.hand.live_left == 68
    board.call(2, displayed("55'5p", 2))
    assert board.hand.live_left == 69
    assert len(board.hand.seats[1].concealed) == 13
    board.drop(2, "1s").draw(3)
    assert board.hand.turn == 3


def test_who_has_drawn_cannot_call() -> None:
    board = Board().deal().drop(0, "5p").draw(1)
    faults = legal(board.game, ev.Called(1, displayed("555'p", 1)))
    assert Fault.CALL_AFTER_DRAW in faults


def test_an_unread_discard_is_named_later_and_counts_for_furiten() -> None:
    board = Board().deal(None, TENPAI).do(ev.Discarded(0, None))
    board.draw(1, "5p").drop(1, "5p")
    assert board.hand.seats[0].pond[0].tile is None
    board.do(ev.Identified(0, 0, Tile.parse("9s")))
    assert board.hand.seats[0].pond[0].tile == Tile.parse("9s")
    assert legal(board.game, ev.Identified(0, 0, Tile.parse("8s"))) == Fault.ALREADY_READ
    assert legal(board.game, ev.Identified(0, 4, Tile.parse("8s"))) == Fault.NO_SUCH_DISCARD


def test_a_call_names_an_unread_discard() -> None:
    board = Board().deal().do(ev.Discarded(0, None)).call(2, displayed("55'5p", 2))
    assert board.hand.seats[0].pond[0].tile == Tile.parse("5p")


def test_a_riichi_whose_tile_was_not_laid_down_is_none_where_the_drawn_tile_wins() -> None:
    board = Board().deal(TENPAI, first="9s").do(ev.RiichiDeclared(0))
    won = board.do(ev.WinDeclared(0, 0))
    assert won.hand.seats[0].riichi is Riichi.NO
    assert won.game.scores[0] == 30000


def test_riichi_moves_a_stick_and_freezes_the_hand() -> None:
    board = Board().deal(TENPAI, first="7z").do(ev.RiichiDeclared(0))
    assert Fault.RIICHI_NOTEN in legal(board.game, ev.Discarded(0, Tile.parse("1m"), sideways=True))
    board.drop(0, "7z", sideways=True)
    assert board.hand.seats[0].riichi is Riichi.DISCARDED
    assert board.hand.seats[0].double_riichi
    board.do(ev.RiichiPaid(0))
    assert (board.game.scores[0], board.game.kyotaku) == (29000, 1)
    board.turn(1, "5p").turn(2, "5p").turn(3, "6p").draw(0, "8s")
    assert Fault.RIICHI_FROZEN in legal(board.game, ev.Discarded(0, Tile.parse("1m")))
    assert board.hand.seats[0].ippatsu
    board.drop(0, "8s")
    assert not board.hand.seats[0].ippatsu


def test_after_the_riichi_tile_was_called_the_next_discard_lies_sideways() -> None:
    board = Board().deal(TENPAI, first="7z").riichi(0, "7z")
    board.call(2, displayed("77'7z", 2)).drop(2, "1p").turn(3, "2p").draw(0, "8s")
    assert board.hand.seats[0].owes_sideways
    assert not board.hand.seats[0].ippatsu
    board.drop(0, "8s", sideways=True)
    assert not board.hand.seats[0].owes_sideways


def test_a_sideways_tile_needs_a_riichi() -> None:
    faults = legal(Board().deal().game, ev.Discarded(0, Tile.parse("1p"), sideways=True))
    assert faults == Fault.SIDEWAYS_WITHOUT_RIICHI


@pytest.mark.parametrize(("preset", "due"), [("rrc", 1), ("tenhou", 0)])
def test_the_indicator_of_an_open_kan_is_due_at_once_or_after_the_discard(preset: str, due: int) -> None:
    board = Board(preset).deal().drop(0, "2p").call(2, displayed("22'22p", 2))
    assert (board.hand.phase, board.hand.dora_due) == (Phase.KAN, due)
    board.draw(2, replacement=True)
    assert board.hand.live_left == 68
    assert len(board.hand.counted_indicators) == 1
    board.drop(2, "1s")
    assert board.hand.dora_due == 1
    board.do(ev.DoraRevealed(Tile.parse("9m")))
    assert board.hand.dora_due == 0
    assert legal(board.game, ev.DoraRevealed(Tile.parse("9m"))) == Fault.INDICATOR_NOT_DUE


def test_a_kan_robbed_late_counts_as_not_declared() -> None:
    board = Board().deal(None, "23p123456s44477z", indicator="9s").drop(0, "9m").draw(1, "9m").drop(1, "9m")
    board.turn(2, "4p").call(0, displayed("44'4p", 0)).drop(0, "8s").draw(1, "8s").drop(1, "8s")
    board.turn(2, "8p").turn(3, "8p").draw(0).do(ev.KanDeclared(0, displayed('44"4p', 0)))
    board.do(ev.DoraRevealed(Tile.parse("6z"))).draw(0, replacement=True)
    assert len(board.hand.indicators) == 2
    board.do(ev.WinDeclared(1, 0))
    assert len(board.hand.indicators) == 1
    assert board.hand.kans == 0
    board.do(ev.HandShown(1, parse_tiles("23p123456s44477z")))
    won = wins(board.game)[0]
    assert won.win is not None
    assert won.win.chankan
    assert won.value is not None
    assert ("chankan", 1) in won.value.yaku
    ended = result(board.game)
    assert ended is not None
    assert ended.deltas[0] == -won.value.points


def test_the_last_discard_can_only_be_won_on() -> None:
    board = Board().deal().set_hand(live_left=0).drop(0, "5p")
    faults = legal(board.game, ev.Called(1, displayed("5'67p", 1)))
    assert faults == Fault.CALL_LAST_DISCARD
    assert Fault.WALL_EMPTY in legal(board.game, ev.Drawn(1))
    assert legal(board.game, ev.WinDeclared(1, 0)) is LEGAL


def test_nothing_follows_the_end_but_the_next_hand() -> None:
    board = Board().deal().set_hand(live_left=0).drop(0, "5p")
    board.do(*(ev.NotenDeclared(seat) for seat in range(4)))
    ended = result(board.game)
    assert ended is not None
    assert legal(board.game, ev.HandEnded(ended.reason, (100, -100, 0, 0), 0)) == Fault.WRONG_RESULT
    board.do(ended)
    assert legal(board.game, ev.Drawn(1)) == Fault.WRONG_MOMENT
    assert legal(board.game, ev.HandStarted(0, 1, 0, 0, 0, board.game.scores)) == Fault.WRONG_HAND

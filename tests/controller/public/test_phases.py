"""Where the table stands, for people."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from contract.messages import Phase as Shown
from controller.machine.transitions import CycleStep
from controller.public.phases import phase, showing
from engine.result.game import next_hand
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import parse_tiles
from tests.engine.board import Board

OPEN: Any = SimpleNamespace(preview=None)
PREVIEWED: Any = SimpleNamespace(preview=object())


def begun() -> Game:
    board = Board()
    return board.do(next_hand(board.game)).game


def last_discard() -> Game:
    return Board().deal().set_hand(live_left=0).drop(0, "5p").game


@pytest.mark.parametrize(
    ("step", "before", "without_dice"),
    [
        (CycleStep.COLLECT, Shown.COLLECT, Shown.COLLECT),
        (CycleStep.INTAKE, Shown.COLLECT, Shown.COLLECT),
        (CycleStep.CLOSE, Shown.COLLECT, Shown.COLLECT),
        (CycleStep.SHUFFLE, Shown.SHUFFLE, Shown.SHUFFLE),
        (CycleStep.RAISE, Shown.RAISE, Shown.RAISE),
        (CycleStep.THROW, Shown.DICE, Shown.DICE),
        (CycleStep.REHOME, Shown.DICE, Shown.DICE),
        (CycleStep.PLAY, Shown.IDLE, Shown.DEAL),
    ],
)
def test_until_the_deal_the_machine_says_where_the_table_stands(
    step: CycleStep, before: Shown, without_dice: Shown
) -> None:
    assert phase(None, step, OPEN) is before
    assert phase(Board().game, step, OPEN) is before
    assert phase(begun(), step, OPEN) is without_dice
    thrown = Board()
    thrown.do(next_hand(thrown.game), ev.DiceThrown((3, 4)))
    assert phase(thrown.game, step, OPEN) is without_dice


def test_then_the_hand_does() -> None:
    dealt = Board()
    dealt.do(next_hand(dealt.game), ev.DiceThrown((3, 4)), ev.Dealt())
    assert phase(dealt.game, CycleStep.PLAY, OPEN) is Shown.DEAL
    turned = dealt.do(ev.DoraRevealed(parse_tiles("1p")[0]))
    assert phase(turned.game, CycleStep.PLAY, OPEN) is Shown.DEAL
    drawn = turned.draw(0)
    assert phase(drawn.game, CycleStep.PLAY, OPEN) is Shown.PLAY
    discarded = drawn.drop(0, "5p")
    assert phase(discarded.game, CycleStep.PLAY, OPEN) is Shown.PLAY
    won = discarded.do(ev.WinDeclared(2, 0))
    assert phase(won.game, CycleStep.PLAY, OPEN) is Shown.SHOW
    assert phase(won.game, CycleStep.PLAY, PREVIEWED) is Shown.CONFIRM


def test_a_hand_that_nobody_watches_is_played_as_soon_as_it_is_dealt() -> None:
    board = Board()
    board.do(next_hand(board.game), ev.Dealt())
    assert phase(board.game, CycleStep.PLAY, OPEN) is Shown.PLAY


def test_a_game_that_is_over_is_finished_whatever_the_machine_does() -> None:
    over = replace(Board().game, finished=True)
    assert {phase(over, step, PREVIEWED) for step in CycleStep} == {Shown.FINISHED}


def test_at_a_draw_hands_are_opened_once_the_last_discard_cannot_be_won_on() -> None:
    game = last_discard()
    assert game.hand is not None
    assert showing(game, game.hand, window_closed=False) is None
    assert showing(game, game.hand, window_closed=True) is ev.EndReason.EXHAUSTIVE
    assert phase(game, CycleStep.PLAY, OPEN) is Shown.PLAY
    assert phase(game, CycleStep.PLAY, OPEN, window_closed=True) is Shown.SHOW
    entered = replace(game.hand, entered=ev.ResultEntered(ev.EndReason.EXHAUSTIVE))
    assert showing(game, entered, window_closed=True) is None
    early = Board().deal().drop(0, "5p")
    assert showing(early.game, early.hand, window_closed=True) is None


def test_hands_are_opened_for_a_win_or_for_nine_kinds() -> None:
    won = Board().deal().drop(0, "5p").do(ev.WinDeclared(2, 0))
    assert showing(won.game, won.hand, window_closed=False) is ev.EndReason.WIN
    nine = Board().deal("19m19p19s1234567z", first="2m").do(ev.AbortDeclared(0))
    assert showing(nine.game, nine.hand, window_closed=False) is ev.EndReason.KYUUSHU

"""A kan that directly follows an open kan, and the ron that robs it: which indicators count.

The decision and its sources: docs/rules.md, "Doubts that were settled".
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.judge import Kind
from engine.notation import mjai_writer, tenhou_writer
from engine.notation.read import play
from engine.play.legal import legal
from engine.result.settle import result, wins
from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed
from tests.engine.judge.story import Story

ROBBER = "123456m789s23p11z"
"""Seat 1: waits for 1p and 4p."""
OF_FIRST, OF_SECOND = ev.DoraRevealed(Tile.parse("9s")), ev.DoraRevealed(Tile.parse("9m"))
"""They make 1s and 1m dora: the second would give the robber one han."""
LATER = ("tenhou", "mahjong_soul")
"""Here the indicator of an open kan waits for the discard; in the other presets it is turned at once."""
SECOND = ev.KanDeclared(2, displayed('44"4p', 2))
ROBBED = ev.WinDeclared(1, 2)


def opened(board: Board) -> Board:
    """Seat 2 has a pon of 4p, calls an open kan of 2z from seat 0, and draws a replacement."""
    board.deal(None, ROBBER, indicator="6z").drop(0, "4p").call(2, displayed("44'4p", 2)).drop(2, "9p")
    board.turn(3, "9p").turn(0, "9p").turn(1, "8p").turn(2, "8p").turn(3, "7p").turn(0, "2z")
    board.call(2, displayed("22'22z", 2))
    if board.hand.dora_due:
        board.do(OF_FIRST)
    return board.draw(2, replacement=True)


def robbed(board: Board) -> Board:
    """The ron, which is shown; every indicator that is due is turned."""
    board.do(ROBBED, ev.HandShown(1, parse_tiles(ROBBER)))
    assert not board.hand.dora_due
    return board


@pytest.mark.parametrize("preset", PRESETS)
def test_the_indicator_of_the_first_kan_counts_where_it_was_turned_before_the_second(preset: str) -> None:
    board = opened(Board(preset))
    turned = preset not in LATER
    assert (len(board.hand.indicators), board.hand.dora_due) == (1 + turned, 0)
    board.do(SECOND)
    if board.hand.dora_due:
        board.do(OF_SECOND)
    robbed(board)
    assert board.hand.counted_indicators == parse_tiles("6z9s" if turned else "6z")
    assert (board.hand.kans, board.hand.carried) == (1, 0)
    assert result(board.game) is not None


@pytest.mark.parametrize("preset", LATER)
def test_an_indicator_that_was_turned_beside_the_second_kan_counts(preset: str) -> None:
    """A record that writes it before the win says that it lay open."""
    board = opened(Board(preset)).do(SECOND)
    assert (board.hand.dora_due, board.hand.dora_allowed) == (0, 1)
    board.do(OF_FIRST)
    assert legal(board.game, OF_SECOND) == Fault.INDICATOR_NOT_DUE
    robbed(board)
    assert board.hand.counted_indicators == parse_tiles("6z9s")


@pytest.mark.parametrize("preset", LATER)
def test_nobody_robs_and_the_first_is_due_with_the_replacement_tile(preset: str) -> None:
    board = opened(Board(preset)).do(SECOND).draw(2, replacement=True)
    assert board.hand.dora_due == 1
    board.do(OF_FIRST)
    assert (board.hand.dora_due, len(board.hand.counted_indicators)) == (0, 2)
    board.drop(2, "8p")
    assert board.hand.dora_due == 1
    assert legal(board.game, OF_SECOND) is LEGAL


@pytest.mark.parametrize("preset", LATER)
def test_a_ron_after_the_replacement_tile_counts_the_first(preset: str) -> None:
    """R-KAN-11: where the window is still open, only the robbed kan's own indicator is void."""
    board = opened(Board(preset)).do(SECOND).draw(2, replacement=True).do(ROBBED)
    assert board.hand.dora_due == 1
    board.do(OF_FIRST, ev.HandShown(1, parse_tiles(ROBBER)))
    assert board.hand.counted_indicators == parse_tiles("6z9s")


def test_a_ron_taken_back_leaves_the_second_kan_as_it_was() -> None:
    board = opened(Board("tenhou")).do(SECOND)
    before = board.hand
    board.do(ROBBED, ev.WinWithdrawn(1))
    assert (board.hand.carried, board.hand.kans, board.hand.pending) == (1, 2, 1)
    assert board.hand.indicators == before.indicators


@pytest.mark.parametrize("preset", LATER)
def test_the_judge_takes_either_order_for_right(preset: str) -> None:
    for order in ((OF_FIRST, ev.Drawn(2, replacement=True)), (ev.Drawn(2, replacement=True), OF_FIRST)):
        story = Story(preset)
        opened(story).do(SECOND, *order).drop(2, "8p")
        assert not {Kind.KAN_DORA_EARLY, Kind.KAN_DORA_LATE} & set(story.kinds)


def test_a_closed_kan_that_nobody_can_rob_turns_both_at_once() -> None:
    assert not Ruleset.preset("tenhou").flag("kan.rob_closed_kokushi")
    board = opened(Board("tenhou")).do(ev.KanDeclared(2, displayed("X77Xz", 2)))
    assert board.hand.dora_due == 2


def test_the_value_follows() -> None:
    """One han more where the first indicator lay open: 9m makes 1m of the robber dora."""
    found = {}
    for turned in (False, True):
        board = opened(Board("tenhou")).do(SECOND)
        if turned:
            board.do(OF_SECOND)
        (won,) = wins(robbed(board).game)
        assert won.value is not None
        found[turned] = (won.value.han, won.value.dora)
    assert found == {False: (1, 0), True: (2, 1)}


def written(turned: bool) -> Sequence[ev.Event]:
    board = opened(Board("tenhou")).do(SECOND, *((OF_SECOND,) if turned else ()))
    ended = result(robbed(board).game)
    assert ended is not None
    return board.do(ended).game.log


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("form", ["mjai", "mjai without the line of the indicator", "tenhou"])
def test_a_record_says_whether_it_lay_open(form: str, turned: bool) -> None:
    events = written(turned)
    if form == "tenhou":
        lines = [tenhou_writer.text(tenhou_writer.write(events))]
    else:
        lines = [*mjai_writer.write(events), '{"type": "end_game"}']
    if form.endswith("indicator"):
        lines = [line for line in lines if '"dora"' not in line.partition(",")[0]]
    (hand,) = play(lines, "tenhou").hands
    assert hand.differences == ()
    assert hand.ended.deltas == ((0, 2600, -2600, 0) if turned else (0, 1300, -1300, 0))

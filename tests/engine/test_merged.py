"""A tsumo tile pushed into the hand: the wait is no longer known (R-WIN-08)."""

from __future__ import annotations

import pytest

from engine.play.apply import apply
from engine.play.legal import legal
from engine.result.settle import WinResult, result, wins
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board

WHOLE = "234m345p678s22567p"


def tsumo(shown: str, win_tile: str | None = None, **options: object) -> Board:
    board = Board("rrc", **options).deal(indicator="1z").drop(0, "1z").draw(1).drop(1, "1z")
    board.turn(2, "9s").turn(3, "9s").turn(0, "9s").draw(1).do(ev.WinDeclared(1, 1))
    tile = None if win_tile is None else Tile.parse(win_tile)
    return board.do(ev.HandShown(1, parse_tiles(shown), tile))


def won(board: Board) -> WinResult:
    found = wins(board.game)[0]
    assert found.value is not None
    return found


def names(found: WinResult) -> set[str]:
    assert found.value is not None
    return {name for name, _ in found.value.yaku}


def test_pinfu_is_lost_with_the_wait() -> None:
    apart = won(tsumo(WHOLE.replace("567p", "56p"), "7p"))
    assert names(apart) == {"menzen_tsumo", "pinfu", "tanyao"}
    merged = won(tsumo(WHOLE))
    assert names(merged) == {"menzen_tsumo", "tanyao"}
    assert merged.win is not None
    assert merged.win.merged
    # 20 and 2 for tsumo, rounded: nothing for a wait.
    assert merged.value is not None
    assert (merged.value.han, merged.value.fu) == (2, 30)


def test_rules_may_give_the_best_wait_instead() -> None:
    board = tsumo("22567p234m345p678s", win__merged_tsumo_tile=False)
    assert names(won(board)) == {"menzen_tsumo", "pinfu", "tanyao"}


def test_the_hand_is_paid_like_any_other() -> None:
    ended = result(tsumo(WHOLE).game)
    assert ended is not None
    # 2 han 30 fu: the dealer pays 1000, the others 500.
    assert ended.deltas == (-1000, 2000, -500, -500)


def test_a_correction_can_name_the_tile() -> None:
    board = tsumo(WHOLE)
    at = len(board.game.log) - 1
    named = ev.HandShown(1, parse_tiles(WHOLE.replace("567p", "56p")), Tile.parse("7p"))
    game = apply(board.game, ev.Correct(at, 1, (named,), "the judge saw it"))
    assert "pinfu" in names(wins(game)[0])


@pytest.mark.parametrize("drawn", ["7p", "9m"])
def test_a_drawn_tile_that_is_known_must_be_among_the_others(drawn: str) -> None:
    board = Board().deal(indicator="1z").drop(0, "1z").draw(1, drawn).do(ev.WinDeclared(1, 1))
    shown = ev.HandShown(1, parse_tiles(WHOLE))
    assert (Fault.SHOWN_DIFFERS in legal(board.game, shown)) == (drawn == "9m")


def test_a_ron_has_no_tile_to_merge() -> None:
    board = Board().deal(indicator="1z").drop(0, "7p").do(ev.WinDeclared(1, 0))
    assert Fault.SHOWN_COUNT in legal(board.game, ev.HandShown(1, parse_tiles(WHOLE)))


def test_a_known_drawn_tile_left_unnamed_lies_apart_and_not_among_the_others() -> None:
    whole = "234m345p678s2256p"
    board = Board().deal(None, whole, indicator="1z").drop(0, "1z").draw(1, "7p").do(ev.WinDeclared(1, 1))
    assert legal(board.game, ev.HandShown(1, parse_tiles(whole))) is LEGAL
    swapped = parse_tiles(whole.replace("56p", "67p"))
    assert legal(board.game, ev.HandShown(1, swapped)) == Fault.SHOWN_DIFFERS

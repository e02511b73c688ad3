"""Options of riichi and furiten (R-RIICHI, R-FURITEN)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from engine.play.legal import legal
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.furiten import furiten
from engine.state.hand import PondTile, Riichi
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed
from tests.engine.options import NO, TENPAI, YES, Flip, Options, board, fault, kan
from tests.engine.test_options_play import added


def riichi_scores(options: Options) -> Any:
    return board(options).deal(TENPAI, first="7z").riichi(0, "7z").game.scores[0]


def riichi_late(options: Options) -> Any:
    at = board(options).deal().set_hand(live_left=3)
    return fault(at, ev.RiichiDeclared(0), Fault.RIICHI_TOO_LATE)


def riichi_in_furiten(options: Options) -> Any:
    at = board(options).deal(TENPAI, first="7z").set_seat(0, pond=(PondTile(Tile.parse("9s")),))
    word = fault(at, ev.RiichiDeclared(0), Fault.RIICHI_FURITEN)
    at.set_seat(0, riichi=Riichi.DECLARED)
    tile = fault(at, ev.Discarded(0, Tile.parse("7z"), sideways=True), Fault.RIICHI_FURITEN)
    return word, tile


def riichi_kan(hand: str, drawn: str, quad: str) -> Any:
    def ask(options: Options) -> Any:
        at = board(options).deal(hand, first=drawn).set_seat(0, riichi=Riichi.PAID)
        return not fault(at, ev.KanDeclared(0, kan(quad)), Fault.RIICHI_KAN)

    return ask


def stick_after_ron(options: Options) -> Any:
    """Whether the stick is still laid when the declaration tile is won on."""
    at = board(options).deal(TENPAI, first="7z").riichi(0, "7z", paid=False).do(ev.WinDeclared(1, 0))
    return legal(at.game, ev.RiichiPaid(0)) is LEGAL


def riichi_tile_called(options: Options) -> Any:
    at = board(options).deal(TENPAI, first="7z").riichi(0, "7z").call(2, displayed("77'7z", 2))
    at.drop(2, "1p").turn(3, "2p").draw(0, "8s")
    return fault(at, ev.Discarded(0, Tile.parse("8s"), sideways=True), Fault.SIDEWAYS_WITHOUT_RIICHI)


def riichi_taken_back(options: Options) -> Any:
    at = board(options).deal(TENPAI, first="7z").riichi(0, "7z", paid=False)
    return legal(at.game, ev.RiichiWithdrawn(0)) is LEGAL


def riichi_without_points(options: Options) -> Any:
    at = board(options).deal()
    at.game = replace(at.game, scores=(900, 40100, 39500, 39500))
    return fault(at, ev.RiichiDeclared(0), Fault.RIICHI_POINTS)


def hidden_riichi(options: Options) -> Any:
    at = board(options).deal().set_hand(live_left=0).set_seat(1, riichi=Riichi.PAID).drop(0, "5p")
    return fault(at, ev.NotenDeclared(1), Fault.NOTEN_IN_RIICHI)


def shown_when_aborted(options: Options) -> Any:
    """Whether a riichi hand is asked for after nine terminals, and after four riichi."""
    nine = board(options).deal().set_seat(1, riichi=Riichi.PAID).do(ev.AbortDeclared(0))
    four = board(options).deal().drop(0, "5p")
    for seat in range(4):
        four.set_seat(seat, riichi=Riichi.PAID)
    return tuple(1 in at.hand.to_show(at.game.rules) for at in (nine, four))


def flags(at: Board) -> Any:
    found = furiten(at.hand, 1, at.game.rules)
    assert found is not None
    return tuple(found)


def missed_in_riichi(options: Options) -> Any:
    """Seat 1 in riichi lets 9s pass and then draws and discards."""
    at = board(options).deal(None, TENPAI, indicator="9p").set_seat(1, riichi=Riichi.PAID)
    at.drop(0, "9s").draw(1, "7z").drop(1, "7z").turn(2, "8p")
    return flags(at)


def called_away(options: Options) -> Any:
    at = board(options).deal(None, TENPAI).set_seat(1, pond=(PondTile(Tile.parse("9s"), called_by=2),))
    return flags(at)


def other_wait(options: Options) -> Any:
    """9s lies in the own pond; 1z is offered."""
    at = board(options).deal(None, TENPAI, indicator="9p").set_seat(1, pond=(PondTile(Tile.parse("9s")),))
    return flags(at.drop(0, "1z"))


OPEN_HAND: Final = "234p55z99s789s"
"""With a pon of 2m: 5z would have a yaku, 9s none."""


def yakuless(options: Options) -> Any:
    at = board(options).deal(indicator="9p").set_hand(intact=False)
    at.set_seat(1, concealed=parse_tiles(OPEN_HAND), melds=(displayed("2'22m", 1),))
    return flags(at.set_seat(1, pond=(PondTile(Tile.parse("9s")),)))


def yakuless_passed(options: Options) -> Any:
    at = board(options).deal(indicator="9p").set_hand(intact=False)
    at.set_seat(1, concealed=parse_tiles(OPEN_HAND), melds=(displayed("2'22m", 1),)).drop(0, "1p")
    return flags(at.turn(1, "1p").turn(2, "9s").turn(3, "8p"))


def missed_before_a_call(options: Options) -> Any:
    at = board(options).deal(None, TENPAI, indicator="9p").drop(0, "9s").draw(1, "7z").drop(1, "7z")
    at.turn(2, "1z").turn(3, "5p").call(0, displayed("5'67p", 0)).drop(0, "1p")
    return flags(at)


def missed_kan(options: Options) -> Any:
    return flags(added(options).do(ev.DoraRevealed(Tile.parse("6z"))).draw(0, replacement=True).drop(0, "9p"))


FLIPS: Final = {
    "riichi.deposit": Flip(riichi_scores, ((1000, 29000), (2000, 28000))),
    "riichi.min_live_tiles": Flip(riichi_late, ((4, True), (3, False))),
    "riichi.furiten_allowed": Flip(riichi_in_furiten, ((YES, (False, False)), (NO, (True, True)))),
    # 333444555s can be read as runs too: the waits 1m and 4m stay, a reading is lost.
    "riichi.ankan": Flip(
        riichi_kan("2399m333444555s", "4s", "4444s"),
        (("waits_unchanged", True), ("waits_and_readings_unchanged", False), ("forbidden", False)),
    ),
    # 4m takes the place of 1m in the run: the hand still waits for 5s.
    "riichi.ankan_drawn_tile_only": Flip(
        riichi_kan("111123m456789p5s", "4m", "1111m"), ((YES, False), (NO, True))
    ),
    "riichi.void_deposit_on_ron": Flip(stick_after_ron, ((YES, False), (NO, True))),
    "riichi.next_tile_sideways": Flip(riichi_tile_called, ((YES, False), (NO, True))),
    "riichi.cancel_window": Flip(
        riichi_taken_back,
        (("free_until_discard_then_dead_hand_until_stick", True), ("free_until_discard_then_none", False)),
    ),
    "riichi.needs_1000": Flip(riichi_without_points, ((NO, False), (YES, True))),
    "riichi.show_at_exhaustive_draw": Flip(hidden_riichi, ((YES, True), (NO, False))),
    "riichi.show_at_abortive_draw": Flip(
        shown_when_aborted,
        (("always", (True, True)), ("only_four_riichi", (False, True)), ("never", (False, False))),
    ),
    "riichi.missed_win_furiten": Flip(
        missed_in_riichi, ((YES, (False, False, True)), (NO, (False, False, False)))
    ),
    "furiten.called_away_counts": Flip(called_away, ((YES, (True, False, False)), (NO, (False,) * 3))),
    "furiten.any_wait_blocks_all": Flip(other_wait, ((YES, (True, False, False)), (NO, (False,) * 3))),
    "furiten.yakuless_counts": Flip(yakuless, ((YES, (True, False, False)), (NO, (False,) * 3))),
    # For ron the own next tile and the own discard come to the same (R-FURITEN-04).
    "furiten.temporary_ends": Flip(
        missed_before_a_call,
        (
            ("own_draw_or_any_call", (False, False, False)),
            ("own_next_tile", (False, True, False)),
            ("own_discard", (False, True, False)),
        ),
    ),
    "furiten.temporary_yakuless": Flip(yakuless_passed, ((YES, (False, True, False)), (NO, (False,) * 3))),
    "furiten.missed_chankan_counts": Flip(missed_kan, ((YES, (False, True, False)), (NO, (False,) * 3))),
}


@pytest.mark.parametrize("option", FLIPS)
def test_the_option_changes_what_may_be_done(option: str) -> None:
    FLIPS[option].check(option)

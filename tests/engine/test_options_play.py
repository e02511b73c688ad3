"""Options that change what may be done during a hand (R-WALL, R-CALL, R-KAN, R-ABORT)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.play.legal import legal
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault, IllegalEventError
from engine.state.hand import Riichi
from engine.state.priority import Claim, standing
from engine.state.wall_break import wall_of
from engine.tiles.tile import Tile
from tests.engine.board import Board
from tests.engine.hands import displayed
from tests.engine.options import NO, TENPAI, YES, Flip, Options, board, fault, kan, rules

ORPHANS: Final = "19m19p19s1234567z"


def red_five(options: Options) -> Any:
    return fault(board(options).deal(), ev.Discarded(0, Tile.parse("0p")), Fault.FIVE_COPIES)


def broken(options: Options) -> Any:
    wall = wall_of(rules(options), 0, ((1, 4), (4, 5)))
    assert wall is not None
    return wall.side, wall.stacks


def live_after_kan(options: Options) -> Any:
    at = board(options).deal("1111m" + TENPAI[4:]).do(ev.KanDeclared(0, kan("1111m")))
    before = at.hand.live_left
    return before - at.draw(0, replacement=True).hand.live_left


def spoken(options: Options) -> Any:
    """Chi is said before pon: who gets the tile?"""
    claims: list[Claim] = [ev.Called(1, displayed("5'67p", 1)), ev.Called(2, displayed("55'5p", 2))]
    return [claim.seat for claim in standing(rules(options), claims)]


def late_call(options: Options) -> Any:
    at = board(options).deal().drop(0, "2p").draw(1)
    return legal(at.game, ev.Called(2, displayed("22'2p", 2))) is LEGAL


def last_call(options: Options) -> Any:
    at = board(options).deal().set_hand(live_left=0).drop(0, "5p")
    return legal(at.game, ev.Called(1, displayed("5'67p", 1))) is LEGAL


def unfetched(options: Options) -> Any:
    at = board(options).deal().drop(0, "2p").do(ev.Called(2, displayed("22'2p", 2), fetched=False))
    return fault(at, ev.Discarded(2, Tile.parse("9s")), Fault.NOT_FETCHED)


def kuikae(tile: str) -> Any:
    def ask(options: Options) -> Any:
        at = board(options).deal().drop(0, "5p").call(1, displayed("5'67p", 1))
        return fault(at, ev.Discarded(1, Tile.parse(tile)), Fault.KUIKAE)

    return ask


def late_ron(options: Options) -> Any:
    at = board(options).deal().drop(0, "2p").draw(1)
    return legal(at.game, ev.WinDeclared(2, 0)) is LEGAL


def ron_withdrawn(options: Options) -> Any:
    at = board(options).deal().drop(0, "2p").do(ev.WinDeclared(2, 0), ev.WinWithdrawn(2))
    return at.hand.seats[2].dead


def kan_after_call(options: Options) -> Any:
    at = board(options).deal(None, "1111z5577p12345s").drop(0, "5p").call(1, displayed("5'55p", 1))
    return fault(at, ev.KanDeclared(1, kan("1111z")), Fault.KAN_AFTER_CALL)


def kan_near_the_end(options: Options) -> Any:
    at = board(options).deal("1111m" + TENPAI[4:]).set_hand(live_left=1)
    return legal(at.game, ev.KanDeclared(0, kan("1111m"))) is LEGAL


def due_after_closed(options: Options) -> Any:
    at = board(options).deal("1111m" + TENPAI[4:]).do(ev.KanDeclared(0, kan("1111m")))
    return at.hand.dora_due


def due_after_open(options: Options) -> Any:
    return board(options).deal().drop(0, "2p").call(2, displayed("22'22p", 2)).hand.dora_due


def added(options: Options) -> Board:
    """Seat 0 extends a pon of 4p."""
    at = (
        board(options)
        .deal(None, "23p123456s44477z", indicator="9s")
        .drop(0, "9m")
        .draw(1, "9m")
        .drop(1, "9m")
    )
    at.turn(2, "4p").call(0, displayed("44'4p", 0)).drop(0, "8s").draw(1, "8s").drop(1, "8s")
    return at.turn(2, "8p").turn(3, "8p").draw(0).do(ev.KanDeclared(0, displayed('44"4p', 0)))


def due_after_added(options: Options) -> Any:
    return added(options).hand.dora_due


def robbed_late(options: Options) -> Any:
    at = added(options).do(ev.DoraRevealed(Tile.parse("6z"))).draw(0, replacement=True)
    return legal(at.game, ev.WinDeclared(1, 0)) is LEGAL


def orphans_on_a_closed_kan(options: Options) -> Any:
    """Seat 1 waits for 1m alone, of which seat 0 declares a closed kan."""
    at = board(options).deal("1111m234567p999s", "99m19p19s1234567z", indicator="2z")
    at.do(ev.KanDeclared(0, kan("1111m")))
    return legal(at.game, ev.WinDeclared(1, 0)) is LEGAL


def four_kans_of_one(options: Options) -> Any:
    melds = tuple(kan(4 * digit + "p") for digit in "1234")
    at = board(options).deal(indicator="9s").set_seat(0, concealed=(None, None), melds=melds).set_hand(kans=4)
    return at.drop(0, "9m").hand.automatic_end(at.game.rules)


def nine_terminals(options: Options) -> Any:
    at = board(options).deal(ORPHANS, first="1z")
    return fault(at, ev.AbortDeclared(0), Fault.ABORT_NOT_PLAYED)


def four_winds(options: Options) -> Any:
    at = board(options).deal().drop(0, "1z").turn(1, "1z").turn(2, "1z").turn(3, "1z")
    return at.hand.automatic_end(at.game.rules)


def four_riichi(options: Options) -> Any:
    at = board(options).deal().drop(0, "5p")
    for seat in range(4):
        at.set_seat(seat, riichi=Riichi.PAID)
    return at.hand.automatic_end(at.game.rules)


def four_kans(options: Options) -> Any:
    at = board(options).deal(indicator="9s").set_hand(kans=4).set_seat(1, melds=(kan("9999m"),))
    return at.set_seat(2, melds=(kan("1111p"),)).drop(0, "9p").hand.automatic_end(at.game.rules)


def hidden_tenpai(options: Options) -> Any:
    at = board(options).deal(None, TENPAI, indicator="9p").set_hand(live_left=0).drop(0, "5p")
    return fault(at, ev.NotenDeclared(1), Fault.TENPAI_HIDDEN)


def renhou(options: Options) -> Any:
    """Seat 2 has discarded once and wins by ron on seat 3's first discard."""
    at = board(options).deal(None, None, "123m456p789s46s77p", indicator="9m").drop(0, "9p").turn(1, "9p")
    at.draw(2, "9m").drop(2, "9m").turn(3, "5s")
    return legal(at.game, ev.WinDeclared(2, 3)) is LEGAL


def dead_hand(options: Options) -> Any:
    """Whether a declaration with a dead hand is held for the judge."""
    at = board(options).deal().do(ev.Penalised(2, ev.Sanction.DEAD_HAND)).drop(0, "2p")
    try:
        at.call(2, displayed("22'2p", 2))
    except IllegalEventError:
        return False
    return True


def second_chombo(options: Options) -> Any:
    at = board(options).deal().do(ev.Penalised(2, ev.Sanction.CHOMBO))
    return legal(at.game, ev.Penalised(1, ev.Sanction.CHOMBO)) is LEGAL


def chombo_beside_a_win(options: Options) -> Any:
    at = board(options).deal(None, "123m456p789s46s77p", indicator="9m").drop(0, "9p").draw(1, "5s")
    at.do(ev.WinDeclared(1, 1))
    return fault(at, ev.Penalised(2, ev.Sanction.CHOMBO), Fault.CHOMBO_CANCELLED)


ENDED: Final = ev.EndReason
FLIPS: Final = {
    "wall.dice_throws": Flip(broken, (("single", (0, 5)), ("double", (0, 9)))),
    "wall.double_throw_count": Flip(
        broken, (("second_only", (0, 9)), ("sum_of_both", (0, 14))), {"wall.dice_throws": "double"}
    ),
    "tiles.red_fives": Flip(red_five, (({"m": 1, "p": 1, "s": 1}, False), ("none", True))),
    "wall.dead_wall_refill": Flip(live_after_kan, ((YES, 1), (NO, 0))),
    "call.priority": Flip(spoken, (("ron>pon_kan>chi", [2]), ("ron>first_spoken", [1]))),
    # The seconds are the judge's; the word is possible until the next discard.
    "call.late_after_draw": Flip(
        late_call,
        (("void", False), ("within_3s_return_tile", True), ("until_next_discard_return_tile", True)),
    ),
    "call.on_last_discard": Flip(last_call, (("win_only", False), ("any", True))),
    "call.discard_before_pickup": Flip(unfetched, ((YES, False), (NO, True))),
    "call.kuikae_same": Flip(kuikae("5p"), ((NO, True), (YES, False))),
    "call.kuikae_suji": Flip(kuikae("8p"), ((NO, True), (YES, False))),
    "call.ron_deadline": Flip(
        late_ron,
        (("next_player_draw", False), ("next_player_discard", True), ("3_seconds_after_discard", True)),
    ),
    "call.ron_revocable": Flip(ron_withdrawn, ((NO, True), (YES, False))),
    "kan.after_own_call": Flip(kan_after_call, ((NO, True), (YES, False))),
    "kan.min_live_tiles": Flip(kan_near_the_end, ((1, True), (2, False))),
    "kan.dora_timing_closed": Flip(due_after_closed, (("immediate", 1), ("after_discard", 0))),
    "kan.dora_timing_open": Flip(due_after_open, (("immediate", 1), ("after_discard", 0))),
    "kan.dora_timing_added": Flip(due_after_added, (("immediate", 1), ("after_discard", 0))),
    "kan.chankan_deadline": Flip(
        robbed_late,
        (("replacement_taken", False), ("declarer_discard_or_next_kan", True), ("3_seconds", True)),
    ),
    "kan.rob_closed_kokushi": Flip(orphans_on_a_closed_kan, ((YES, True), (NO, False))),
    "kan.four_by_one_player_continue": Flip(four_kans_of_one, ((YES, None), (NO, ENDED.SUUKAIKAN))),
    "abort.kyuushu_kyuuhai": Flip(nine_terminals, ((YES, False), (NO, True))),
    "abort.suufon_renda": Flip(four_winds, ((YES, ENDED.SUUFON), (NO, None))),
    "abort.suucha_riichi": Flip(four_riichi, ((YES, ENDED.SUUCHA), (NO, None))),
    "abort.suukaikan": Flip(four_kans, ((YES, ENDED.SUUKAIKAN), (NO, None))),
    "draw.hide_tenpai_allowed": Flip(hidden_tenpai, ((YES, False), (NO, True))),
    "score.renhou_window": Flip(renhou, (("before_own_first_draw", False), ("first_go_around", True))),
    "chombo.dead_hand_call": Flip(dead_hand, ((YES, True), (NO, False))),
    "chombo.several_offenders": Flip(second_chombo, ((YES, True), (NO, False))),
    "chombo.cancelled_by_win": Flip(chombo_beside_a_win, ((YES, True), (NO, False))),
}


@pytest.mark.parametrize("option", FLIPS)
def test_the_option_changes_what_may_be_done(option: str) -> None:
    FLIPS[option].check(option)


def test_two_throws_must_have_fallen() -> None:
    assert wall_of(rules({"wall.dice_throws": "double"}), 0, ((1, 4),)) is None

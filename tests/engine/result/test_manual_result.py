"""Results that people enter where the table cannot see the hand (K-FAIL-02)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.play.legal import legal
from engine.play.turn import changed
from engine.result.game import next_hand
from engine.result.manual_result import entered_wins
from engine.result.settle import result
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Riichi
from engine.tiles.tile import parse_tiles
from tests.engine.board import Board, total

WIN, DRAW = ev.EndReason.WIN, ev.EndReason.EXHAUSTIVE
TENPAI = "123456789m99s11z"


def won(*wins: ev.EnteredWin, riichi: tuple[int, ...] = ()) -> ev.ResultEntered:
    return ev.ResultEntered(WIN, wins, riichi=riichi)


def ended(board: Board, entered: ev.ResultEntered) -> ev.HandEnded:
    board.do(entered)
    found = result(board.game)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("win", "deltas"),
    [
        # R-PAY-03: 3 han 40 fu ron 5200; 4 han 30 fu dealer tsumo 3900 each; yakuman 32000.
        (ev.EnteredWin(1, 2, 3, 40), (0, 5200, -5200, 0)),
        (ev.EnteredWin(0, 0, 4, 30), (11700, -3900, -3900, -3900)),
        (ev.EnteredWin(3, 0, 0, 0, yakuman=1), (-32000, 0, 0, 32000)),
        (ev.EnteredWin(3, 0, 0, 0, yakuman=1, responsible=1), (-16000, -16000, 0, 32000)),
        (ev.EnteredWin(3, 3, 0, 0, yakuman=1, responsible=1), (0, -32000, 0, 32000)),
    ],
)
def test_a_win_by_han_and_fu(win: ev.EnteredWin, deltas: tuple[int, ...]) -> None:
    end = ended(Board().deal(), won(win))
    assert (end.deltas, end.winners, end.kyotaku) == (deltas, (win.seat,), 0)


def test_deposits_that_the_table_has_not_seen_are_taken_and_won() -> None:
    board = Board().deal()
    end = ended(board, won(ev.EnteredWin(1, 2, 3, 40), riichi=(1, 3)))
    assert end.deltas == (0, 6200, -5200, -1000)
    board.do(end)
    assert total(board.game) == 120000


def test_a_deposit_that_was_seen_is_not_taken_twice_and_given_back_if_it_was_none() -> None:
    seen = Board().deal(TENPAI, first="7z").riichi(0, "7z")
    assert ended(seen, won(ev.EnteredWin(1, 2, 3, 40), riichi=(0,))).deltas == (0, 6200, -5200, 0)
    wrong = Board().deal(TENPAI, first="7z").riichi(0, "7z")
    assert ended(wrong, won(ev.EnteredWin(1, 2, 3, 40))).deltas == (1000, 5200, -5200, 0)


def test_two_rons_share_the_sticks_as_the_rules_say() -> None:
    """R-STICK-02: the own stick back, the rest to the first after the discarder."""
    wins = (ev.EnteredWin(1, 3, 1, 30), ev.EnteredWin(2, 3, 1, 30))
    end = ended(Board().deal(), won(*wins, riichi=(0, 2)))
    # 1000 each; the deposits of 0 and 2 are new; 2 gets its own back, 1 the one of 0.
    assert end.deltas == (-1000, 2000, 1000, -2000)
    assert end.winners == (1, 2)
    alone = ended(Board("wrc").deal(), won(*wins, riichi=(0, 2)))
    assert (alone.deltas, alone.winners) == ((-1000, 3000, -1000, -1000), (1,))


@pytest.mark.parametrize("source", range(4))
def test_the_first_after_the_discarder_takes_what_lies_there_whoever_discards(source: int) -> None:
    wins = [ev.EnteredWin((source + after) % 4, source, 1, 30) for after in (3, 1, 2)]
    alone = ended(Board("wrc").deal(), won(*wins))
    assert alone.winners == ((source + 1) % 4,)
    board = Board("tenhou", abort__sanchahou=False).deal()
    assert ended(board, won(*wins)).winners == tuple((source + after) % 4 for after in (1, 2, 3))


def test_honba_is_paid() -> None:
    board = Board().deal()
    board.do(ended(board, ev.ResultEntered(DRAW, tenpai=(True, False, False, False)))).deal()
    assert ended(board, won(ev.EnteredWin(1, 2, 1, 30))).deltas == (0, 1300, -1300, 0)


def test_a_draw_by_who_was_tenpai() -> None:
    board = Board().deal()
    end = ended(board, ev.ResultEntered(DRAW, tenpai=(True, False, True, False), riichi=(2,)))
    assert end == ev.HandEnded(DRAW, (1500, -1500, 500, -1500), 1, (), (True, False, True, False))
    after = next_hand(board.do(end).game)
    assert isinstance(after, ev.HandStarted)
    assert (after.number, after.honba) == (1, 1)


def test_nagashi_names_the_players_who_have_it() -> None:
    wins = (ev.EnteredWin(1, 1, 5, 0),)
    end = ended(Board("tenhou").deal(), ev.ResultEntered(ev.EndReason.NAGASHI, wins))
    assert end.deltas == (-4000, 8000, -2000, -2000)


@pytest.mark.parametrize("reason", [ev.EndReason.KYUUSHU, ev.EndReason.SUUFON, ev.EndReason.REDEAL])
def test_other_ends_move_nothing(reason: ev.EndReason) -> None:
    assert ended(Board().deal(), ev.ResultEntered(reason)).deltas == (0, 0, 0, 0)


def test_a_result_is_entered_at_any_moment_and_again() -> None:
    board = Board()
    started = next_hand(board.game)
    board.do(started, won(ev.EnteredWin(1, 2, 3, 40)))
    assert ended(board, won(ev.EnteredWin(2, 1, 1, 30))).deltas == (0, -1000, 1000, 0)
    shown = Board().deal().set_hand(live_left=0).drop(0, "5p").do(ev.HandShown(0, parse_tiles(TENPAI)))
    assert legal(shown.game, ev.ResultEntered(DRAW)) is LEGAL
    assert legal(Board().game, ev.ResultEntered(DRAW)) == Fault.WRONG_MOMENT


@pytest.mark.parametrize(
    "entered",
    [
        won(),
        ev.ResultEntered(DRAW, (ev.EnteredWin(1, 2, 1, 30),)),
        won(ev.EnteredWin(1, 2, 1, 30), ev.EnteredWin(1, 2, 1, 30)),
        won(ev.EnteredWin(1, 2, 1, 30), ev.EnteredWin(3, 0, 1, 30)),
        won(ev.EnteredWin(1, 1, 1, 30), ev.EnteredWin(2, 1, 1, 30)),
        won(ev.EnteredWin(1, 2, 0, 0, yakuman=1, responsible=1)),
        won(ev.EnteredWin(1, 2, 1, 30), riichi=(0, 0)),
        ev.ResultEntered(ev.EndReason.CHOMBO),
    ],
)
def test_a_result_that_contradicts_itself_is_refused(entered: ev.ResultEntered) -> None:
    assert legal(Board().deal().game, entered) == Fault.ENTERED_RESULT


@pytest.mark.parametrize(
    ("scope", "deltas"),
    [("yakuman_only", (-16000, -40000, -8000, 64000)), ("whole_hand", (0, -64000, 0, 64000))],
)
def test_who_is_responsible_pays_for_one_yakuman_or_for_the_hand(scope: str, deltas: tuple[int, ...]) -> None:
    """R-PAO-06."""
    board = Board(pao__scope=scope).deal()
    assert ended(board, won(ev.EnteredWin(3, 3, 0, 0, yakuman=2, responsible=1))).deltas == deltas


NOT_PLAYED = {
    "kyuushu": ev.ResultEntered(ev.EndReason.KYUUSHU),
    "suufon": ev.ResultEntered(ev.EndReason.SUUFON),
    "suucha": ev.ResultEntered(ev.EndReason.SUUCHA, riichi=(0, 1, 2, 3)),
    "suukaikan": ev.ResultEntered(ev.EndReason.SUUKAIKAN),
    "sanchahou": ev.ResultEntered(ev.EndReason.SANCHAHOU),
    "nagashi": ev.ResultEntered(ev.EndReason.NAGASHI, (ev.EnteredWin(1, 1, 5, 0),)),
}


@pytest.mark.parametrize("name", NOT_PLAYED)
def test_ends_that_the_rules_do_not_have_are_refused(name: str) -> None:
    """R-ABORT-01 to -06, R-NAGASHI-01: WRC has none of them."""
    assert legal(Board("wrc").deal().game, NOT_PLAYED[name]) == Fault.ENTERED_RESULT
    plays = {
        f"abort__{key}": True
        for key in ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou")
    }
    assert legal(Board("wrc", score__nagashi_mangan=True, **plays).deal().game, NOT_PLAYED[name]) == LEGAL


def test_four_riichi_are_four_sticks() -> None:
    """R-ABORT-03."""
    three = ev.ResultEntered(ev.EndReason.SUUCHA, riichi=(0, 1, 2))
    assert legal(Board().deal().game, three) == Fault.ENTERED_RESULT


@pytest.mark.parametrize(
    ("win", "fault"),
    [
        (ev.EnteredWin(1, 2, 1, 20), Fault.ENTERED_RESULT),
        (ev.EnteredWin(1, 1, 1, 20), Fault.ENTERED_RESULT),
        (ev.EnteredWin(1, 2, 2, 20), Fault.ENTERED_RESULT),
        (ev.EnteredWin(1, 1, 2, 20), LEGAL),
        (ev.EnteredWin(1, 2, 1, 25), Fault.ENTERED_RESULT),
        (ev.EnteredWin(1, 1, 2, 25), Fault.ENTERED_RESULT),
        (ev.EnteredWin(1, 2, 2, 25), LEGAL),
        (ev.EnteredWin(1, 1, 3, 25), LEGAL),
    ],
)
def test_fu_that_no_hand_has_are_refused(win: ev.EnteredWin, fault: Fault) -> None:
    """R-PAY-03."""
    assert legal(Board().deal().game, won(win)) == fault


def test_an_open_hand_without_fu_wins_by_ron_where_the_rules_leave_it_twenty() -> None:
    """R-FU-09."""
    board = Board(fu__open_pinfu_ron=20).deal()
    assert legal(board.game, won(ev.EnteredWin(1, 2, 2, 20))) == LEGAL


@pytest.mark.parametrize("needed", [True, False])
def test_a_stick_that_the_player_cannot_pay_is_refused_where_the_rules_ask_for_it(needed: bool) -> None:
    """R-RIICHI-02: one that lies there already was paid."""
    game = replace(Board(riichi__needs_1000=needed).deal().game, scores=(900, 1000, 49100, 49000))
    poor, able = (ev.ResultEntered(DRAW, riichi=(seat,)) for seat in (0, 1))
    assert legal(game, poor) == (Fault.RIICHI_POINTS if needed else LEGAL)
    assert legal(game, able) == LEGAL
    assert game.hand is not None
    laid = replace(game, hand=changed(game.hand, 0, riichi=Riichi.PAID))
    assert legal(laid, poor) == LEGAL


def test_no_result_is_entered_over_a_chombo() -> None:
    """R-CHOMBO-05: it would be paid beside the chombo, and the hand would count."""
    board = Board().deal().do(ev.Penalised(2, ev.Sanction.CHOMBO))
    assert legal(board.game, won(ev.EnteredWin(1, 2, 3, 40))) == Fault.WRONG_MOMENT


@pytest.mark.parametrize("sanchahou", [True, False])
def test_with_atamahane_three_entered_rons_pay_the_first(sanchahou: bool) -> None:
    """R-WIN-06."""
    board = Board(abort__sanchahou=sanchahou, call__multi_ron="atamahane").deal()
    end = ended(board, won(*(ev.EnteredWin(seat, 0, 2, 30) for seat in (1, 2, 3))))
    assert (end.reason, end.winners) == (ev.EndReason.WIN, (1,))


@pytest.mark.parametrize(("pays", "deltas"), [(True, (3000, -1000, -1000, -1000)), (False, (0, 0, 0, 0))])
def test_an_entered_abortive_draw_pays_noten_where_the_rules_say_so(
    pays: bool, deltas: tuple[int, ...]
) -> None:
    """R-ABORT-07."""
    board = Board(abort__noten_payment=pays).deal()
    event = ev.ResultEntered(ev.EndReason.SUUFON, (), (True, False, False, False))
    assert ended(board, event).deltas == deltas


def test_three_entered_rons_that_are_a_draw_pay_noten_where_the_rules_say_so() -> None:
    board = Board(abort__sanchahou=True, abort__noten_payment=True).deal()
    assert ended(board, won(*(ev.EnteredWin(seat, 0, 1, 30) for seat in (1, 2, 3)))).deltas == (
        -3000,
        1000,
        1000,
        1000,
    )


@pytest.mark.parametrize(("winners", "drawn"), [((1,), False), ((1, 2), False), ((1, 2, 3), True)])
def test_three_rons_are_a_draw_where_the_rules_say_so_and_fewer_are_paid(
    winners: tuple[int, ...], drawn: bool
) -> None:
    """R-ABORT-06: the sticks stay on the table."""
    board = Board(abort__sanchahou=True).deal()
    end = ended(board, won(*(ev.EnteredWin(seat, 0, 1, 30) for seat in winners), riichi=(2,)))
    assert (end.reason is ev.EndReason.SANCHAHOU) == drawn
    assert end.winners == (() if drawn else winners)
    assert end.kyotaku == drawn
    assert board.hand.entered is not None
    paid = entered_wins(board.game, board.hand, board.hand.entered)
    assert tuple(win.seat for win, _ in paid) == end.winners

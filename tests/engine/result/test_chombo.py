"""Hands that end by a ruling: chombo, redeal, fines (R-CHOMBO, K-PEN)."""

from __future__ import annotations

import pytest

from engine.play.apply import apply
from engine.play.legal import legal
from engine.result.game import next_hand, standings
from engine.result.settle import result
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Phase
from engine.tiles.tile import parse_tiles
from tests.engine.board import Board, total

CHOMBO, REDEAL, FINE = ev.Sanction.CHOMBO, ev.Sanction.REDEAL, ev.Sanction.FINE
TENPAI = "123456789m99s11z"


def ruled(board: Board, seat: int, sanction: ev.Sanction = CHOMBO, points: int = 0) -> Board:
    return board.do(ev.Penalised(seat, sanction, "P-14", points))


def ended(board: Board) -> ev.HandEnded:
    found = result(board.game)
    assert found is not None
    return found


def test_after_uma_nothing_moves_at_the_table_and_the_hand_is_played_again() -> None:
    board = ruled(Board().deal(), 2)
    assert board.hand.phase is Phase.SHOWING
    assert ended(board) == ev.HandEnded(ev.EndReason.CHOMBO, (0, 0, 0, 0), 0)
    board.do(ended(board))
    assert next_hand(board.game) == ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4)
    rows = standings(board.game)
    assert [row.penalty for row in rows] == [0, 0, -20000, 0]
    assert [row.place for row in rows] == [1] * 4


@pytest.mark.parametrize(
    ("offender", "deltas"), [(2, (4000, 2000, -8000, 2000)), (0, (-12000, 4000, 4000, 4000))]
)
def test_a_reverse_mangan_is_paid_at_once(offender: int, deltas: tuple[int, ...]) -> None:
    board = ruled(Board("ema_2012").deal(), offender)
    assert ended(board).deltas == deltas
    board.do(ended(board))
    assert all(row.penalty == 0 for row in standings(board.game))


def test_several_offenders_pay_one_after_the_other() -> None:
    """R-CHOMBO-07."""
    board = ruled(ruled(Board("ema_2012").deal(), 2), 3)
    assert ended(board).deltas == (8000, 4000, -6000, -6000)
    assert legal(board.game, ev.Penalised(3, CHOMBO)) == Fault.ONE_CHOMBO
    alone = ruled(Board("ema_2012", chombo__several_offenders=False).deal(), 2)
    assert legal(alone.game, ev.Penalised(3, CHOMBO)) == Fault.ONE_CHOMBO


def deposited(**options: object) -> Board:
    board = Board("rrc", **options).deal(TENPAI, first="7z").riichi(0, "7z")
    return ruled(board.turn(1, "5p"), 1)


@pytest.mark.parametrize(("refund", "scores", "kyotaku"), [(True, 30000, 0), (False, 29000, 1)])
def test_deposits_of_the_hand_go_back_where_the_rules_say_so(refund: bool, scores: int, kyotaku: int) -> None:
    """R-CHOMBO-06."""
    board = deposited(chombo__refund_riichi=refund)
    board.do(ended(board))
    assert (board.game.scores[0], board.game.kyotaku) == (scores, kyotaku)
    assert total(board.game) == 120000


def test_older_deposits_stay_on_the_table() -> None:
    board = Board().deal(TENPAI, first="7z").riichi(0, "7z").set_hand(live_left=0)
    board.do(ev.HandShown(0, parse_tiles(TENPAI)), *(ev.NotenDeclared(seat) for seat in (1, 2, 3)))
    board.do(ended(board)).deal(TENPAI, first="7z").riichi(0, "7z")
    ruled(board, 3).do(ended(board))
    assert (board.game.scores[0], board.game.kyotaku) == (32000, 1)


@pytest.mark.parametrize(
    ("options", "follows"),
    [
        ({}, (0, 1, 0, 0)),
        ({"chombo__honba_added": True}, (0, 1, 1, 0)),
        ({"chombo__replay": False}, (0, 2, 0, 1)),
    ],
)
def test_what_follows_a_chombo(options: dict[str, object], follows: tuple[int, int, int, int]) -> None:
    """R-CHOMBO-05, R-HONBA-07."""
    board = ruled(Board("rrc", **options).deal(), 2)
    after = next_hand(board.do(ended(board)).game)
    assert isinstance(after, ev.HandStarted)
    assert (after.round_wind, after.number, after.honba, after.dealer) == follows


def test_a_redeal_gives_everything_back() -> None:
    board = Board(chombo__refund_riichi=False).deal(TENPAI, first="7z").riichi(0, "7z")
    ruled(board, 1, REDEAL).do(ended(board))
    assert (board.game.scores, board.game.kyotaku) == ((30000,) * 4, 0)
    assert next_hand(board.game) == ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4)
    assert all(row.penalty == 0 for row in standings(board.game))


def two_rons(**options: object) -> Board:
    """Seat 1 waits for 2z and 5z, seat 2 for the 1z both win on."""
    board = Board("rrc", **options).deal(None, "123m456p789s2255z", "123456789m99s11z").drop(0, "1z")
    board.do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    return board.do(ev.HandShown(1, parse_tiles("123m456p789s2255z")))


def test_a_chombo_beside_a_valid_win_is_cancelled() -> None:
    """R-CHOMBO-09: the win counts, the invalid ron costs nothing."""
    board = two_rons()
    guilty = ev.Penalised(1, CHOMBO, "P-14")
    board.do(ev.HandShown(2, parse_tiles("123456789m99s11z")))
    assert legal(board.game, guilty) == Fault.CHOMBO_CANCELLED
    assert ended(board).winners == (2,)
    assert ended(board).deltas[1] == 0
    strict = two_rons(chombo__cancelled_by_win=False)
    assert legal(strict.game, guilty) is LEGAL


def test_an_invalid_win_alone_is_chombo() -> None:
    board = Board().deal(None, "123m456p789s2255z").drop(0, "1z").do(ev.WinDeclared(1, 0))
    board.do(ev.HandShown(1, parse_tiles("123m456p789s2255z")))
    assert result(board.game) is None
    ruled(board, 1)
    assert ended(board).reason is ev.EndReason.CHOMBO


def test_nobody_wins_once_the_hand_has_ended_by_chombo() -> None:
    board = Board().deal(None, "123m456p789s2255z").drop(0, "1z").do(ev.WinDeclared(1, 0))
    board.do(ev.HandShown(1, parse_tiles("123m456p789s2255z")))
    assert legal(ruled(board, 1).game, ev.WinDeclared(2, 0)) & Fault.WINDOW_CLOSED


def test_a_chombo_replaces_an_entered_draw_but_not_an_entered_win() -> None:
    draw = Board().deal().do(ev.ResultEntered(ev.EndReason.EXHAUSTIVE, tenpai=(True, False, False, False)))
    assert ended(ruled(draw, 1)).reason is ev.EndReason.CHOMBO
    win = ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(2, 0, 1, 30),))
    board = Board().deal().do(win)
    assert legal(board.game, ev.Penalised(1, CHOMBO)) == Fault.CHOMBO_CANCELLED
    assert legal(board.game, ev.Penalised(2, CHOMBO)) is LEGAL


def test_the_others_still_show_after_a_noten_riichi() -> None:
    """R-DRAW-08: several players may receive chombo for the same draw."""
    board = Board().deal(first="7z").riichi(0, "7z").draw(1).riichi(1, "6z").draw(2).riichi(2, "5z")
    board.turn(3, "2p").draw(0).set_hand(live_left=0).drop(0, "5p")
    board.do(ev.HandShown(0, parse_tiles("1357m1357p1357s1z")))
    ruled(board, 0)
    assert result(board.game) is None
    assert board.hand.to_show(board.game.rules) == (1, 2)
    ruled(board.do(ev.HandShown(1, parse_tiles("2468m2468p2468s2z"))), 1)
    assert result(board.game) is None
    board.do(ev.HandShown(2, parse_tiles(TENPAI)))
    assert ended(board) == ev.HandEnded(ev.EndReason.CHOMBO, (1000, 1000, 1000, 0), 0)


def test_fines_are_kept_at_any_time_and_taken_after_uma() -> None:
    """K-PEN-02."""
    board = ruled(Board(), 3, FINE, 1000)
    ruled(board.deal(), 3, FINE, 2000)
    ruled(board, 0, ev.Sanction.REMINDER)
    assert board.hand.phase is Phase.DISCARD
    assert [row.penalty for row in standings(board.game)] == [0, 0, 0, -3000]
    assert [(p.hand, p.ruling.sanction) for p in board.game.penalties] == [
        (0, FINE),
        (0, FINE),
        (0, ev.Sanction.REMINDER),
    ]


def test_a_fine_after_the_game_still_counts() -> None:
    game = apply(None, ev.GameStarted("rrc", {"game.tobi": True}))
    loss = ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(1, 0, 13, 30),))
    for event in (next_hand(game), loss):
        game = apply(game, event)
    paid = result(game)
    assert paid is not None
    game = apply(game, paid)
    game = apply(apply(game, next_hand(game)), ev.Penalised(1, FINE, "P-31", 8000))
    assert game.finished
    assert standings(game)[1].penalty == -8000


@pytest.mark.parametrize("sanction", [CHOMBO, REDEAL, ev.Sanction.DEAD_HAND])
def test_rulings_about_a_hand_need_one(sanction: ev.Sanction) -> None:
    assert legal(Board().game, ev.Penalised(0, sanction)) == Fault.WRONG_MOMENT


def test_the_amount_after_uma_may_be_fixed() -> None:
    board = ruled(Board(chombo__amount_after_uma=20000, game__uma=[30000, 10000, -10000, -30000]).deal(), 1)
    assert standings(board.game)[1].penalty == -20000

"""A dead hand draws and discards and does nothing else (R-DEAD)."""

from __future__ import annotations

import pytest

from engine.play.apply import apply
from engine.play.legal import legal, moves
from engine.result.settle import result, wins
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault, IllegalEventError
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

TENPAI = "123456789m99s11z"


def killed(board: Board, seat: int) -> Board:
    return board.do(ev.Penalised(seat, ev.Sanction.DEAD_HAND, "P-18"))


def test_a_dead_hand_draws_and_discards() -> None:
    board = killed(Board().deal(TENPAI, first="7z"), 0)
    assert board.hand.seats[0].dead
    offered = moves(board.game, 0)
    assert offered
    assert all(isinstance(event, ev.Discarded) for event in offered)
    board.drop(0, "7z").turn(1, "2p").turn(2, "3p").turn(3, "4p").draw(0, "7p").drop(0, "7p")
    assert len(board.hand.seats[0].pond) == 2


@pytest.mark.parametrize(
    "event",
    [
        ev.RiichiDeclared(0),
        ev.WinDeclared(0, 0),
        ev.KanDeclared(0, displayed("X99mX")),
        ev.AbortDeclared(0),
    ],
)
def test_declarations_in_the_own_turn_are_named_as_of_a_dead_hand(event: ev.Event) -> None:
    board = killed(Board().deal(), 0)
    assert legal(board.game, event) == Fault.DEAD_HAND
    assert Fault.DEAD_HAND not in legal(Board().deal().game, event)


@pytest.mark.parametrize("event", [ev.WinDeclared(2, 0), ev.Called(2, displayed("55'5p", 2))])
def test_claims_are_named_as_of_a_dead_hand(event: ev.Event) -> None:
    board = killed(Board().deal(), 2).drop(0, "5p")
    assert legal(board.game, event) == Fault.DEAD_HAND
    assert moves(board.game, 2) == ()


def test_a_declaration_with_a_dead_hand_happened_or_is_refused_by_the_rules() -> None:
    """R-CHOMBO-04: the judge punishes it with chombo, or it does not count at all."""
    board = killed(Board().deal(), 2).drop(0, "5p")
    call = ev.Called(2, displayed("55'5p", 2))
    assert apply(board.game, call).in_play is not None
    lenient = killed(Board(chombo__dead_hand_call=False).deal(), 2).drop(0, "5p")
    with pytest.raises(IllegalEventError):
        apply(lenient.game, call)


def test_a_dead_hand_wins_nothing() -> None:
    board = killed(Board().deal(None, TENPAI), 1).drop(0, "1z").do(ev.WinDeclared(1, 0))
    board.do(ev.HandShown(1, parse_tiles(TENPAI)))
    assert wins(board.game)[0].faults == Fault.DEAD_HAND
    assert result(board.game) is None


def drawn(board: Board) -> Board:
    return board.set_hand(live_left=0).drop(0, "5p")


def test_a_dead_hand_is_noten_without_a_word() -> None:
    board = drawn(killed(Board().deal(), 1))
    board.do(ev.NotenDeclared(0), ev.HandShown(2, parse_tiles("123456789p99s22z")), ev.NotenDeclared(3))
    ended = result(board.game)
    assert ended is not None
    assert ended.deltas == (-1000, -1000, 3000, -1000)
    board.do(ev.HandShown(1, parse_tiles(TENPAI)))
    shown = result(board.game)
    assert shown is not None
    assert not shown.tenpai[1]


def test_a_dead_hand_in_riichi_must_still_be_shown() -> None:
    """R-DRAW-07."""
    board = Board().deal(first="7z").riichi(0, "7z").turn(1, "2p").turn(2, "2p").turn(3, "2p").draw(0)
    drawn(killed(board, 0)).do(*(ev.NotenDeclared(seat) for seat in (1, 2, 3)))
    assert board.hand.to_show(board.game.rules) == (0,)
    assert legal(board.game, ev.NotenDeclared(0)) == Fault.NOTEN_IN_RIICHI
    assert result(board.game) is None
    board.do(ev.HandShown(0, parse_tiles(TENPAI)))
    ended = result(board.game)
    assert ended is not None
    assert (ended.tenpai, ended.kyotaku) == ((False,) * 4, 1)


def test_a_dead_hand_has_no_nagashi_mangan() -> None:
    board = killed(Board("tenhou").deal(), 0).set_hand(live_left=0).drop(0, "9m")
    board.set_seat(0, pond=board.hand.seats[0].pond)
    board.do(*(ev.NotenDeclared(seat) for seat in (1, 2, 3)))
    ended = result(board.game)
    assert ended is not None
    assert ended.reason is ev.EndReason.EXHAUSTIVE


def test_a_false_claim_of_nine_kinds_falls_with_the_hand() -> None:
    """The claim is held for the judge; a dead hand takes it back, and play goes on."""
    board = Board().deal().do(ev.AbortDeclared(0), ev.HandShown(0, parse_tiles("19m19p19s12z123456m")))
    assert result(board.game) is None
    killed(board, 0)
    assert legal(board.game, ev.Discarded(0, Tile.parse("1m"))) is LEGAL
    assert board.hand.seats[0].dead


@pytest.mark.parametrize("shown", [False, True])
def test_a_win_that_only_makes_the_hand_dead_falls(shown: bool) -> None:
    """P-13, P-16: play goes on from the discard that was claimed."""
    board = Board().deal().drop(0, "5p")
    before = board.hand
    board.do(ev.WinDeclared(2, 0), *[ev.HandShown(2, parse_tiles("123456789p99s22z"))][: int(shown)])
    killed(board, 2)
    assert board.hand.seats[2].dead
    assert board.set_seat(2, dead=False).hand == before
    board.turn(1, "9p")


def test_a_ron_beside_it_stands() -> None:
    board = Board().deal(None, TENPAI).drop(0, "1z").do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    killed(board, 2).do(ev.HandShown(1, parse_tiles(TENPAI)))
    ended = result(board.game)
    assert ended is not None
    assert ended.winners == (1,)

"""What is wrong with an event, and nothing else: each fault in the situation that it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.play.legal import legal
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

TENPAI = "123456789m99s11z"
KAN = "123456789m999s1z"
ORPHANS = "19m19p1s12345677z"


def opened() -> Board:
    """South holds a chi of East's tile and is to discard."""
    return Board().deal(None, "456m123p123s1123z").drop(0, "4m").call(1, displayed("4'56m", 1))


def in_riichi() -> Board:
    """East's riichi stands and East has drawn."""
    board = Board().deal(TENPAI, first="7z").riichi(0, "7z")
    return board.turn(1, "5p").turn(2, "5p").turn(3, "6p").draw(0, "8s")


def left(tiles: int, **options: object) -> Board:
    """East has a hand that lacks one tile, has drawn, and so many tiles are left to draw."""
    return Board(**options).deal(TENPAI, first="7z").set_hand(live_left=tiles)  # type: ignore[arg-type]


def points(scores: int) -> Board:
    board = Board("tenhou").deal(TENPAI, first="7z")
    board.game = replace(board.game, scores=(scores, 30000, 30000, 40000 - scores))
    return board


def kan() -> Board:
    """East has declared a closed kan and not drawn yet."""
    return Board().deal(KAN, first="9s").do(ev.KanDeclared(0, displayed("X99sX")))


def closed_kan(other: str, **options: object) -> Board:
    """East has declared a closed kan of 9s, South holds the other hand."""
    board = Board("ema", **{"kan__rob_closed_kokushi": True} | options).deal(KAN, other, first="9s")
    return board.do(ev.KanDeclared(0, displayed("X99sX")))


def won(*seats: int) -> Board:
    board = Board().deal().drop(0, "5p")
    return board.do(*(ev.WinDeclared(seat, 0) for seat in seats))


def own_tile(seat: int) -> ev.Called:
    return ev.Called(seat, Meld(MeldType.PON, parse_tiles("555p"), Tile.parse("5p"), 0))


def last_discard(tiles: int) -> Board:
    return Board().deal().set_hand(live_left=tiles).drop(0, "5p")


def four_winds() -> Board:
    board = Board("tenhou").deal(indicator="9s").drop(0, "1z")
    return board.turn(1, "1z").turn(2, "1z").turn(3, "1z")


def nine_kinds(seat: int) -> Board:
    rack = "19m19p19s1234567z"
    return Board().deal(*(rack if seat == each else None for each in range(4)), first="2m")


RIICHI = ev.RiichiDeclared(0)
PON = displayed("55'5p", 2)
SITUATIONS: dict[str, tuple[Callable[[], Board], ev.Event, Fault]] = {
    "riichi with an open hand": (
        lambda: opened().drop(1, "1z").turn(2, "9p").turn(3, "9p").turn(0, "9p").draw(1),
        ev.RiichiDeclared(1),
        Fault.RIICHI_OPEN_HAND,
    ),
    "riichi of who has called": (opened, ev.RiichiDeclared(1), Fault.RIICHI_OPEN_HAND),
    "riichi while another has called": (opened, RIICHI, Fault.OUT_OF_TURN | Fault.RIICHI_AFTER_CALL),
    "riichi after a closed kan": (lambda: kan().draw(0, "7z", replacement=True), RIICHI, LEGAL),
    "riichi said twice": (
        lambda: Board().deal(TENPAI, first="7z").do(RIICHI),
        RIICHI,
        Fault.RIICHI_TWICE,
    ),
    "riichi that stands": (in_riichi, RIICHI, Fault.RIICHI_TWICE),
    "riichi with a draw to come": (lambda: left(4), RIICHI, LEGAL),
    "riichi without a draw to come": (lambda: left(3), RIICHI, Fault.RIICHI_TOO_LATE),
    "riichi with just enough points": (lambda: points(1000), RIICHI, LEGAL),
    "riichi with too few points": (lambda: points(900), RIICHI, Fault.RIICHI_POINTS),
    "riichi with a dead hand": (
        lambda: Board().deal(TENPAI, first="7z").do(ev.Penalised(0, ev.Sanction.DEAD_HAND)),
        RIICHI,
        Fault.DEAD_HAND,
    ),
    "the own discard": (lambda: Board().deal().drop(0, "5p"), own_tile(0), Fault.CALL_OWN_TILE),
    "another's discard": (lambda: Board().deal().drop(0, "5p"), own_tile(2), LEGAL),
    "a tile that was not discarded": (
        lambda: Board().deal().drop(0, "6p"),
        ev.Called(2, PON),
        Fault.CALL_WRONG_TILE,
    ),
    "the last discard": (lambda: last_discard(0), ev.Called(2, PON), Fault.CALL_LAST_DISCARD),
    "the last but one": (lambda: last_discard(1), ev.Called(2, PON), LEGAL),
    "an open kan without a tile to draw": (
        lambda: last_discard(1).set_hand(live_left=0),
        ev.Called(2, displayed("05'55p", 2)),
        Fault.WALL_EMPTY,
    ),
    "a call in riichi": (
        lambda: in_riichi().drop(0, "8s").turn(1, "9s"),
        ev.Called(0, displayed("999's", 0)),
        Fault.RIICHI_CALL,
    ),
    "a call after four equal winds": (
        four_winds,
        ev.Called(0, displayed("1'11z", 0)),
        Fault.HAND_IS_DRAWN | Fault.FIVE_COPIES,
    ),
    "a draw after four equal winds": (four_winds, ev.Drawn(0), Fault.HAND_IS_DRAWN),
    "a draw from the wrong end": (
        lambda: Board().deal().drop(0, "5p"),
        ev.Drawn(1, None, replacement=True),
        Fault.WRONG_WALL_END,
    ),
    "no replacement after a kan": (kan, ev.Drawn(0), Fault.WRONG_WALL_END),
    "another's replacement": (kan, ev.Drawn(1, None, replacement=True), Fault.OUT_OF_TURN),
    "a draw out of turn": (lambda: Board().deal().drop(0, "5p"), ev.Drawn(2), Fault.OUT_OF_TURN),
    "a draw from an empty wall": (lambda: last_discard(0), ev.Drawn(1), Fault.WALL_EMPTY),
    "the last draw": (lambda: last_discard(1), ev.Drawn(1), LEGAL),
    "ron said twice": (lambda: won(2), ev.WinDeclared(2, 0), Fault.WIN_TWICE),
    "ron of three": (lambda: won(1, 2), ev.WinDeclared(3, 0), LEGAL),
    "ron on another's tile": (won, ev.WinDeclared(2, 3), Fault.OUT_OF_TURN),
    "tsumo after a call": (opened, ev.WinDeclared(1, 1), Fault.TSUMO_AFTER_CALL),
    "a hand shown that did not win": (
        lambda: won(2),
        ev.HandShown(1, parse_tiles(TENPAI)),
        Fault.NOT_A_WINNER,
    ),
    "a closed kan robbed by another hand": (
        lambda: closed_kan("123456m78s11122z"),
        ev.WinDeclared(1, 0),
        Fault.ROB_NOT_KOKUSHI,
    ),
    "a closed kan robbed by thirteen orphans": (lambda: closed_kan(ORPHANS), ev.WinDeclared(1, 0), LEGAL),
    "a closed kan that the rules let nobody rob": (
        lambda: closed_kan(ORPHANS, kan__rob_closed_kokushi=False),
        ev.WinDeclared(1, 0),
        Fault.WINDOW_CLOSED,
    ),
    "nine kinds at the first draw": (lambda: nine_kinds(0), ev.AbortDeclared(0), LEGAL),
    "nine kinds of another": (lambda: nine_kinds(1), ev.AbortDeclared(1), Fault.OUT_OF_TURN),
    "nine kinds at a later draw": (
        lambda: nine_kinds(0).drop(0, "2m").turn(1, "5p").turn(2, "5p").turn(3, "6p").draw(0, "3m"),
        ev.AbortDeclared(0),
        Fault.NOT_FIRST_TURN,
    ),
    "nine kinds at the first draw after a call": (
        lambda: (
            nine_kinds(1).drop(0, "5p").call(3, displayed("555'p", 3)).drop(3, "6p").turn(0, "9p").draw(1)
        ),
        ev.AbortDeclared(1),
        Fault.NOT_FIRST_TURN,
    ),
    "a fifth kan": (
        lambda: Board().deal(KAN, first="9s").set_hand(kans=4),
        ev.KanDeclared(0, displayed("X99sX")),
        Fault.KAN_FIFTH,
    ),
    "a fourth kan": (
        lambda: Board().deal(KAN, first="9s").set_hand(kans=3),
        ev.KanDeclared(0, displayed("X99sX")),
        LEGAL,
    ),
    "a kan without a tile to draw": (
        lambda: Board().deal(KAN, first="9s").set_hand(live_left=0),
        ev.KanDeclared(0, displayed("X99sX")),
        Fault.WALL_EMPTY,
    ),
    "a kan with a dead hand": (
        lambda: Board().deal(KAN, first="9s").do(ev.Penalised(0, ev.Sanction.DEAD_HAND)),
        ev.KanDeclared(0, displayed("X99sX")),
        Fault.DEAD_HAND,
    ),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_situation_has_its_own_fault_and_no_other(name: str) -> None:
    board, event, fault = SITUATIONS[name]
    assert legal(board().game, event) == fault

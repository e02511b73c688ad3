"""What a record holds of a real table: what was taken back in the end did not happen."""

from __future__ import annotations

from typing import Any

from engine.notation import tenhou_writer
from engine.notation.played import played
from engine.result.settle import result
from engine.state import events as ev
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board

PON = Meld(MeldType.PON, parse_tiles("555z"), Tile.parse("5z"), 0)
Moves = tuple[ev.Event, ...]


def moves(board: Board) -> Moves:
    (hand,) = played(board.game.log).hands
    return hand.moves


def of(board: Board, *kinds: type[ev.Event]) -> list[Any]:
    return [event for event in moves(board) if isinstance(event, kinds)]


def table() -> Board:
    return Board("rrc").deal()


def test_a_draw_that_a_late_pon_takes_back_did_not_happen() -> None:
    board = table().drop(0, "5z").draw(1).call(2, PON)
    assert [event.seat for event in of(board, ev.Drawn)] == [0]
    assert of(board, ev.Called) == [ev.Called(2, PON)]


def test_a_draw_that_a_late_ron_takes_back_did_not_happen() -> None:
    board = table().drop(0, "5z").draw(1).do(ev.WinDeclared(2, 0))
    assert [event.seat for event in of(board, ev.Drawn)] == [0]


def test_a_draw_that_is_followed_by_a_discard_stays() -> None:
    board = table().drop(0, "1z").turn(1, "5z").call(2, Meld(MeldType.PON, PON.tiles, PON.called, 1))
    assert [event.seat for event in of(board, ev.Drawn)] == [0, 1]


def test_a_discard_that_was_read_later_has_its_name() -> None:
    board = table().do(ev.Discarded(0, None)).turn(1, "1m").do(ev.Identified(0, 0, Tile.parse("5z")))
    assert [str(event.tile) for event in of(board, ev.Discarded)] == ["5z", "1m"]
    assert of(board, ev.Identified) == []


def test_a_call_names_the_discard_that_was_not_read() -> None:
    board = table().do(ev.Discarded(0, None)).call(2, PON)
    assert of(board, ev.Discarded)[0].tile == PON.called


def test_a_withdrawn_riichi_was_no_riichi() -> None:
    board = table().do(ev.RiichiDeclared(0), ev.RiichiWithdrawn(0)).drop(0, "1m")
    assert of(board, ev.RiichiDeclared, ev.RiichiWithdrawn) == []


def test_a_withdrawn_win_was_no_win() -> None:
    board = table().drop(0, "5z").do(ev.WinDeclared(2, 0), ev.WinWithdrawn(2))
    assert of(board, ev.WinDeclared, ev.WinWithdrawn) == []


def test_a_stick_laid_late_belongs_to_its_discard() -> None:
    board = table().riichi(0, "1m", paid=False).draw(1).do(ev.RiichiPaid(0))
    kinds = [type(event) for event in moves(board)]
    assert kinds[-3:] == [ev.Discarded, ev.RiichiPaid, ev.Drawn]


def test_the_indicator_of_a_robbed_kan_lies_in_the_wall_again() -> None:
    board = table().drop(0, "5z").call(2, PON).drop(2, "1m").turn(3, "2m").turn(0, "3m").turn(1, "4m")
    kan = Meld(MeldType.SHOUMINKAN, parse_tiles("5555z"), PON.called, 0, PON.called)
    board.draw(2).do(ev.KanDeclared(2, kan)).draw(2, replacement=True)
    while not board.hand.dora_allowed:
        board.drop(2, "9m")
    board.do(ev.DoraRevealed(Tile.parse("1s")))
    assert len(of(board, ev.DoraRevealed)) == 2
    board.do(ev.WinDeclared(3, 2))
    assert [str(event.tile) for event in of(board, ev.DoraRevealed)] == ["1p"]


def test_a_correction_counts_instead_of_what_it_replaces() -> None:
    board = table().drop(0, "5z").turn(1, "1m")
    at = next(n for n, event in enumerate(board.game.log) if isinstance(event, ev.Discarded))
    wrong = board.game.log
    found = played([*wrong, ev.Correct(at, 1, (ev.Discarded(0, Tile.parse("6z")),), "misread")]).hands[0]
    assert [str(e.tile) for e in found.moves if isinstance(e, ev.Discarded)] == ["6z", "1m"]


def test_a_hand_that_does_not_count_is_left_out() -> None:
    board = table().drop(0, "5z").do(ev.Penalised(1, ev.Sanction.REDEAL, "P-01"))
    ended = result(board.game)
    assert ended is not None
    board.do(ended)
    board.deal().do(ev.ResultEntered(ev.EndReason.EXHAUSTIVE, (), (True, False, False, False)))
    ended = result(board.game)
    assert ended is not None
    rows = tenhou_writer.write([*board.game.log, ended])["log"]
    assert [row[16] for row in rows] == [["流局", [3000, -1000, -1000, -1000]]]


def test_a_win_that_people_entered_says_what_it_was_worth() -> None:
    board = table().drop(0, "5z").turn(1, "1m")
    won = ev.EnteredWin(2, 1, 3, 30), ev.EnteredWin(0, 1, 0, 0, 1)
    board.do(ev.ResultEntered(ev.EndReason.WIN, won))
    ended = result(board.game)
    assert ended is not None
    (row,) = tenhou_writer.write([*board.game.log, ended])["log"]
    assert row[16] == [
        "和了",
        [48000, -51900, 3900, 0],
        [2, 1, 2, "30符3飜3900点"],
        [0, 0, 0, 0],
        [0, 1, 0, "役満48000点"],
    ]


def test_only_options_that_differ_from_the_preset_are_recorded() -> None:
    rules = table().game.rules
    every = {key: value for key, value in rules.options.items() if isinstance(value, int | str)}
    events = [ev.GameStarted("rrc", every | {"game.tobi": True})]
    assert played(events).options == {"game.tobi": True}

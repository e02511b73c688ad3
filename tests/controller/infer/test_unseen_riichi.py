"""The turned discard of a riichi that nobody saw: its stick says it."""

from __future__ import annotations

from engine.state import events as ev
from engine.tiles.tile import Tile
from tests.controller.infer.mat import Mat, discarded


def second_round() -> Mat:
    """All have discarded once, and the dealer is to discard again."""
    mat = discarded()
    for seat, face in ((1, "9m"), (2, "4s"), (3, "8p")):
        mat.pond(seat, face)
        mat.wait(1.0)
    return mat


def others_play_on(mat: Mat) -> None:
    mat.pond(1, "9m", "2p")
    mat.pond(2, "4s", "3p")
    mat.wait(8.0)


def test_the_stick_after_a_discard_that_nobody_saw_is_a_riichi() -> None:
    mat = second_round()
    mat.sticks(0)
    mat.wait(3.0)
    assert mat.happened(ev.RiichiDeclared) == [], "the discard may be on its way"
    others_play_on(mat)
    assert mat.happened(ev.RiichiDeclared) == [ev.RiichiDeclared(0)]
    assert mat.happened(ev.Discarded)[3:] == [
        ev.Discarded(0, None, sideways=True),
        ev.Discarded(1, Tile.parse("2p")),
        ev.Discarded(2, Tile.parse("3p")),
    ]
    assert mat.happened(ev.RiichiPaid) == [ev.RiichiPaid(0)]
    assert mat.codes == ["unseen_discard"]


def test_a_stick_that_lay_there_before_is_no_riichi() -> None:
    """It was left from an earlier hand."""
    mat = second_round()
    others_play_on(mat)
    assert mat.happened(ev.RiichiDeclared) == []
    early = Mat(ev.Discarded(0, Tile.parse("5z")))
    early.sticks(0)
    early.pond(0, "5z")
    for seat, face in ((1, "9m"), (2, "4s"), (3, "8p")):
        early.pond(seat, face)
        early.wait(1.0)
    others_play_on(early)
    assert early.happened(ev.RiichiDeclared) == []
    assert early.happened(ev.Discarded)[3] == ev.Discarded(0, None)


def test_where_a_later_discard_is_turned_the_stick_is_of_that_one() -> None:
    mat = second_round()
    mat.pond(1, "9m", "2p")
    mat.pond(2, "4s", "3p")
    mat.pond(3, "8p", "7p")
    mat.wait(8.0)
    assert mat.happened(ev.Discarded)[3] == ev.Discarded(0, None)
    mat.pond(0, "5z", "", "1s", turned=True)
    mat.sticks(0)
    mat.wait(3.0)
    assert mat.happened(ev.RiichiDeclared) == [ev.RiichiDeclared(0)]
    assert mat.happened(ev.Discarded)[-1] == ev.Discarded(0, Tile.parse("1s"), sideways=True)

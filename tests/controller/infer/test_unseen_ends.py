"""A hand laid open whose first or last tile the eyes do not find: the table asks what lies at its ends.

It declares nothing before somebody has said so."""

from __future__ import annotations

import pytest

from contract.messages.seat_panel import Button
from controller.infer import Answer
from controller.infer.columns import UNSEEN, UNSEEN_FIRST
from controller.infer.implied import ASK_S
from controller.infer.show import COUNT_PATIENCE, MISFIT_PATIENCE
from controller.infer.unanswered import UNANSWERED
from controller.infer.waiting import DISCARD_AFTER
from controller.panel.panel import PanelSignal
from engine.state import events as ev
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.mat import WAITS_FOR_5Z, Mat, discarded

TSUMO = "567m456p789s2244z"
ENDS = ["unread_hand", "unread_hand"]


def asked(mat: Mat) -> list[str]:
    mat.wait(2 * ASK_S)
    return mat.codes


def says(mat: Mat, seat: int, track: int, face: str | None) -> None:
    mat.feed(Answer(f"hand.{seat}.{track}", None if face is None else Tile.parse(face)))
    mat.wait(2.0)


@pytest.mark.parametrize(("lost", "track"), [(0, UNSEEN_FIRST), (12, UNSEEN)], ids=["first", "last"])
def test_a_ron_wins_when_somebody_has_named_the_tile(lost: int, track: int) -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z, lost=lost)
    mat.wait(ASK_S - 0.5)
    assert mat.codes == [], "it may be on its way"
    assert asked(mat) == ["opened_hand", *ENDS]
    assert mat.events == []
    says(mat, 2, track, str(parse_tiles(WAITS_FOR_5Z)[lost]))
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)]
    (shown,) = mat.happened(ev.HandShown)
    assert isinstance(shown, ev.HandShown)
    assert shown.tiles == parse_tiles(WAITS_FOR_5Z)
    assert mat.codes == []


def test_where_no_tile_lies_at_one_end_it_lies_at_the_other_and_where_at_none_it_is_as_it_was() -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z, lost=0)
    asked(mat)
    says(mat, 2, UNSEEN, None)
    assert mat.codes == ["opened_hand", "unread_hand"]
    says(mat, 2, UNSEEN_FIRST, None)
    assert mat.codes == ["opened_hand"]
    assert mat.events == []


def test_a_tile_that_completes_nothing_wins_nothing() -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z, lost=0)
    asked(mat)
    says(mat, 2, UNSEEN_FIRST, "9m")
    mat.wait(10.0)
    assert mat.events == []
    assert mat.codes == ["opened_hand"]


def test_a_hand_that_wins_with_no_tile_is_not_asked_for_one() -> None:
    mat = discarded()
    mat.opens(2, "147m258p369s1234z", lost=0)
    assert asked(mat) == ["opened_hand"]


def test_a_drawn_tile_that_nobody_saw_is_asked_for_when_nothing_else_happens() -> None:
    """Until then it is a hand laid open by mistake: whoever is to draw has not drawn."""
    mat = discarded()
    mat.opens(1, TSUMO)
    mat.wait(DISCARD_AFTER - 1.0)
    assert mat.codes == ["opened_hand"]
    mat.wait(2.0)
    assert mat.codes == ["opened_hand", *ENDS]
    assert mat.events == []
    says(mat, 1, UNSEEN, "2z")
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(1, 1)]
    assert mat.happened(ev.HandShown) == [ev.HandShown(1, parse_tiles(TSUMO), Tile.parse("2z"))]


def test_beside_a_tile_apart_only_the_other_end_is_asked_about() -> None:
    mat = discarded()
    mat.opens(1, TSUMO, apart="2z", lost=0)
    mat.wait(DISCARD_AFTER + 1.0)
    assert mat.codes == ["opened_hand", "unread_hand"]
    assert mat.events == []
    says(mat, 1, UNSEEN_FIRST, "5m")
    mat.wait(2.0)
    assert mat.happened(ev.HandShown) == [ev.HandShown(1, parse_tiles(TSUMO), Tile.parse("2z"))]


def test_of_a_ron_that_was_said_the_only_fitting_tile_counts_when_nobody_answers() -> None:
    """It may lie at one end only, and 7m alone completes the hand."""
    mat = discarded()
    mat.opens(2, "789m456p789s1115z", lost=0)
    mat.feed(PanelSignal(2, Button.RON, mat.now))
    mat.wait(MISFIT_PATIENCE + COUNT_PATIENCE)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)]
    assert mat.codes == ENDS
    says(mat, 2, UNSEEN, None)
    assert mat.happened(ev.HandShown) == []
    mat.wait(UNANSWERED)
    (shown,) = mat.happened(ev.HandShown)
    assert isinstance(shown, ev.HandShown)
    assert shown.tiles == parse_tiles("789m456p789s1115z")


def test_where_no_tile_lies_at_an_end_a_hand_that_is_short_is_to_be_laid_apart() -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z, lost=0)
    mat.feed(PanelSignal(2, Button.RON, mat.now))
    mat.wait(MISFIT_PATIENCE + COUNT_PATIENCE)
    says(mat, 2, UNSEEN, None)
    says(mat, 2, UNSEEN_FIRST, None)
    mat.wait(COUNT_PATIENCE)
    assert mat.codes == ["hand_count"]

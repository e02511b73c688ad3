"""A hand laid open that may win on a discard that nobody saw, or by a tile that is another one than it seems:
the table asks for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.infer import Answer
from controller.infer.columns import UNSEEN
from controller.infer.implied import ASK_S
from controller.infer.show import MISFIT_PATIENCE
from controller.infer.waiting import DISCARD_AFTER
from engine.state import events as ev
from engine.tiles.tile import Tile
from tests.controller.infer.mat import WAITS_FOR_5Z, Mat, discarded
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation


def asked_for_the_discard() -> Mat:
    """West lies open and waits for 1z and 3z; south's discard is nowhere to be seen."""
    mat = discarded()
    mat.opens(2, "123m456p789s1133z")
    mat.wait(DISCARD_AFTER - 1)
    assert mat.codes == ["opened_hand"], "south may think"
    mat.wait(2.0)
    assert mat.codes == ["opened_hand", "unseen_discard"]
    return mat


def test_a_hand_may_win_on_a_discard_that_nobody_saw_and_a_person_names_it() -> None:
    mat = asked_for_the_discard()
    mat.feed(Answer(f"pond.1.{UNSEEN}", Tile.parse("3z")))
    mat.wait(2.0)
    assert mat.happened(ev.Discarded) == [ev.Discarded(1, Tile.parse("3z"))]
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 1)]
    assert mat.codes == []


def test_another_discard_that_a_person_names_wins_nothing_and_play_goes_on() -> None:
    mat = asked_for_the_discard()
    mat.feed(Answer(f"pond.1.{UNSEEN}", Tile.parse("9m")))
    mat.wait(5.0)
    assert mat.happened(ev.Discarded) == [ev.Discarded(1, Tile.parse("9m"))]
    assert mat.happened(ev.WinDeclared) == []
    assert mat.codes == ["opened_hand"]
    mat.stands(2)
    mat.pond(1, "9m")
    mat.pond(2, "4s")
    mat.wait(2.0)
    assert mat.happened(ev.Discarded)[1:] == [ev.Discarded(2, Tile.parse("4s"))]
    assert mat.codes == []


def test_the_discard_that_is_seen_after_all_is_the_one() -> None:
    mat = asked_for_the_discard()
    mat.pond(1, "1z")
    mat.wait(2.0)
    assert mat.happened(ev.Discarded) == [ev.Discarded(1, Tile.parse("1z"))]
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 1)]
    assert mat.codes == []


@pytest.mark.parametrize("apart", ["3z", None])
def test_a_hand_that_is_whole_was_drawn_to_after_a_discard_that_nobody_saw(apart: str | None) -> None:
    """West has drawn and won; south, whose turn it was, must have discarded."""
    mat = discarded()
    mat.opens(2, "123m456p789s1133z" + ("" if apart else "3z"), apart=apart)
    mat.wait(DISCARD_AFTER + 1.0)
    assert mat.codes == ["opened_hand", "unseen_discard"]
    mat.feed(Answer(f"pond.1.{UNSEEN}", Tile.parse("9m")))
    mat.wait(6.0)
    assert mat.happened(ev.Discarded) == [ev.Discarded(1, Tile.parse("9m"))]
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 2)]
    assert mat.codes == []


@pytest.mark.parametrize(
    ("seat", "hand"),
    [(2, "147m258p369s1234z"), (1, "123m456p789s1133z")],
    ids=["no hand", "who is to discard"],
)
def test_for_no_discard_is_asked_where_none_can_win(seat: int, hand: str) -> None:
    mat = discarded()
    mat.opens(seat, hand)
    mat.wait(2 * DISCARD_AFTER)
    assert "opened_hand" in mat.codes
    assert "unseen_discard" not in mat.codes


@pytest.mark.parametrize(("face", "wins"), [("1m", True), ("3m", False)])
def test_a_tile_is_asked_about_with_which_the_hand_wins_though_it_is_hardly_that_one(
    face: str, wins: bool
) -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z)
    first, *others = mat.inference._views.tiles(Zone.HAND, 2)
    doubtful = replace(first, odds=((Tile.parse("7z"), 0.95), (Tile.parse("9m"), 0.02)))
    mat.feed(Observation(2, Zone.HAND, 2, mat.now, (doubtful, *others)))
    mat.wait(2 * ASK_S)
    assert mat.codes == ["opened_hand", "unread_hand"]
    assert mat.events == []
    mat.feed(Answer(f"hand.2.{first.track}", Tile.parse(face)))
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)] * wins
    assert mat.codes == ["opened_hand"] * (not wins)


def test_of_a_hand_that_wins_with_no_other_tile_nothing_is_asked() -> None:
    mat = discarded()
    mat.opens(2, "147m258p369s1234z")
    first, *others = mat.inference._views.tiles(Zone.HAND, 2)
    doubtful = replace(first, odds=((Tile.parse("7z"), 0.95), (Tile.parse("9m"), 0.02)))
    mat.feed(Observation(2, Zone.HAND, 2, mat.now, (doubtful, *others)))
    mat.wait(2 * ASK_S)
    assert mat.codes == ["opened_hand"]


def test_a_hand_wins_though_what_is_left_of_the_faces_speaks_for_another_one() -> None:
    """South's first tile is the last 1m, but the eyes hold it rather for a 9m, of which four are left."""
    turns: list[ev.Event] = [ev.Discarded(0, Tile.parse("9p"))]
    for seat, face in ((1, "1m"), (2, "1m"), (3, "1m"), (0, "5z")):
        turns += [ev.Drawn(seat), ev.Discarded(seat, Tile.parse(face))]
    mat = Mat(*turns)
    mat.opens(1, WAITS_FOR_5Z)
    first, *others = mat.inference._views.tiles(Zone.HAND, 1)
    doubtful = replace(first, odds=((Tile.parse("9m"), 0.92), (Tile.parse("1m"), 0.07)))
    mat.feed(Observation(2, Zone.HAND, 1, mat.now, (doubtful, *others)))
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == []
    mat.wait(MISFIT_PATIENCE)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(1, 0)]
    mat.wait(2.0)
    assert mat.codes == ["unread_hand"]
    mat.feed(Answer(f"hand.1.{first.track}", Tile.parse("1m")))
    mat.wait(2.0)
    (shown,) = mat.happened(ev.HandShown)
    assert isinstance(shown, ev.HandShown)
    assert Tile.parse("1m") in shown.tiles

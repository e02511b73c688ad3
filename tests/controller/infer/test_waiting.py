"""What is said where play does not go on: a wall with fewer tiles than a set has, too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.infer import Answer, Inference
from controller.infer.columns import UNSEEN
from engine.state import events as ev
from engine.state.hand import Phase
from engine.tiles.tile import Tile
from tests.controller.given import FIRST_DRAW, plan
from tests.controller.history.test_hands import blind
from tests.controller.infer.mat import Mat, discarded


def before(left: int) -> Mat:
    """A hand in which `left` discards are still to come until the wall is empty."""
    planned = plan(31).hand(0)
    assert planned is not None
    discards = [n for n, event in enumerate(planned.events) if isinstance(event, ev.Discarded)]
    return Mat(begun=[ev.GameStarted("rrc"), *(blind(event) for event in planned.events[: discards[-left]])])


def test_a_wall_of_135_tiles_ends_with_a_sentence_and_nothing_is_paid() -> None:
    mat = before(1)
    mat.wait(15.0)
    assert mat.codes == []
    mat.wait(10.0)
    assert mat.codes == ["wall_short"]
    assert not mat.happened(ev.HandEnded)


def test_with_many_tiles_left_a_discard_is_waited_for() -> None:
    mat = before(20)
    mat.wait(25.0)
    assert mat.codes == ["awaits_discard"]


def asked_after(mat: Mat, code: str) -> float:
    """Seconds of the table until the sentence is said; nothing happens meanwhile."""
    while code not in mat.codes:
        assert mat.now < 100.0, mat.codes
        mat.feed()
    return mat.now - 0.25


def undealt(dice: bool) -> Mat:
    mat = Mat(begun=FIRST_DRAW[:2])
    mat.inference, mat.now = Inference(machine=False, dice=dice), 0.0
    return mat


def exhausted() -> Mat:
    mat = before(1)
    game = mat.game
    assert game.hand is not None
    mat.game = replace(game, hand=replace(game.hand, live_left=0, phase=Phase.CALLS))
    mat.inference, mat.now = Inference(), 0.0
    return mat


@pytest.mark.parametrize(
    ("made", "code", "seconds"),
    [
        (lambda: undealt(dice=True), "awaits_dice", 20.0),
        (lambda: undealt(dice=False), "awaits_deal", 60.0),
        (Mat, "awaits_discard", 60.0),
        (lambda: Mat(ev.Discarded(0, Tile.parse("5z"))), "awaits_discard", 20.0),
        (lambda: before(6), "awaits_discard", 20.0),
        (lambda: before(5), "wall_short", 20.0),
        (lambda: Mat(ev.Discarded(0, Tile.parse("5z")), ev.WinDeclared(2, 0)), "awaits_hand", 10.0),
        (lambda: Mat(ev.Discarded(0, Tile.parse("5z")), ev.WinDeclared(2, 0)), "enter_result", 60.0),
        (exhausted, "awaits_hand", 10.0),
    ],
)
def test_what_does_not_come_is_said_after_its_time(
    made: Callable[[], Mat], code: str, seconds: float
) -> None:
    mat = made()
    assert asked_after(mat, code) == pytest.approx(seconds, abs=0.25)
    assert mat.events == []


def test_what_is_waited_for_is_said_of_whom() -> None:
    mat = Mat(ev.Discarded(0, Tile.parse("5z")), ev.WinDeclared(2, 0))
    mat.wait(11.0)
    told = mat.inference.feed(mat.game, (), mat.now)
    assert [(question.code, question.seat) for question in told.questions] == [("awaits_hand", 2)]


def test_where_a_hand_is_short_a_person_says_whether_a_discard_was_missed_or_a_set() -> None:
    """South's discard is nowhere to be seen, nor are two backs of west, and west and north have played on:
    west may have called, though the last discard lies there still."""
    mat = discarded()
    mat.stands(2, 11)
    mat.pond(2, "4s")
    mat.pond(3, "8p")
    mat.wait(4.0)
    assert mat.codes == []
    mat.wait(10.0)
    assert mat.codes == ["unseen_discard"]
    assert mat.events == [], "it may have been a call"
    mat.feed(Answer(f"pond.1.{UNSEEN}", Tile.parse("9m")))
    mat.wait(2.0)
    said = [
        ev.Discarded(1, Tile.parse("9m")),
        ev.Discarded(2, Tile.parse("4s")),
        ev.Discarded(3, Tile.parse("8p")),
    ]
    assert mat.happened(ev.Discarded) == said
    assert mat.codes == []

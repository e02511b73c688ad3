"""What the next event is: where nobody sees the dice, who has been dealt."""

from __future__ import annotations

from controller.infer import Inference
from controller.infer.play import DEALT_AFTER, UNSEEN_AFTER
from engine.state import events as ev
from engine.tiles.wall import Wall
from tests.controller.given import FIRST_DRAW
from tests.controller.infer.mat import Mat
from tests.controller.infer.test_wall import turned
from vision.calibration.mat import Zone


def undealt() -> Mat:
    """A table whose walls come up with the hands, and whose dice nobody sees."""
    mat = Mat(begun=FIRST_DRAW[:2])
    mat.inference = Inference(machine=False, dice=False)
    return mat


def turns_indicator(mat: Mat) -> None:
    place = Wall(1, 7).indicator(0)
    mat._see(Zone.WALL, place.side, turned(900, "4s", place, 0.0, 0.0))


def test_a_hand_is_dealt_when_all_four_stand_and_an_indicator_lies_there() -> None:
    mat = undealt()
    for seat in range(4):
        mat.stands(seat, 13 if seat else 9)
    turns_indicator(mat)
    mat.wait(UNSEEN_AFTER - 1.0)
    assert mat.events == []
    mat.stands(0, 10)
    mat.wait(DEALT_AFTER + 0.5)
    assert ev.Dealt() in mat.events


def test_where_the_hands_are_not_counted_the_indicator_tells_so_later() -> None:
    mat = undealt()
    turns_indicator(mat)
    mat.wait(UNSEEN_AFTER - 0.5)
    assert mat.events == []
    mat.wait(1.0)
    assert mat.happened(ev.Dealt) == [ev.Dealt()]


def test_hands_that_stand_alone_are_not_yet_dealt() -> None:
    mat = undealt()
    for seat in range(4):
        mat.stands(seat)
    mat.wait(UNSEEN_AFTER + 2.0)
    assert mat.events == []

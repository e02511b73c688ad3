"""What the next event is: where nobody sees the dice, who has been dealt."""

from __future__ import annotations

from controller.infer import Inference
from controller.infer.begun import WallsBuilt
from controller.infer.play import DEALT_AFTER, UNSEEN_AFTER
from engine.state import events as ev
from engine.tiles.tile import Tile
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


def test_a_back_that_looks_like_a_white_dragon_since_the_walls_stand_is_no_indicator() -> None:
    """Nothing was turned yet; the real one is read when it is. A table that deals has turned it already."""
    for lies in (False, True):
        mat = Mat(begun=[ev.GameStarted("rrc")], machine=False)
        for seat in range(4):
            mat.stands(seat)
        mat.turns("5z")
        mat.feed(WallsBuilt(mat.now, lies))
        mat.wait(UNSEEN_AFTER + 3.0)
        assert mat.happened(ev.DoraRevealed) == ([ev.DoraRevealed(Tile.parse("5z"))] if lies else [])
        if not lies:
            mat.turns("6m")
            mat.wait(UNSEEN_AFTER + 3.0)
            assert mat.happened(ev.DoraRevealed) == [ev.DoraRevealed(Tile.parse("6m"))]

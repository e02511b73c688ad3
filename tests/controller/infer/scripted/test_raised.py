"""A bought table, of which nobody sees the dice: the indicators say where the wall was broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.infer.begun import Raised
from engine.tiles.tile import Tile
from tests.controller.infer.scripted.script import Script
from tests.controller.infer.scripted.test_misread import melds
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation


@pytest.mark.parametrize("walls", [Raised.RAISED, Raised.PEOPLE])
def test_the_first_indicator_opens_the_wall(walls: Raised, tmp_path: Path) -> None:
    script = Script(tmp_path, walls=walls)
    script.run("walls\nunseen 3 4\ndora 4s\n0 9m\n1 9p\nwait 6")
    seen = script.follower.snapshot()
    assert (seen.dora, seen.dice) == (["4s"], None)
    assert [len(seat.pond) for seat in seen.seats] == [1, 1, 0, 0]


def test_a_kan_turns_its_indicator_before_the_first_one_was_taken_for_one(tmp_path: Path) -> None:
    """Not all hands are seen: for some seconds nothing says that they are dealt."""
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run(
        "pace 0.5\nhide hand 1\nwalls\nunseen 3 4\ndora 4s\n0 9m\n1 takes X77Xz\ndora 1p\n1 1m\nwait 9"
    )
    seen = script.follower.snapshot()
    assert seen.dora == ["4s", "1p"]
    assert melds(script, 1) == [["7z", "7z", "7z", "7z"]]
    assert not seen.questions


def test_a_second_open_tile_without_a_kan_opens_no_wall(tmp_path: Path) -> None:
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run("pace 0.5\nhide hand 1\nwalls\nunseen 3 4\ndora 4s\n0 9m\ndora 1p\n1 1m\nwait 9")
    assert script.follower.snapshot().dora == []


def test_the_indicator_of_a_kan_is_not_taken_for_the_first_one_that_nobody_saw(tmp_path: Path) -> None:
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run("pace 0.5\nhide wall 0\nhide wall 1\nhide wall 2\nhide wall 3")
    script.run("walls\nunseen 3 4\ndora 5z\n0 9m\n1 takes X77Xz\n1 1m\nwait 9")
    side = next(seat for seat in range(4) if script.reader.look((Zone.WALL, seat), 0.0).tiles)
    assert script.follower.snapshot().dora == []
    script.run("dora 1p")
    (only,) = (t for t in script.reader.look((Zone.WALL, side), 0.0).tiles if t.tile == Tile.parse("1p"))
    script.follower.feed(Observation(900, Zone.WALL, side, script.follower.now, (only,)))
    script.follower.wait(9.0)
    assert script.follower.snapshot().dora == [], "it is asked for"
    assert [q.code for q in script.follower.questions] == ["unread_dora"]


def test_where_indicators_have_opened_the_wall_it_stands_though_the_first_reads_as_a_back_then(
    tmp_path: Path,
) -> None:
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run("pace 0.5\nhide wall 2\nwalls\nunseen 3 4\ndora 5z?8p\n0 9m\n1 takes X77Xz\ndora 1p\n1 1m")
    script.run("unhide wall 2\nwait 9")
    assert [q.code for q in script.follower.questions] == ["unread_dora"]
    side = next(seat for seat in range(4) if script.reader.look((Zone.WALL, seat), 0.0).tiles)
    (second,) = (t for t in script.reader.look((Zone.WALL, side), 0.0).tiles if t.tile == Tile.parse("1p"))
    script.follower.feed(Observation(900, Zone.WALL, side, script.follower.now, (second,)))
    script.follower.wait(9.0)
    assert script.follower.snapshot().dora == []

"""Where loose, live and dead tiles lie (C-WALL-03..08)."""

from __future__ import annotations

import pytest

from engine.classical.wall import LIVE, ClassicalWall, broken
from engine.state import events as ev
from engine.tiles.wall import Wall, WallPlace
from tests.engine.classical.table import Table


def thrown(*throws: tuple[int, int]) -> Wall:
    table = Table().do(ev.HandStarted(0, 1, 0, 0, 0, (2000,) * 4), *(ev.DiceThrown(dice) for dice in throws))
    wall = broken(table.game.rules, table.hand)
    assert wall is not None
    return wall.wall


def test_east_throws_for_the_side_and_its_owner_adds_to_the_total() -> None:
    """7 is the side of West, counted counter-clockwise from East = 1; its owner throws 3."""
    assert thrown((3, 4), (1, 2)) == Wall(2, 10)


def test_no_wall_is_broken_before_both_throws_have_fallen() -> None:
    table = Table().do(ev.HandStarted(0, 1, 0, 0, 0, (2000,) * 4))
    assert broken(table.game.rules, table.hand) is None
    table.do(ev.DiceThrown((3, 4)))
    assert broken(table.game.rules, table.hand) is None


def test_the_two_tiles_behind_the_counted_stacks_are_loose() -> None:
    wall = ClassicalWall(Wall(0, 5))
    assert [wall.loose(0), wall.loose(1)] == [WallPlace(0, 5, 1), WallPlace(0, 5, 0)]
    assert wall.live(0) == WallPlace(0, 6, 1)


def test_a_total_above_17_goes_on_to_the_next_wall_in_the_same_direction() -> None:
    assert ClassicalWall(Wall(0, 20)).loose(0) == WallPlace(3, 3, 1)


def test_the_last_stacks_before_the_dead_wall_replenish() -> None:
    """Dead are the seven stacks to the right of the break: 0 to 4 of side 0, 15 and 16 of side 1."""
    wall = ClassicalWall(Wall(0, 5))
    assert wall.live(LIVE - 1) == WallPlace(1, 14, 0)
    assert [wall.loose(2), wall.loose(3)] == [WallPlace(1, 14, 1), WallPlace(1, 14, 0)]
    assert wall.loose(4) == WallPlace(1, 13, 1)


def test_every_tile_lies_somewhere_once() -> None:
    wall = ClassicalWall(Wall(2, 14))
    live = [wall.live(n) for n in range(LIVE)]
    dead = [wall.wall.dead(stack, level) for stack in range(1, 8) for level in (0, 1)]
    assert len({*live, *dead, wall.loose(0), wall.loose(1)}) == 136


def test_the_live_wall_has_120_tiles() -> None:
    with pytest.raises(ValueError, match="0 to 119"):
        ClassicalWall(Wall(0, 5)).live(LIVE)

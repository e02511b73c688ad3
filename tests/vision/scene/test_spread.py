"""Scenes moved to where they lie on other mats."""

from __future__ import annotations

import pytest

from engine.tiles.tile import Tile
from vision.calibration.layout import STANDARD, Layout
from vision.calibration.mat import (
    HAND_Y,
    MAT_HALF,
    MELD_Y,
    POND_ROW_Y,
    STICK_Y,
    TILE_H,
    URA_Y,
    WALL_Y,
    to_player,
    to_table,
)
from vision.scene.demo import demo_scene
from vision.scene.scene import Rest, Scene, StickBody, TileBody
from vision.scene.spread import spread
from vision.scene.venue import Venue

EAST = Tile.parse("1z")
UNIT = 28.0 / TILE_H
AROUND = Layout(MAT_HALF / UNIT, 140.0 / UNIT)


def test_nothing_moves_on_our_mat() -> None:
    scene = demo_scene(3)
    assert spread(scene, STANDARD) is scene


def test_ponds_and_sticks_lie_around_the_unit() -> None:
    for seat in range(4):
        pond = TileBody(1, EAST, *to_table(seat, 30.0, POND_ROW_Y[0]), 0.0, Rest.FACE_UP)
        wall = TileBody(2, EAST, *to_table(seat, 30.0, WALL_Y), 0.0, Rest.FACE_DOWN)
        stick = StickBody(1, 1000, *to_table(seat, 0.0, STICK_Y), 0.0)
        there = spread(Scene((pond, wall), (stick,)), AROUND)
        (x, y), (_, behind) = (to_player(seat, t.x, t.y) for t in there.tiles)
        assert (round(x), round(y)) == (30, round(POND_ROW_Y[0] - AROUND.outward))
        assert behind < y - 3 * TILE_H
        assert y + TILE_H / 2 < to_player(seat, there.sticks[0].x, there.sticks[0].y)[1] < -AROUND.centre


def test_ura_indicators_beside_a_corner_of_the_walls_stay_before_their_own() -> None:
    """The last of a wall lies in the zone of its neighbour's, too."""
    for seat in range(4):
        before = [
            TileBody(n, EAST, *to_table(seat, x, URA_Y), 0.0, Rest.FACE_UP)
            for n, x in enumerate((-182.0, -208.0))
        ]
        there = [to_player(seat, tile.x, tile.y) for tile in spread(Scene(tuple(before)), AROUND).tiles]
        assert [round(x) for x, _ in there] == [-182, -208]
        assert there[0][1] == pytest.approx(there[1][1])


def test_sets_stay_beside_each_other_however_far_left_they_reach() -> None:
    """A third set lies where another seat's hand ends."""
    sets = [TileBody(n, EAST, x, MELD_Y, 0.0, Rest.FACE_UP) for n, x in enumerate((120.0, 190.0, 300.0))]
    hand = [
        TileBody(n, EAST, 190.0, HAND_Y, 0.0, rest) for n, rest in ((3, Rest.STANDING), (4, Rest.FACE_UP))
    ]
    there = spread(Scene((*sets, *hand)), AROUND).tiles
    assert [round(tile.x - AROUND.spare) for tile in there[:3]] == [120, 190, 300]
    assert [tile.x for tile in there[3:]] == [190.0, 190.0]


def test_no_tile_of_a_pond_lies_on_the_unit() -> None:
    moved = spread(demo_scene(4), AROUND).tiles
    assert not [tile for tile in moved if AROUND.hidden(tile.x, tile.y)]


def test_a_venue_has_its_tiles_and_its_unit() -> None:
    rig = Venue.chosen(tile=28.0, centre=280.0).rig()
    assert rig.layout == AROUND
    plain = Venue.chosen(tile=28.0).rig()
    shown, bare = (one.render(Scene(), 0.0).astype(float) for one in (rig, plain))
    off = abs(shown - bare).max(axis=2) > 60
    height, width = off.shape
    middle = off[height // 2 - 100 : height // 2 + 100, width // 2 - 100 : width // 2 + 100]
    assert middle.mean() > 0.2
    assert off[:, : width // 8].mean() < 0.01

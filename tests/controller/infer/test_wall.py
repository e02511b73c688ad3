"""Ura indicators before their stacks, also where the dead wall goes round a corner."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.infer import wall
from controller.infer.columns import UNSEEN
from controller.virtual import place
from controller.virtual.placement_noise import Slop
from engine.tiles.tile import Tile
from engine.tiles.wall import Wall, WallPlace, broken
from vision.calibration.mat import TILE_H, TILE_W, URA_Y, WALL_Y, to_table
from vision.eyes.observation import TileSeen
from vision.nets.detection import Quad

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def corner() -> tuple[Wall, int]:
    """A break for which the indicators change the side, and the first of the next one."""
    for total in range(2, 13):
        found = broken(0, total)
        sides = [found.indicator(n).side for n in range(5)]
        if sides[0] != sides[1] and found.indicator(1).stack == 16:
            return found, 1
    raise AssertionError("No break has its indicators round a corner.")


def laid(track: int, face: str, x: float) -> TileSeen:
    return TileSeen(track, ((Tile.parse(face), 1.0),), x, URA_Y, 0.0, False, QUAD)


def test_after_four_kans_no_indicator_is_looked_for() -> None:
    found, _ = corner()
    last = found.indicator(4)
    seen = {last.side: [replace(laid(1, "5m", wall.stack_x(last)), y=WALL_Y)]}
    assert wall.indicator(found, 4, seen) is not None
    assert wall.indicator(found, 5, seen) is None


@pytest.mark.parametrize(
    ("faces", "y", "count"),
    [
        ("5z", WALL_Y, 1),
        ("5z 5z", WALL_Y, 0),
        ("5z 5z 1m", WALL_Y, 1),
        ("1m 1m", WALL_Y, 2),
        ("5z 5z", URA_Y, 2),
    ],
    ids=["one", "two in the light", "beside one that was turned", "of another kind", "before the stacks"],
)
def test_white_dragons_in_the_stacks_are_backs_on_which_light_falls(faces: str, y: float, count: int) -> None:
    found = broken(0, 7)
    side = (found.indicator(0).side + 2) % 4
    row = [replace(laid(n, face, n * TILE_W), y=y) for n, face in enumerate(faces.split())]
    assert len(wall.strangers(found, 1, {side: row}, ura_open=False)) == count


def test_round_a_corner_ura_indicators_are_identified_by_their_order() -> None:
    found, _ = corner()
    sides = [found.indicator(n).side for n in range(3)]
    seen: dict[int, list[TileSeen]] = {side: [] for side in range(4)}
    for n, face in enumerate(("1m", "2m", "3m")):
        aside = 0.0 if sides[n] == sides[0] else place.URA_ASIDE
        seen[sides[n]].append(laid(n + 1, face, wall.stack_x(found.indicator(n)) + aside))
    tiles = [wall.ura(found, n, 3, seen) for n in range(3)]
    assert [str(t.tile) for t in tiles if t is not None] == ["1m", "2m", "3m"]
    assert wall.strangers(found, 0, seen, ura_open=True) == [
        (side, t) for side in sorted(seen) for t in seen[side]
    ]
    seen[sides[2]].pop()
    assert wall.ura(found, 1, 3, seen) is None


def quad(x: float, y: float) -> Quad:
    """In a picture of two pixels a millimetre that looks at the wall from its side."""
    left, right, near, far = 2 * (x - 13), 2 * (x + 13), 500 - 2 * (y - 17), 500 - 2 * (y + 17)
    return (left, near), (right, near), (right, far), (left, far)


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("aside", [0.0, 9.0, -9.0])
@pytest.mark.parametrize("lost", range(3))
def test_the_ura_tile_that_is_not_seen_lies_as_its_indicator_does_beside_the_next(
    count: int, aside: float, lost: int
) -> None:
    found, lost = broken(0, 9), lost % count
    places = [found.indicator(n) for n in range(count)]
    assert len({place.side for place in places}) == 1
    xs = [wall.stack_x(place) for place in places]
    over = [replace(laid(n + 1, "9m", x), y=WALL_Y, quad=quad(x, WALL_Y)) for n, x in enumerate(xs)]
    row = [replace(laid(n + 9, "2m", x + aside), quad=quad(x + aside, URA_Y)) for n, x in enumerate(xs)]
    side, missing = places[0].side, row.pop(lost)
    hole = wall.ura_hole(found, side, count, {side: [*over, *row]})
    assert hole is not None
    assert (hole.track, hole.quad) == (UNSEEN, missing.quad)
    named = wall.ura(found, lost, count, {side: [*over, *row]}, {side: Tile.parse("8p")})
    assert named is not None
    assert str(named.tile) == "8p"
    others = [
        wall.ura(found, n, count, {side: [*over, *row]}, {side: Tile.parse("8p")}) for n in range(count)
    ]
    assert [t for n, t in enumerate(others) if n != lost] == row
    assert wall.ura_hole(found, side, count, {side: [*over, *row, missing]}) is None, "all are there"
    assert wall.ura_hole(found, side, count, {side: over}) is None, "none is there"
    assert wall.ura_hole(found, side, count, {side: [*over[:lost], *over[lost + 1 :], *row]}) is None


def test_ura_round_a_corner_do_not_lie_on_each_other() -> None:
    """The tile before the right end of one wall and the one before the left end of the next."""
    found, n = corner()
    for seed in range(50):
        slop = Slop(str(seed), 0.0)
        last, first = found.indicator(n - 1), found.indicator(n)
        a = place.ura_place(place.Place(wall.stack_x(last), 0.0, 0.0), slop)
        b = place.ura_place(place.Place(wall.stack_x(first), 0.0, 0.0), slop, place.URA_ASIDE)
        ax, ay = to_table(last.side, a.x, a.y)
        bx, by = to_table(first.side, b.x, b.y)
        half = (TILE_W + TILE_H) / 2 - 1.0
        assert abs(ax - bx) > half or abs(ay - by) > half


def backs_read_as(face: str, count: int) -> dict[int, list[TileSeen]]:
    """So many stacks of a wall whose backs the eyes take for a face."""
    xs = [wall.stack_x(WallPlace(1, stack, 0)) for stack in range(count)]
    return {1: [replace(laid(n + 1, face, x), y=WALL_Y) for n, x in enumerate(xs)]}


@pytest.mark.parametrize(("count", "elsewhere", "proven"), [(5, 0, True), (4, 0, False), (2, 3, True)])
def test_more_open_tiles_of_a_kind_than_there_are_prove_that_backs_are_misread(
    count: int, elsewhere: int, proven: bool
) -> None:
    white = Tile.parse("5z")
    seen = backs_read_as("5z", count)
    assert wall.misread(seen, [white] * elsewhere) == ({white.kind} if proven else set())


def test_backs_that_read_as_white_dragons_are_no_open_tiles() -> None:
    seen = backs_read_as("5z", 6)
    seen[2] = [laid(9, "5z", 0.0), replace(laid(10, "3m", 30.0), y=WALL_Y)]
    left = wall.without(seen, {Tile.parse("5z").kind})
    assert {side: [t.track for t in tiles] for side, tiles in left.items()} == {1: [], 2: [9, 10]}


def turned(track: int, face: str, place: WallPlace, along: float, depth: float) -> TileSeen:
    """An indicator on its stack; the wall stands `along` mm to the right and `depth` nearer the middle."""
    return replace(laid(track, face, wall.stack_x(place) + along), y=WALL_Y + depth)


@given(
    st.integers(2, 12),
    st.floats(-60.0, 60.0),
    st.floats(-15.0, 15.0),
    st.integers(1, 5),
)
def test_indicators_are_found_where_the_walls_of_people_stand(
    total: int, along: float, depth: float, count: int
) -> None:
    """Turned one after another, as kans are declared; round the corner stands another wall."""
    found, anchors = broken(0, total), dict[int, wall.Anchor]()
    places = [found.indicator(n) for n in range(count)]
    shifts = {side: along if side == places[0].side else -along for side in range(4)}
    lying: dict[int, list[TileSeen]] = {side: [] for side in range(4)}
    for n, at in enumerate(places):
        lying[at.side].append(turned(n + 1, f"{n + 1}m", at, shifts[at.side], depth))
        seen = wall.aligned(found, n + 1, lying, anchors)
        for m in range(n + 1):
            shown = wall.indicator(found, m, seen)
            assert shown is not None
            assert shown.tile == Tile.parse(f"{m + 1}m")
        assert wall.strangers(found, n + 1, seen, ura_open=False) == []


@given(st.integers(2, 12), st.floats(-60.0, 60.0), st.integers(2, 5))
def test_after_a_restart_all_indicators_that_lie_there_tell_where_the_walls_stand(
    total: int, along: float, count: int
) -> None:
    found = broken(0, total)
    places = [found.indicator(n) for n in range(count)]
    lying: dict[int, list[TileSeen]] = {side: [] for side in range(4)}
    for n, at in enumerate(places):
        lying[at.side].append(turned(n + 1, f"{n + 1}m", at, along, 0.0))
    seen = wall.aligned(found, count + 1, lying, {})
    shown = [wall.indicator(found, n, seen) for n in range(count)]
    assert [None if tile is None else tile.track for tile in shown] == [n + 1 for n in range(count)]


def test_two_open_tiles_that_lie_unlike_indicators_tell_nothing() -> None:
    found, anchors = broken(0, 7), dict[int, wall.Anchor]()
    first = found.indicator(0)
    apart = [turned(1, "1m", first, -50.0, 0.0), turned(2, "2m", first, 20.0, 0.0)]
    wall.aligned(found, 2, {first.side: apart}, anchors)
    assert anchors == {}


def test_a_wall_that_is_pushed_aside_takes_its_indicator_with_it() -> None:
    found, anchors = broken(0, 7), dict[int, wall.Anchor]()
    first, second = found.indicator(0), found.indicator(1)
    assert first.side == second.side
    wall.aligned(found, 1, {first.side: [turned(1, "1m", first, 5.0, 0.0)]}, anchors)
    both = [turned(1, "1m", first, 45.0, 0.0), turned(2, "2m", second, 45.0, 0.0)]
    seen = wall.aligned(found, 2, {first.side: both}, anchors)
    shown = wall.indicator(found, 1, seen)
    assert shown is not None
    assert shown.track == 2


def test_an_open_tile_far_from_the_break_is_no_indicator_of_people_either() -> None:
    found, anchors = broken(0, 7), dict[int, wall.Anchor]()
    first = found.indicator(0)
    side = (first.side + 1) % 4
    lying = {side: [replace(laid(1, "1m", 0.0), y=WALL_Y)], first.side: [turned(2, "2m", first, 80.0, 0.0)]}
    seen = wall.aligned(found, 1, lying, anchors)
    assert anchors == {}
    assert {tile.track for _, tile in wall.strangers(found, 1, seen, ura_open=False)} == {1, 2}


@given(st.integers(0, 3), st.integers(2, 18), st.floats(-9.0, 9.0), st.integers(1, 5))
def test_where_no_dice_are_seen_the_indicators_tell_how_the_wall_was_broken(
    side: int, stacks: int, along: float, count: int
) -> None:
    found = Wall(side, stacks)
    lying: dict[int, list[TileSeen]] = {side: [] for side in range(4)}
    for n, at in enumerate(map(found.indicator, range(count))):
        lying[at.side].append(turned(n + 1, f"{n + 1}m", at, along, 0.0))
    end = wall.opened(lying, count)
    assert end is not None
    assert [end.indicator(n) for n in range(5)] == [found.indicator(n) for n in range(5)]


@pytest.mark.parametrize(
    ("faces", "along"),
    [("", 0.0), ("1m", 0.0), ("1m 2m 3m", 0.0), ("1m 2m", TILE_W)],
    ids=["none", "too few", "too many", "not in one row"],
)
def test_open_tiles_that_lie_unlike_indicators_open_no_wall(faces: str, along: float) -> None:
    found = broken(0, 9)
    lying: dict[int, list[TileSeen]] = {side: [] for side in range(4)}
    for n, face in enumerate(faces.split()):
        at = found.indicator(n)
        lying[at.side].append(turned(n + 1, face, at, n * along, 0.0))
    assert wall.opened(lying, 2) is None


def test_backs_that_light_falls_on_open_no_wall() -> None:
    found = broken(0, 9)
    at = found.indicator(0)
    lying = {at.side: [turned(1, "3m", at, 0.0, 0.0)]}
    lying[(at.side + 1) % 4] = [turned(n, "5z", WallPlace(0, n, 1), 0.0, 0.0) for n in (5, 8)]
    end = wall.opened(lying, 1)
    assert end is not None
    assert end.indicator(0) == at

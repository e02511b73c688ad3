"""Reading order of ponds, hands, melds and walls as people really lay them."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles.tile import ALL, Tile
from vision.calibration.layout import STANDARD
from vision.calibration.mat import (
    HAND_LEFT,
    HAND_Y,
    MELD_GAP,
    MELD_RIGHT,
    MELD_Y,
    POND_LEFT,
    POND_ROW_Y,
    TILE_H,
    TILE_W,
    URA_Y,
    WALL_LEFT,
    WALL_Y,
    WIN_GAP,
    Zone,
    to_player,
    to_table,
    turn,
)
from vision.eyes.familiarity import Familiarity
from vision.eyes.observation import TileSeen
from vision.eyes.observe import contents, pond_order, pond_rows, seen, split_strip, stacks, wall_order
from vision.eyes.track import Track
from vision.nets.detection import Quad

QUAD: Quad = ((0, 0), (1, 0), (1, 1), (0, 1))


def at(track: int, x: float, y: float, sideways: bool = False, face: Tile | None = ALL[0]) -> TileSeen:
    return TileSeen(track, ((face, 1.0),), x, y, 90.0 if sideways else 0.0, sideways, QUAD)


def pond(count: int, sideways: int | None = None) -> list[TileSeen]:
    out: list[TileSeen] = []
    for i in range(count):
        row = min(i // 6, 2)
        left = POND_LEFT if i in (0, 6, 12) else out[-1].x + (TILE_H if out[-1].sideways else TILE_W) / 2
        wide = TILE_H if i == sideways else TILE_W
        out.append(at(i, left + wide / 2, POND_ROW_Y[row], i == sideways))
    return out


def tracks_of(tiles: tuple[TileSeen, ...] | list[TileSeen]) -> list[int]:
    return [tile.track for tile in tiles]


def moved(tile: TileSeen, dx: float, dy: float) -> TileSeen:
    return at(tile.track, tile.x + dx, tile.y + dy, tile.sideways)


@given(
    st.integers(0, 24),
    st.integers(0, 23),
    st.lists(st.floats(-16, 16), min_size=3, max_size=3),
    st.lists(st.tuples(st.floats(-1.5, 1.5), st.floats(-3, 3)), min_size=24, max_size=24),
    st.randoms(use_true_random=False),
)
def test_a_pond_is_read_as_it_was_laid(
    count: int, sideways: int, drifts: list[float], jitter: list[tuple[float, float]], random: object
) -> None:
    """Rows pushed sideways by half a tile, tiles laid askew, one sideways, a long third row."""
    tiles = pond(count, sideways)
    laid = [moved(t, drifts[min(i // 6, 2)] + jitter[i][0], jitter[i][1]) for i, t in enumerate(tiles)]
    random.shuffle(laid)  # type: ignore[attr-defined]
    assert tracks_of(pond_order(laid)) == list(range(count))


@given(st.integers(1, 18), st.floats(-15, 15), st.floats(-4, 4))
def test_a_pond_pushed_as_a_whole_and_turned_keeps_its_rows(count: int, push: float, slant: float) -> None:
    tiles = [moved(t, 0, push + slant * t.x / 78.0) for t in pond(count)]
    assert tracks_of(pond_order(tiles)) == list(range(count))


@given(st.integers(2, 18), st.data())
def test_a_called_tile_leaves_a_hole_and_the_order_stays(count: int, data: st.DataObject) -> None:
    gone = data.draw(st.integers(0, count - 1))
    left = [t for t in pond(count) if t.track != gone]
    assert tracks_of(pond_order(left)) == [i for i in range(count) if i != gone]


def test_rows_are_named_from_the_centre() -> None:
    assert [len(row) for row in pond_rows(pond(14))] == [6, 6, 2]


@given(st.integers(0, 19), st.floats(-200, -95))
def test_the_neighbours_ura_beside_the_rows_is_no_discard(count: int, y: float) -> None:
    stray = at(99, 222.0, y, sideways=True)
    assert tracks_of(pond_order([*pond(count), stray])) == list(range(count))


def hand(count: int, apart: bool = False) -> list[TileSeen]:
    return [
        at(i, HAND_LEFT + (i + 0.5) * TILE_W + (WIN_GAP if apart and i == count - 1 else 0.0), HAND_Y)
        for i in range(count)
    ]


def melds(count: int, size: int = 3) -> list[TileSeen]:
    """Melds with the middle tile sideways, from the owner's left."""
    out: list[TileSeen] = []
    right = MELD_RIGHT
    for _ in range(count):
        for place in range(size):
            wide = TILE_H if place == 1 else TILE_W
            low = MELD_Y - TILE_H / 2
            tall = TILE_W if place == 1 else TILE_H
            out.append(at(100 + len(out), right - wide / 2, low + tall / 2, place == 1))
            right -= wide + 0.2
        right -= MELD_GAP
    return out[::-1]


@given(st.integers(0, 4), st.booleans(), st.booleans(), st.floats(-3, 3))
def test_hand_and_melds_are_told_apart(count: int, open_hand: bool, win: bool, off: float) -> None:
    shown = hand(13 - 3 * count + win, apart=win) if open_hand else []
    corner = [moved(t, off, 0) for t in melds(count)]
    left, right = split_strip([*corner, *shown], STANDARD)
    assert tracks_of(left) == tracks_of(shown)
    assert tracks_of(right) == tracks_of(corner)


@given(st.integers(1, 4), st.integers(1, 3), st.booleans(), st.floats(-3, 3))
def test_a_tile_of_the_first_set_that_is_not_seen_leaves_the_others_where_they_are(
    count: int, lost: int, open_hand: bool, off: float
) -> None:
    shown = hand(13 - 3 * count) if open_hand else []
    corner = [moved(t, off, 0) for t in melds(count)]
    seen = corner[:-lost] + corner[len(corner) - lost + 1 :]
    left, right = split_strip([*seen, *shown], STANDARD)
    assert tracks_of(left) == tracks_of(shown)
    assert tracks_of(right) == tracks_of(seen)


def like(face: str | None, sideways: int | None, size: int = 3) -> list[TileSeen]:
    """A set of like tiles of which one lies sideways, all seen as upright, from the owner's left."""
    out: list[TileSeen] = []
    left = 262.0
    for place in range(size):
        wide, y = (TILE_H, MELD_Y - 6.0) if place == sideways else (TILE_W, MELD_Y)
        out.append(at(place, left + wide / 2, y, face=None if face is None else Tile.parse(face)))
        left += wide + 0.3
    return out


@given(
    st.sampled_from(["5z", "1p"]),
    st.integers(3, 4),
    st.integers(0, 3),
    st.lists(st.tuples(st.floats(-0.7, 0.7), st.floats(-2, 2)), min_size=4, max_size=4),
)
def test_of_like_tiles_the_one_lies_sideways_that_has_the_room(
    face: str, size: int, place: int, off: list[tuple[float, float]]
) -> None:
    set_ = like(face, place % size, size)
    laid = [replace(t, x=t.x + dx, y=t.y + dy) for t, (dx, dy) in zip(set_, off, strict=False)]
    assert [t.sideways for t in split_strip(laid, STANDARD)[1]] == [n == place % size for n in range(size)]


APART = [replace(t, y=MELD_Y) for t in like("1p", 1)]


@pytest.mark.parametrize("tiles", [like("5z", None), like("5z", 1)[:2], like(None, 1), APART])
def test_no_other_tile_is_turned(tiles: list[TileSeen]) -> None:
    assert not any(t.sideways for t in split_strip(tiles, STANDARD)[1])


def test_four_kans_and_a_last_pair_are_told_apart() -> None:
    left, right = split_strip(hand(2, apart=True) + melds(4, size=4), STANDARD)
    assert (len(left), len(right)) == (2, 16)


def test_an_added_fourth_tile_belongs_to_its_meld() -> None:
    pon = melds(1)
    added = at(200, pon[1].x, pon[1].y + TILE_W, sideways=True)
    assert len(split_strip([*pon, added], STANDARD)[1]) == 4


def test_only_face_up_tiles_of_a_wall_are_told() -> None:
    stacks = [
        at(i, WALL_LEFT + (i + 0.5) * TILE_W, WALL_Y, face=ALL[3] if i == 5 else None) for i in range(17)
    ]
    assert tracks_of(wall_order(stacks)) == [5]


def test_the_neighbours_ura_at_the_end_of_a_wall_is_not_ours() -> None:
    ours = at(1, -208.0, URA_Y)
    theirs = at(2, -222.0, URA_Y, sideways=True)
    assert tracks_of(wall_order([ours, theirs])) == [1]


@given(
    st.integers(0, 3), st.floats(-300, 300), st.floats(-300, 300), st.sampled_from((0.0, 90.0, -90.0, 180.0))
)
def test_tiles_are_reported_in_their_owners_frame(seat: int, x: float, y: float, angle: float) -> None:
    table_x, table_y = to_table(seat, x, y)
    track = Track(1, table_x, table_y, turn(seat, angle), QUAD, Familiarity(), deque([{ALL[0]: 0.0}]))
    tile = seen(track, seat)
    assert (tile.x, tile.y) == to_player(seat, table_x, table_y)
    assert tile.sideways == (abs(angle) == 90.0)


def test_the_strip_gives_two_zones() -> None:
    track = Track(1, MELD_RIGHT - 13, MELD_Y, 0.0, QUAD, Familiarity(), deque([{None: 0.0}]))
    found = contents(Zone.HAND, 0, [track], STANDARD)
    assert found[Zone.HAND] == ()
    assert found[Zone.MELD][0].tile is None


@given(st.data(), st.integers(1, 17), st.floats(-12.0, 12.0), st.floats(-1.5, 1.5))
def test_stacks_of_a_wall_are_counted_also_where_one_is_not_seen(
    data: st.DataObject, count: int, along: float, skew: float
) -> None:
    """Two neighbours are never missed, and neither end is; backs and open tiles count alike."""
    gaps = data.draw(st.lists(st.floats(0.0, 0.6), min_size=count, max_size=count))
    wall, x = [], -count / 2 * TILE_W + along
    for n, gap in enumerate(gaps):
        x += TILE_W + gap
        face = ALL[n] if data.draw(st.booleans()) else None
        wall.append(at(n, x, WALL_Y + math.tan(math.radians(skew)) * x, face=face))
    missed = data.draw(st.sets(st.integers(1, max(1, count - 2)), max_size=3))
    kept = [t for n, t in enumerate(wall) if n not in missed or n in (0, count - 1) or n - 1 in missed]
    assert stacks(data.draw(st.permutations(kept))) == count


def test_a_row_with_a_hole_is_no_wall() -> None:
    wall = [at(n, (n - 8) * TILE_W, WALL_Y) for n in range(17)]
    assert stacks(wall) == 17
    assert stacks(wall[:5] + wall[8:]) == 0
    assert stacks([]) == 0


def test_the_end_of_the_neighbours_wall_and_what_lies_before_a_wall_are_none_of_its_stacks() -> None:
    wall = [at(n, (n - 8) * TILE_W, WALL_Y, face=None) for n in range(17)]
    neighbour = at(20, -WALL_LEFT + 17.0, WALL_Y + 20.0, sideways=True, face=None)
    ura = at(21, 30.0, URA_Y)
    assert stacks([*wall, neighbour, ura]) == 17


def test_a_tile_before_the_place_of_a_missing_stack_does_not_fill_it() -> None:
    wall = [at(n, (n - 8) * TILE_W, WALL_Y, face=None) for n in range(16)]
    assert stacks([*wall, at(20, 8 * TILE_W, URA_Y)]) == 16

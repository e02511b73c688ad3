from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.virtual import place
from controller.virtual.place import Copy, Place
from controller.virtual.placement_noise import Slop
from engine.play.legal import extended
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.virtual.host import overlaps
from vision.calibration import mat
from vision.scene.scene import Rest, TileBody

seeds = st.integers(0, 2**32)
tidy = st.floats(0.0, 1.0)


def bodies(places: list[Place], rest: Rest = Rest.FACE_UP) -> tuple[TileBody, ...]:
    return tuple(place.body(1, Copy(i, Tile(i % 34)), p, rest) for i, p in enumerate(places))


def inside(tile: TileBody) -> bool:
    reach = math.hypot(mat.TILE_W, mat.TILE_H) / 2
    return max(abs(tile.x), abs(tile.y)) < mat.MAT_HALF + reach


@given(seeds, tidy, st.lists(st.booleans(), max_size=22))
def test_a_pond_never_interpenetrates(seed: int, tidiness: float, sideways: list[bool]) -> None:
    slop = Slop(str(seed), tidiness)
    pond: list[Place] = []
    for turned in sideways:
        pond.append(place.pond_place(pond, turned, slop))
    assert overlaps(bodies(pond), shrink=0.05) == []


@given(seeds)
def test_a_pond_has_rows_of_six_and_the_third_goes_on(seed: int) -> None:
    slop = Slop(str(seed), 0.0)
    pond: list[Place] = []
    for _ in range(20):
        pond.append(place.pond_place(pond, False, slop))
    rows = [min(range(3), key=lambda r: abs(mat.POND_ROW_Y[r] - p.y)) for p in pond]
    assert rows == [0] * 6 + [1] * 6 + [2] * 8
    for row in (pond[:6], pond[6:12], pond[12:]):
        assert [p.x for p in row] == sorted(p.x for p in row)


def test_at_full_tidiness_tiles_lie_exactly() -> None:
    slop = Slop("any", 1.0)
    first = place.pond_place([], False, slop)
    assert (first.left, first.y, first.angle) == pytest.approx((mat.POND_LEFT, mat.POND_ROW_Y[0], 0.0))


@given(seeds, tidy, st.integers(1, 14), st.booleans())
def test_a_standing_hand_is_one_straight_row_as_its_tiles_are_turned(
    seed: int, tidiness: float, count: int, drawn: bool
) -> None:
    """The drawn tile stands apart in it (E-HAND-02)."""
    row = place.hand_row(count, Slop(str(seed), tidiness), drawn)
    angle = math.radians(row[0].angle)
    runs = [(p.x - row[0].x) * math.cos(angle) + (p.y - row[0].y) * math.sin(angle) for p in row]
    aside = [(p.y - row[0].y) * math.cos(angle) - (p.x - row[0].x) * math.sin(angle) for p in row]
    assert {p.angle for p in row} == {row[0].angle}
    assert aside == pytest.approx([0.0] * count, abs=1e-9)
    apart = mat.WIN_GAP if drawn and count > 1 else 0.0
    pitch = [i * (mat.TILE_W + 0.1) for i in range(count)]
    assert runs == pytest.approx([*pitch[:-1], pitch[-1] + apart])
    if tidiness == 1.0 and not (drawn and count == 1):
        assert (row[0].left, row[0].y) == pytest.approx((mat.HAND_LEFT + 0.05, mat.HAND_Y))


EXACT = Slop("any", 1.0)


def test_the_stacks_of_a_wall_stand_side_by_side_from_the_owners_right_end() -> None:
    wall = [place.wall_place(stack) for stack in range(17)]
    assert [p.right for p in wall[1:]] == pytest.approx([p.left for p in wall[:-1]])
    assert (wall[16].left, wall[0].right) == pytest.approx((mat.WALL_LEFT, -mat.WALL_LEFT))
    assert {(p.y, p.angle) for p in wall} == {(mat.WALL_Y, 0.0)}
    assert place.wall_place(3, 5.0).x == pytest.approx(wall[3].x + 5.0)


@given(seeds, tidy)
def test_a_wall_that_people_build_has_its_stacks_in_order_and_without_overlap(
    seed: int, tidiness: float
) -> None:
    slop = Slop(str(seed), tidiness)
    wall = place.built_row(slop)
    assert len(wall) == 17
    assert all(right.x - left.x >= mat.TILE_W for left, right in zip(wall[1:], wall, strict=False))
    reach = 2 * (1 - tidiness)
    assert abs(wall[0].right + mat.WALL_LEFT) <= reach * place.ALONG_SD + 1.0
    slant = math.radians(reach * place.SKEW_SD)
    for p in wall:
        assert abs(p.y - mat.WALL_Y) <= reach * (place.DEPTH_SD + 0.2) + math.tan(slant) * abs(p.x) + 1e-9


@given(seeds)
def test_the_lifts_set_a_wall_nearly_exactly_and_of_people_only_its_places_count(seed: int) -> None:
    stack = place.wall_place(4)
    found = place.machine_set(stack, Slop(str(seed), 0.0))
    assert found.angle == 0.0
    assert max(abs(found.x - stack.x), abs(found.y - stack.y)) <= 0.15


def test_an_indicator_is_laid_back_now_and_then_upside_down() -> None:
    stack = place.wall_place(4)
    slop = Slop("any", 1.0)
    turned = [place.turned_on_wall(stack, slop) for _ in range(400)]
    assert {(p.x, p.y) for p in turned} == {(stack.x, stack.y)}
    assert {p.angle for p in turned} == {0.0, 180.0}
    assert 0.08 < sum(p.angle == 180.0 for p in turned) / 400 < 0.22


def test_at_full_tidiness_what_lies_beside_a_stack_lies_exactly() -> None:
    stack = place.wall_place(4)
    assert place.ura_place(stack, EXACT) == Place(stack.x, mat.URA_Y, 0.0)
    assert place.ura_place(stack, EXACT, 20.0) == Place(stack.x + 20.0, mat.URA_Y, 0.0)
    lowered = place.lowered_place(stack, EXACT)
    assert (lowered.right + place.LOWERED_GAP, lowered.y) == pytest.approx((stack.left, mat.WALL_Y))


@pytest.mark.parametrize("seat", range(4))
def test_at_full_tidiness_sticks_and_dice_lie_where_they_belong(seat: int) -> None:
    riichi = place.stick_body(seat, 7, EXACT)
    assert (riichi.id, riichi.value) == (7, 1000)
    assert (riichi.x, riichi.y) == pytest.approx(mat.to_table(seat, 0.0, mat.STICK_Y))
    counters = [place.honba_stick(seat, 9, n, EXACT) for n in range(11)]
    assert {(each.id, each.value) for each in counters} == {(9, 100)}
    at = [mat.to_table(seat, place.CORNER_X, place.CORNER_Y - 9.0 * n) for n in (0, 1, 2, 3, 4)]
    for each, there in zip(counters, [*at, *at, at[0]], strict=True):
        assert (each.x, each.y) == pytest.approx(there)
    assert [each.z for each in counters] == [0.0] * 5 + [4.0] * 5 + [8.0]
    first, second = place.put_away(seat, place.dice_bodies((3, 5), EXACT), Slop("any", 1.0))
    for die, along in ((first, 24.0), (second, 44.0)):
        x, y = mat.to_table((4 - seat) % 4, die.x, die.y)
        assert abs(x - place.CORNER_X) <= 25.0
        assert y == pytest.approx(place.CORNER_Y + along)
        assert 0.0 <= die.angle <= 90.0
    assert (first.value, second.value) == (3, 5)


def test_thrown_dice_lie_side_by_side_in_the_middle() -> None:
    first, second = place.dice_bodies((3, 5), EXACT)
    assert [(d.id, d.value, d.x, d.y) for d in (first, second)] == [(0, 3, -12.0, 0.0), (1, 5, 12.0, 0.0)]


def test_kept_sticks_lie_four_side_by_side_and_then_upon_each_other() -> None:
    kept = [place.kept_stick(n, n, EXACT) for n in range(9)]
    assert [stick.y for stick in kept] == [*place.KEPT_Y, *place.KEPT_Y, place.KEPT_Y[0]]
    assert [stick.z for stick in kept] == [0.0] * 4 + [5.0] * 4 + [10.0]
    assert {(stick.x, stick.value, stick.angle) for stick in kept} == {(0.0, 1000, 0.0)}
    assert all(
        abs(one - other) > mat.STICK_W for one in place.KEPT_Y for other in place.KEPT_Y if one != other
    )


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, -90.0, 30.0, -30.0])
def test_a_place_has_the_box_of_its_turned_tile(angle: float) -> None:
    found = Place(10.0, 20.0, angle)
    corners = [(x * mat.TILE_W / 2, y * mat.TILE_H / 2) for x in (-1, 1) for y in (-1, 1)]
    turned = [
        complex(*corner) * complex(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
        for corner in corners
    ]
    assert found.right == pytest.approx(10.0 + max(c.real for c in turned))
    assert found.left == pytest.approx(10.0 + min(c.real for c in turned))
    assert found.high == pytest.approx(20.0 + max(c.imag for c in turned))
    assert found.low == pytest.approx(20.0 + min(c.imag for c in turned))


def test_an_added_tile_lies_before_the_sideways_one_towards_the_centre() -> None:
    laid = place.meld_places(mat.MELD_RIGHT, place.meld_order(0, extended(pon(2), Tile.parse("5z"))), EXACT)
    aside = laid[1]
    assert (laid[3].x, abs(laid[3].angle)) == (aside.x, 90.0)
    assert laid[3].low - aside.high == pytest.approx(0.05)
    assert [p.right for p in laid[:2]] == pytest.approx([p.left - 0.05 for p in laid[1:3]])
    assert laid[2].right == pytest.approx(mat.MELD_RIGHT)
    assert {round(p.low, 6) for p in laid[:3]} == {mat.MELD_Y - mat.TILE_H / 2}


def pon(source: int) -> Meld:
    return Meld(MeldType.PON, parse_tiles("555z"), Tile.parse("5z"), source)


@pytest.mark.parametrize(
    ("meld", "text"),
    [
        (pon(3), "5z' 5z 5z"),
        (pon(2), "5z 5z' 5z"),
        (pon(1), "5z 5z 5z'"),
        (Meld(MeldType.CHI, parse_tiles("234p"), Tile.parse("4p"), 3), "4p' 2p 3p"),
        (Meld(MeldType.DAIMINKAN, parse_tiles("8888s"), Tile.parse("8s"), 3), "8s' 8s 8s 8s"),
        (Meld(MeldType.DAIMINKAN, parse_tiles("8888s"), Tile.parse("8s"), 2), "8s 8s' 8s 8s"),
        (Meld(MeldType.DAIMINKAN, parse_tiles("8888s"), Tile.parse("8s"), 1), "8s 8s 8s 8s'"),
        (Meld(MeldType.ANKAN, parse_tiles("0555m")), "X 0m 5m X"),
        (extended(pon(2), Tile.parse("5z")), "5z 5z' 5z 5z+"),
    ],
)
def test_the_sideways_tile_names_the_source(meld: Meld, text: str) -> None:
    """E-MELD-03..07, for seat 0."""
    order = place.meld_order(0, meld)
    marks = [("+" if t.added else "'" if t.sideways else "") for t in order]
    said = ["X" if t.back else f"{t.face}{mark}" for t, mark in zip(order, marks, strict=True)]
    assert " ".join(said) == text


@given(seeds, tidy, st.permutations([0, 1, 2, 3]))
def test_four_sets_lie_apart_from_each_other_and_on_the_mat(
    seed: int, tidiness: float, order: list[int]
) -> None:
    slop = Slop(str(seed), tidiness)
    melds = [
        extended(pon(1), Tile.parse("5z")),
        Meld(MeldType.ANKAN, parse_tiles("0555m")),
        Meld(MeldType.CHI, parse_tiles("234p"), Tile.parse("4p"), 3),
        Meld(MeldType.DAIMINKAN, parse_tiles("8888s"), Tile.parse("8s"), 2),
    ]
    right, places = mat.MELD_RIGHT, []
    for i in order:
        laid = place.meld_places(right, place.meld_order(0, melds[i]), slop)
        right = min(p.left for p in laid) - mat.MELD_GAP
        places += laid
    tiles = bodies(places)
    assert overlaps(tiles, shrink=0.05) == []
    assert all(p.low >= -mat.MAT_HALF and p.right <= mat.MAT_HALF for p in places)
    assert right > mat.HAND_LEFT + 2 * mat.TILE_W + mat.WIN_GAP, "the last tile and the drawn one have room"


@given(seeds, tidy, st.integers(1, 14), st.booleans())
def test_a_hand_laid_open_never_interpenetrates(seed: int, tidiness: float, count: int, apart: bool) -> None:
    places = place.open_row(count, Slop(str(seed), tidiness), apart)
    assert overlaps(bodies(places), shrink=0.05) == []
    if apart and count > 1:
        assert places[-1].left - places[-2].right >= mat.WIN_GAP


def test_tidiness_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        Slop("any", 1.5)

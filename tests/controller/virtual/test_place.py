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

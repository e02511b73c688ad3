"""A hand laid open: no more copies of a face than are left, and a drawn tile apart or among the others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.infer.columns import UNSEEN
from controller.infer.hands import lost, read_by_eyes, read_hand, without_strays
from controller.infer.reading import Allowed, TileSet
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.scripted.script import odds
from vision.calibration.mat import HAND_LEFT, TILE_W, WIN_GAP
from vision.eyes.observation import TileSeen

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
HAND = parse_tiles("123m456p789s1122z")


def zone(*texts: str | None, apart: bool = False) -> list[TileSeen]:
    out = []
    for n, text in enumerate(texts):
        x = HAND_LEFT + (n + 0.5) * TILE_W + (WIN_GAP if apart and n == len(texts) - 1 else 0.0)
        out.append(TileSeen(n + 1, ((None, 1.0),) if text is None else odds(text), x, 0.0, 0.0, False, QUAD))
    return out


WORDS = [str(tile) for tile in HAND]


def test_the_row_is_what_lies_there_for_the_tiles() -> None:
    tiles = zone(*WORDS, "5z", apart=True)
    found = read_hand(tiles, 13, True, lambda more: TileSet().unseen(more))
    assert found is not None
    assert (found.tiles, found.apart, found.doubts) == (HAND, Tile.parse("5z"), ())
    assert found.read == (*HAND, Tile.parse("5z"))
    assert [tile.track for tile in found.row] == list(range(1, 15))


@given(st.floats(-5, 5), st.booleans(), st.sampled_from(["back", "white"]))
def test_a_back_beside_an_opened_row_belongs_to_no_hand(slope: float, below: bool, stray: str) -> None:
    lying = [replace(t, y=t.x * math.tan(math.radians(slope))) for t in zone(*WORDS)]
    (back,) = zone(None if stray == "back" else "5z")
    beside = replace(
        back, track=99, x=70.0, y=70 * math.tan(math.radians(slope)) + (-52.0 if below else 52.0)
    )
    found = without_strays([*lying, beside])
    assert found == ((*lying,) if stray == "back" else (*lying, beside))


def test_backs_in_the_row_and_standing_hands_stay() -> None:
    row = zone(*WORDS[:-1], None)
    assert without_strays(row) == (*row,)
    standing = [*zone(*[None] * 13), replace(zone(None)[0], y=60.0)]
    assert without_strays(standing) == (*standing,)


def test_a_drawn_tile_among_the_others_is_one_of_them() -> None:
    found = read_hand(zone(*WORDS, "5z"), 13, True, lambda more: TileSet().unseen(more))
    assert found is not None
    assert (found.tiles, found.apart) == ((*HAND, Tile.parse("5z")), None)


def test_the_clearest_tiles_take_the_last_copies() -> None:
    """One 2z is left beside the two that are known: of the hand's two the less clear one is none."""
    tiles = zone(*WORDS[:-2], "2z!3z", "2z")
    found = read_hand(tiles, 13, False, lambda more: TileSet().unseen((*parse_tiles("222z"), *more)))
    assert found is not None
    assert [(tile.track, reading.clash) for tile, reading in found.doubts] == [(12, True)]
    assert found.tiles == (*HAND[:-2], Tile.parse("2z"))


def one_copy_left(more: Sequence[Tile]) -> Allowed:
    """Of 2p; of all else four."""
    return TileSet((0, 0, 0)).unseen([*parse_tiles("22p"), *more])


@pytest.mark.parametrize("apart", [False, True])
def test_what_few_copies_made_certain_may_be_otherwise_by_the_eyes_alone(apart: bool) -> None:
    row = zone(*WORDS[:-2], "2p", "5z", "2s", apart=apart)
    row[-1] = replace(row[-1], odds=((Tile.parse("2s"), 0.92), (Tile.parse("2p"), 0.07)))
    read, doubtful = (of(row, 13, True, one_copy_left) for of in (read_hand, read_by_eyes))
    assert read is not None
    assert read.doubts == ()
    assert read.read[-1] == Tile.parse("2s")
    assert doubtful is not None
    assert doubtful.apart is None
    assert doubtful.tiles == read.read[:-1]
    assert [(tile.track, reading.candidates) for tile, reading in doubtful.doubts] == [
        (14, parse_tiles("2s2p"))
    ]
    sure = zone(*WORDS)
    assert read_by_eyes(sure, 13, False, one_copy_left) == read_hand(sure, 13, False, one_copy_left)


def test_what_is_not_all_open_or_not_whole_is_no_hand() -> None:
    tiles = zone(*WORDS)
    assert read_hand(tiles[:-1], 13, False, lambda more: TileSet().unseen(more)) is None
    assert read_hand(tiles, 13, True, lambda more: TileSet().unseen(more)) is None


@given(st.integers(2, 11), st.booleans(), st.booleans(), st.lists(st.floats(-2, 2), min_size=14, max_size=14))
def test_the_only_tile_that_is_not_seen_lies_in_the_hole(
    place: int, drawn: bool, off: bool, astray: list[float]
) -> None:
    laid = zone(*WORDS, *["5z"] * drawn, apart=off and drawn)
    tiles = [replace(tile, x=tile.x + dx) for tile, dx in zip(laid, astray, strict=False)]
    found = lost([*tiles[:place], *tiles[place + 1 :]], 13, drawn)
    assert found is not None
    assert found.track == UNSEEN
    assert found.x == pytest.approx(laid[place].x, abs=3)


@pytest.mark.parametrize("left", [False, True])
def test_the_hole_may_lie_beside_the_tile_that_lies_apart(left: bool) -> None:
    laid = zone(*WORDS, "5z", apart=not left)
    if left:
        laid[0] = replace(laid[0], x=laid[0].x - WIN_GAP)
    place = 1 if left else 12
    found = lost([*laid[:place], *laid[place + 1 :]], 13, True)
    assert found is not None
    assert found.x == pytest.approx(laid[place].x)


@pytest.mark.parametrize("left", [False, True])
@given(astray=st.lists(st.floats(-2, 2), min_size=14, max_size=14))
def test_of_two_gaps_at_the_ends_the_wider_is_the_hole(left: bool, astray: list[float]) -> None:
    """The drawn tile lies apart at one end, the second tile of the other end is not seen."""
    laid = zone(*WORDS, "5z", apart=not left)
    if left:
        laid[0] = replace(laid[0], x=laid[0].x - WIN_GAP)
    place = 12 if left else 1
    tiles = [replace(tile, x=tile.x + dx) for tile, dx in zip(laid, astray, strict=True)]
    found = lost([*tiles[:place], *tiles[place + 1 :]], 13, True)
    assert found is not None
    assert found.x == pytest.approx(laid[place].x, abs=3)


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("place", [0, 13])
def test_what_lies_at_the_end_of_a_row_may_lie_at_either(place: int, apart: bool) -> None:
    tiles = zone(*WORDS, "5z", apart=apart)
    assert lost([*tiles[:place], *tiles[place + 1 :]], 13, True) is None


def test_where_none_or_several_are_not_seen_nothing_is_said() -> None:
    tiles = zone(*WORDS)
    assert lost(tiles, 13, False) is None
    assert lost([*tiles[:4], *tiles[5:8], *tiles[9:]], 13, False) is None
    assert lost([*tiles[:4], *tiles[6:]], 12, False) is None
    backs = [replace(tile, odds=((None, 1.0),)) for tile in tiles]
    assert lost([*backs[:4], *backs[5:]], 13, False) is None

"""Photographs of which nothing is known: scale, turn, stretch."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.random import Generator

from engine.tiles.tile import Tile, parse_tiles
from tests.vision.other_things import OTHER_THINGS, photographed
from tests.vision.photographs import GAP, photograph
from vision.calibration.mat import TILE_H, TILE_W
from vision.camera.frame import Pixels
from vision.faces.textures import texture
from vision.nets.detect import FACES, NO_TILE, Detector
from vision.photo.levels import Candidate, Level, hand_levels, levels
from vision.photo.read import (
    TURNS_ALIKE,
    PhotoTile,
    Reading,
    are_tiles,
    others,
    read_crop,
    read_hand,
    read_photo,
)
from vision.photo.rows import text, up

HAND = "19m46p37s12345z"


@cache
def reader() -> Detector:
    return Detector()


def read(pixels: Pixels) -> Reading:
    return read_photo(reader(), pixels)


@cache
def hand(size: int) -> Reading:
    """Of the hand as it lies, read once: a photograph takes four seconds of a processor."""
    return read(photograph(HAND, size=size))


@pytest.mark.parametrize("size", [380, 1300])
def test_a_hand_is_read_at_any_scale(size: int) -> None:
    tiles = hand(size).tiles
    assert text(tiles) == HAND
    assert all(0.5 < t.score <= 1 for t in tiles), "scores are probabilities"


@pytest.mark.parametrize("turn", [25.0, 180.0, 250.0])
def test_a_hand_is_read_however_the_phone_was_held(turn: float) -> None:
    reading = read(photograph(HAND, turn=turn))
    assert text(reading.tiles) == HAND
    way = np.array([np.sin(np.radians(turn)), -np.cos(np.radians(turn))])
    assert all(float(up(t.quad) @ way) > 0.95 for t in reading.tiles), "the tile's own top comes first"


@pytest.mark.parametrize("stretch", [0.4, 0.62, 1.33, 2.4])
def test_a_stretched_photograph_is_read(stretch: float) -> None:
    assert text(read(photograph(HAND, stretch=stretch)).tiles) == HAND


def test_rows_are_read_from_the_top_each_from_its_left() -> None:
    assert text(read(photograph("123m456p", "789s11z", "0m0p0s")).tiles) == "123m456p789s11z0m0p0s"


@pytest.mark.parametrize(("size", "turn"), [(500, 0.0), (1300, 25.0), (1300, 250.0)])
def test_a_photograph_of_a_hand_is_read_at_the_sizes_of_hands(size: int, turn: float) -> None:
    pixels = photograph(HAND, size=size, turn=turn)
    assert text(read_hand(reader(), pixels).tiles) == HAND
    size_of = pixels.shape[1], pixels.shape[0]
    assert 4 * len(hand_levels(*size_of)) < len(levels(*size_of)), "which is why it is quick"


def test_fewer_tiles_than_a_hand_has_are_read_as_in_any_photograph() -> None:
    pixels = photograph("123m", size=380)
    assert read_hand(reader(), pixels) == read_photo(reader(), pixels)
    assert text(read_hand(reader(), pixels).tiles) == "123m"


def test_a_tile_has_what_it_may_be_instead_the_likeliest_first() -> None:
    (one,) = found("5z", 0.7)
    one.odds[FACES.index(Tile.parse("1p"))] = 0.2
    one.odds[FACES.index(Tile.parse("0p"))] = 0.05
    one.odds[FACES.index(None)] = 0.06
    instead = others(one)
    assert instead[:2] == (Tile.parse("1p"), Tile.parse("0p"))
    assert Tile.parse("5z") not in instead


def sides(tile: PhotoTile) -> np.ndarray:
    quad = np.array(tile.quad)
    return np.asarray(np.hypot(*(quad[[1, 3]] - quad[0]).T))


def test_corners_of_a_row_are_as_far_apart_as_its_tiles() -> None:
    tiles = hand(600).tiles
    middles = np.array([np.mean(t.quad, axis=0) for t in tiles])
    pitch = np.median(np.hypot(*np.diff(middles, axis=0).T))
    wanted = pitch / (TILE_W + GAP) * np.array([TILE_W, TILE_H])
    assert all(np.abs(sides(t) / wanted - 1).max() < 0.1 for t in tiles)


def test_a_lone_tile_is_found_whole() -> None:
    """Neither its circles are taken for tiles nor more than the tile; whether it is squeezed nobody knows."""
    row, (tile,) = hand(600).tiles, read(photograph("5p", size=600)).tiles
    assert tile.tile == Tile.parse("5p")
    assert np.abs(np.mean(tile.quad, axis=0) - 300).max() < 12
    assert np.abs(np.log(sides(tile) / sides(row[6]))).max() < np.log(1.35)


def test_a_hand_and_a_pond_behind_it_need_not_be_seen_from_one_side() -> None:
    """As from a chair: the hand stands towards the camera, the pond lies flat and far."""
    pond = photograph("123m456p", "789s12z", size=520, stretch=0.7)
    near = photograph(HAND, size=800, stretch=1.2)
    both = np.full((pond.shape[0] + near.shape[0], 800, 3), near[0, 0], np.uint8)
    both[: pond.shape[0], 140:660] = pond
    both[pond.shape[0] :] = near
    assert text(read(both).tiles) == f"123m456p789s12z{HAND}"


@pytest.mark.parametrize("draw", OTHER_THINGS)
def test_other_things_hold_no_tiles(draw: Callable[[Generator], Pixels]) -> None:
    assert read(photographed(draw, 0)).tiles == ()


def found(faces: str, sure: float = 1.0) -> list[Candidate]:
    quad = np.array([[0.0, 0], [26, 0], [26, 34], [0, 34]])
    odds = [sure * np.eye(NO_TILE + 1)[FACES.index(face)] for face in parse_tiles(faces)]
    for row in odds:
        row[NO_TILE] = 1 - sure
    return [Candidate(Level(1.0, 1.0), quad, row, 0.0, 0.9) for row in odds]


@pytest.mark.parametrize("faces", ["5p", HAND, "1111222233334444p", "11111m2345p678s11z"])
def test_a_set_has_four_of_a_face_and_one_may_be_misread(faces: str) -> None:
    assert are_tiles(found(faces))


@pytest.mark.parametrize("faces", ["999999999p", "2222222p33333333p", "1234m5555555555555z"])
def test_many_of_one_face_are_other_things(faces: str) -> None:
    assert not are_tiles(found(faces))


def test_nothing_and_what_is_all_unsure_are_no_tiles() -> None:
    assert not are_tiles([])
    assert not are_tiles(found(HAND, sure=0.5))
    assert are_tiles(found(HAND, sure=0.9))


@pytest.mark.parametrize("shape", [(1, 1), (1, 700), (40, 3), (480, 640)])
def test_nothing_is_seen_where_there_is_nothing(shape: tuple[int, int]) -> None:
    assert read(np.full((*shape, 3), 90, np.uint8)).tiles == ()


def test_noise_holds_no_tiles() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    assert read(noise).tiles == ()


def test_a_picture_like_the_one_before_is_read_at_its_scale() -> None:
    again = read_photo(reader(), photograph(HAND, size=600, turn=3.0), hand(600).levels)
    assert text(again.tiles) == HAND


@pytest.mark.parametrize("face", parse_tiles("147m258p369s1357z0p"))
def test_a_crop_is_one_tile(face: Tile) -> None:
    seen = read_crop(reader(), np.array(texture(face, 90)))
    assert seen.tile == face
    assert seen.quad[0] == (0.0, 0.0)


def test_a_crop_that_lies_or_stands_on_its_head_says_where_its_top_is() -> None:
    crop = np.array(texture(Tile.parse("7m"), 90))
    assert Tile.parse("7m") not in TURNS_ALIKE
    for turns, way in ((1, (-1, 0)), (2, (0, 1)), (3, (1, 0))):
        seen = read_crop(reader(), np.ascontiguousarray(np.rot90(crop, turns)))
        assert seen.tile == Tile.parse("7m")
        assert np.allclose(up(seen.quad), way, atol=0.01)

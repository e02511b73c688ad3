"""What is blacked out lies where hands stand, and nothing else is lost."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import HAND_Y, MELD_Y, TILE_H, Zone, to_table
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.eyes.observation import TileSeen
from vision.eyes.redact import box_of_tile, box_of_zones, cut, reduced, standing
from vision.scene.render import Renderer
from vision.scene.scene import Scene

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@cache
def surface() -> Surface:
    return calibrate(Renderer().render(Scene(), 0.0))


def everything() -> tuple[int, int, int, int]:
    return (0, 0, surface().width, surface().height)


def at(x: float, face: str | None = "1m", sideways: bool = False) -> TileSeen:
    tile = None if face is None else Tile.parse(face)
    return TileSeen(1, ((tile, 1.0),), x, MELD_Y, 0.0, sideways, QUAD)


def white() -> Pixels:
    return np.full((surface().height, surface().width, 3), 255, np.uint8)


def decoded(jpeg: bytes | None) -> Pixels:
    assert jpeg is not None
    found = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return np.asarray(found, np.uint8)


def brightness(picture: Pixels, seat: int, x: float, y: float, z: float = 0.0) -> int:
    """Of the place (x, y) of the player frame, `z` mm above the cloth, in a picture of any size."""
    place = surface().image_points([(*to_table(seat, x, y), z)])[0] * picture.shape[1] / surface().width
    return int(picture[round(place[1]), round(place[0])].max())


@pytest.mark.parametrize("seat", range(4))
def test_a_standing_hand_is_black_up_to_the_top_of_its_tiles(seat: int) -> None:
    strip = standing(surface(), seat, ())
    assert strip is not None
    for picture in (
        decoded(reduced(white(), [strip], 960, 80)),
        decoded(cut(white(), everything(), [strip])),
    ):
        for x in (-200.0, 0.0, 200.0):
            for z in (0.0, TILE_H):
                assert brightness(picture, seat, x, HAND_Y, z) < 30
        assert brightness(picture, seat, 0.0, -150.0) > 220


@pytest.mark.parametrize("seat", range(4))
def test_a_camera_that_looks_from_the_side_does_not_see_over_the_black(seat: int) -> None:
    turn = surface().rotation
    tilted = replace(surface(), rotation=(turn[0] + 0.6, turn[1], turn[2]))
    strip = standing(tilted, seat, ())
    assert strip is not None
    for x in (-200.0, 200.0):
        place = tilted.image_points([(*to_table(seat, x, -372.0), TILE_H)])[0]
        assert cv2.pointPolygonTest(strip.astype(np.float32), (float(place[0]), float(place[1])), False) > 0


@pytest.mark.parametrize("seat", range(4))
def test_open_sets_are_seen_and_the_hand_beside_them_is_not(seat: int) -> None:
    strip = standing(surface(), seat, [at(300.0), at(330.0, sideways=True), at(360.0)])
    assert strip is not None
    picture = decoded(cut(white(), everything(), [strip]))
    assert brightness(picture, seat, 300.0, MELD_Y) > 220
    assert brightness(picture, seat, 360.0, MELD_Y) > 220
    assert brightness(picture, seat, 180.0, HAND_Y) < 30


@pytest.mark.parametrize("length", [24.0, 28.0, 42.0])
@pytest.mark.parametrize("seat", range(4))
def test_hands_of_tiles_of_any_length_are_black_and_their_sets_are_not(seat: int, length: float) -> None:
    """As far in as the hands of long tiles stand: people hold their arms alike. The eyes report sets where
    they would lie with tiles of 34 mm."""
    mat = surface().with_tiles(length)

    def bright(picture: Pixels, x: float, y: float) -> bool:
        px = mat.image_points([(*to_table(seat, x, y), 0.0)])[0] * picture.shape[1] / surface().width
        return int(picture[round(px[1]), round(px[0])].max()) > 125

    half, deep = mat.layout.half, mat.layout.zones[Zone.HAND].far
    alone = standing(mat, seat, ())
    beside = standing(mat, seat, [at(300.0), at(330.0, sideways=True), at(360.0)])
    assert alone is not None
    assert beside is not None
    hidden = decoded(cut(white(), everything(), [alone]))
    assert not any(bright(hidden, x, y) for x in (-150.0, 0.0, half - 9.0) for y in (5.0 - half, deep))
    sets = decoded(cut(white(), everything(), [beside]))
    places = [mat.layout.place(Zone.MELD, x, MELD_Y) for x in (300.0, 330.0, 360.0)]
    assert all(bright(sets, *place) for place in places)
    assert not bright(sets, mat.layout.place(Zone.MELD, 280.0, MELD_Y)[0], 5.0 - half)


def test_backs_taken_for_a_set_show_nothing() -> None:
    """A standing hand that was pushed into the corner may be taken for sets: its tiles are backs."""
    strip = standing(surface(), 0, [at(x, None) for x in (320.0, 346.0)])
    assert strip is not None
    assert brightness(decoded(cut(white(), everything(), [strip])), 0, 346.0, HAND_Y) < 30


def test_the_part_of_a_zone_holds_the_whole_zone_and_no_half_of_the_picture() -> None:
    left, top, right, bottom = box_of_zones(surface(), [(Zone.POND, 0)])
    for x, y in ((-78.0, -95.0), (78.0, -197.0)):
        px, py = surface().image_points([(x, y, 20.0)])[0]
        assert left < px < right
        assert top < py < bottom
    assert (right - left) * (bottom - top) < surface().width * surface().height / 4


def test_a_part_is_cut_out_at_full_size_and_the_edges_of_the_picture_end_it() -> None:
    pixels = white()
    pixels[:100, :100] = 0
    part = decoded(cut(pixels, (-50, -50, 100, 100), []))
    assert part.shape == (100, 100, 3)
    assert part.max() < 10
    assert cut(pixels, (surface().width, 0, surface().width + 9, 9), []) is None


def test_a_tile_is_cut_out_with_its_surroundings() -> None:
    box = box_of_tile(((100.0, 100.0), (130.0, 100.0), (130.0, 140.0), (100.0, 140.0)))
    assert box == (77, 70, 154, 171)


def test_the_frame_itself_is_left_as_it_is() -> None:
    pixels = white()
    strip = standing(surface(), 0, ())
    assert strip is not None
    cut(pixels, everything(), [strip])
    reduced(pixels, [strip], pixels.shape[1], 80)
    assert pixels.min() == 255

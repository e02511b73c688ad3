"""What a row leaves room for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.tiles.tile import Tile, parse_tiles
from vision.camera.frame import Pixels
from vision.faces.textures import texture
from vision.nets.detect import FACES, NO_TILE, Detector, Floats
from vision.photo.gaps import filled
from vision.photo.levels import Candidate, Level, halves

WIDE, HIGH = 60, 78
LEFT, TOP, STEP = 70.0, 50.0, 62.0


@cache
def reader() -> Detector:
    return Detector()


def at(place: float) -> Floats:
    """The corners of the tile at this place of the row."""
    x = LEFT + STEP * place
    return np.array([[x, TOP], [x + WIDE, TOP], [x + WIDE, TOP + HIGH], [x, TOP + HIGH]])


def shown(faces: str) -> Pixels:
    """The row on a cloth."""
    out = np.full((200, 640, 3), (70, 110, 50), np.uint8)
    for place, face in enumerate(parse_tiles(faces)):
        drawn = np.array(texture(face, WIDE))[:HIGH]
        x, y = at(place)[0].astype(int)
        out[y : y + drawn.shape[0], x : x + WIDE] = drawn
    return out


def candidates(faces: str, *missing: int) -> list[Candidate]:
    """The row as it was found, but for the tiles at some places."""
    return [
        Candidate(Level(WIDE / 26, 1.0), at(k), np.eye(NO_TILE + 1)[FACES.index(face)], 0.0, 0.9)
        for k, face in enumerate(parse_tiles(faces))
        if k not in missing
    ]


def read(picture: Pixels, found: list[Candidate]) -> list[Tile]:
    row = sorted(filled(reader(), halves(picture), found, found), key=lambda c: c.middle[0])
    return [c.tile for c in row if isinstance(c.tile, Tile)]


@pytest.mark.parametrize("missing", [(2,), (2, 3), (0,), (5,)])
def test_a_tile_that_was_missed_between_two_or_at_an_end_is_read(missing: tuple[int, ...]) -> None:
    row = "17m49p36s"
    assert read(shown(row), candidates(row, *missing)) == list(parse_tiles(row))


def blank(row: str, place: int, colour: Floats | None = None) -> Pixels:
    """The row with a tile without strokes at this place, of the colour of the others if of none."""
    (before, y), (x, _) = (at(k)[0].astype(int) for k in (place - 1, place))
    picture = shown(row)
    margin = picture[y + 8 : y + HIGH - 8, before + 4 : before + 8].reshape(-1, 3)
    picture[y : y + HIGH, x : x + WIDE] = np.median(margin, axis=0) if colour is None else colour
    return picture


def test_a_blank_between_two_faces_of_its_colour_is_a_white_dragon() -> None:
    row = "17m5z49p"
    assert read(blank(row, 2), candidates(row, 2)) == list(parse_tiles(row))


def test_a_white_dragon_between_faces_is_told_though_it_was_taken_for_a_back() -> None:
    row = "17m5z49p"
    back = replace(candidates(row)[2], odds=np.eye(NO_TILE + 1)[FACES.index(None)])
    found = [*candidates(row, 2), back]
    out = filled(reader(), halves(blank(row, 2)), found, found)
    assert sorted(str(c.tile) for c in out) == ["1m", "4p", "5z", "7m", "9p"]


def test_a_back_of_another_colour_between_faces_stays_one() -> None:
    row = "17m5z49p"
    back = replace(candidates(row)[2], odds=np.eye(NO_TILE + 1)[FACES.index(None)])
    found = [*candidates(row, 2), back]
    out = filled(reader(), halves(blank(row, 2, np.array([150.0, 90, 20]))), found, found)
    assert sorted(str(c.tile) for c in out) == ["1m", "4p", "7m", "9p", "None"]


def test_cloth_between_two_tiles_and_beyond_the_ends_stays_cloth() -> None:
    row = "17m49p36s"
    picture = shown(row)
    x = int(at(2)[0, 0])
    picture[:, x : x + WIDE] = picture[0, 0]
    assert len(read(picture, candidates(row, 2))) == 5


def test_nothing_is_looked_for_outside_the_picture() -> None:
    row = "17m49p"
    picture = shown(row)[:, int(LEFT) :]
    moved = [Candidate(c.level, c.quad - [LEFT, 0.0], c.odds, 0.0, 0.9) for c in candidates(row)]
    assert read(picture, moved) == list(parse_tiles(row))

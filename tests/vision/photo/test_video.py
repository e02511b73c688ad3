"""Films of tiles: how they are read picture by picture, written, and drawn upon."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.tiles.tile import Tile
from tests.vision.photo.test_pieces import tile
from vision.camera.frame import Pixels
from vision.camera.sources import CameraError
from vision.photo.levels import Level
from vision.photo.read import PhotoTile, Reading
from vision.photo.video import AMBER, DOUBTFUL, GREEN, LONGEST, RATE, Film, drawn, length, readings

GREY = np.full((240, 320, 3), 120, np.uint8)


def film(path: Path, pictures: Sequence[Pixels], rate: float = 5.0) -> Path:
    made = Film(path, rate)
    for pixels in pictures:
        made.add(pixels)
    made.close()
    return path


@pytest.mark.parametrize("ending", [".mp4", ".avi", ".AVI"])
def test_a_film_has_the_pictures_and_the_rate_that_were_given(tmp_path: Path, ending: str) -> None:
    path = film(tmp_path / f"film{ending}", [GREY, GREY, 255 - GREY])
    assert length(path) == (3, 5.0)
    assert cv2.VideoCapture(str(path)).read()[1].shape == GREY.shape


def test_what_is_no_film_is_said_in_one_sentence_or_has_no_length(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"cannot be written: name an \.mp4 or \.avi file\.$"):
        Film(tmp_path / "no/folder.mp4", 5.0).add(GREY)
    Film(tmp_path / "never.mp4", 5.0).close()
    assert not (tmp_path / "never.mp4").exists()
    assert length(tmp_path / "never.mp4") == (0, RATE)


def test_sizes_are_looked_for_anew_from_time_to_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else only near the three sizes of most tiles in the picture before."""
    found = tuple(Level(1.0 + n / 10, 1.0) for n in range(5))
    asked: list[tuple[Level, ...]] = []
    shapes = []

    def read(_: Any, pixels: Pixels, hint: tuple[Level, ...]) -> Reading:
        asked.append(hint)
        shapes.append(pixels.shape)
        return Reading((), found)

    monkeypatch.setattr("vision.photo.video.read_photo", read)
    wide = np.zeros((160, LONGEST + 320, 3), np.uint8)
    path = film(tmp_path / "film.avi", [wide] * 102)
    detector: Any = None
    pictures = [pixels for pixels, _ in readings(detector, path)]
    assert [n for n, hint in enumerate(asked) if not hint] == [0, 50, 100]
    assert {hint for hint in asked if hint} == {found[:3]}
    assert {pixels.shape for pixels in pictures} == set(shapes) == {(128, LONGEST, 3)}


def test_every_tile_is_outlined_and_doubtful_ones_otherwise() -> None:
    before = GREY.copy()
    sure, doubtful = tile(30.0, 60.0), tile(120.0, 60.0)
    tiles = [
        PhotoTile(Tile.parse("1m"), sure.quad, DOUBTFUL),
        PhotoTile(None, doubtful.quad, DOUBTFUL - 0.01),
    ]
    out = drawn(GREY, tiles)
    assert (before == GREY).all(), "the picture itself stays as it was"
    for each, colour in ((sure, GREEN), (doubtful, AMBER)):
        (_, top), (right, bottom) = each.quad[0], each.quad[2]
        assert out[round((top + bottom) / 2), round(right)].tolist() == list(colour)
        assert out[round(bottom), round(right) - 20].tolist() == list(colour)
    inside = out[70:100, 40:60]
    assert (inside == 120).all(), "the tile can be seen"
    foot = out[-26:, :]
    assert (foot == 0).all(axis=2).sum() > 200, "a dark strip, so that the words are read on any ground"
    assert (foot == GREEN).all(axis=2).any()
    assert (drawn(GREY, []) == before).all(), "where nothing is read nothing is written"

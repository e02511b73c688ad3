"""A film of JPEGs plays elsewhere: OpenCV's own reader counts the pictures and sees their colours."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.film import film, length
from vision.camera.jpeg import encode

GREYS = (20, 120, 220)


def pictures() -> list[bytes]:
    return [encode(np.full((91, 161, 3), grey, np.uint8)) for grey in GREYS]


def test_a_film_plays_with_its_size_rate_and_pictures_in_order(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    path.write_bytes(film(pictures(), 3.0))
    played = cv2.VideoCapture(str(path))
    assert played.get(cv2.CAP_PROP_FPS) == pytest.approx(3.0, abs=0.01)
    means = []
    while True:
        good, frame = played.read()
        if not good:
            break
        assert frame.shape == (91, 161, 3)
        means.append(float(frame.mean()))
    assert means == pytest.approx(GREYS, abs=2)


def test_a_picture_that_stays_takes_no_room_and_its_time(tmp_path: Path) -> None:
    first, second, last = pictures()
    path = tmp_path / "film.avi"
    path.write_bytes(film([first, first, first, second, second, last], 3.0))
    assert len(path.read_bytes()) < len(film(pictures(), 3.0)) + 100
    assert length(path.read_bytes()) == 6
    played = cv2.VideoCapture(str(path))
    shown = []
    while True:
        good, frame = played.read()
        if not good:
            break
        shown.append((round(played.get(cv2.CAP_PROP_POS_MSEC) / 1000 * 3), round(float(frame.mean()) / 100)))
    assert shown == [(0, 0), (3, 1), (5, 2)]


def test_the_length_is_told_without_playing() -> None:
    assert length(film(pictures(), 3.0)) == 3
    assert length(b"no film") == 0


def test_a_film_needs_jpegs() -> None:
    with pytest.raises(ValueError, match="needs a picture"):
        film([], 3.0)
    with pytest.raises(ValueError, match="no JPEG"):
        film([b"GIF89a"], 3.0)

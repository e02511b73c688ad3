"""A film of JPEGs plays elsewhere: OpenCV's own reader counts the pictures and sees their colours."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import film as films
from vision.camera.film import FilmError, film
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
        assert frame.shape == (90, 160, 3)
        means.append(float(frame.mean()))
    assert means == pytest.approx(GREYS, abs=4)


def test_what_stays_as_it_was_takes_little_room() -> None:
    noise = np.random.default_rng(7).integers(0, 255, (360, 640, 3), np.uint8)
    still = [encode(np.asarray(cv2.blur(noise, (9, 9)), np.uint8))] * 9
    assert len(film(still, 3.0)) < sum(map(len, still)) / 3


def test_no_disk_sees_a_film_while_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "a disk that is full"))
    if not films.MEMORY.is_dir():
        pytest.skip("This computer has no memory files.")
    before = set(films.MEMORY.iterdir())
    film(pictures(), 3.0)
    assert set(films.MEMORY.iterdir()) <= before


def test_a_computer_that_cannot_encode_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "CODEC", cv2.VideoWriter.fourcc(*"none"))
    with pytest.raises(FilmError, match="no MPEG-4"):
        film(pictures(), 3.0)


def test_a_film_needs_jpegs() -> None:
    with pytest.raises(ValueError, match="needs a picture"):
        film([], 3.0)
    with pytest.raises(ValueError, match="no JPEG"):
        film([b"GIF89a"], 3.0)

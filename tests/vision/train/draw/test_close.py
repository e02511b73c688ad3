"""The close-ups that are drawn for training are what their labels say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.tiles.tile import Flower, Tile
from vision.nets.detect import CROP_H, CROP_W, FACES
from vision.train.draw import close
from vision.train.draw.designs import BACK, NONE, TileSet
from vision.train.draw.drawings import H, W

BODY = (240, 240, 235)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> close.Shelf:
    """Sets whose faces are black above and white below; flowers are blank."""
    face = np.full((H, W, 3), 240, np.uint8)
    face[: H // 2] = 10
    blank = np.full((H, W, 3), 240, np.uint8)
    faces = tuple(blank if isinstance(f, Flower) or f is None else face for f in FACES)
    drawn = TileSet("test", faces, BODY, (30, 90, 60))
    monkeypatch.setattr(close.crops, "training_set", lambda *_: drawn)
    close.draw(tmp_path, 0, np.random.default_rng(0))
    return close.Shelf(tmp_path)


def test_crops_are_as_the_classifier_wants_them(shelf: close.Shelf) -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        image, face, turned = shelf.crop(rng)
        assert image.shape == (CROP_H, CROP_W, 3)
        assert image.dtype == np.uint8
        assert 0 <= face <= NONE
        assert turned in {-1.0, 0.0, 1.0}


def test_a_face_that_a_set_lacks_is_never_shown(shelf: close.Shelf) -> None:
    rng = np.random.default_rng(2)
    fields = {shelf.crop(rng)[1] for _ in range(600)}
    assert not fields & {number for number, face in enumerate(FACES) if isinstance(face, Flower)}
    assert {int(Tile.parse("5z")), BACK} <= fields


def test_turned_crops_stand_on_their_heads(shelf: close.Shelf) -> None:
    rng = np.random.default_rng(3)
    above = []
    for _ in range(200):
        image, _, turned = shelf.crop(rng)
        if turned >= 0:
            upright = image[::-1] if turned else image
            above.append(upright[20:26, 16:32].mean() < upright[44:50, 16:32].mean())
    assert np.mean(above) > 0.9


def test_files_that_appear_later_are_taken_up(shelf: close.Shelf, tmp_path: Path) -> None:
    before = len(shelf)
    close.draw(tmp_path, 1, np.random.default_rng(1))
    shelf.look_again()
    assert (before, len(shelf)) == (close.DESIGNS, 2 * close.DESIGNS)

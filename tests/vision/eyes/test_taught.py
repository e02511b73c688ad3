"""What somebody named is read without asking the next time; what was said wrongly does little."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.calibration.mat import TILE_H, TILE_W
from vision.eyes import taught as module
from vision.eyes.taught import MOST, Array, Taught, Teacher, cut
from vision.nets.detect import CROP_MM_H, CROP_MM_W, FACES, NO_TILE, Detector

WHITE, BACK, BIRD = (FACES.index(face) for face in (Tile.parse("5z"), None, Tile.parse("1s")))
CLEAR = 0.97
RNG = np.random.default_rng(3)
LOOK, OTHER = RNG.normal(size=(2, 200)).astype(np.float32)


def near(look: Array, noise: float = 0.2) -> Array:
    """Another crop of a tile that looks so; cosines of about 0.96."""
    return np.asarray(look + noise * RNG.normal(size=look.shape), np.float32)


def looks(look: Array) -> Array:
    """As it lies and upside down."""
    return np.stack([look, RNG.normal(size=look.shape).astype(np.float32)])


def odds(**shares: float) -> Array:
    row = np.full((1, NO_TILE + 1), 1e-5, np.float32)
    for face, p in shares.items():
        row[0, {"white": WHITE, "back": BACK, "bird": BIRD, "none": NO_TILE}[face]] = p
    return np.asarray(row / row.sum(), np.float32)


def read(set_: Taught, row: Array, look: Array) -> tuple[int, float]:
    found = set_.weigh(row, look[None])[0]
    assert found.sum() == pytest.approx(1.0, abs=1e-4)
    return int(found.argmax()), float(found.max())


def test_without_lessons_nothing_changes() -> None:
    row = odds(white=0.4, back=0.59)
    assert Taught().weigh(row, LOOK[None]) is row


def test_one_answer_settles_the_next_doubt_of_its_kind() -> None:
    set_ = Taught()
    set_.learn(WHITE, looks(LOOK))
    face, p = read(set_, odds(white=0.4, back=0.59), near(LOOK))
    assert (face, p > CLEAR) == (WHITE, True)


def test_a_tile_is_known_again_upside_down() -> None:
    set_ = Taught()
    set_.learn(WHITE, looks(OTHER)[::-1])
    assert read(set_, odds(white=0.4, back=0.59), near(OTHER))[0] == WHITE


def test_what_looks_otherwise_stays_a_doubt() -> None:
    set_ = Taught()
    set_.learn(WHITE, looks(LOOK))
    face, p = read(set_, odds(white=0.4, back=0.59), OTHER)
    assert (face, p < CLEAR) == (BACK, True)


def test_a_wrong_answer_turns_no_clear_reading() -> None:
    set_ = Taught()
    for _ in range(5):
        set_.learn(BIRD, looks(near(LOOK)))
    face, p = read(set_, odds(white=0.9995, bird=0.0003), near(LOOK))
    assert (face, p > CLEAR) == (WHITE, True)


def test_a_later_answer_replaces_what_was_said_of_the_same_look() -> None:
    set_ = Taught()
    set_.learn(BIRD, looks(LOOK))
    set_.learn(WHITE, looks(near(LOOK)))
    assert [lesson.face for lesson in set_.lessons] == [WHITE]
    set_.learn(BIRD, looks(OTHER))
    assert [lesson.face for lesson in set_.lessons] == [WHITE, BIRD]


def test_the_oldest_lessons_are_forgotten() -> None:
    set_ = Taught()
    for _ in range(MOST + 3):
        set_.learn(WHITE, RNG.normal(size=(2, 200)).astype(np.float32))
    assert len(set_.lessons) == MOST


def test_lessons_stand_beside_an_enrolled_set() -> None:
    class Enrolled:
        def weigh(self, odds: Array, features: Array) -> Array:
            del features
            out = odds.copy()
            out[:, BACK] = 0.0
            return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)

    assert read(Taught(Enrolled()), odds(white=0.4, back=0.59), LOOK)[0] == WHITE


def test_lessons_outlive_a_restart_but_no_other_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sets" / "any.taught.npz"
    set_ = Taught()
    set_.learn(WHITE, looks(LOOK))
    set_.save(path)
    again = Taught()
    again.load(path)
    assert read(again, odds(white=0.4, back=0.59), near(LOOK))[0] == WHITE
    monkeypatch.setattr(module, "net", lambda: "another")
    other = Taught()
    other.load(path)
    assert other.lessons == ()


@pytest.mark.parametrize("content", [None, b"", b"no archive", b"PK\x03\x04 torn"])
def test_a_file_that_is_missing_or_damaged_teaches_nothing(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "any.taught.npz"
    if content is not None:
        path.write_bytes(content)
    set_ = Taught()
    set_.load(path)
    assert set_.lessons == ()
    aside = path.with_name("any.taught.npz.aside")
    assert content is None or aside.read_bytes() == content


class Net:
    """Answers as it is told; the features are the crop's pixels."""

    def __init__(self, row: Array) -> None:
        self.row = row

    def classify(self, crops: Any) -> Array:
        return np.repeat(np.concatenate([self.row, [[0.0]]], axis=1), len(crops), axis=0).astype(np.float32)

    def features(self, crops: Any) -> Array:
        return np.asarray(crops.reshape(len(crops), -1) - 128.0, np.float32)


QUAD = ((20.0, 10.0), (20.0 + TILE_W, 10.0), (20.0 + TILE_W, 10.0 + TILE_H), (20.0, 10.0 + TILE_H))


def teach(path: Path, row: Array) -> Taught:
    set_ = Taught()
    pixels = RNG.integers(0, 255, (80, 80, 3), np.uint8)
    Teacher(cast("Detector", Net(row)), set_, path).teach(pixels, QUAD, FACES[WHITE])  # type: ignore[arg-type]
    return set_


def test_an_answer_about_a_doubt_is_learnt_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "sets" / "any.taught.npz"
    assert [lesson.face for lesson in teach(path, odds(white=0.4, back=0.59)).lessons] == [WHITE]
    assert path.is_file()


@pytest.mark.parametrize("row", [odds(bird=0.9995), odds(white=0.3, none=0.65)])
def test_an_answer_that_fits_nothing_seen_teaches_nothing(tmp_path: Path, row: Array) -> None:
    """Somebody touched the wrong tile, or a hand covers it meanwhile."""
    path = tmp_path / "any.taught.npz"
    assert teach(path, row).lessons == ()
    assert not path.exists()


def test_the_crop_shows_the_tile_as_the_detector_cuts_it() -> None:
    """One pixel a millimetre: the tile in the middle of 30 x 40 mm."""
    pixels = np.zeros((80, 80, 3), np.uint8)
    pixels[round(QUAD[0][1]) : round(QUAD[2][1]), round(QUAD[0][0]) : round(QUAD[1][0])] = 255
    crop = cut(pixels, QUAD)
    assert crop.shape == (64, 48, 3)
    bright = (crop[..., 0] > 128).mean()
    assert bright == pytest.approx(TILE_W * TILE_H / (CROP_MM_W * CROP_MM_H), abs=0.03)
    assert crop[32, 24].tolist() == [255] * 3
    assert crop[1, 1].tolist() == [0] * 3

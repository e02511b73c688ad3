"""Enrolled tile sets: read better than before, and nothing else changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engine.tiles.tile import ALL, Tile
from tests.vision.photographs import photograph
from vision.camera.frame import Pixels
from vision.faces.textures import texture
from vision.nets.closeup import as_crop
from vision.nets.detect import FACES, NO_TILE, Detector
from vision.nets.enrol import LAYOUT, EnrolError, TileSet, copies, layout
from vision.photo.enrol import enrolled, laid_out


@cache
def plain() -> Detector:
    return Detector()


PLAYED = (*ALL, None)


def strange(face: Tile | None) -> Pixels:
    """A tile of a set that nothing like was trained on: its quarters change places, upright 64 x 48."""
    drawn = np.array(texture(face, 90))
    height, width = drawn.shape[:2]
    return as_crop(np.roll(drawn, (height // 2, width // 2), axis=(0, 1)))


@cache
def strange_set() -> TileSet:
    return enrolled(plain(), [(face, strange(face)) for face in PLAYED])


def seen(detector: Detector) -> tuple[float, np.ndarray]:
    """Share of dimmed, noisy copies read right, and all the odds."""
    rng = np.random.default_rng(5)
    crops = np.stack([strange(face) for face in PLAYED for _ in range(3)]).astype(np.float32)
    crops = np.clip(
        crops * rng.uniform(0.6, 1.1, (len(crops), 1, 1, 1)) + rng.normal(0, 5, crops.shape), 0, 255
    )
    odds = detector.classify(crops.astype(np.uint8))[:, :-1]
    return float((odds.argmax(axis=1) == np.repeat([FACES.index(face) for face in PLAYED], 3)).mean()), odds


def test_a_strange_set_is_read_after_it_was_enrolled() -> None:
    before, _ = seen(plain())
    after, odds = seen(Detector(tile_set=strange_set()))
    assert before < 0.6
    assert after > 0.9
    assert np.allclose(odds.sum(axis=1), 1, atol=1e-3)
    assert (odds >= 0).all()


def test_what_is_no_tile_stays_none() -> None:
    rng = np.random.default_rng(2)
    halves = []
    for k in rng.integers(0, 34, 40):
        halves.append(np.hstack([strange(Tile(int(k)))[:, 24:], strange(Tile(int(k + 11) % 34))[:, :24]]))
    odds = Detector(tile_set=strange_set()).classify(np.stack(halves))
    assert (odds[:, :-1].argmax(axis=1) == NO_TILE).mean() > 0.8


def test_a_set_of_another_release_asks_to_be_enrolled_again(tmp_path: Path) -> None:
    path = tmp_path / "club.npz"
    strange_set().save(path)
    with np.load(path) as file:
        older = {name: file[name] for name in file.files if name != "net"}
    np.savez(path, **older)
    with pytest.raises(EnrolError, match="enrolled with another release"):
        TileSet.load(path)


def test_a_set_is_kept_in_a_file(tmp_path: Path) -> None:
    strange_set().save(tmp_path / "sets" / "a.npz")
    again = TileSet.load(tmp_path / "sets" / "a.npz")
    assert (again.faces == strange_set().faces).all()
    assert np.abs(again.means - strange_set().means).max() < 1e-3
    assert again.share == pytest.approx(strange_set().share)


def test_what_is_no_set_is_said(tmp_path: Path) -> None:
    with pytest.raises(EnrolError, match="There is no tile set"):
        TileSet.load(tmp_path / "none.npz")
    (tmp_path / "a.npz").write_bytes(b"no set")
    with pytest.raises(EnrolError, match="enrol it again"):
        TileSet.load(tmp_path / "a.npz")
    with pytest.raises(EnrolError, match="No tile was seen"):
        enrolled(plain(), [])


def test_the_laid_out_set_is_cut_out_with_its_names() -> None:
    shown = laid_out(plain(), photograph(*LAYOUT[:3], LAYOUT[3], back=True, size=1100))
    faces = [face for face, _ in shown]
    assert [f for f in faces if f is not None] == [f for row in layout() for f in row if f is not None]
    read = plain().classify(np.stack([crop for _, crop in shown]))[:, :NO_TILE].argmax(axis=1)
    assert np.mean([FACES[int(k)] == face for k, face in zip(read, faces, strict=True)]) > 0.95


def test_a_set_laid_otherwise_is_refused_with_what_was_seen() -> None:
    with pytest.raises(EnrolError, match=r"The rows hold 3 where 9, 9, 9, 10 tiles"):
        laid_out(plain(), photograph("123m"))


def test_copies_are_always_the_same() -> None:
    crop = strange(Tile(3))
    assert all((a == b).all() for a, b in zip(copies(crop), copies(crop), strict=True))


def test_copies_of_a_white_tile_in_bright_light_have_no_dark_spots() -> None:
    """What is brighter than a picture can be is white, not black."""
    white = np.full((64, 48, 3), 255, np.uint8)
    assert min(int(copy.min()) for copy in copies(white)) > 30

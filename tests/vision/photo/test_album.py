"""Pictures of the tiles of hands: what is kept, for how long, and what damage does."""

from __future__ import annotations

import errno
from pathlib import Path

import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.photo.album import FORMAT, MOST, Album
from vision.photo.enrol import Shown


def hand(face: str, count: int = 2) -> list[Shown]:
    crop = np.full((64, 48, 3), len(face), np.uint8)
    return [(Tile.parse(face), crop)] * count + [(None, crop)]


def test_a_hand_is_read_as_it_was_kept(tmp_path: Path) -> None:
    album = Album(tmp_path / "any.hands")
    assert (len(album), album.hands()) == (0, {})
    album.add(hand("1m"))
    album.add(hand("0p"))
    found = album.hands()
    assert [face for face, _ in found[1]] == [Tile.parse("0p"), Tile.parse("0p"), None]
    assert (found[0][0][1] == hand("1m")[0][1]).all()
    assert album.faces()[0] == (Tile.parse("1m"), Tile.parse("1m"), None)


def test_the_oldest_hands_go_and_numbers_never_come_again(tmp_path: Path) -> None:
    album = Album(tmp_path)
    for _ in range(MOST + 2):
        album.add(hand("1m", 1))
    assert sorted(album.hands()) == list(range(2, MOST + 2))


def test_a_broken_file_is_put_aside_and_the_others_teach(tmp_path: Path) -> None:
    album = Album(tmp_path)
    for _ in range(3):
        album.add(hand("1m"))
    (tmp_path / "000001.npz").write_bytes(b"cut off")
    assert sorted(album.hands()) == [0, 2]
    assert (tmp_path / "000001.npz.aside").exists()


def test_what_a_newer_program_wrote_is_left_alone(tmp_path: Path) -> None:
    album = Album(tmp_path)
    album.add(hand("1m"))
    np.savez(tmp_path / "000001.npz", format=FORMAT.mark.replace("/1", "/2"))
    assert sorted(album.hands()) == [0]
    assert (tmp_path / "000001.npz").exists()


def test_a_full_disk_loses_no_hand_that_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    album = Album(tmp_path)
    for _ in range(MOST):
        album.add(hand("1m", 1))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("vision.nets.arrays.replace_file", full)
    with pytest.raises(OSError, match="No space"):
        album.add(hand("2m"))
    assert len(album) == MOST


def test_nothing_is_left_of_what_is_forgotten(tmp_path: Path) -> None:
    album = Album(tmp_path)
    album.add(hand("1m"))
    album.forget()
    assert list(tmp_path.iterdir()) == []

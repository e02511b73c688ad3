"""Files of evidence: bounded, oldest game first, whole after every kill, and readable by name only."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.evidence.store import CLIP, PICTURE, Store, folder_of, forget, kept, picture
from tests.mine import mine
from vision.camera.film import film
from vision.camera.frame import Pixels
from vision.camera.jpeg import encode

ROOT = Path(__file__).resolve().parents[3]


class Usage(NamedTuple):
    free: int


def jpeg(size: int) -> bytes:
    """Something with the beginning and the end of a JPEG."""
    return b"\xff\xd8" + b"x" * (size - 4) + b"\xff\xd9"


def store(games: Path, limit: int = 10_000) -> Store:
    made = Store(games, limit)
    made.open()
    return made


def names(games: Path) -> set[str]:
    return {str(p.relative_to(games)) for p in games.rglob("*") if p.is_file()}


def test_what_is_kept_is_found_by_the_line_of_the_journal(tmp_path: Path) -> None:
    kept_here = store(tmp_path)
    kept_here.put("a", 12, PICTURE, jpeg(100))
    kept_here.put("a", 12, CLIP, b"clip")
    kept_here.put("a", 7, PICTURE, jpeg(50))
    found = kept(tmp_path / "a.jsonl")
    assert list(found) == [7, 12]
    assert found[7].clip is None
    assert [file.name for file in found[12].files] == ["12.jpg", "12.avi"]
    assert found[12].picture is not None
    assert found[12].picture.read_bytes() == jpeg(100)
    assert kept(tmp_path / "b.jsonl") == {}


def test_the_oldest_game_goes_whole_before_anything_of_this_one(tmp_path: Path) -> None:
    kept_here = store(tmp_path, 1000)
    for seq in (1, 2):
        kept_here.put("20260101-a", seq, PICTURE, jpeg(200))
    kept_here.put("20260102-b", 1, PICTURE, jpeg(200))
    kept_here.put("20260103-c", 1, PICTURE, jpeg(300))
    kept_here.put("20260103-c", 2, PICTURE, jpeg(300))
    assert names(tmp_path) == {
        "20260102-b.evidence/1.jpg",
        "20260103-c.evidence/1.jpg",
        "20260103-c.evidence/2.jpg",
    }
    assert not (tmp_path / "20260101-a.evidence").exists()


def test_one_long_game_loses_its_beginning(tmp_path: Path) -> None:
    kept_here = store(tmp_path, 1000)
    for seq in range(2, 12):
        kept_here.put("a", seq, PICTURE, jpeg(300))
    assert list(kept(tmp_path / "a.jsonl")) == [9, 10, 11]


def test_the_limit_counts_what_earlier_runs_left(tmp_path: Path) -> None:
    first = store(tmp_path, 1000)
    for seq in (9, 10):
        first.put("a", seq, PICTURE, jpeg(400))
    store(tmp_path, 1000).put("b", 1, PICTURE, jpeg(400))
    assert names(tmp_path) == {"b.evidence/1.jpg"}


def test_what_is_larger_than_the_limit_is_not_kept(tmp_path: Path) -> None:
    kept_here = store(tmp_path, 100)
    kept_here.put("a", 1, PICTURE, jpeg(60))
    kept_here.put("a", 2, PICTURE, jpeg(200))
    assert names(tmp_path) == {"a.evidence/1.jpg"}


def test_a_file_written_twice_counts_once(tmp_path: Path) -> None:
    kept_here = store(tmp_path, 1000)
    kept_here.put("a", 1, PICTURE, jpeg(300))
    for _ in range(5):
        kept_here.put("a", 2, PICTURE, jpeg(600))
    assert names(tmp_path) == {"a.evidence/1.jpg", "a.evidence/2.jpg"}


def test_what_a_kill_or_a_power_cut_left_is_removed(tmp_path: Path) -> None:
    kept_here = store(tmp_path)
    whole = film([encode(_grey())], 3.0)
    kept_here.put("a", 1, PICTURE, jpeg(100))
    kept_here.put("a", 1, CLIP, whole)
    folder = tmp_path / "a.evidence"
    (folder / "2.jpg.part").write_bytes(b"\xff\xd8")
    (folder / "3.jpg").write_bytes(jpeg(100)[:-10])
    (folder / "4.jpg").write_bytes(b"")
    (folder / "5.avi").write_bytes(whole[:-1])
    (folder / "notes.txt").write_text("mine")
    store(tmp_path)
    assert names(tmp_path) == {"a.evidence/1.jpg", "a.evidence/1.avi", "a.evidence/notes.txt"}


def _grey() -> Pixels:
    import numpy as np

    return np.full((16, 16, 3), 90, np.uint8)


WRITES = """
import sys
from pathlib import Path
from controller.evidence.store import PICTURE, Store
store = Store(Path(sys.argv[1]), 40_000_000)
store.open()
print("writing", flush=True)
for seq in range(1_000_000):
    store.put(f"game-{seq // 4}", seq, PICTURE, b"\\xff\\xd8" + b"x" * 4_000_000 + b"\\xff\\xd9")
"""


def test_after_a_kill_all_files_that_are_left_are_whole_and_counted(tmp_path: Path) -> None:
    for _ in range(3):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITES, str(tmp_path)], stdout=subprocess.PIPE, cwd=ROOT
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.1)
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        kept_here = store(tmp_path, 40_000_000)
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert {path.suffix for path in files} <= {PICTURE}
        assert {path.stat().st_size for path in files} <= {4_000_004}
        assert kept_here.total == sum(path.stat().st_size for path in files) <= 40_000_000


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_here = store(tmp_path)
    kept_here.put("a", 1, PICTURE, jpeg(100))

    def full(file: int) -> None:
        del file
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        mine(patched, os, fsync=full)
        with pytest.raises(OSError, match="No space left"):
            kept_here.put("a", 2, PICTURE, jpeg(100))
    assert names(tmp_path) == {"a.evidence/1.jpg"}
    kept_here.put("a", 3, PICTURE, jpeg(100))
    assert list(kept(tmp_path / "a.jsonl")) == [1, 3]


def test_the_last_room_of_the_disk_belongs_to_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine(monkeypatch, shutil, disk_usage=lambda _: Usage(1 << 20))
    with pytest.raises(OSError, match="No space left"):
        store(tmp_path).put("a", 1, PICTURE, jpeg(100))


def test_nobody_else_may_look_into_the_folder(tmp_path: Path) -> None:
    store(tmp_path).put("a", 1, PICTURE, jpeg(100))
    assert (tmp_path / "a.evidence").stat().st_mode & 0o077 == 0


def test_a_picture_is_found_by_the_name_of_a_game_only(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    store(games).put("a", 1, PICTURE, jpeg(100))
    (tmp_path / "1.jpg").write_bytes(jpeg(100))
    (tmp_path / "b.evidence").mkdir()
    (tmp_path / "b.evidence" / "1.jpg").write_bytes(jpeg(100))
    assert picture(games, "a", 1) == jpeg(100)
    for game in ("..", ".", "", "../b", "a.evidence", "a/../a", "*"):
        assert picture(games, game, 1) is None
    assert picture(games, "a", 2) is None


def test_a_game_is_forgotten_whole(tmp_path: Path) -> None:
    kept_here = store(tmp_path)
    kept_here.put("a", 1, PICTURE, jpeg(100))
    kept_here.put("b", 1, PICTURE, jpeg(100))
    forget(tmp_path / "a.jsonl")
    forget(tmp_path / "a.jsonl")
    assert not folder_of(tmp_path / "a.jsonl").exists()
    assert list(kept(tmp_path / "b.jsonl")) == [1]

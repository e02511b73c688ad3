"""Evidence on the disk: beside a game's journal one folder of files, named by the line of the journal.

`<game>.evidence/57.jpg` shows what line 57 is about, `57.avi` how it came. A file is written under
another name first, so that a kill leaves a whole file or a part that `Store` removes.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from runtime.stored import UNFINISHED, replace_file

FOLDER: Final = ".evidence"
PICTURE: Final = ".jpg"
CLIP: Final = ".avi"
_PART: Final = ".part"
"""What the first release left of a file that was not finished."""
RESERVE: Final = 64 << 20
"""Bytes of the disk that evidence leaves to the journal."""


class Kept(NamedTuple):
    """What there is of one line of the journal."""

    seq: int
    picture: Path | None
    clip: Path | None

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(file for file in (self.picture, self.clip) if file is not None)


def folder_of(journal: Path) -> Path:
    return journal.with_suffix(FOLDER)


def kept(journal: Path) -> dict[int, Kept]:
    """All evidence of a game by the line of its journal."""
    files = {(seq, path.suffix): path for seq, path in _files(folder_of(journal))}
    seqs = sorted({seq for seq, _ in files})
    return {seq: Kept(seq, files.get((seq, PICTURE)), files.get((seq, CLIP))) for seq in seqs}


def picture(games: Path, game: str, seq: int) -> bytes | None:
    """The picture of one line; None when there is none, whatever `game` says."""
    known = {path.stem: path for path in games.glob(f"*{FOLDER}")}
    with suppress(OSError):
        return None if game not in known else (known[game] / f"{seq}{PICTURE}").read_bytes()
    return None


def addresses(game: str, lines: Iterable[int]) -> list[str]:
    """Where the table's web server has the pictures of these lines, of those that are kept."""
    return [f"/evidence/{game}/{line}{PICTURE}" for line in lines]


def forget(journal: Path) -> None:
    """Removes all evidence of a game; OSError."""
    if folder_of(journal).exists():
        shutil.rmtree(folder_of(journal))


def _files(folder: Path) -> Iterator[tuple[int, Path]]:
    """The files of a game's folder, oldest first, each with its line of the journal."""
    found = [p for p in folder.glob("*") if p.suffix in (PICTURE, CLIP) and p.stem.isdecimal()]
    yield from sorted(((int(path.stem), path) for path in found), key=lambda each: (each[0], each[1].name))


class Store:
    """Writes evidence and keeps all of it under `limit` bytes: the oldest game goes first, whole.

    Used by one thread.
    """

    def __init__(self, games: Path, limit: int) -> None:
        """`games` is the folder of journals."""
        self._games = games
        self._limit = limit
        self._sizes: dict[Path, int] = {}
        self.total = 0
        """Bytes of all that is kept."""

    def open(self) -> None:
        """Takes stock; files that a kill or a power cut left unfinished are removed. OSError."""
        for folder in sorted(self._games.glob(f"*{FOLDER}")):
            for part in (*folder.glob(f"*{_PART}"), *folder.glob(f".*{UNFINISHED}")):
                part.unlink(missing_ok=True)
            for _, path in _files(folder):
                if _whole(path):
                    self._sizes[path] = path.stat().st_size
                else:
                    path.unlink(missing_ok=True)
        self.total = sum(self._sizes.values())

    def put(self, game: str, seq: int, ending: str, data: bytes) -> None:
        """OSError when it cannot be written; then nothing is left of it."""
        folder = self._games / f"{game}{FOLDER}"
        path = folder / f"{seq}{ending}"
        self._drop(path, remove=False)
        if len(data) > self._limit:
            return
        self._make_room(folder, len(data))
        if shutil.disk_usage(self._games).free < RESERVE + len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        folder.mkdir(mode=0o700, exist_ok=True)
        replace_file(path, data, private=True)
        self._sizes[path] = len(data)
        self.total += len(data)

    def holds(self, game: str, seq: int) -> bool:
        """Whether there is a picture of the line; may be asked by any thread."""
        return (self._games / f"{game}{FOLDER}" / f"{seq}{PICTURE}").exists()

    def _make_room(self, current: Path, wanted: int) -> None:
        while self._sizes and self.total + wanted > self._limit:
            oldest = next(iter(self._sizes)).parent
            if oldest == current:
                self._drop(next(iter(self._sizes)))
                continue
            for path in [path for path in self._sizes if path.parent == oldest]:
                self._drop(path)
            with suppress(OSError):
                oldest.rmdir()

    def _drop(self, path: Path, *, remove: bool = True) -> None:
        self.total -= self._sizes.pop(path, 0)
        if remove:
            path.unlink(missing_ok=True)


def _whole(path: Path) -> bool:
    """Whether a file ends as it should: a power cut may keep a file's name and lose its end."""
    with path.open("rb") as file:
        head = file.read(8)
        size = file.seek(0, os.SEEK_END)
        if path.suffix == CLIP:
            return head[:4] == b"RIFF" and int.from_bytes(head[4:], "little") + 8 == size
        file.seek(max(0, size - 2))
        return head[:2] == b"\xff\xd8" and file.read() == b"\xff\xd9"

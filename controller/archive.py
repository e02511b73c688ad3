"""The folder of journals as a history: games, finished hands and records for other programs.

Journals only grow, so what was made of one holds as long as its file has the same size.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

from controller.history import Course, HandRecord, PlayedGame, course, hand_record, played_game
from controller.journal import JournalError, read
from controller.topics import Model
from engine.notation import mjai_writer, tenhou_writer

PAGE: Final = 20
"""Games of one answer."""
_COURSES: Final = 4
_GAMES: Final = 512
_HANDS: Final = 64

T = TypeVar("T")


class ArchiveError(Exception):
    """A game that cannot be told; the message is one clear sentence."""


class Unreadable(Model):
    """A journal that cannot be read, in the place of its game."""

    id: str
    error: str


class GameList(Model):
    """`/history.json`: games, the newest first."""

    games: list[PlayedGame | Unreadable]
    more: str | None
    """The last game of this answer where older ones follow: ask with `?before=` it."""


class Archive:
    """Journals of a folder; may be used by several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._course = lru_cache(_COURSES)(self._read)
        self._game = lru_cache(_GAMES)(self._listed)
        self._hand = lru_cache(_HANDS)(lambda path, size, n: _of(self._course(path, size), hand_record, n))

    def games(self, before: str | None = None) -> GameList:
        """A page of games, older than `before`; journals in which no game has begun are left out."""
        paths = sorted(self._folder.glob("*.jsonl"), reverse=True)
        older = [path for path in paths if before is None or path.stem < before]
        page = older[:PAGE]
        with self._lock:
            found = [self._game(path, _size(path)) for path in page]
        more = page[-1].stem if len(older) > len(page) else None
        return GameList(games=[game for game in found if game is not None], more=more)

    def hand(self, game: str, number: int) -> HandRecord | None:
        """A finished hand; None where there is none. ArchiveError for a journal that cannot be read."""
        path = self._path(game)
        if path is None:
            return None
        with self._lock:
            return self._hand(path, _size(path), number)

    def record(self, game: str, notation: str) -> str | None:
        """The game as `tenhou` JSON or `mjai` lines; None where there is none. ArchiveError where it
        cannot be written in this notation."""
        path = self._path(game)
        if path is None:
            return None
        with self._lock:
            found = self._course(path, _size(path))
        if found is None:
            return None
        try:
            if notation == "tenhou":
                return tenhou_writer.text(tenhou_writer.write(found.log)) + "\n"
            return "".join(f"{line}\n" for line in mjai_writer.write(found.log))
        except ValueError as error:
            raise ArchiveError(f"The game cannot be written as {notation}: {error}") from error

    def _path(self, game: str) -> Path | None:
        return next((path for path in self._folder.glob("*.jsonl") if path.stem == game), None)

    def _read(self, path: Path, size: int) -> Course | None:
        del size  # what the cache goes by
        try:
            return course(path.stem, read(path).records)
        except JournalError as error:
            raise ArchiveError(str(error).replace(str(path), path.name)) from error
        except ValueError as error:
            raise ArchiveError(f"The journal {path.name} does not follow the rules: {error}") from error

    def _listed(self, path: Path, size: int) -> PlayedGame | Unreadable | None:
        try:
            return _of(self._course(path, size), played_game)
        except (ArchiveError, ValueError) as error:
            return Unreadable(id=path.stem, error=str(error))


def _of(found: Course | None, tell: Callable[..., T], *arguments: object) -> T | None:
    return None if found is None else tell(found, *arguments)


def _size(path: Path) -> int:
    return path.stat().st_size

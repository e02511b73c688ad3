"""The folder of journals as a history: games, finished hands and records for other programs.

Journals only grow, so what was made of one holds as long as its file has the same size. Of a game that is
broadcast a viewer is told no more than the broadcast has shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

from contract.messages import Model
from controller.history.hands import Course, HandRecord, PlayedGame, course, hand_record, played_game
from controller.table.journal import JournalError, read
from controller.table.journal_notes import assigned
from engine.notation import mjai_writer, tenhou_writer
from runtime.clock import CLOCK

PAGE: Final = 20
"""Games of one answer."""
_COURSES: Final = 4
_GAMES: Final = 512
_HANDS: Final = 64

T = TypeVar("T")


class ArchiveError(Exception):
    """A game that cannot be shown; the message is one clear sentence."""


class Unreadable(Model):
    """A journal that cannot be read, in the place of its game."""

    id: str
    error: str


class GameList(Model):
    """`/history.json`: games, the newest first."""

    games: list[PlayedGame | Unreadable]
    more: str | None
    """The last game of this answer where older ones follow: ask with `?before=` it."""


@dataclass(frozen=True)
class _Played:
    course: Course
    streamed: bool
    """The club has marked it as broadcast."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What of a journal is shown: all of it, or its first hands."""

    path: Path
    size: int
    hands: int | None = None


class Archive:
    """Journals of a folder; may be used by several threads.

    `delay_s` is that of broadcasts, by the `clock` that the journals go by, and `broadcast`: all games are,
    not only those of which a club says so. Who asks `late` is told of these only what was shown by now.
    """

    def __init__(
        self,
        folder: Path,
        delay_s: float = 0.0,
        *,
        broadcast: bool = False,
        clock: Callable[[], float] = CLOCK.now_s,
    ) -> None:
        self._folder = folder
        self._delay_s = delay_s
        self._broadcast = broadcast
        self._clock = clock
        self._lock = Lock()
        self._played = lru_cache(_COURSES)(self._read)
        self._last = lru_cache(_GAMES)(self._last_ms)
        self._game = lru_cache(_GAMES)(self._listed)
        self._hand = lru_cache(_HANDS)(lambda part, n: _of(self._course(part), hand_record, n))

    def games(self, before: str | None = None, *, late: bool = False) -> GameList:
        """A page of games, older than `before`; journals in which no game has begun are left out."""
        paths = sorted(self._folder.glob("*.jsonl"), reverse=True)
        older = [path for path in paths if before is None or path.stem < before]
        page = older[:PAGE]
        with self._lock:
            found = [self._game_of(path, late=late) for path in page]
        more = page[-1].stem if len(older) > len(page) else None
        return GameList(games=[game for game in found if game is not None], more=more)

    def hand(self, game: str, number: int, *, late: bool = False) -> HandRecord | None:
        """A finished hand; None where there is none. ArchiveError for a journal that cannot be read."""
        path = self._path(game)
        if path is None:
            return None
        with self._lock:
            return self._hand(self._part(path, late=late), number)

    def record(self, game: str, notation: str, *, late: bool = False) -> str | None:
        """The game as `tenhou` JSON or `mjai` lines; None where there is none. ArchiveError where it
        cannot be written in this notation."""
        path = self._path(game)
        if path is None:
            return None
        with self._lock:
            found = self._course(self._part(path, late=late))
        if found is None:
            return None
        try:
            if notation == "tenhou":
                return tenhou_writer.text(tenhou_writer.write(found.log)) + "\n"
            return "".join(f"{line}\n" for line in mjai_writer.write(found.log))
        except ValueError as error:
            raise ArchiveError(f"The game cannot be written as {notation}: {error}") from error

    def _part(self, path: Path, *, late: bool) -> _Part:
        whole = _Part(path, path.stat().st_size)
        shown = round(1000 * (self._clock() - self._delay_s))
        last = self._last(path, whole.size) if late else None
        found = None if last is None or last <= shown else self._played(path, whole.size)
        return whole if found is None else replace(whole, hands=found.course.hands_until(shown))

    def _last_ms(self, path: Path, size: int) -> int | None:
        """When the last event of a game that is broadcast was accepted; None of any other game."""
        found = self._played(path, size)
        if found is None or not (found.streamed or self._broadcast):
            return None
        return max((at for _, at in found.course.told.values()), default=None)

    def _course(self, part: _Part) -> Course | None:
        found = self._played(part.path, part.size)
        if found is None or part.hands is None:
            return None if found is None else found.course
        return found.course.first_hands(part.hands)

    def _game_of(self, path: Path, *, late: bool) -> PlayedGame | Unreadable | None:
        try:
            return self._game(self._part(path, late=late))
        except ArchiveError as error:
            return Unreadable(id=path.stem, error=str(error))

    def _path(self, game: str) -> Path | None:
        return next((path for path in self._folder.glob("*.jsonl") if path.stem == game), None)

    def _read(self, path: Path, size: int) -> _Played | None:
        del size  # what the cache goes by
        try:
            records = read(path).records
            found, sitting = course(path.stem, records), assigned(records)
        except JournalError as error:
            raise ArchiveError(str(error).replace(str(path), path.name)) from error
        except ValueError as error:
            raise ArchiveError(f"The journal {path.name} does not follow the rules: {error}") from error
        return None if found is None else _Played(found, sitting is not None and sitting.stream)

    def _listed(self, part: _Part) -> PlayedGame | Unreadable | None:
        try:
            return _of(self._course(part), played_game)
        except (ArchiveError, ValueError) as error:
            return Unreadable(id=part.path.stem, error=str(error))


def _of(found: Course | None, tell: Callable[..., T], *arguments: object) -> T | None:
    return None if found is None else tell(found, *arguments)

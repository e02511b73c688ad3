"""The folder of journals as a history: games, finished hands and records for other programs.

Journals only grow, so what was made of one holds as long as its file has the same size. Of a game that is
broadcast a viewer receives no more than the broadcast has shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

from contract.messages import Model
from controller.history.evening import Evening, evening, neighbours
from controller.history.hands import Course, HandRecord, PlayedGame, course, hand_record, played_game
from controller.history.summary import GameSummary, Sitting, sitting, table
from controller.table.journal import JournalError, read
from controller.table.journal_notes import assigned
from controller.table.names import journals, order
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
    not only those of which a club says so. Who asks `late` receives of these only what was shown by now.
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
        self._sitting = lru_cache(_GAMES)(lambda part: _of(self._course(part), sitting))
        self._hand = lru_cache(_HANDS)(lambda part, n: _of(self._course(part), hand_record, n))

    def games(self, before: str | None = None, *, late: bool = False) -> GameList:
        """A page of games, older than `before`; journals in which no game has begun are left out."""
        older = [
            path for path in reversed(self._paths()) if before is None or order(path.stem) < order(before)
        ]
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

    def summary(self, game: str, *, late: bool = False) -> GameSummary | None:
        """The summary of a game's finished hands; None where there is no game. ArchiveError as `hand`."""
        path = self._path(game)
        with self._lock:
            found = None if path is None else self._sitting(self._part(path, late=late))
        return None if found is None else found.summary

    def evening(self, game: str, *, late: bool = False) -> Evening | None:
        """The games before and after it that were played on the same evening; unreadable ones end it."""
        paths = self._paths()
        at = next((n for n, path in enumerate(paths) if path.stem == game), None)
        with self._lock:
            of = None if at is None else self._sitting(self._part(paths[at], late=late))
            if of is None or at is None:
                return None
            before, after = (
                list(neighbours(of, self._readable(side, late=late)))
                for side in (reversed(paths[:at]), paths[at + 1 :])
            )
        return evening([*reversed(before), of, *after])

    def _readable(self, paths: Iterable[Path], *, late: bool) -> Iterator[Sitting]:
        for path in paths:
            try:
                found = self._sitting(self._part(path, late=late))
            except (ArchiveError, ValueError):
                return
            if found is not None:
                yield found

    def viewer(self, game: str, number: int, *, late: bool = False) -> str | None:
        """The address that opens a hand in tenhou's viewer; None where there is no such hand.

        ArchiveError where the format has no place for it: a hand that does not count, Chinese Classical.
        """
        path = self._path(game)
        if path is None:
            return None
        with self._lock:
            found = self._course(self._part(path, late=late))
        if found is None or not 0 <= number < len(found.spans):
            return None
        begin, end = found.spans[number]
        written = _written(lambda: tenhou_writer.write([found.log[0], *found.log[begin:end]]), "tenhou")
        return tenhou_writer.links(written)[0]

    def record(self, game: str, notation: str, *, late: bool = False) -> str | None:
        """The game as `tenhou` JSON, `mjai` lines or `csv`; None where there is none. ArchiveError where it
        cannot be written in this notation."""
        path = self._path(game)
        if path is None:
            return None
        with self._lock:
            part = self._part(path, late=late)
            if notation == "csv":
                return None if (of := self._sitting(part)) is None else table(of)
            found = self._course(part)
        if found is None:
            return None
        if notation == "tenhou":
            return _written(lambda: tenhou_writer.text(tenhou_writer.write(found.log)), notation) + "\n"
        return _written(lambda: "".join(f"{line}\n" for line in mjai_writer.write(found.log)), notation)

    def _paths(self) -> list[Path]:
        """The journals, the oldest first."""
        return journals(self._folder)

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
        return max((at for _, at in found.course.written.values()), default=None)

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


def _of(found: Course | None, made: Callable[..., T], *arguments: object) -> T | None:
    return None if found is None else made(found, *arguments)


def _written(write: Callable[[], T], notation: str) -> T:
    try:
        return write()
    except ValueError as error:
        raise ArchiveError(f"The game cannot be written as {notation}: {error}") from error

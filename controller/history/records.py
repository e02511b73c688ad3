"""Files of games: records in any notation, packed or not, and the journals of played tables."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path
from typing import Final

from controller.journal import JournalError, read, restore
from controller.table import entries
from engine.events import Event
from engine.judge import Entry
from engine.notation.read import RecordError, play
from engine.notation.record import Playback

_GZIP: Final = b"\x1f\x8b"
_JOURNAL: Final = '{"seq":'


class UnreadableError(Exception):
    """A file that holds no game that can be followed; the message is one clear sentence."""


def lines_of(path: Path) -> list[str]:
    """The lines of a text file, unpacked if it is packed; UnreadableError."""
    try:
        data = path.read_bytes()
        if path.suffix == ".gz" or data.startswith(_GZIP):
            data = gzip.decompress(data)
        text = data.decode("utf-8-sig")
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise UnreadableError(f"{path} cannot be read: {_reason(error)}.") from error
    # Not `splitlines`: a name may hold one of the other separators that it splits at.
    return re.split("\r\n|\n|\r", text)


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is no text"
    if isinstance(error, gzip.BadGzipFile | EOFError | zlib.error):
        return "the packed file is damaged"
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def playback_of(path: Path, preset: str | None = None) -> Playback:
    """A record played through the engine; UnreadableError."""
    return _played(path, lines_of(path), preset)


def events_of(path: Path, preset: str | None = None) -> tuple[list[Event], tuple[str, ...]]:
    """The events of a journal or a record, and in what the record differs from the rules; UnreadableError."""
    lines = lines_of(path)
    if lines[0].startswith(_JOURNAL):
        try:
            return restore(path), ()
        except JournalError as error:
            raise UnreadableError(str(error)) from error
    playback = _played(path, lines, preset)
    differences = [said for hand in playback.hands for said in hand.differences]
    return playback.events, (*differences, *playback.final)


def entries_of(path: Path, preset: str | None = None) -> list[Entry]:
    """A journal or a record as the judge reads it; only a journal knows times and refused events.

    UnreadableError.
    """
    lines = lines_of(path)
    if not lines[0].startswith(_JOURNAL):
        return [Entry(number, event) for number, event in enumerate(_played(path, lines, preset).events)]
    try:
        return entries(read(path).records)
    except (JournalError, ValueError) as error:
        raise UnreadableError(str(error)) from error


def _played(path: Path, lines: list[str], preset: str | None) -> Playback:
    try:
        return play(lines, preset)
    except RecordError as error:
        raise UnreadableError(f"{path}: {error}") from error

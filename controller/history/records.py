"""Files of games: records in any notation, packed or not, and the journals of played tables."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.table.journal import BEGINNINGS, JournalError, read, restore
from controller.table.writer import entries
from engine.judge import CaseEntry
from engine.notation.read import RecordError, play
from engine.notation.record import Playback
from engine.state.events import Event

_GZIP: Final = b"\x1f\x8b"
_JOURNAL: Final = tuple(beginning.decode("ascii") for beginning in BEGINNINGS)


class UnreadableError(Exception):
    """A file that holds no game that can be followed; the message is one clear sentence.

    `playback` is what was read of it before, with every hand that had been finished; None for nothing.
    """

    def __init__(self, message: str, playback: Playback | None = None) -> None:
        super().__init__(message)
        self.playback = playback


@dataclass(frozen=True, slots=True)
class _Text:
    """The lines of a file; `broken` says why they are not all of it."""

    lines: list[str]
    broken: str | None


def _read(path: Path) -> _Text:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"{path} cannot be read: {error.strerror or error}.") from error
    broken = None
    if path.suffix == ".gz" or data.startswith(_GZIP):
        data, whole = _unpacked(data)
        broken = None if whole else "the packed file is damaged"
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data[: error.start].decode("utf-8-sig")
        # A letter cut in two is the end of a file that is cut off, of which its notation says more.
        broken = broken or (None if text and error.end == len(data) else "it is no text")
    # Not `splitlines`: a name may hold one of the other separators that it splits at.
    return _Text(re.split("\r\n|\n|\r", text), broken)


def _unpacked(data: bytes) -> tuple[bytes, bool]:
    """What can be unpacked, and whether that is all."""
    out = bytearray()
    try:
        with gzip.open(io.BytesIO(data)) as packed:
            while part := packed.read1():
                out += part
    except (OSError, EOFError, zlib.error):
        return bytes(out), False
    return bytes(out), True


def lines_of(path: Path) -> list[str]:
    """The lines of a text file, unpacked if it is packed; UnreadableError."""
    text = _read(path)
    if text.broken is not None:
        raise UnreadableError(f"{path} cannot be read: {text.broken}.")
    return text.lines


def playback_of(
    path: Path, preset: str | None = None, options: Mapping[str, object] | None = None
) -> Playback:
    """A record played through the engine; `options` are known of its rules beside. UnreadableError."""
    return _played(path, _read(path), preset, options)


def events_of(
    path: Path, preset: str | None = None, options: Mapping[str, object] | None = None
) -> tuple[list[Event], tuple[str, ...]]:
    """The events of a journal or a record, and in what the record differs from the rules; UnreadableError."""
    text = _read(path)
    if text.lines[0].startswith(_JOURNAL):
        try:
            return restore(path), ()
        except JournalError as error:
            raise UnreadableError(str(error)) from error
    playback = _played(path, text, preset, options)
    differences = [said for hand in playback.hands for said in hand.differences]
    return playback.events, (*differences, *playback.final)


def entries_of(path: Path, preset: str | None = None) -> list[CaseEntry]:
    """A journal or a record as the judge reads it; only a journal knows times and refused events.

    UnreadableError.
    """
    text = _read(path)
    if not text.lines[0].startswith(_JOURNAL):
        return [CaseEntry(number, event) for number, event in enumerate(_played(path, text, preset).events)]
    try:
        return entries(read(path).records)
    except (JournalError, ValueError) as error:
        raise UnreadableError(str(error)) from error


def _played(
    path: Path, text: _Text, preset: str | None, options: Mapping[str, object] | None = None
) -> Playback:
    cut = f"{path} cannot be read: {text.broken}."
    try:
        playback = play(text.lines, preset, options=options)
    except RecordError as error:
        message = f"{path}: {error}" if text.broken is None else cut
        raise UnreadableError(message, error.playback) from error
    if text.broken is not None:
        raise UnreadableError(cut, playback)
    return playback

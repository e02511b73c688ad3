"""The memory of one game: an append-only file of JSON lines, each chained to the one before.

A line is a JSON object whose last field `hash` is the SHA-256 of the previous line's hash and of
the line without that field. A record counts only when it lies on the disk (`fsync`), so whatever
was accepted survives a power cut, and whatever a kill tore off at the end was never accepted.

The first line begins with the field `format`, which holds from there on: what an older program began, a newer
one continues with a line that names its own. The first release named none, and means 1. A journal with a line
of a newer format than ours is refused as it is.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from contract.stored.codec import CodecError, Json, decode, encode
from engine.state.events import Event
from runtime.stored import FIRST, Format, NewerError, StoredError, sync_folder

VERSION: Final = 1
FORMAT: Final = Format("journal", VERSION, "journal", "put the file aside to begin anew")
_SEED: Final = hashlib.sha256(b"jantaku-journal/1").hexdigest()
"""What the first line is chained to, whatever its version."""
BEGINNINGS: Final = (b'{"format":"jantaku-journal/', b'{"seq":0,')
"""A journal begins with one of them."""
_MARKED: Final = re.compile(rb'\{"format":"([^"\\]*)"')
_HASH: Final = b',"hash":"'
_TAIL: Final = len(_HASH) + 64 + len(b'"}')
_END: Final = re.compile(rb',"hash":"[0-9a-f]{64}"\}')


class JournalError(Exception):
    """The journal cannot be read or written; the message is one clear sentence."""


class DamagedError(JournalError):
    """`size` bytes at the beginning are whole records: of those the game can go on."""

    def __init__(self, message: str, size: int) -> None:
        super().__init__(message)
        self.size = size


class NewerJournalError(JournalError):
    """A newer program went on with the game."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line: `seq` counts from 0, `kind` is `event`, `refused`, `question` or another note."""

    seq: int
    kind: str
    ts_ms: int
    body: dict[str, Json]
    """In the newest format, whichever it was written in."""
    because: tuple[int, ...] = ()

    @property
    def event(self) -> Event | None:
        return decode(self.body) if self.kind == "event" else None


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds: its whole records, the bytes they fill, the hash of the last one and
    how many bytes of a torn last line follow."""

    records: tuple[Record, ...]
    size: int
    head: str
    torn: int
    version: int = 0
    """Of the last line; 0 before the first one."""

    @property
    def events(self) -> list[Event]:
        return [e for r in self.records if (e := r.event) is not None]


class Journal:
    """The open journal of one game; held by one process at a time."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        """Opens or makes `path` and cuts a torn last line off (see `torn`).

        `durable=False` leaves out the fsync, for simulations that nobody resumes.
        """
        self.path = path
        self._durable = durable
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise JournalError(f"The journal {path} cannot be opened: {error.strerror}.") from error
        try:
            self._lock()
            contents = _parse(path.read_bytes(), path)
            self.records = list(contents.records)
            self.torn = contents.torn
            self._size, self._head, self._version = contents.size, contents.head, contents.version
            if self.torn:
                self._cut()
            self._sync_folder()
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise JournalError(
                f"The journal {self.path} belongs to another running process: stop that one first."
            ) from error

    def _sync_folder(self) -> None:
        """The name of a new file is safe only when its folder is synchronised, too."""
        if not self._durable or self.records:
            return
        sync_folder(self.path.parent)

    @property
    def events(self) -> list[Event]:
        return [e for r in self.records if (e := r.event) is not None]

    def size_of(self, lines: int) -> int:
        """Bytes of the first lines; JournalError."""
        try:
            whole = self.path.read_bytes().split(b"\n")
        except OSError as error:
            raise JournalError(f"The journal {self.path} cannot be read: {error.strerror}.") from error
        return sum(len(line) + 1 for line in whole[:lines])

    def append(self, kind: str, body: dict[str, Json], ts_ms: int, because: tuple[int, ...] = ()) -> Record:
        """Writes one record; it is on the disk when this returns.

        JournalError when it could not be written: then the file ends with the record before.
        """
        record = Record(len(self.records), kind, ts_ms, body, because)
        line, head = _line(record, self._head, marked=self._version != VERSION)
        self._cut()
        try:
            _write(self._file, line)
            if self._durable:
                os.fsync(self._file)
        except OSError as error:
            self._try_cut()
            raise JournalError(
                f"The journal {self.path} cannot be written ({error.strerror}): make room or repair the disk."
            ) from error
        self._size += len(line)
        self._head, self._version = head, VERSION
        self.records.append(record)
        return record

    def append_event(self, event: Event, ts_ms: int, because: tuple[int, ...] = ()) -> Record:
        return self.append("event", encode(event), ts_ms, because)

    def _cut(self) -> None:
        """The file ends with the last whole record; a failed write may have left a part of one."""
        try:
            if os.fstat(self._file).st_size != self._size:
                os.ftruncate(self._file, self._size)
            os.lseek(self._file, self._size, os.SEEK_SET)
        except OSError as error:
            raise JournalError(f"The journal {self.path} cannot be written ({error.strerror}).") from error

    def _try_cut(self) -> None:
        try:
            self._cut()
        except JournalError:
            return  # the next append cuts again before it writes

    def close(self) -> None:
        """Closes the file; safe to call twice."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read(path: Path) -> Contents:
    """The contents of a journal without opening it for writing; a torn last line is left out."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"The journal {path} cannot be read: {error.strerror}.") from error
    return _parse(data, path)


def restore(path: Path) -> list[Event]:
    """The events of the game in their order."""
    return read(path).events


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def _canonical(record: Record, *, marked: bool) -> bytes:
    data = {
        **({"format": FORMAT.mark} if marked else {}),
        "seq": record.seq,
        "kind": record.kind,
        "ts_ms": record.ts_ms,
        "body": record.body,
        "because": list(record.because),
    }
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def _digest(previous: str, body: bytes) -> str:
    return hashlib.sha256(previous.encode() + body).hexdigest()


def _line(record: Record, previous: str, *, marked: bool) -> tuple[bytes, str]:
    body = _canonical(record, marked=marked)
    digest = _digest(previous, body)
    return body[:-1] + _HASH + digest.encode() + b'"}\n', digest


def _parse(data: bytes, path: Path) -> Contents:
    size = data.rfind(b"\n") + 1
    records: list[Record] = []
    head, version, whole = _SEED, 0, 0
    for number, line in enumerate(data[:size].split(b"\n")[:-1], 1):
        version = _version(line, path, version)
        try:
            record, head = _check(line, head, len(records), version)
            if record.kind == "event":
                decode(record.body)
        except CodecError as error:  # what holds in the chain was written so
            raise NewerJournalError(
                f"The journal {path} has in line {number} what only a newer version of Jantaku knows "
                f"({error}): update the program, or put the file aside to begin anew."
            ) from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise DamagedError(
                f"The journal {path} is damaged in line {number}: it does not follow from the line before. "
                "Put the file aside to begin anew.",
                whole,
            ) from error
        records.append(record)
        whole += len(line) + 1
    if _written(data[size:], head, len(records), version):
        raise DamagedError(
            f"The journal {path} is damaged in line {len(records) + 1}: it does not end where it did. "
            "Put the file aside to begin anew.",
            whole,
        )
    if not records and not _torn(data):
        raise DamagedError(f"{path} is no journal: put the file aside to begin anew.", 0)
    return Contents(tuple(records), size, head, len(data) - size, version)


def _written(rest: bytes, head: str, seq: int, version: int) -> bool:
    """Whether the rest behind the last end of a line is more than a torn line: a whole one whose end is
    damaged, which was accepted."""
    end = _END.search(rest)
    if end is None or end.end() == len(rest):
        return False
    try:
        _check(rest[: end.end()], head, seq, version or FIRST)
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    return True


def _torn(data: bytes) -> bool:
    """Whether a file without a whole line is a first line that was torn off, which may be cut: of ours, or
    room that a power cut left empty."""
    return not data.strip(b"\0") or any(data.startswith(b) or b.startswith(data) for b in BEGINNINGS)


def _version(line: bytes, path: Path, before: int) -> int:
    """The format of a line, before anything else of it is read; JournalError for a newer one."""
    found = _MARKED.match(line)
    try:
        return FORMAT.version_of(path, found[1].decode("utf-8", "replace")) if found else before or FIRST
    except NewerError as error:
        raise NewerJournalError(str(error)) from error
    except StoredError:
        return FIRST  # a mark that is none: the chain does not hold


def _check(line: bytes, previous: str, seq: int, version: int) -> tuple[Record, str]:
    body = line[:-_TAIL] + b"}"
    digest = _digest(previous, body)
    if line[-_TAIL:] != _HASH + digest.encode() + b'"}':
        raise ValueError("broken chain")
    data = FORMAT.upgraded(json.loads(body), version)
    if data["seq"] != seq:
        raise ValueError("broken count")
    return Record(seq, data["kind"], data["ts_ms"], data["body"], tuple(data["because"])), digest

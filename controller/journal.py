"""The memory of one game: an append-only file of JSON lines, each chained to the one before.

A line is a JSON object whose last field `hash` is the SHA-256 of the previous line's hash and of
the line without that field. A record counts only when it lies on the disk (`fsync`), so whatever
was accepted survives a power cut, and whatever a kill tore off at the end was never accepted.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from controller.codec import CodecError, Json, decode, encode
from engine.events import Event

FORMAT: Final = "jantaku-journal/1"
_SEED: Final = hashlib.sha256(FORMAT.encode()).hexdigest()
_HASH: Final = b',"hash":"'
_TAIL: Final = len(_HASH) + 64 + len(b'"}')


class JournalError(Exception):
    """The journal cannot be read or written; the message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line: `seq` counts from 0, `kind` is `event`, `refused`, `question` or another note."""

    seq: int
    kind: str
    ts_ms: int
    body: dict[str, Json]
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
            self._size, self._head = contents.size, contents.head
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
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    @property
    def events(self) -> list[Event]:
        return [e for r in self.records if (e := r.event) is not None]

    def append(self, kind: str, body: dict[str, Json], ts_ms: int, because: tuple[int, ...] = ()) -> Record:
        """Writes one record; it is on the disk when this returns.

        JournalError when it could not be written: then the file ends with the record before.
        """
        record = Record(len(self.records), kind, ts_ms, body, because)
        line, head = _line(record, self._head)
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
        self._head = head
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
        """Safe to call twice."""
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


def _canonical(record: Record) -> bytes:
    data = {
        "seq": record.seq,
        "kind": record.kind,
        "ts_ms": record.ts_ms,
        "body": record.body,
        "because": list(record.because),
    }
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def _digest(previous: str, body: bytes) -> str:
    return hashlib.sha256(previous.encode() + body).hexdigest()


def _line(record: Record, previous: str) -> tuple[bytes, str]:
    body = _canonical(record)
    digest = _digest(previous, body)
    return body[:-1] + _HASH + digest.encode() + b'"}\n', digest


def _parse(data: bytes, path: Path) -> Contents:
    size = data.rfind(b"\n") + 1
    records: list[Record] = []
    head = _SEED
    for number, line in enumerate(data[:size].split(b"\n")[:-1], 1):
        try:
            record, head = _check(line, head, len(records))
            if record.kind == "event":
                decode(record.body)
        except (ValueError, KeyError, TypeError) as error:
            why = error if isinstance(error, CodecError) else "it does not follow from the line before."
            raise JournalError(
                f"The journal {path} is damaged in line {number}: {why} Put the file aside to begin anew."
            ) from error
        records.append(record)
    return Contents(tuple(records), size, head, len(data) - size)


def _check(line: bytes, previous: str, seq: int) -> tuple[Record, str]:
    body = line[:-_TAIL] + b"}"
    digest = _digest(previous, body)
    if line[-_TAIL:] != _HASH + digest.encode() + b'"}':
        raise ValueError("broken chain")
    data = json.loads(body)
    if data["seq"] != seq:
        raise ValueError("broken count")
    return Record(seq, data["kind"], data["ts_ms"], data["body"], tuple(data["because"])), digest

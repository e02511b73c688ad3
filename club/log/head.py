"""The newest entry and the newest change of people, noted in a file outside the database.

Who cuts off the end of a log leaves a whole chain. The note is written after each commit, so it is never
ahead of the log; where the log is behind it, entries are missing.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from club.log.desk import LogDesk
from club.log.events.entry import LogEntry
from club.log.faults import LogRefusal
from club.log.people.people import People
from club.log.state import GENESIS, State
from club.log.store.store import Store
from runtime.stored import replace_file

FILE: Final = "club.head"
MISSED: Final = "club.head.missed"
"""What a hub has found missing when it was started; kept until somebody deletes it."""
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Noted:
    """`log` is the name of the log, from the hash of its first entry (`State.log`); a number is 0 where there
    is nothing."""

    log: str = ""
    seq: int = 0
    hash: str = GENESIS
    change: int = 0
    change_hash: str = GENESIS
    version: int = VERSION


class Head:
    """The note of a data directory. Thread-safe; a note that cannot be written is left for the next one."""

    def __init__(self, data: Path) -> None:
        self._path = data / FILE
        self._missed = data / MISSED
        self._lock = threading.Lock()
        self._noted = Noted()

    def open(self, desk: LogDesk, store: Store, people: People) -> LogRefusal | None:
        """Sets the note against the database, and notes what is there. What is missing is given back, and
        kept for `verify`; a database in which nothing is left at all is refused by raising it.
        """
        missing = behind(_read(self._path), store, people)
        if missing is not None and missing.code == "log_lost":
            raise missing
        if missing is not None and not self._missed.exists():
            self._path.replace(self._missed)
        state = desk.state
        if state.seq:
            self._noted = Noted(state.log, state.seq, state.hash)
        self.people(*people.newest())
        return missing

    def entries(self, _entries: Sequence[LogEntry], state: State) -> None:
        """Listens to the desk."""
        with self._lock:
            self._write(replace(self._noted, log=state.log, seq=state.seq, hash=state.hash))

    def people(self, change: int, hash_: str) -> None:
        """Receives changes of people."""
        with self._lock:
            self._write(replace(self._noted, change=change, change_hash=hash_))

    def _write(self, noted: Noted) -> None:
        self._noted = noted
        with contextlib.suppress(OSError):
            replace_file(self._path, json.dumps(asdict(noted)).encode(), private=True)


def checked(data: Path, store: Store, people: People) -> None:
    """LogRefusal where the database lacks what a hub of this directory has written into it."""
    for name in (MISSED, FILE):
        missing = behind(_read(data / name), store, people)
        if missing is not None:
            raise missing


def behind(noted: Noted | None, store: Store, people: People) -> LogRefusal | None:
    """What of this is not there any more."""
    if noted is None:
        return None
    if noted.seq and not _has(store, noted.seq, noted.hash):
        if next(store.read(), None) is None:
            return LogRefusal("log_lost", entry=noted.seq, file=FILE)
        if not store.entry(1).hash.startswith(noted.log):
            return LogRefusal("log_other", file=FILE)
        return LogRefusal("log_cut", entry=noted.seq, file=FILE)
    if noted.change and people.changed(noted.change) != noted.change_hash:
        return LogRefusal("people_cut", change=noted.change, file=FILE)
    return None


def _has(store: Store, seq: int, hash_: str) -> bool:
    try:
        return store.entry(seq).hash == hash_
    except KeyError:
        return False


def _read(path: Path) -> Noted | None:
    """None where the file is missing or incomplete. LogRefusal for one of a newer program."""
    try:
        found = json.loads(path.read_bytes())
        if isinstance(found, dict) and int(found.get("version", 0)) > VERSION:
            raise LogRefusal("newer_database", where=str(path), version=str(found["version"]))
        return TypeAdapter(Noted).validate_python(found)
    except (OSError, ValueError, TypeError):
        return None

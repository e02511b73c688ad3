"""A club's database as everything else uses it: transactions whose failures are sentences."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Row, Select, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from club.database import engine, migrate
from club.log.faults import LogRefusal

PATIENCE_S: Final = 2.0
"""How long after it has gone away a database is waited for."""
AWAY: Final = frozenset(("unavailable", "busy", "disk_full", "database_gone"))
"""Codes of a database that cannot now; the same can be done later."""
_PAUSE_S: Final = 0.2
_PROBE_S: Final = 5.0
"""How long one question whether it is back may take; meanwhile nobody else asks."""
_FULL: Final = ("disk is full", "No space left")
_DISK_FULL: Final = "53100"
"""SQLSTATE of PostgreSQL, whose words are those of its server's language."""
_NO_LOCK: Final = "55P03"
T = TypeVar("T")


class Gone(LogRefusal):
    """The server or the file is not there; what was under way may or may not have been written."""


class Database:
    """Thread-safe. Every method raises LogRefusal where the database fails; `AWAY`: passing failures."""

    def __init__(self, url: str, patience_s: float = PATIENCE_S, *, make: bool = True) -> None:
        """Opens it, makes it where it is empty, and brings it up to date; without `make` it raises LogRefusal
        where one of these would be needed."""
        self.url = engine.parsed(url)
        self.file = engine.file_of(self.url)
        self._patience_s = patience_s
        self._lock = threading.Lock()
        self._gone: Gone | None = None
        self._gone_at = self._ask_at = 0.0
        self._inode: tuple[int, int] | None = None
        self._again(lambda: self._prepare(make))
        self.engine = engine.made(self.url, "rw")
        self._inode = self._found()

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """A connection for reading."""
        with self._in_words(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction; IntegrityError comes as it is."""
        with self._in_words(), engine.writing(self.engine) as connection:
            yield connection

    def write(self, work: Callable[[Connection], T]) -> T:
        """Does the work in a transaction, again where the database has just gone away."""

        def transact() -> T:
            with self.begin() as connection:
                return work(connection)

        return self._again(transact)

    def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """What the query finds."""

        def read() -> Sequence[Row[Any]]:
            with self.connect() as connection:
                return connection.execute(query).all()

        return self._again(read)

    def trouble(self) -> LogRefusal | None:
        """Why the database cannot be read now; None where it can. Takes a moment, and never long."""
        try:
            with self.connect() as connection:
                connection.execute(text("SELECT 1"))
        except LogRefusal as fault:
            return fault
        return None

    def _prepare(self, make: bool) -> None:
        with self._in_words():
            migrate.bring_up_to_date(self.url, make=make)

    def _again(self, work: Callable[[], T]) -> T:
        """Does the work, again while the database has been away for no longer than our patience."""
        while True:
            try:
                return work()
            except Gone:
                if time.monotonic() > self._gone_at + self._patience_s:
                    raise
            time.sleep(_PAUSE_S)

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """Failures in words. While the database is away one request tries it and all others fail at once. A
        question that took long is not asked again for as long."""
        asked, gone = self._ask(), None
        try:
            yield
        except IntegrityError:
            raise
        except PoolTimeoutError as error:
            raise LogRefusal("busy") from error
        except OverflowError as error:  # a number that SQLite has no room for
            raise LogRefusal("rejected") from error
        except DBAPIError as error:
            fault = _fault(error)
            gone = fault if isinstance(fault, Gone) else None
            raise fault from error
        finally:
            self._answered(gone, asked)

    def _ask(self) -> float:
        with self._lock:
            now = time.monotonic()
            if self._gone is not None and now < self._ask_at:
                raise self._gone
            self._ask_at = now + _PROBE_S
        if self._inode is not None and self._found() != self._inode:
            gone = Gone("database_gone", where=str(self.file))
            self._answered(gone, now)
            raise gone
        return now

    def _answered(self, gone: Gone | None, asked: float) -> None:
        with self._lock:
            now = time.monotonic()
            if self._gone is None:
                self._gone_at = now
            self._gone, self._ask_at = gone, 2 * now - asked

    def _found(self) -> tuple[int, int] | None:
        """Which file lies there: what is written into one that was moved away would be lost."""
        if self.file is None:
            return None
        try:
            found = self.file.stat()
        except OSError:
            return (0, 0)
        return found.st_dev, found.st_ino


def _fault(error: DBAPIError) -> LogRefusal:
    words = (str(error.orig).strip().splitlines() or [type(error.orig).__name__])[0]
    state = getattr(error.orig, "sqlstate", None)
    if state == _DISK_FULL or any(word in str(error) for word in _FULL):
        return LogRefusal("disk_full")
    if state == _NO_LOCK or "locked" in words:
        return LogRefusal("busy")
    if isinstance(error, DataError):
        return LogRefusal("rejected")
    if error.connection_invalidated or (
        hasattr(error.orig, "sqlstate") and (state or "57P").startswith(("57P", "08"))
    ):
        return Gone("unavailable", error=words)
    return LogRefusal("unavailable", error=words)

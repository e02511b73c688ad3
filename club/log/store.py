"""Where the log lies: an append-only table of SQLite or PostgreSQL, each entry chained to the one before."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Select,
    create_engine,
    event,
    insert,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError, OperationalError

from club.log.entry import Entry
from club.log.faults import Fault
from club.log.line import Line, chained, parse
from club.log.state import GENESIS
from club.log.tables import ENTRIES, METADATA

BUSY_MS: Final = 5000
"""How long a writer of SQLite waits for another."""
PATIENCE_S: Final = 10.0
"""How long a database that has gone away is tried again."""
_PAUSE_S: Final = 0.2
_PAGE: Final = 500
_FULL: Final = ("disk is full", "No space left")
_DISK_FULL: Final = "53100"
"""SQLSTATE of PostgreSQL, whose words are those of its server's language."""
T = TypeVar("T")


class Behind(Exception):  # noqa: N818 - nothing is wrong: look again
    """Somebody else has written these numbers, or this key."""


class Store:
    """The log in a database; `url` is SQLAlchemy's, such as `sqlite:///club.db` or `postgresql+psycopg://...`."""

    def __init__(self, url: str, patience_s: float = PATIENCE_S) -> None:
        """Opens the database and makes what is missing; Fault when that cannot be."""
        self._patience_s = patience_s
        try:
            self.engine = _engine(url)
        except (ArgumentError, ImportError) as error:
            raise Fault("bad_url", error=str(error)) from error
        self._try(lambda: METADATA.create_all(self.engine))

    def close(self) -> None:
        self.engine.dispose()

    def append(self, lines: Sequence[Line]) -> None:
        """Writes all or none. Behind when another writer was first; Fault when the database cannot."""
        rows = [_row(line) for line in lines]
        try:
            self.write(lambda connection: connection.execute(insert(ENTRIES), rows))
        except IntegrityError as error:
            raise Behind from error

    def write(self, work: Callable[[Connection], T]) -> T:
        """Does the work in a transaction. Fault when the database cannot; IntegrityError as it comes."""

        def transact() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        return self._try(transact)

    def read(self, after: int = 0) -> Iterator[Entry]:
        """The entries from `after` on, in their order."""
        return map(_entry, self._log(after))

    def entry(self, seq: int) -> Entry:
        """One entry; KeyError where there is none."""
        found = self.rows(select(ENTRIES).where(ENTRIES.c.seq == seq))
        if not found:
            raise KeyError(seq)
        return _entry(found[0])

    def transaction(self, key: str) -> tuple[Entry, ...]:
        """The entries that were written under this key."""
        return tuple(
            map(_entry, self.rows(select(ENTRIES).where(ENTRIES.c.key == key).order_by(ENTRIES.c.part)))
        )

    def verify(self, noted: str | None = None) -> int:
        """How many entries there are; Fault names the first that is broken, missing or unreadable.

        Who cuts off the end of the log, or writes it anew, leaves a whole chain: that is found by the hash
        of an entry that was `noted` elsewhere.
        """
        before, count, seen = GENESIS, 0, noted is None
        for row in self._log(0):
            if row.seq != count + 1:
                raise Fault("gone", entry=count + 1)
            if chained(before, row.seq, row.ts_ms, row.by, row.key, row.part, row.event) != row.hash:
                raise Fault("broken", entry=row.seq)
            parse(row.seq, row.event)
            before, count, seen = row.hash, row.seq, seen or row.hash == noted
        if not seen:
            raise Fault("cut", hash=noted)
        return count

    def _log(self, after: int) -> Iterator[Row[Any]]:
        """The rows from `after` on, so many at a time that the memory stays small."""
        query = select(ENTRIES).order_by(ENTRIES.c.seq).limit(_PAGE)
        while rows := self.rows(query.where(ENTRIES.c.seq > after)):
            yield from rows
            after = rows[-1].seq

    def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """What the query finds; Fault when the database cannot."""

        def read() -> Sequence[Row[Any]]:
            with self.engine.connect() as connection:
                return connection.execute(query).all()

        return self._try(read)

    def _try(self, work: Callable[[], T]) -> T:
        """Does the work, again as long as the database is away; Fault in words when it cannot be done."""
        until = time.monotonic() + self._patience_s
        while True:
            try:
                return work()
            except (OperationalError, InterfaceError) as error:
                if not _away(error) or time.monotonic() > until:
                    raise _fault(error) from error
            time.sleep(_PAUSE_S)


def _engine(url: str) -> Engine:
    lite = make_url(url).get_backend_name() == "sqlite"
    options: dict[str, Any] = {} if lite else {"connect_args": {"connect_timeout": 5}}
    engine = create_engine(url, pool_pre_ping=not lite, **options)
    if lite:
        event.listen(engine, "connect", _safe)
    return engine


def _safe(connection: Any, record: object) -> None:
    """Readers beside the writer; a commit lies on the disk before it counts."""
    del record
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _row(line: Line) -> dict[str, object]:
    entry = line.entry
    return {
        "seq": entry.seq,
        "ts_ms": entry.ts_ms,
        "by": entry.by,
        "key": entry.key,
        "part": entry.part,
        "tournament": entry.event.tournament,
        "type": entry.event.type,
        "event": line.text,
        "hash": entry.hash,
    }


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.seq, row.ts_ms, row.by, row.key, row.part, parse(row.seq, row.event), row.hash)


def _away(error: DBAPIError) -> bool:
    """The server is gone or not up yet: what was under way may or may not have been written."""
    state = getattr(error.orig, "sqlstate", None)
    return error.connection_invalidated or (
        hasattr(error.orig, "sqlstate") and (state or "57P").startswith("57P")
    )


def _fault(error: DBAPIError) -> Fault:
    words = str(error.orig).strip().splitlines()[0]
    if getattr(error.orig, "sqlstate", None) == _DISK_FULL or any(word in str(error) for word in _FULL):
        return Fault("disk_full")
    if "locked" in words:
        return Fault("busy")
    return Fault("unavailable", error=words)

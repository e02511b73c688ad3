"""Where the log lies: an append-only table of SQLite or PostgreSQL, each entry chained to the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Row, Select, insert, select
from sqlalchemy.exc import IntegrityError

from club.database.database import PATIENCE_S, Database
from club.log.events.entry import LogEntry
from club.log.faults import LogRefusal
from club.log.state import GENESIS
from club.log.store.line import StoredEntry, chained, parse
from club.log.store.tables import ENTRIES

_PAGE: Final = 500
T = TypeVar("T")


class Behind(Exception):  # noqa: N818 - nothing is wrong: look again
    """Another writer has written these numbers, or this key."""


class Store:
    """The log in a database; `url` is SQLAlchemy's, such as `sqlite:///club.db` or `postgresql+psycopg://...`."""

    def __init__(self, url: str, patience_s: float = PATIENCE_S, *, make: bool = True) -> None:
        """Opens the database, as `Database` does; LogRefusal when that cannot be."""
        self.database = Database(url, patience_s, make=make)
        self.engine = self.database.engine

    def close(self) -> None:
        self.database.close()

    def append(self, lines: Sequence[StoredEntry]) -> None:
        """Writes all or none. Behind when another writer was first; LogRefusal when the database cannot."""
        rows = [_row(line) for line in lines]
        try:
            self.write(lambda connection: connection.execute(insert(ENTRIES), rows))
        except IntegrityError as error:
            raise Behind from error

    def write(self, work: Callable[[Connection], T]) -> T:
        """Does the work in a transaction. LogRefusal when the database cannot; IntegrityError as it comes."""
        return self.database.write(work)

    def read(self, after: int = 0) -> Iterator[LogEntry]:
        """The entries from `after` on, in their order."""
        return map(_entry, self._log(after))

    def entry(self, seq: int) -> LogEntry:
        """One entry; KeyError where there is none."""
        found = self.rows(select(ENTRIES).where(ENTRIES.c.seq == seq))
        if not found:
            raise KeyError(seq)
        return _entry(found[0])

    def transaction(self, key: str) -> tuple[LogEntry, ...]:
        """The entries that were written under this key."""
        return tuple(
            map(_entry, self.rows(select(ENTRIES).where(ENTRIES.c.key == key).order_by(ENTRIES.c.part)))
        )

    def verify(self, noted: str | None = None) -> int:
        """How many entries there are; LogRefusal names the first that is broken, missing or unreadable.

        Who cuts off the end of the log, or writes it anew, leaves a whole chain: that is found by the hash
        of an entry that was `noted` elsewhere.
        """
        before, count, seen = GENESIS, 0, noted is None
        for row in self._log(0):
            if row.seq != count + 1:
                raise LogRefusal("gone", entry=count + 1)
            if chained(before, row.seq, row.ts_ms, row.by, row.key, row.part, row.event) != row.hash:
                raise LogRefusal("broken", entry=row.seq)
            parse(row.seq, row.event)
            before, count, seen = row.hash, row.seq, seen or row.hash == noted
        if not seen:
            raise LogRefusal("cut", hash=noted)
        return count

    def _log(self, after: int) -> Iterator[Row[Any]]:
        """The rows from `after` on, so many at a time that the memory stays small."""
        query = select(ENTRIES).order_by(ENTRIES.c.seq).limit(_PAGE)
        while rows := self.rows(query.where(ENTRIES.c.seq > after)):
            yield from rows
            after = rows[-1].seq

    def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """What the query finds; LogRefusal when the database cannot."""
        return self.database.rows(query)


def _row(line: StoredEntry) -> dict[str, object]:
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


def _entry(row: Row[Any]) -> LogEntry:
    return LogEntry(row.seq, row.ts_ms, row.by, row.key, row.part, parse(row.seq, row.event), row.hash)

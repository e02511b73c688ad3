"""Forgetting for good: a name that was deleted goes from every file that the program has written it into.

A database keeps deleted rows in its write-ahead log, in free pages and in copies. Whoever reads an older
state holds them there; so a mark says that there is something to do until it is done, by this process or the
next.
"""

from __future__ import annotations

import logging
import threading
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from club.database import copies
from club.log.faults import LogRefusal
from club.log.store import marks
from club.log.store.store import Store
from runtime.tasks import Tasks

_LOG = logging.getLogger(__name__)
TURN_S: Final = 30.0
_TABLES: Final = ("people", "names_online", "accounts", "grants", "sessions")
"""PostgreSQL's tables that name people, or had what belonged to them."""
_OLDER: Final = (
    "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() "
    "AND backend_xmin IS NOT NULL AND age(backend_xmin) >= age(CAST(CAST(:moment AS text) AS xid))"
)
"""Sessions that may still see what was deleted then."""


def sweep(store: Store) -> bool:
    """Whether nothing is left; False where somebody reads an older state, and it is to be tried again.

    LogRefusal, OSError or DBAPIError where it cannot be done now.
    """
    with store.database.connect() as db:
        swept, copied = marks.get(db, marks.SWEEP), marks.get(db, marks.COPIES)
    if copied is not None:
        copies.forget(store.engine, store.database.file)
        store.write(lambda db: marks.drop(db, marks.COPIES, copied))
    if swept is None:
        return True
    if not (_lite(store) if store.database.file is not None else _server(store, swept)):
        return False
    store.write(lambda db: marks.drop(db, marks.SWEEP, swept))
    return True


def _lite(store: Store) -> bool:
    """The file is written anew, and its write-ahead log emptied (and overwritten before, as both are)."""
    link = store.engine.raw_connection()
    try:
        cursor = link.cursor()
        cursor.execute("VACUUM")
        busy = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        cursor.close()
    finally:
        link.close()
    return not busy


def _server(store: Store, moment: str) -> bool:
    """The tables are written anew; not while a session may still see what was there before."""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
        if db.execute(text(_OLDER), {"moment": moment}).scalar():
            return False
        for table in _TABLES:
            db.execute(text(f"VACUUM (FULL, ANALYZE) {table}"))
    return True


class Sweeper:
    """Sweeps at its start, when asked and twice a minute, as a part of the process."""

    def __init__(self, store: Store, tasks: Tasks | None = None) -> None:
        self._store = store
        self._news = threading.Event()
        self._part = (tasks or Tasks()).part("club-sweep")

    def start(self) -> None:
        self._part.start(self._run)

    def ask(self) -> None:
        """Asks for a sweep soon; returns at once."""
        self._news.set()

    def close(self) -> None:
        self._part.stopping.set()
        self._news.set()
        self._part.end(15)

    def _run(self) -> None:
        while not self._part.stopping.is_set():
            attempt(self._store)
            self._news.wait(TURN_S)
            self._news.clear()


def attempt(store: Store) -> bool:
    """Like `sweep`, but an error is only logged, and the next attempt tries again."""
    try:
        return sweep(store)
    except (LogRefusal, OSError, DBAPIError) as error:
        _LOG.warning("What is left of somebody who was forgotten cannot be removed now: %s", error)
        return False

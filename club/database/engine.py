"""Connections to SQLite or PostgreSQL: as safe as they must be, and none that waits for long."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from club.log.faults import LogRefusal

BUSY_MS: Final = 2000
"""How long a statement waits for what another program or thread holds."""
POOL_S: Final = 2.0
"""How long a thread waits for a connection that others use."""
_POSTGRES: Final = {
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "options": f"-c lock_timeout={BUSY_MS}",
}
"""A server that has fallen silent is noticed in seconds (libpq's parameters)."""
WRITING: Final = "BEGIN IMMEDIATE"
"""SQLite: a writer has the lock before it looks at anything, so that what it has read stays so."""


def parsed(url: str) -> URL:
    """LogRefusal for what is no URL of a database, or of one that would be lost."""
    try:
        found = make_url(url)
    except ArgumentError as error:
        raise LogRefusal("bad_url", error=str(error)) from error
    if found.get_backend_name() == "sqlite" and found.database in (None, "", ":memory:"):
        raise LogRefusal("bad_url", error="SQLite needs a file: sqlite:///club.db")
    return found


def file_of(url: URL) -> Path | None:
    """The file of SQLite; None for a server."""
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def made(url: URL, mode: str = "rwc", *, pooled: bool = True) -> Engine:
    """An engine that has connected to nothing yet; `mode` is that of SQLite's file. LogRefusal for a bad URL.

    What a statement is given, such as names, is in no error and so in no log.
    """
    options: dict[str, Any] = {"hide_parameters": True} | ({} if pooled else {"poolclass": NullPool})
    try:
        if url.get_backend_name() != "sqlite":
            pool = {"pool_timeout": POOL_S, "pool_pre_ping": True} if pooled else {}
            return create_engine(url, connect_args=_POSTGRES, **pool, **options)
        file = Path(str(url.database))
        options |= {"pool_timeout": POOL_S} if pooled else {}
        engine = create_engine(url, creator=lambda: connected(file, mode), **options)
    except (ArgumentError, ImportError) as error:
        raise LogRefusal("bad_url", error=str(error)) from error
    event.listen(engine, "connect", _safe)
    event.listen(engine, "begin", _begin)
    return engine


def connected(file: Path, mode: str) -> sqlite3.Connection:
    """A connection to a file of SQLite; with the mode `rw` or `ro` none is made where there is none.

    Who only reads a file that nobody has open leaves nothing beside it.
    """
    open_ = any(file.with_name(f"{file.name}-{what}").exists() for what in ("wal", "journal"))
    still = "&immutable=1" if mode == "ro" and not open_ else ""
    name = f"file:{quote(str(file.resolve()))}?mode={mode}{still}"
    return sqlite3.connect(name, uri=True, check_same_thread=False)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that nobody else writes beside, where the database is SQLite."""
    with engine.connect().execution_options(begin=WRITING) as connection, connection.begin():
        yield connection


def _safe(connection: Any, record: object) -> None:
    """A commit lies on the disk before it counts; what is deleted is overwritten."""
    del record
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    """The driver begins no transaction before statements that define tables, and so we begin each."""
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

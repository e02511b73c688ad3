"""Copies that the program makes of a database before it changes its tables."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from club.database import engine
from club.log.faults import LogRefusal
from runtime.stored import sync_name

BEFORE: Final = "before_"
"""How PostgreSQL's schemas with copies begin; a file of SQLite gets `.before-`."""


def keep(url: URL, version: str) -> None:
    """A copy of what is there, named after the version that comes; LogRefusal where none can be made."""
    file = engine.file_of(url)
    try:
        if file is None:
            _keep_tables(url, version)
        else:
            _keep_file(file, version)
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise LogRefusal("no_copy", where=str(file or url.database), error=_words(error)) from error


def forget(opened: Engine, file: Path | None) -> None:
    """Deletes all copies: they hold what is to be forgotten. OSError or DBAPIError where that fails."""
    if file is not None:
        for path in of_file(file):
            path.unlink()
        return
    with opened.begin() as connection:
        for schema in schemas(connection):
            connection.execute(text(f'DROP SCHEMA "{schema}" CASCADE'))


def of_file(file: Path) -> list[Path]:
    """The copies beside a file of SQLite, and what was left of one that was not finished."""
    return sorted(file.parent.glob(f"{file.name}.before-*"))


def schemas(connection: Connection) -> list[str]:
    """The schemas of PostgreSQL that are copies: they hold our tables and begin with our word."""
    return sorted(
        name
        for name in inspect(connection).get_schema_names()
        if name.startswith(BEFORE) and inspect(connection).has_table("people", schema=name)
    )


def _keep_file(file: Path, version: str) -> None:
    copy = file.with_name(f"{file.name}.before-{version}")
    part = copy.with_name(f"{copy.name}.part")
    needed = 2 * sum(each.stat().st_size for each in (file, _log_of(file)) if each.exists())
    if shutil.disk_usage(file.parent).free < needed:
        raise OSError(f"{needed // 1_000_000 + 1} MB of room are needed in {file.parent}")
    for each in (part, _log_of(part), part.with_name(f"{part.name}-shm")):
        each.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(engine.connected(file, "ro")) as source:
        source.execute("VACUUM INTO ?", (str(part),))  # what is there, and nothing that was deleted
    with closing(engine.connected(part, "ro")) as target:
        if target.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise OSError("it cannot be read again")
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.replace(copy)
    sync_name(copy)


def _log_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def _keep_tables(url: URL, version: str) -> None:
    """A schema beside the tables, in the same database: what is in it is one moment's."""
    opened = engine.made(url, pooled=False)
    try:
        with opened.execution_options(isolation_level="REPEATABLE READ").begin() as connection:
            schema = f"{BEFORE}{version}"
            tables = inspect(connection).get_table_names()
            if inspect(connection).has_schema(schema):
                connection.execute(text(f'DROP SCHEMA "{schema}" CASCADE'))
            connection.execute(text(f'CREATE SCHEMA "{schema}"'))
            for table in tables:
                connection.execute(text(f'CREATE TABLE "{schema}"."{table}" AS TABLE "{table}"'))
    finally:
        opened.dispose()


def _words(error: Exception) -> str:
    if isinstance(error, DBAPIError):
        return str(error.orig).strip().splitlines()[0]
    return (getattr(error, "strerror", None) or str(error)).splitlines()[0]

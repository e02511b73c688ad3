"""Opening: what lies there, and bringing a database of an older version up to date, all or nothing."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError

from club.database import copies, engine
from club.database.migrations.versions.r0001_first import TABLES
from club.log.faults import LogRefusal

MIGRATIONS: Final = Path(__file__).parent / "migrations"
NEW: Final = ""
"""The version of a database in which there is nothing yet."""
UNNUMBERED: Final = "unnumbered"
"""That of a program before 0.2, which wrote none down."""
OURS: Final = frozenset(("entries", "people"))
"""Tables of every version, by which a club's database is known."""
_ONE_AT_A_TIME: Final = 0x6A616E74616B75
"""PostgreSQL's lock for this (the letters of our name)."""


@cache
def steps(folder: Path) -> tuple[str, ...]:
    """The versions of the steps in a folder, the newest first; read once: they come with the program."""
    return tuple(step.revision for step in ScriptDirectory(str(folder)).walk_revisions())


def newest() -> str:
    """The version that this program writes."""
    return steps(MIGRATIONS)[0]


def bring_up_to_date(url: URL, *, make: bool) -> None:
    """Leaves a database of the newest version, with a copy of the one before beside it.

    LogRefusal for one of a newer program, of another program or damaged, which stays as it is; without `make`
    also where anything would have to be changed.
    """
    found = _look(url)
    if found != newest() and not make:
        raise LogRefusal("older_database", where=name_of(url))
    if found != newest():
        with _one_at_a_time(url):
            _update(url)
    if make and engine.file_of(url) is not None:
        _beside_readers(url)


def _update(url: URL) -> None:
    """What is still missing: another process may have been first."""
    found = _look(url)
    if found == newest():
        return
    if found != NEW:
        copies.keep(url, newest())
    _migrate(url)


@contextmanager
def _one_at_a_time(url: URL) -> Iterator[None]:
    """Programs that find the same old database wait for each other; a lock ends with its program."""
    file = engine.file_of(url)
    if file is not None:
        folder = os.open(file.parent, os.O_RDONLY) if file.parent.is_dir() else None
        try:
            if folder is not None:
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            if folder is not None:
                os.close(folder)
        return
    with _opened(engine.made(url, pooled=False)) as opened, opened.connect() as connection:
        connection.execute(text("SET lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": _ONE_AT_A_TIME})
        yield


def name_of(url: URL) -> str:
    """The name of a database for people: its address without the password."""
    return str(engine.file_of(url) or url.render_as_string(hide_password=True))


def _look(url: URL) -> str:
    """The version that lies there, looked at without touching it."""
    file = engine.file_of(url)
    if file is not None and not file.exists():
        return NEW
    if file is not None and not file.is_file():
        raise LogRefusal("foreign_database", where=name_of(url))
    with _opened(engine.made(url, "ro", pooled=False)) as opened:
        try:
            with opened.connect() as connection:
                if file is not None:
                    _whole(url, connection)
                return _version(url, connection)
        except OperationalError:
            raise
        except DatabaseError as error:
            if file is None:
                raise
            raise LogRefusal("foreign_database", where=name_of(url)) from error


def _whole(url: URL, connection: Connection) -> None:
    """LogRefusal for a file that was cut off or overwritten."""
    if connection.execute(text("PRAGMA quick_check(1)")).scalar() != "ok":
        raise LogRefusal("foreign_database", where=name_of(url))


def _version(url: URL, connection: Connection) -> str:
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables and tables >= OURS:
        versions = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
        if len(versions) == 1 and versions[0] in steps(MIGRATIONS):
            return str(versions[0])
        raise LogRefusal("newer_database", where=name_of(url), version=", ".join(versions) or "?")
    if not tables:
        return NEW
    if tables <= TABLES.tables.keys() or (tables >= OURS and "alembic_version" not in tables):
        return UNNUMBERED
    raise LogRefusal("foreign_database", where=name_of(url))


def _migrate(url: URL) -> None:
    """Migrates in one transaction: if anything stops it, the database is as it was."""
    with _opened(engine.made(url, pooled=False)) as opened:
        try:
            with _alone(opened) as connection:
                _steps(url, connection)
        except (LogRefusal, OperationalError):
            raise
        except (DBAPIError, RuntimeError, ValueError, LookupError, TypeError) as error:
            words = (str(error).splitlines() or [type(error).__name__])[0]
            raise LogRefusal("not_migrated", where=name_of(url), error=words) from error


def _steps(url: URL, connection: Connection) -> None:
    """All that are missing."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    found = _version(url, connection)
    if found == UNNUMBERED:
        TABLES.create_all(connection)
        if _differs(connection):
            raise LogRefusal("foreign_database", where=name_of(url))
    command.upgrade(config, "head")


def _differs(connection: Connection) -> bool:
    """Whether the tables of the first version are others than it made; tables of others do not count."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    found = compare_metadata(context, TABLES)
    return any(each[0] != "remove_table" and not _of_others(each) for each in found)


def _of_others(difference: tuple[object, ...]) -> bool:
    """An index of a table that is not ours goes with it."""
    table = getattr(difference[1], "table", None)
    return difference[0] == "remove_index" and getattr(table, "name", None) not in TABLES.tables


@contextmanager
def _alone(opened: Engine) -> Iterator[Connection]:
    """A transaction for the steps."""
    if opened.dialect.name != "sqlite":
        with opened.begin() as connection:
            yield connection
        return
    with opened.connect().execution_options(begin=engine.WRITING) as connection:
        raw = connection.connection.cursor()
        raw.execute("PRAGMA foreign_keys=OFF")  # tables are made anew; nothing that they hold is changed
        raw.close()
        with connection.begin():
            yield connection
            if connection.execute(text("PRAGMA foreign_key_check")).first() is not None:
                raise ValueError("What refers to a row would refer to nothing.")


def _beside_readers(url: URL) -> None:
    """Readers do not wait for a writer (write-ahead log)."""
    with _opened(engine.made(url, "rw", pooled=False)) as opened:
        raw = opened.raw_connection()
        try:
            raw.cursor().execute("PRAGMA journal_mode=WAL")
        finally:
            raw.close()


@contextmanager
def _opened(made: Engine) -> Iterator[Engine]:
    try:
        yield made
    finally:
        made.dispose()

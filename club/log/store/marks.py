"""Facts about the database itself, such as its club, in the table `marks`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, insert, select, text

from club.log.faults import LogRefusal
from club.log.store.store import Store
from club.log.store.tables import MARKS

CLUB: Final = "club"
"""The name of the club whose database it is."""
SWEEP: Final = "sweep"
"""Somebody was forgotten whose name may still lie in the files; since when (`moment`)."""
COPIES: Final = "copies"
"""The same of the copies that were made before an update."""


def get(db: Connection, name: str) -> str | None:
    """None where it is not noted."""
    return db.execute(select(MARKS.c.value).where(MARKS.c.name == name)).scalar()


def put(db: Connection, name: str, value: str) -> None:
    """Notes a value in place of the one before."""
    db.execute(delete(MARKS).where(MARKS.c.name == name))
    db.execute(insert(MARKS).values(name=name, value=value))


def drop(db: Connection, name: str, value: str) -> None:
    """Where it has this value still."""
    db.execute(delete(MARKS).where(MARKS.c.name == name, MARKS.c.value == value))


def moment(db: Connection) -> str:
    """PostgreSQL's number of this transaction, by which older readers are known; SQLite needs none."""
    if db.dialect.name == "sqlite":
        return "now"
    return str(db.execute(text("SELECT txid_current() % (1::bigint << 32)")).scalar_one())


def own(store: Store, club: str) -> None:
    """Stores the club's name in a new database. LogRefusal when the database belongs to another club."""
    with store.database.begin() as db:
        named = get(db, CLUB)
        if named is None:
            put(db, CLUB, club)
        elif named != club:
            raise LogRefusal("other_club", named=named, club=club)


def rename(store: Store, club: str) -> str | None:
    """The club has another name from now on; the one before."""
    with store.database.begin() as db:
        named = get(db, CLUB)
        put(db, CLUB, club)
        return named

"""The tables of the database: the log, and beside it the people."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from club.database.metadata import METADATA

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("ts_ms", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("part", Integer, nullable=False),
    Column("tournament", Integer, nullable=False, index=True),
    Column("type", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("key", "part"),
)
PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text),
    Column("club", Text),
    Column("country", Text),
    Column("ema", Text),
    Column("contact", Text),
    Column("salt", LargeBinary),
    Column("given", Text),
    Column("family", Text),
    sqlite_autoincrement=True,
)
"""An id is never given again; `name` NULL: forgotten. `salt` is what the newest digest was made with."""
NAMES_ONLINE: Final = Table(
    "names_online",
    METADATA,
    Column("platform", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
)
"""One account is one person (K-ONLINE-02)."""
PEOPLE_CHANGES: Final = Table(
    "people_changes",
    METADATA,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("person", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    Column("hash", Text, nullable=False),
)
"""Each change of a person, chained to the one before (`club.log.people.seal`); an empty digest: forgotten."""
MARKS: Final = Table(
    "marks", METADATA, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False)
)
"""What the program has noted of the database itself (`club.log.store.marks`)."""

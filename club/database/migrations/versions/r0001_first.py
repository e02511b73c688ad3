"""The tables of version 0.1, which carried no number."""

from __future__ import annotations

from typing import Final

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

revision = "0001"
down_revision = None
TABLES: Final = MetaData()
"""As they were; never changed."""
Table(
    "entries",
    TABLES,
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
Table(
    "people",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("name", Text),
    Column("club", Text),
    Column("country", Text),
    Column("ema", Text),
    Column("contact", Text),
    sqlite_autoincrement=True,
)
Table(
    "names_online",
    TABLES,
    Column("platform", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
)
Table(
    "accounts",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("login", String(64), nullable=False, unique=True),
    Column("person", Integer, unique=True),
    Column("password", String(200)),
    Column("pin", String(200)),
    Column("card", String(64), unique=True),
    Column("edition", Integer, nullable=False),
)
Table(
    "grants",
    TABLES,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("role", String(16), primary_key=True),
    Column("tournament", Integer, primary_key=True),
)
Table(
    "sessions",
    TABLES,
    Column("token", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("expires_s", BigInteger, nullable=False),
)
Table(
    "used_links",
    TABLES,
    Column("nonce", String(32), primary_key=True),
    Column("expires_s", BigInteger, nullable=False),
)
Table(
    "access_keys",
    TABLES,
    Column("name", String(32), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)


def upgrade() -> None:
    """Makes them; those that a program which was killed has made already stay."""
    TABLES.create_all(op.get_bind())

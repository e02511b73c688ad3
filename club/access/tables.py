"""Where accounts, roles and sessions are kept: beside the log, never in it; of secrets only hashes."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, String, Table

from club.database.metadata import METADATA

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("login", String(64), nullable=False, unique=True),
    Column("person", Integer, unique=True),
    Column("password", String(200)),
    Column("pin", String(200)),
    Column("card", String(64), unique=True),
    Column("edition", Integer, nullable=False, default=0),
    sqlite_autoincrement=True,
)
"""An id is never given again: the log and badges name accounts by it.

`person` is the id of the log; `password` and `pin` are Argon2 hashes, `card` an HMAC of the card's id."""

GRANTS: Final = Table(
    "grants",
    METADATA,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("role", String(16), primary_key=True),
    Column("tournament", Integer, primary_key=True),
)
"""`tournament` 0: in the whole club."""

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("token", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("expires_s", BigInteger, nullable=False),
)
"""`token` is the SHA-256 of what the browser holds."""

USED: Final = Table(
    "used_links",
    METADATA,
    Column("nonce", String(32), primary_key=True),
    Column("expires_s", BigInteger, nullable=False),
)

KEYS: Final = Table(
    "access_keys",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

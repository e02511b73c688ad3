"""Changes of people are chained, marks of the database, and ids of accounts are never given again."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from typing import Any

from alembic import op
from sqlalchemy import Column, Connection, Integer, LargeBinary, String, Text, text

revision = "0002"
down_revision = "0001"
GENESIS = "0" * 64
LEFT_OUT = 1000
PERSONAL = ("name", "club", "country", "ema", "contact")
_NOW = {
    "sqlite": "'now'",
    "postgresql": "CAST(txid_current() % (CAST(1 AS bigint) << 32) AS text)",
}
"""The moment after which nobody can see any more what older versions have left of the forgotten."""


def upgrade() -> None:
    """Whoever is there is sealed as they are found; what is left of the forgotten is to be swept."""
    db = op.get_bind()
    op.create_table(
        "people_changes",
        Column("seq", Integer, primary_key=True, autoincrement=False),
        Column("person", Integer, nullable=False),
        Column("digest", Text, nullable=False),
        Column("hash", Text, nullable=False),
    )
    op.create_table(
        "marks", Column("name", String(32), primary_key=True), Column("value", Text, nullable=False)
    )
    op.add_column("people", Column("salt", LargeBinary))
    _seal(db)
    db.execute(text(f"INSERT INTO marks (name, value) SELECT 'sweep', {_NOW[db.dialect.name]}"))
    if db.dialect.name == "sqlite":
        _number_accounts(db)
    else:
        _keep_no_statistics()


def _seal(db: Connection) -> None:
    before = GENESIS
    for seq, row in enumerate(db.execute(text("SELECT * FROM people ORDER BY id")).all(), start=1):
        digest = ""
        if row.name is not None:
            salt = secrets.token_bytes(32)
            db.execute(text("UPDATE people SET salt = :salt WHERE id = :id"), {"salt": salt, "id": row.id})
            digest = _digest(salt, row, _online(db, row.id))
        before = hashlib.sha256(json.dumps([before, seq, row.id, digest]).encode()).hexdigest()
        db.execute(
            text("INSERT INTO people_changes (seq, person, digest, hash) VALUES (:s, :p, :d, :h)"),
            {"s": seq, "p": row.id, "d": digest, "h": before},
        )


def _online(db: Connection, person: int) -> list[list[str]]:
    named = text("SELECT platform, account FROM names_online WHERE person = :person")
    return sorted([row.platform, row.account] for row in db.execute(named, {"person": person}))


def _digest(salt: bytes, row: Any, online: list[list[str]]) -> str:
    said = json.dumps([row.id, *(getattr(row, column) for column in PERSONAL), online])
    return hmac.digest(salt, said.encode(), hashlib.sha256).hex()


def _number_accounts(db: Connection) -> None:
    """The log names accounts by their ids, and badges sign them in: none may pass to somebody else. Which ids
    accounts had that were removed before nobody knows, so that some are left out."""
    with op.batch_alter_table(
        "accounts", recreate="always", table_kwargs={"sqlite_autoincrement": True}
    ) as accounts:
        accounts.alter_column("edition", existing_type=Integer(), nullable=False)
    used = db.execute(text("SELECT coalesce(max(id), 0) FROM accounts")).scalar_one()
    query = text('SELECT max(CAST(substr("by", 9) AS INTEGER)) FROM entries WHERE "by" LIKE :name')
    last = max(used, db.execute(query, {"name": "account-%"}).scalar() or 0)
    if last:
        db.execute(text("DELETE FROM sqlite_sequence WHERE name = 'accounts'"))
        db.execute(
            text("INSERT INTO sqlite_sequence (name, seq) VALUES ('accounts', :last)"),
            {"last": last + LEFT_OUT},
        )


def _keep_no_statistics() -> None:
    """The planner's statistics would repeat names. A column whose type is set anew loses those it has."""
    for table, column, kind in (
        *(("people", column, "text") for column in PERSONAL),
        ("names_online", "account", "text"),
        ("accounts", "login", "varchar(64)"),
    ):
        op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE {kind}")
        op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")

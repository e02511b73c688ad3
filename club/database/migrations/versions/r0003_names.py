"""Given and family names, beside the one that is shown: lists of other federations ask for both."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0003"
down_revision = "0002"
COLUMNS = ("given", "family")


def upgrade() -> None:
    """Nobody has any yet, so that what was sealed stays as it is."""
    for name in COLUMNS:
        op.add_column("people", Column(name, Text))
        if op.get_bind().dialect.name == "postgresql":
            # The planner's statistics would repeat names.
            op.execute(f"ALTER TABLE people ALTER COLUMN {name} SET STATISTICS 0")

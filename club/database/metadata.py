"""The tables of a club's database, as its modules declare them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import MetaData

METADATA: Final = MetaData()
"""Migrations make what is declared here; a test sets one against the other."""

"""Cells of tables that people open in a spreadsheet."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def cell(value: T) -> T | str:
    """A value that no spreadsheet takes for a formula (OWASP, CSV injection); numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value

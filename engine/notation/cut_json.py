"""A JSON object whose text is cut off: reads the members that are complete."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

_decode: Final = json.JSONDecoder().raw_decode


def members(text: str) -> Iterator[tuple[str, Any]]:
    """The complete members of an object; of a list that is cut off, its complete entries."""
    try:
        at = _after(text, 0, "{")
        while True:
            name, at = _decode(text, at)
            at = _after(text, at, ":")
            try:
                value, at = _decode(text, at)
            except ValueError:
                yield name, list(_entries(text, at))
                return
            yield name, value
            at = _after(text, at, ",")
    except (ValueError, RecursionError):
        return


def _entries(text: str, at: int) -> Iterator[Any]:
    try:
        at = _after(text, at, "[")
        while True:
            value, at = _decode(text, at)
            yield value
            at = _after(text, at, ",")
    except (ValueError, RecursionError):
        return


def _after(text: str, at: int, mark: str) -> int:
    """The place of what follows a mark; ValueError where there is another."""
    found = re.compile(rf"\s*{re.escape(mark)}\s*").match(text, at)
    if found is None:
        raise ValueError(f"there is no {mark}")
    return found.end()

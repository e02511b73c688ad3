"""What people read: one list of languages, and for each a folder with a catalogue for every room.

The floor below all rooms: only the standard library. A catalogue is JSON, families of texts by key; a text
is a message (`words.message`). English has every catalogue, and all others are compared with it
(`words.check`). A room offers the languages that have its catalogues.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parent
FIRST: Final = "en"
"""What everybody gets whose language there is not."""

_LISTED: Final[Mapping[str, Mapping[str, Any]]] = json.loads((FOLDER / "languages.json").read_text("utf-8"))[
    "languages"
]
LANGUAGES: Final = tuple(_LISTED)
"""The one list, in the order of the switches."""


def plural_rules(language: str) -> Mapping[str, str]:
    """The plural categories of a language with their conditions, as CLDR writes them."""
    rules: Mapping[str, str] = _LISTED[language]["plural"]
    return rules


def capital_nouns(language: str) -> bool:
    """Whether names keep their capital within a sentence."""
    return bool(_LISTED[language].get("capital_nouns", False))


def path(language: str, room: str) -> Path:
    """Where a catalogue lies, or would lie."""
    return FOLDER / language / f"{room}.json"


@cache
def offered(*rooms: str) -> tuple[str, ...]:
    """The languages that have all these catalogues."""
    return tuple(code for code in LANGUAGES if all(path(code, room).is_file() for room in rooms))


@cache
def catalogue(language: str, *rooms: str) -> Mapping[str, Any]:
    """The texts of these rooms in one tree; of two texts with the same key the later room's counts.

    Read once, so not to be changed. FileNotFoundError for a language that a room does not have.
    """
    found: dict[str, Any] = {}
    for room in rooms:
        found = _merged(found, json.loads(path(language, room).read_text("utf-8")))
    return found


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    both = {
        key: _merged(one[key], other[key])
        for key in one.keys() & other.keys()
        if isinstance(one[key], dict) and isinstance(other[key], dict)
    }
    return one | other | both

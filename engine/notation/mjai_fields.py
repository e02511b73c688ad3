"""Fields of mjai lines."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

from engine.notation.yaku_words import Row, canonical


def options_of(start: Mapping[str, Any]) -> dict[str, object]:
    """What a record says of its own rules: options by id, or that there are no red fives."""
    options = dict(start.get("options") or {})
    if start.get("aka_flag") is False:
        options["tiles.red_fives"] = {"m": 0, "p": 0, "s": 0}
    return options


def numbers_of(value: object) -> tuple[int, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 4 or not all(isinstance(v, int) for v in value):
        raise ValueError(f"{reprlib.repr(value)} is not a number for each of the four seats.")
    return tuple(value)


def ura_of(hora: Mapping[str, Any]) -> Sequence[object]:
    return hora.get("ura_markers") or hora.get("uradora_markers") or ()


def number_of(value: object) -> int | None:
    if value is not None and not isinstance(value, int):
        raise ValueError(f"{reprlib.repr(value)} is no number.")
    return value


def yaku_of(value: object) -> Row | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise ValueError(f"{reprlib.repr(value)} is no list of yaku.")
    return canonical((str(name), int(han)) for name, han in value)

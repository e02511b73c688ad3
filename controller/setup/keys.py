"""Every key of the configuration as a page asks for it: its kind, its bounds, its choices, its default."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from controller.config import Config, Section
from engine.rules.presets import TABLES
from words import offered

Kind = Literal["choice", "switch", "number", "text", "list", "rules", "settings"]
SECRET: Final = frozenset({"broker.password"})
"""Never sent to a page."""
WITH_SECRETS: Final = frozenset({"broker.url", "camera.source"})
"""Addresses in which a password may stand."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "table.preset": tuple(name for table in TABLES for name in table.presets),
    "voice.language": offered("voice"),
}
"""Of texts that take some words only, which is checked elsewhere."""
RULES: Final = "table.options"
SETTINGS: Final = "machine.settings"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a number; `above`: the lowest value itself is not allowed."""

    low: float | None = None
    high: float | None = None
    above: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """`name` is as in docs/configuration.md, with its section. `optional`: it may be left out for a meaning
    of its own. `whole`: numbers without a fraction, also in a list. `count`: so many things stand in it."""

    name: str
    kind: Kind
    default: Any
    optional: bool = False
    choices: tuple[str | int, ...] = ()
    bounds: Bounds = Bounds()
    whole: bool = False
    count: int | None = None

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(self.name.split("."))

    @property
    def section(self) -> str:
        """The empty one for keys that stand in none."""
        return self.name.rpartition(".")[0]


@cache
def keys() -> Mapping[str, Key]:
    """All of them, in the order of the model."""
    return {key.name: key for key in _keys(Config, "")}


def _keys(model: type[Section], prefix: str) -> Iterator[Key]:
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            yield from _keys(kind, f"{prefix}{name}.")
        else:
            yield _key(f"{prefix}{name}", field)


def _key(name: str, field: FieldInfo) -> Key:
    default = field.default
    assert default is not PydanticUndefined, f"{name} needs a default: a table begins without a file"
    if name in {RULES, SETTINGS}:
        return Key(name, "rules" if name == RULES else "settings", {})
    wanted, bounds, optional = _plain(field.annotation)
    plain = _json(default)
    made = Key(name, "text", plain, optional or plain is None, bounds=_bounds([*bounds, *field.metadata]))
    if name in CHOICES:
        return replace(made, kind="choice", choices=CHOICES[name])
    return _of_kind(made, wanted)


def _of_kind(key: Key, wanted: Any) -> Key:
    origin, parts = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        return replace(key, kind="choice", choices=parts)
    if wanted is bool:
        return replace(key, kind="switch")
    if wanted in (int, float):
        return replace(key, kind="number", whole=wanted is int)
    if origin is tuple:
        item, marks, _ = _plain(parts[0])
        count = None if parts[1:] == (...,) else len(parts)
        return replace(key, kind="list", whole=item is int, count=count, bounds=_bounds(marks))
    return key


def _plain(kind: Any) -> tuple[Any, list[Any], bool]:
    """The type without its bounds, these, and whether it may be nothing."""
    marks: list[Any] = []
    optional = False
    while True:
        origin, parts = get_origin(kind), get_args(kind)
        if origin is Annotated:
            kind = parts[0]
            marks += [mark for part in parts[1:] for mark in _marks(part)]
        elif origin in (Union, types.UnionType):
            rest = [part for part in parts if part is not type(None)]
            optional |= len(rest) < len(parts)
            if len(rest) > 1:
                return str, marks, optional
            kind = rest[0]
        else:
            return kind, marks, optional


def _marks(part: Any) -> list[Any]:
    return list(part.metadata) if isinstance(part, FieldInfo) else [part]


def _bounds(marks: list[Any]) -> Bounds:
    found = Bounds()
    for mark in marks:
        if isinstance(mark, Ge):
            found = replace(found, low=_number(mark.ge))
        elif isinstance(mark, Gt):
            found = replace(found, low=_number(mark.gt), above=True)
        elif isinstance(mark, Le):
            found = replace(found, high=_number(mark.le))
    return found


def _number(bound: object) -> float | None:
    return bound if isinstance(bound, int | float) else None


def _json(value: Any) -> Any:
    """A default as JSON writes it; null where there is no path."""
    if isinstance(value, Path):
        return None if value == Path() else str(value)
    return list(value) if isinstance(value, tuple) else value

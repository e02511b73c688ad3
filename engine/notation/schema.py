"""Shapes of JSON as JSON Schemas, and what is wrong with a value, field by field.

A shape is a plain dictionary in the words of JSON Schema (draft 2020-12) and is printed as it stands; `title`
says in a few words what a field is, and sentences about faults use it. This module knows the words that the
shapes use: `type`, `enum`, `minimum`, `maximum`, `maxLength`, `pattern` with a `format` for tiles, `items`,
`minItems`, `maxItems`, `properties` with `additionalProperties: false`, `required`, `additionalProperties`
with a shape for objects whose names are free, and `anyOf`.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.rules.nearest import asked, nearest, quoted
from engine.tiles.tile import Flower, Tile, format_tiles, parse_tiles

Schema = dict[str, Any]
Path = tuple[str | int, ...]
Check = Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class QuestionFault:
    """One thing that is wrong with a question: a fixed code, a sentence, and where it is, if at one place.

    `near` are the right names for a wrong one.
    """

    code: str
    text: str
    path: Path = ()
    near: tuple[str, ...] = ()


def shown(path: Path) -> str:
    """A path as programs write it: `hands[2].melds[0].type`."""
    out = ""
    for part in path:
        out += f"[{part}]" if isinstance(part, int) else f".{part}" if out else part
    return out


def record(title: str, properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """The shape of an object that has these fields and no others."""
    needed = {"required": list(required)} if required else {}
    fields = dict(properties)
    return {"type": "object", "title": title, "properties": fields, **needed, "additionalProperties": False}


def nullable(shape: Schema) -> Schema:
    """The shape, or null in the place of a field that is left out."""
    return {**shape, "type": [shape["type"], "null"]}


def whole(title: str, least: int, most: int | None = None) -> Schema:
    bounds = {"minimum": least} if most is None else {"minimum": least, "maximum": most}
    return {"type": "integer", "title": title, **bounds}


def word(title: str, *choices: str) -> Schema:
    return {"type": "string", "title": title, "enum": list(choices)}


def rows(title: str, item: Schema, least: int = 0, most: int | None = None) -> Schema:
    """The shape of a list of such items."""
    bounds = {
        key: count for key, count in (("minItems", least or None), ("maxItems", most)) if count is not None
    }
    return {"type": "array", "title": title, "items": item, **bounds}


def one_tile(text: str) -> Tile:
    """The only tile of a text; ValueError says what it is instead."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise ValueError(f"one tile is wanted, not {format_tiles(tiles) or 'none'}.")
    return tiles[0]


_SUITED, _HONOUR = r"[0-9]\s*", r"[1-7]\s*"
TILES: Final[Schema] = {
    "type": "string",
    "title": "a text of tiles such as 123m",
    "format": "tiles",
    "maxLength": 400,
    "pattern": rf"^\s*(({_SUITED})+[mps]\s*|({_HONOUR})+z\s*)*$",
}
TILE: Final[Schema] = {
    "type": "string",
    "title": "one tile such as 5m",
    "format": "tile",
    "maxLength": 400,
    "pattern": rf"^\s*({_SUITED}[mps]|{_HONOUR}z)\s*$",
}
FLOWERS: Final[Schema] = {
    "type": "string",
    "title": "a text of flowers such as 1f3g",
    "format": "flowers",
    "maxLength": 400,
    "pattern": r"^(\s*[1-4]+[fg])*\s*$",
}
FLAG: Final[Schema] = {"type": "boolean", "title": "true or false"}
_PARSERS: Final[Mapping[str, Callable[[str], object]]] = {
    "tiles": parse_tiles,
    "tile": one_tile,
    "flowers": Flower.row,
}
"""They say what is wrong with a text whose pattern does not fit."""


def fits(shape: Schema) -> Check:
    """A quick check whether a value has the shape."""
    if "anyOf" in shape:
        return _any([fits(each) for each in shape["anyOf"]])
    kinds = shape.get("type")
    if kinds is None:
        return lambda _: True
    if isinstance(kinds, list):
        kind, _ = kinds
        check = fits({**shape, "type": kind})
        return lambda value: value is None or check(value)
    return _CHECKS[kinds](shape)


def _any(choices: Sequence[Check]) -> Check:
    return lambda value: any(check(value) for check in choices)


def _null(_: Schema) -> Check:
    return lambda value: value is None


def _boolean(shape: Schema) -> Check:
    choices = shape.get("enum", (True, False))
    return lambda value: type(value) is bool and value in choices


def _integer(shape: Schema) -> Check:
    least, most = shape.get("minimum", float("-inf")), shape.get("maximum", float("inf"))
    return lambda value: type(value) is int and least <= value <= most


def _string(shape: Schema) -> Check:
    if "enum" in shape:
        choices = frozenset(shape["enum"])
        return lambda value: type(value) is str and value in choices
    if "pattern" not in shape:
        return lambda value: type(value) is str
    pattern, longest = re.compile(shape["pattern"]).fullmatch, shape["maxLength"]
    return lambda value: type(value) is str and len(value) <= longest and pattern(value) is not None


def _array(shape: Schema) -> Check:
    item, least, most = fits(shape["items"]), shape.get("minItems", 0), shape.get("maxItems", float("inf"))
    return lambda value: type(value) is list and least <= len(value) <= most and all(map(item, value))


def _object(shape: Schema) -> Check:
    if "properties" not in shape:
        item = fits(shape.get("additionalProperties", {}))
        return lambda value: type(value) is dict and all(map(item, value.values()))
    checks = {name: fits(each) for name, each in shape["properties"].items()}
    flags = frozenset(name for name, each in shape["properties"].items() if each is FLAG)
    required = frozenset(shape.get("required", ()))

    def check(value: object) -> bool:
        if type(value) is not dict or not required <= value.keys():
            return False
        for name, each in value.items():
            # Most fields of a win are flags, and a call for each would be half of the work.
            if name in flags and (each is True or each is False):
                continue
            found = checks.get(name)
            if found is None or not found(each):
                return False
        return True

    return check


_CHECKS: Final[Mapping[str, Callable[[Schema], Check]]] = {
    "null": _null,
    "boolean": _boolean,
    "integer": _integer,
    "string": _string,
    "array": _array,
    "object": _object,
}


MOST_NAMED: Final = 20
"""Wrong names of one object that are reported with what was meant; the search takes its time."""
_KINDS: Final[Mapping[type, str]] = {dict: "object", list: "array", str: "string"}


def faults(shape: Schema, value: object, path: Path = ()) -> Iterator[QuestionFault]:
    """Everything that is wrong with a value that should have the shape, in the order of its fields."""
    if fits(shape)(value):
        return
    for choice in shape.get("anyOf", ()):
        if choice["type"] == _KINDS.get(type(value)):
            yield from faults(choice, value, path)
            return
    if isinstance(value, dict) and "properties" in shape:
        yield from _in_object(shape, value, path)
    elif isinstance(value, list) and "items" in shape:
        if not shape.get("minItems", 0) <= len(value) <= shape.get("maxItems", len(value)):
            yield QuestionFault(
                "BAD_FIELD", f"{shown(path)} is {shape['title']}, not {len(value)} of them.", path
            )
        for at, item in enumerate(value):
            yield from faults(shape["items"], item, (*path, at))
    else:
        yield _wrong(shape, value, path)


def _in_object(shape: Schema, value: Mapping[str, object], path: Path) -> Iterator[QuestionFault]:
    known: Mapping[str, Schema] = shape["properties"]
    strange = [name for name in value if name not in known]
    unknown = {name: _meant(name, value, known) for name in strange[:MOST_NAMED]}
    meant = {near for choices in unknown.values() for near in choices}
    for name, each in known.items():
        where = (*path, name)
        if name in value:
            yield from faults(each, value[name], where)
        elif name in shape.get("required", ()) and name not in meant:
            yield QuestionFault("BAD_FIELD", f"{shown(where)} is missing: it is {each['title']}.", where)
    for name, near in unknown.items():
        holder = shown(path) or shape["title"]
        text = f"{holder} has no field {quoted(name)}: {asked(near, known)}"
        yield QuestionFault("UNKNOWN_FIELD", text, (*path, name), near)
    if len(strange) > MOST_NAMED:
        more = (
            f"{shown(path) or shape['title']} has {len(strange) - MOST_NAMED} more fields that are not known."
        )
        yield QuestionFault("UNKNOWN_FIELD", more, (*path, strange[MOST_NAMED]))


def _meant(name: str, value: Mapping[str, object], known: Mapping[str, Schema]) -> tuple[str, ...]:
    """The nearest of the fields that are not there yet, else of all."""
    return nearest(name, [each for each in known if each not in value]) or nearest(name, known)


def _wrong(shape: Schema, value: object, path: Path) -> QuestionFault:
    if not isinstance(value, str) or "format" not in shape:
        near = nearest(value, shape["enum"]) if isinstance(value, str) and "enum" in shape else ()
        near = near if len(near) < len(shape.get("enum", ())) else ()
        hint = f": {asked(near, ())}" if near else "."
        return QuestionFault(
            "BAD_FIELD", f"{shown(path)} is {shape['title']}, not {reprlib.repr(value)}{hint}", path, near
        )
    if len(value) > shape["maxLength"]:
        text = f"{shown(path)} has {len(value)} characters: no set has so many tiles."
        return QuestionFault("BAD_TILES", text, path)
    try:
        _PARSERS[shape["format"]](value)
    except ValueError as error:
        return QuestionFault("BAD_TILES", f"{shown(path)}: {error}", path)
    raise AssertionError(f"{value!r} fits its format and not its pattern")

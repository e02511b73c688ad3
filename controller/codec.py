"""Events as JSON and back: tiles as text, sets and hands as lists, one `type` per event.

The shape follows the dataclasses of `engine.events` by their type hints, so an event that is
added there needs nothing here.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from engine import events as vocabulary
from engine.events import Event
from engine.tile import Tile

Value = TypeVar("Value")
Json = Any
"""What `json.loads` gives."""


class CodecError(ValueError):
    """JSON that is no event; the message is one clear sentence."""


def type_name(event: Event | type[Event]) -> str:
    """The snake-case name of an event, such as `riichi_declared`."""
    name = event.__name__ if isinstance(event, type) else type(event).__name__
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


_BY_NAME: Final[dict[str, type[Event]]] = {type_name(t): t for t in get_args(vocabulary.Event)}


def encode(event: Event) -> dict[str, Json]:
    """The event as plain JSON data, its name under `type`."""
    return {"type": type_name(event)} | fields_of(event)


def fields_of(value: object) -> dict[str, Json]:
    """The fields of a dataclass as plain JSON data."""
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{value!r} has no fields.")
    return {f.name: _encode(getattr(value, f.name)) for f in fields(value)}


def built(kind: type[Value], data: Json) -> Value:
    """The dataclass whose `fields_of` the JSON data are; CodecError says what is wrong with them."""
    try:
        made: Value = _build(kind, data)
    except (ValueError, TypeError) as error:
        raise CodecError(f"This is no {kind.__name__}: {error}") from error
    return made


def line_of(encoded: Mapping[str, Json]) -> str:
    """An encoded event as one line for people."""
    return " ".join([encoded["type"], *(f"{key}={value}" for key, value in encoded.items() if key != "type")])


def _encode(value: object) -> Json:
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return encode(value) if isinstance(value, Event) else fields_of(value)
    if isinstance(value, Mapping):
        return {str(k): _encode(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [_encode(v) for v in value]
    return value


def decode(data: Json) -> Event:
    """The event of JSON data; CodecError says what is wrong with it."""
    if not isinstance(data, dict):
        raise CodecError("An event is a JSON object with a type.")
    kind = _BY_NAME.get(str(data.get("type")))
    if kind is None:
        raise CodecError(f"{data.get('type')!r} is no type of event.")
    try:
        event: Event = _build(kind, {k: v for k, v in data.items() if k != "type"})
    except (ValueError, TypeError) as error:
        raise CodecError(f"This is no {data['type']} event: {error}") from error
    return event


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _required(kind: type) -> frozenset[str]:
    free = (f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING)
    return frozenset(free)


def _build(kind: Any, data: Json) -> Any:
    if not isinstance(data, dict):
        raise CodecError(f"{data!r} is no object.")
    hints = _hints(kind)
    unknown = data.keys() - hints.keys()
    if unknown:
        raise CodecError(f"{min(unknown)!r} is no field of it.")
    missing = _required(kind) - data.keys()
    if missing:
        raise CodecError(f"{min(missing)!r} is missing.")
    return kind(**{name: _decode(hints[name], value) for name, value in data.items()})


def _decode(hint: Any, value: Json) -> Any:
    if hint == Event:
        return decode(value)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        if value is None and type(None) in args:
            return None
        (hint,) = (a for a in args if a is not type(None))
        return _decode(hint, value)
    if origin is tuple:
        return _decode_tuple(args, value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(value, dict):
            raise CodecError(f"{value!r} is no object.")
        return value
    if hint is Tile and isinstance(value, str):
        return Tile.parse(value)
    if is_dataclass(hint):
        return _build(hint, value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    if type(value) is not hint:
        raise CodecError(f"{value!r} is no {hint.__name__}.")
    return value


def _decode_tuple(args: tuple[Any, ...], value: Json) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise CodecError(f"{value!r} is no list.")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_decode(args[0], v) for v in value)
    if len(args) != len(value):
        raise CodecError(f"{value!r} has not {len(args)} entries.")
    return tuple(_decode(a, v) for a, v in zip(args, value, strict=True))

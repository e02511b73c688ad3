"""Events as JSON and back: tiles as text, sets and hands as lists, one `type` per event.

The shape follows the dataclasses of `engine.state.events` by their type hints, the names are those of
`contract.stored.vocabulary`, so an event that is added there needs nothing here. Journal and MQTT have this
one encoding; the topic `event` leaves out the fields that are secret there.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from contract.messages import EventMessage
from contract.stored.vocabulary import EVENTS, FAULTS, PARTS, VALUES
from engine.state.events import Event
from engine.state.faults import LEGAL, Fault
from engine.tiles.tile import Tile

Value = TypeVar("Value")
Json = Any
"""What `json.loads` gives."""


class CodecError(ValueError):
    """JSON that is no event; the message is one clear sentence."""


def type_name(event: Event | type[Event]) -> str:
    """The written name of an event, such as `riichi_declared`."""
    return EVENTS[event if isinstance(event, type) else type(event)].name


_BY_NAME: Final[dict[str, type[Event]]] = {words.name: kind for kind, words in EVENTS.items()}
_FAULTS: Final = {word: fault for fault, word in FAULTS.items()}
_MEMBERS: Final = {kind: {word: member for member, word in table.items()} for kind, table in VALUES.items()}


def encode(event: Event) -> dict[str, Json]:
    """The event as plain JSON data, its name under `type`."""
    return {"type": type_name(event)} | fields_of(event)


def fields_of(value: object) -> dict[str, Json]:
    """The fields of a dataclass as plain JSON data."""
    return _fields(value, public=False)


def event_message(event: Event, *, game: str, seq: int, rev: int, ts_ms: int) -> EventMessage:
    """The event as everybody may see it: as in the journal, without the secret fields, also of the events
    of a correction."""
    data = _fields(event, public=True)
    return EventMessage(game=game, seq=seq, rev=rev, ts_ms=ts_ms, type=type_name(event), data=data)


def _fields(value: object, *, public: bool) -> dict[str, Json]:
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{value!r} has no fields.")
    kind = type(value)
    secret = EVENTS[kind].secret if public and kind in EVENTS else frozenset[str]()
    return {
        word: _encode(getattr(value, name), public=public)
        for word, name in _names(kind).items()
        if word not in secret
    }


def fault_names(faults: Fault) -> list[str]:
    """The written names of all that is wrong with an event."""
    return [FAULTS[fault] for fault in faults]


def faults_of(names: Json) -> Fault:
    """The faults of written names; CodecError for a name that no fault has."""
    found = LEGAL
    for name in names if isinstance(names, list) else [names]:
        if not isinstance(name, str) or name not in _FAULTS:
            raise CodecError(f"{name!r} is no reason to refuse an event.")
        found |= _FAULTS[name]
    return found


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


def _encode(value: object, *, public: bool) -> Json:
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, Enum):
        return VALUES[type(value)][value] if type(value) in VALUES else value.value
    if is_dataclass(value) and not isinstance(value, type):
        named = {"type": type_name(value)} if isinstance(value, Event) else {}
        return named | _fields(value, public=public)
    if isinstance(value, Mapping):
        return {str(k): _encode(v, public=public) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [_encode(v, public=public) for v in value]
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
    except (ValueError, TypeError, RecursionError) as error:
        raise CodecError(f"This is no {data['type']} event: {error}") from error
    return event


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _names(kind: type) -> dict[str, str]:
    """Maps the written names of the fields to Python's; a field that no journal holds keeps its name."""
    words = EVENTS.get(kind) or PARTS.get(kind)
    return words.python if words is not None else {f.name: f.name for f in fields(kind)}


@cache
def _required(kind: type) -> frozenset[str]:
    free = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}
    return frozenset(word for word, name in _names(kind).items() if name in free)


def _build(kind: Any, data: Json) -> Any:
    if not isinstance(data, dict):
        raise CodecError(f"{data!r} is no object.")
    hints, names = _hints(kind), _names(kind)
    unknown = data.keys() - names.keys()
    if unknown:
        raise CodecError(f"{min(unknown)!r} is no field of it.")
    missing = _required(kind) - data.keys()
    if missing:
        raise CodecError(f"{min(missing)!r} is missing.")
    return kind(**{names[word]: _decode(hints[names[word]], value) for word, value in data.items()})


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
        return _member(hint, value)
    if type(value) is not hint:
        raise CodecError(f"{value!r} is no {hint.__name__}.")
    return value


def _member(kind: type[Enum], value: Json) -> Enum:
    members = _MEMBERS.get(kind)
    if members is None:
        member: Enum = kind(value)
        return member
    if not isinstance(value, str) or value not in members:
        raise CodecError(f"{value!r} is no {kind.__name__}: it is one of {', '.join(members)}.")
    found: Enum = members[value]
    return found


def _decode_tuple(args: tuple[Any, ...], value: Json) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise CodecError(f"{value!r} is no list.")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_decode(args[0], v) for v in value)
    if len(args) != len(value):
        raise CodecError(f"{value!r} has not {len(args)} entries.")
    return tuple(_decode(a, v) for a, v in zip(args, value, strict=True))

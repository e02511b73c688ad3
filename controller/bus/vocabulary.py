"""What `type` of an event and `code` of an alert may be: for docs/mqtt.md, and the events' schema."""

from __future__ import annotations

import types
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from contract.docstrings import line
from contract.stored.vocabulary import EVENTS, PARTS, VALUES, Words
from controller.sentences.alerts import codes
from engine.state.events import Event
from engine.tiles.tile import Tile

_EVENTS: Final = """\
### Events

What `type` of `event` may be, and its `data`; a `?` marks what may be null. A `tile` is text such as `5m`. No
field of a concealed tile is among them. An event that you do not know is one of a newer table: `state` shows
what it changed.
"""
_ALERTS: Final = """\
### Codes of alerts

What `code` of an alert may be, with the English words of the screens; a code that you do not know has its
`message`.
"""
_OTHERS: Final = {
    "machine_warning_...": "The machine wants care; after it the name of the fault, as in `machine.cause`.",
    "no_hand": "START begins nothing now; `reason` says why.",
    "paused": "Somebody has stopped the table; in the topic `alert` only, as `state.paused` says it.",
    "referee_called": "A referee is called; in the topic `alert` only, as `state.calls` says it.",
}
_PLAIN: Final[Mapping[Any, str]] = {int: "integer", str: "string", bool: "boolean", Tile: "tile"}


def events() -> str:
    """Each event with the public fields of its `data`."""
    rows = []
    for kind, words in EVENTS.items():
        fields = ", ".join(f"`{name}` {_said(hint)}" for name, hint in _fields(kind, words)) or "nothing"
        rows.append(f"| `{words.name}` | {fields} | {line(kind.__doc__ or '')} |")
    return "\n".join([_EVENTS, "| type | data | |", "|---|---|---|", *rows]) + "\n\n" + _parts()


def _parts() -> str:
    said = []
    for kind, words in PARTS.items():
        fields = ", ".join(f"`{name}` {_said(hint)}" for name, hint in _fields(kind, words))
        said.append(f"{kind.__name__} is an object: {fields}.")
    said += [
        f"{kind.__name__} is one of {', '.join(f'`{word}`' for word in words.values())}."
        for kind, words in VALUES.items()
    ]
    return "\n".join(said) + "\n"


def alerts() -> str:
    """Each code of an alert."""
    rows = [f"| `{code}` | {said} |" for code, said in sorted({**codes(), **_OTHERS}.items())]
    return "\n".join([_ALERTS, "| code | |", "|---|---|", *rows]) + "\n"


def schemas() -> dict[str, Any]:
    """JSON Schema of the `data` of each event, by its `type`."""
    return {words.name: _object(kind, words) for kind, words in EVENTS.items()}


def _fields(kind: type[Any], words: Words) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind)
    return [(word, hints[name]) for name, word in words.written.items() if word not in words.secret]


def _object(kind: type[Any], words: Words) -> dict[str, Any]:
    known = {word: _schema(hint) for word, hint in _fields(kind, words)}
    return {"type": "object", "properties": known, "required": list(known)}


def _said(hint: Any) -> str:
    if hint == Event:
        return "event"
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (one,) = (each for each in inner if each is not type(None))
        return f"{_said(one)}?"
    if origin is tuple:
        return f"list of {_said(inner[0])}" + ("" if inner[-1] is Ellipsis else f", {len(inner)}")
    return _PLAIN.get(hint) or (hint.__name__ if isinstance(hint, type) else "object")


def _schema(hint: Any) -> dict[str, Any]:
    if hint == Event:
        return {"type": "object", "required": ["type"]}
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (one,) = (each for each in inner if each is not type(None))
        return {"anyOf": [_schema(one), {"type": "null"}]}
    if origin is tuple:
        whole = {} if inner[-1] is Ellipsis else {"minItems": len(inner), "maxItems": len(inner)}
        return {"type": "array", "items": _schema(inner[0]), **whole}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"type": "string", "enum": list(VALUES[hint].values())}
    if hint in PARTS:
        return _object(hint, PARTS[hint])
    return {"type": "string" if hint is Tile else _PLAIN.get(hint, "object")}

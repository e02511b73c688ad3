"""Messages to bytes and back, by the formats in their annotations."""

from __future__ import annotations

import binascii
import struct
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Final, get_args, get_type_hints

from firmware_bridge import faults, settings
from firmware_bridge.message import CODES, ENUMS, Message


class MessageError(ValueError):
    """A payload that no message of the table fits."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a message lies on the wire: per field its `struct` letters and its enumeration, if it has one."""

    formats: tuple[str, ...]
    enums: tuple[type[Enum] | None, ...]
    whole: struct.Struct


def _layout(kind: type[Any]) -> Layout:
    hints = get_type_hints(kind, include_extras=True)
    pairs = [get_args(hints[f.name]) for f in fields(kind)]
    formats = tuple(letters for _, letters in pairs)
    enums = tuple(t if isinstance(t, type) and issubclass(t, Enum) else None for t, _ in pairs)
    return Layout(formats, enums, struct.Struct("<" + "".join(formats)))


LAYOUTS: Final[dict[type[Message], Layout]] = {kind: _layout(kind) for kind in CODES.values()}
_CODE_OF: Final = {kind: code for code, kind in CODES.items()}


def code_of(kind: type[Message]) -> int:
    """Code of a kind of message."""
    return _CODE_OF[kind]


def pack(message: Message) -> tuple[int, bytes]:
    """Code and payload of a message. ValueError for a number that its field cannot hold."""
    kind = type(message)
    layout = LAYOUTS[kind]
    values: list[Any] = []
    for field, letters in zip(fields(kind), layout.formats, strict=True):
        value = getattr(message, field.name)
        values.extend(value if _many(letters) else (value,))
    try:
        return _CODE_OF[kind], layout.whole.pack(*values)
    except struct.error as error:
        raise ValueError(f"{message} does not fit its fields ({error}).") from error


def unpack(code: int, payload: bytes) -> Message:
    """The message of a code and payload; MessageError when they do not fit the table."""
    kind = CODES.get(code)
    if kind is None or LAYOUTS[kind].whole.size != len(payload):
        raise MessageError(f"No message has code {code:#04x} and {len(payload)} bytes.")
    layout = LAYOUTS[kind]
    try:
        return kind(*_gather(layout, iter(layout.whole.unpack(payload))))
    except ValueError as error:
        raise MessageError(f"A {kind.__name__} with a value off the table ({error}).") from error


def _gather(layout: Layout, flat: Iterator[Any]) -> Iterator[Any]:
    for letters, enum in zip(layout.formats, layout.enums, strict=True):
        if _many(letters):
            yield tuple(next(flat) for _ in range(int(letters[:-1])))
        else:
            yield next(flat) if enum is None else enum(next(flat))


def _many(letters: str) -> bool:
    return len(letters) > 1 and letters[-1] != "s"


def _text() -> str:
    """All that both sides must agree on, as text."""
    lines = [
        f"{code:02x} {kind.__name__} "
        + ",".join(f"{f.name}:{x}" for f, x in zip(fields(kind), LAYOUTS[kind].formats, strict=True))
        for code, kind in CODES.items()
    ]
    lines += [f"{enum.__name__} " + ",".join(f"{m.name}={m.value}" for m in enum) for enum in ENUMS]
    lines += [repr(kind) for kind in faults.KINDS]
    lines += [f"{s.name} {s.unit}" for s in settings.SETTINGS]
    return "\n".join(lines)


SCHEMA: Final = binascii.crc_hqx(_text().encode(), 0)
"""Seed of every frame's checksum, so that a peer with another table is received as noise and never
misunderstood (MAVLink's CRC_EXTRA)."""

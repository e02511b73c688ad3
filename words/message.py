"""A text with its values filled in: the part of ICU MessageFormat that we need.

`{name}` is a value; `{n, plural, one {# tile} other {# tiles}}` takes the arm of the number's category, in
which `#` is the number. Arms may hold values, and nothing else of the format exists: the pages read the same
in `screens/shared/js/message.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from words.plural import OTHER, category

_NAME: Final = re.compile(r"\{(\w+)\}")
_CHOICE: Final = re.compile(r"\{(\w+), plural,")
_ARM: Final = re.compile(r"\s*(\w+) \{")


class MessageError(ValueError):
    """A text that is no message; says what is wrong."""


@dataclass(frozen=True, slots=True)
class Value:
    """`{name}`."""

    name: str


@dataclass(frozen=True, slots=True)
class Choice:
    """`{name, plural, ...}`, its arms by category."""

    name: str
    arms: Mapping[str, Message]


Message: TypeAlias = tuple["str | Value | Choice", ...]


@cache
def parsed(text: str) -> Message:
    """The pieces of a text; MessageError where braces do not fit or an arm `other` is missing."""
    message, end = _pieces(text, 0, None)
    if end != len(text):
        raise MessageError(f"a brace too many after {text[:end]!r}")
    return message


def names(message: Message) -> Iterator[str]:
    """The values that a message uses."""
    for piece in message:
        if isinstance(piece, Value | Choice):
            yield piece.name
        if isinstance(piece, Choice):
            for arm in piece.arms.values():
                yield from names(arm)


def choices(message: Message) -> Iterator[Choice]:
    """The plurals of a message."""
    for piece in message:
        if isinstance(piece, Choice):
            yield piece
            for arm in piece.arms.values():
                yield from choices(arm)


def filled(text: str, language: str, values: Mapping[str, object]) -> str:
    """The text with its values; a number that is not whole takes `other`. KeyError for a missing value."""
    return _filled(parsed(text), language, values)


def _filled(message: Message, language: str, values: Mapping[str, object]) -> str:
    out = []
    for piece in message:
        if isinstance(piece, str):
            out.append(piece)
        elif isinstance(piece, Value):
            out.append(str(values[piece.name]))
        else:
            n = values[piece.name]
            form = category(language, n) if isinstance(n, int) else OTHER
            out.append(_filled(piece.arms.get(form, piece.arms[OTHER]), language, values))
    return "".join(out)


def _pieces(text: str, at: int, counted: str | None) -> tuple[Message, int]:
    """From `at` to the brace that closes, or to the end; `counted` is the value that `#` stands for."""
    out: list[str | Value | Choice] = []
    while at < len(text) and text[at] != "}":
        if found := _NAME.match(text, at):
            out.append(Value(found[1]))
            at = found.end()
        elif found := _CHOICE.match(text, at):
            choice, at = _choice(text, found)
            out.append(choice)
        elif text[at] == "{":
            raise MessageError(f"no value and no plural: {text[at:]!r}")
        else:
            out.append(Value(counted) if counted and text[at] == "#" else text[at])
            at += 1
    return tuple(out), at


def _choice(text: str, head: re.Match[str]) -> tuple[Choice, int]:
    arms: dict[str, Message] = {}
    at = head.end()
    while arm := _ARM.match(text, at):
        arms[arm[1]], at = _pieces(text, arm.end(), head[1])
        at += 1
    if text[at : at + 1] != "}" or OTHER not in arms:
        raise MessageError(f"a plural has arms, `other` among them, and a brace at its end: {head[0]!r}")
    return Choice(head[1], arms), at + 1

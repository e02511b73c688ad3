"""The text of a configuration with some keys changed: comments, order and all other keys stay as they are."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Final

import tomlkit
from tomlkit.container import Container
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Comment, InlineTable, Table, Whitespace

Value = Any
"""What TOML and JSON both say: a switch, a number, a text, a list of these, names with one of these each, in
one line; None takes the key out."""
Path = tuple[str, ...]
"""Sections and key, such as ("camera", "fps")."""
_FORM: Final = "has a form in which this key cannot be changed here: change it with an editor."


class DocumentError(Exception):
    """The text cannot be changed; one sentence."""


def changed(text: str, changes: Mapping[Path, Value]) -> str:
    """The text with these keys set, or taken out where the value is None.

    DocumentError where the text is no TOML, or where a key cannot be changed without touching others.
    """
    try:
        document = tomlkit.parse(text)
        wanted = tomllib.loads(text)
    except (TOMLKitError, tomllib.TOMLDecodeError) as error:
        raise DocumentError(f"It is no TOML: {error}.") from error
    try:
        for path, value in changes.items():
            _put(document, path, value)
            _put_plain(wanted, path, value)
        made = tomlkit.dumps(document)
        found = tomllib.loads(made)
    except (TOMLKitError, tomllib.TOMLDecodeError, TypeError, ValueError, AttributeError, KeyError) as error:
        raise DocumentError(f"The file {_FORM}") from error
    if _filled(found) != _filled(wanted):
        raise DocumentError(f"The file {_FORM}")
    return made


def _put(document: Any, path: Path, value: Value) -> None:
    *sections, key = path
    place: Any = document
    for section in sections:
        found = _section(place, section, path[-1] if section == sections[-1] else sections[-1])
        if found is None:
            if value is None:
                return
            found = tomlkit.inline_table() if isinstance(place, InlineTable) else tomlkit.table()
            if place is document and document.body:
                _apart(document)
            _append(place, section, found)
            found = place[section]
        place = found
    if value is None:
        if key in place:
            place.remove(key)
    elif key in place:
        place[key] = _one_line(value)
    else:
        _append(place, key, _one_line(value))


def _one_line(value: Value) -> Value:
    """Names with values, without a section of their own."""
    if not isinstance(value, dict):
        return value
    line = tomlkit.inline_table()
    line.update(value)
    return line


def _section(place: Any, name: str, within: str) -> Any:
    """The section of that name; None where there is none. Where it stands in several places, as `[table]` and
    far below it `[table.options]`, the one that has `within`, else the one with a header of its own."""
    if name not in place:
        return None
    body = place.body if isinstance(place, Container) else place.value.body
    named = [item for key, item in body if key is not None and key.key == name]
    parts = [item for item in named if isinstance(item, Table)]
    if len(named) == 1 or len(parts) < len(named):
        return place[name]
    own = [part for part in parts if not part.is_super_table()]
    return next((part for part in parts if within in part), own[0] if own else parts[0])


def _apart(document: Any) -> None:
    """A line between what is there and a new section."""
    text = tomlkit.dumps(document)
    if text and not text.endswith("\n\n"):
        document.add(tomlkit.ws("\n" if text.endswith("\n") else "\n\n"))


def _append(place: Any, key: str, value: Value) -> None:
    """Behind the last key of the section: what follows that, also comments, belongs to the next section."""
    if not isinstance(place, Table):
        place.append(key, value)
        return
    body = place.value.body
    rest = []
    while body and body[-1][0] is None and isinstance(body[-1][1], Comment | Whitespace):
        rest.append(body.pop())
    if not body and rest:  # comments below the header alone: they belong to this section
        body.extend(reversed(rest))
        rest = []
    place.append(key, value)
    body.extend(reversed(rest))


def _put_plain(values: dict[str, Any], path: Path, value: Value) -> None:
    """The same with plain values."""
    *sections, key = path
    place = values
    for section in sections:
        if section not in place and value is None:
            return
        place = place.setdefault(section, {})
    if value is None:
        place.pop(key, None)
    else:
        place[key] = list(value) if isinstance(value, tuple) else value


def _filled(values: dict[str, Any]) -> dict[str, Any]:
    """Without sections that say nothing, which may stay behind."""
    out = {key: _filled(each) if isinstance(each, dict) else each for key, each in values.items()}
    return {key: each for key, each in out.items() if each != {}}

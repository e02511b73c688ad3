"""How one JSON value becomes another: JSON Patch (RFC 6902) of `add`, `replace` and `remove` alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Operation = dict[str, Any]


def changes(before: Any, after: Any) -> list[Operation]:
    """The operations that make `after` of `before`, in their order. Lists grow and shrink at their end."""
    return list(_changes(before, after, ""))


def _changes(before: Any, after: Any, path: str) -> Iterator[Operation]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_objects(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(before, after, path)
    elif type(before) is not type(after) or before != after:
        yield {"op": "replace", "path": path, "value": after}


def _of_objects(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[Operation]:
    for name in before.keys() - after.keys():
        yield {"op": "remove", "path": f"{path}/{_escaped(name)}"}
    for name, value in after.items():
        place = f"{path}/{_escaped(name)}"
        if name in before:
            yield from _changes(before[name], value, place)
        else:
            yield {"op": "add", "path": place, "value": value}


def _of_lists(before: list[Any], after: list[Any], path: str) -> Iterator[Operation]:
    both = min(len(before), len(after))
    for n in range(both):
        yield from _changes(before[n], after[n], f"{path}/{n}")
    for n in reversed(range(both, len(before))):
        yield {"op": "remove", "path": f"{path}/{n}"}
    for value in after[both:]:
        yield {"op": "add", "path": f"{path}/-", "value": value}


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")

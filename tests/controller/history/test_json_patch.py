"""JSON Patch: whatever becomes of a value, the operations lead there."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.history.json_patch import changes

SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.text("a/~", max_size=3)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("ab/~0", max_size=2), inner, max_size=4)
    ),
    max_leaves=12,
)


def patched(document: Any, operations: list[dict[str, Any]]) -> Any:
    """As RFC 6902 says, written for these tests."""
    document = {"root": deepcopy(document)}
    for operation in operations:
        names = [
            p.replace("~1", "/").replace("~0", "~") for p in ("/root" + operation["path"]).split("/")[1:]
        ]
        node = document
        for name in names[:-1]:
            node = node[int(name)] if isinstance(node, list) else node[name]
        last = names[-1]
        match operation["op"], node:
            case "remove", list():
                del node[int(last)]
            case "remove", _:
                del node[last]
            case "add", list() if last == "-":
                node.append(operation["value"])
            case "replace", list():
                node[int(last)] = operation["value"]
            case _:
                assert operation["op"] == "add" or last in node
                node[last] = operation["value"]
    return document["root"]


@given(VALUES, VALUES)
def test_the_operations_lead_from_any_value_to_any_other(before: Any, after: Any) -> None:
    found = patched(before, changes(before, after))
    assert found == after
    assert repr(found) == repr(after) or isinstance(after, dict | list)


@given(VALUES)
def test_what_has_not_changed_needs_none(value: Any) -> None:
    assert changes(value, deepcopy(value)) == []


def test_a_truth_value_is_no_number() -> None:
    assert changes({"a": 1}, {"a": True}) == [{"op": "replace", "path": "/a", "value": True}]


def test_a_list_that_grew_is_described_by_what_was_added() -> None:
    assert changes({"pond": ["1m"]}, {"pond": ["1m", "2m"]}) == [
        {"op": "add", "path": "/pond/-", "value": "2m"}
    ]

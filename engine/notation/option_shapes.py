"""Shapes of rule options as JSON Schema, for who writes questions with a program.

Options are read by `engine.rules.option_values`; these shapes allow all that it allows, and a few values
more where a schema cannot say what it can, such as a sum.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.notation.schema import Schema
from engine.rules.option_values import DENOMINATIONS, choices, most
from engine.rules.presets import Option, Table, plain

_WHOLE: Final[Schema] = {"type": "integer"}


def option_shapes(table: Table) -> Schema:
    """The shape of `options`: every option of the table, and no other."""
    shapes = {name: option_shape(option) for name, option in table.options.items()}
    return {
        "type": ["object", "null"],
        "title": "rule options by their ids, where they differ from the preset",
        "properties": shapes,
        "additionalProperties": False,
    }


def option_shape(option: Option) -> Schema:
    """The shape of one option's value."""
    shape = {"title": option.title, **_value(option)}
    added = [value for value in option.added if value not in choices(option) and option.type != _YAKU]
    if option.id == "tiles.red_fives":
        added.append("none")
    return {"title": option.title, "anyOf": [_value(option), {"enum": added}]} if added else shape


_YAKU: Final = "array of yaku ids or forms"


def _value(option: Option) -> Schema:
    listed = [plain(value) for value in choices(option)]
    if option.type == "formula or integer":
        return {"anyOf": [{"enum": listed}, {"type": "integer", "minimum": 0}]}
    if listed:
        return {"enum": listed}
    bounds: Mapping[str, Any] = option.allowed
    if option.type == "integer":
        step = bounds.get("step", bounds.get("multiple_of", 1))
        return {
            "type": "integer",
            "minimum": bounds.get("min", 0),
            "maximum": most(option),
            "multipleOf": step,
        }
    if option.type == "array of 4 integers":
        return {"type": "array", "items": _WHOLE, "minItems": 4, "maxItems": 4}
    if option.type == _YAKU:
        known = {"enum": [*bounds["known"], *option.added]}
        return {"type": "array", "items": known, "uniqueItems": True}
    if option.type == "object m,p,s":
        each = {"enum": list(bounds["each"])}
        return _object(dict.fromkeys("mps", each), ["m", "p", "s"])
    if option.type == "object denomination:count":
        return _object({name: {"type": "integer", "minimum": 0} for name in DENOMINATIONS}, [])
    return {"const": plain(option.recommended)}


def _object(properties: Schema, required: list[str]) -> Schema:
    needed = {"required": required} if required else {}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False}

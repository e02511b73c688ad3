"""Writes screens/types/contract.d.ts, the types of the pages' scripts: `python -m contract.js_types`.

The payloads are the models of `contract/messages`, what each topic carries is the table of channels. Only the
type checker reads the file; no browser does.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import types
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import JsonValue

from contract import messages
from contract.channels import CHANNELS
from contract.docstrings import documented, line
from contract.messages import BODIES, Command, Model

FILE: Final = Path(__file__).resolve().parents[1] / "screens" / "types" / "contract.d.ts"
_HEAD: Final = """\
// The published contract as types for the scripts of the pages. Written by `python -m contract.js_types` from
// `contract/messages/` and the table of channels (`contract/channels.py`); a test keeps it in step.

/** Whatever JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
"""
Kind = type[Model] | type[StrEnum]
_PLAIN: Final[Mapping[object, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    object: "any",
    Any: "any",
    JsonValue: "Json",
}


def text() -> str:
    """The whole file."""
    return "\n".join([_HEAD, *declared(contract()), _topics(), _bodies()])


def declared(kinds: Iterable[Kind]) -> Iterator[str]:
    """Each of these as a type, by its name."""
    for kind in sorted(kinds, key=lambda kind: kind.__name__):
        yield _codes(kind) if issubclass(kind, StrEnum) else _fields(kind)


def contract() -> set[Kind]:
    """All models of the contract and the codes that they name."""
    return reached(getattr(messages, name) for name in messages.__all__)


def reached(roots: Iterable[object]) -> set[Kind]:
    """Models with all models and codes that they name."""
    found: set[Kind] = set()
    waiting = list(roots)
    while waiting:
        kind = waiting.pop()
        if not isinstance(kind, type) or kind in found or kind is Model:
            waiting += get_args(kind)
        elif issubclass(kind, Model):
            found.add(kind)
            waiting += [field.annotation for field in kind.model_fields.values()]
        elif issubclass(kind, StrEnum):
            found.add(kind)
    return found


def _type(kind: object) -> str:
    """A Python type in the words of TypeScript; TypeError for one that the contract never had."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, Model | StrEnum):
        return kind.__name__
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _type(parts[0])
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(part) for part in parts)
    if origin is list or parts[1:] == (...,):
        of = _type(parts[0])
        return f"({of})[]" if "|" in of else f"{of}[]"
    if origin is tuple:
        return f"[{', '.join(_type(part) for part in parts)}]"
    if origin is dict:
        return f"Record<{_type(parts[0])}, {_type(parts[1])}>"
    raise TypeError(f"{kind} has no type in the scripts yet: give it one in contract/js_types.py.")


def _comment(said: str, indent: str = "") -> Iterator[str]:
    if said:
        yield f"{indent}/** {said} */"


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    source = inspect.getsource(sys.modules[module])
    return {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


def _docstrings(kind: type) -> dict[str, str]:
    """The docstrings by field, those of base classes too."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, Model) and base is not Model:
            for statement, said in documented(_classes(base.__module__)[base.__name__]):
                if isinstance(statement, ast.AnnAssign):
                    found[ast.unparse(statement.target)] = said
    return found


def _fields(kind: type[Model]) -> str:
    """A table sends every field; who sends to it may leave out what has a default."""
    to_table = kind is Command or issubclass(kind, (messages.Body, messages.PersonBody, messages.Presence))
    docs = _docstrings(kind)
    lines = [*_comment(line(inspect.cleandoc(kind.__dict__["__doc__"] or "")))]
    lines.append(f"export interface {kind.__name__} {{")
    for name, field in kind.model_fields.items():
        lines += _comment(docs.get(name, ""), "  ")
        mark = "" if field.is_required() or not to_table else "?"
        lines.append(f"  {name}{mark}: {_type(field.annotation)};")
    return "\n".join([*lines, "}", ""])


def _codes(kind: type[StrEnum]) -> str:
    return f"export type {kind.__name__} = {' | '.join(json.dumps(code.value) for code in kind)};\n"


def _topics() -> str:
    rows = [f"  {json.dumps(channel.address)}: {channel.model.__name__};" for channel in CHANNELS]
    head = "/** What each topic below a table's root carries. */\nexport interface Topics {"
    return "\n".join([head, *rows, "}", ""])


def _bodies() -> str:
    rows = [f"  {json.dumps(name)}: {body.__name__};" for name, body in BODIES.items()]
    return "\n".join(["/** The body of each command. */", "export interface Bodies {", *rows, "}", ""])


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")

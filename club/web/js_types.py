"""The API of a club as types for the scripts of its pages, from the OpenAPI document.

`python -m club.web.reference` writes them to screens/types/club.d.ts. Only the type checker reads the file,
no browser does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from club.web.request.operation import JSON

_HEAD: Final = """\
// The API of a club as types for the scripts of its pages. Written by `python -m club.web.reference` from
// what is declared of each address in `club/web/api/`; a test keeps it in step.

import type { Json } from "./contract";

type Bare<Path> = Path extends `${infer Address}?${string}` ? Address : Path;
/** What GET answers at a path below `/api/`, with or without a query. */
export type AnswerTo<Path> = Bare<Path> extends keyof Answers ? Answers[Bare<Path>] : never;
/** What POST takes at such a path. */
export type BodyOf<Path> = Path extends keyof Bodies ? Bodies[Path] : never;
/** What POST answers there. */
export type OutcomeOf<Path> = Path extends keyof Outcomes ? Outcomes[Path] : never;
/** An event of the log before it is said of which tournament it is. */
export type Deed = Unplaced<Submitted["events"][number]>;
type Unplaced<Each> = Each extends { tournament: 0 } ? never : Omit<Each, "tournament">;
"""
_ROOT: Final = "/api/"
_JSON_VALUE: Final = "JsonValue"
_PLAIN: Final[Mapping[str, str]] = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def text(made: Mapping[str, Any]) -> str:
    """The whole file, from the document."""
    schemas: dict[str, Any] = made["components"]["schemas"]
    asked = _reached([_body(one) for _, how, one in _operations(made) if how == "post"], schemas)
    parts = [_declared(name, each, name in asked) for name, each in schemas.items() if name != _JSON_VALUE]
    return "\n".join([_HEAD, *parts, *_tables(made)])


def _operations(made: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each address below `/api/` as a type of texts, with its method and what is declared of it."""
    for address, at in made["paths"].items():
        for how, one in at.items():
            path = address.removeprefix(_ROOT)
            for each in one["parameters"]:
                of = "number" if each["schema"]["type"] == "integer" else "string"
                path = path.replace(f"{{{each['name']}}}", f"${{{of}}}")
            yield path, how, one


def _body(one: Mapping[str, Any]) -> dict[str, Any] | None:
    return one["requestBody"]["content"][JSON]["schema"] if "requestBody" in one else None


def _reached(
    found: object, schemas: Mapping[str, Any], known: frozenset[str] = frozenset()
) -> frozenset[str]:
    """The names of all schemas that are named in what was found, or in one of those."""
    if isinstance(found, list | dict):
        for each in found if isinstance(found, list) else found.values():
            known = _reached(each, schemas, known)
        name = str(found.get("$ref", "")).rpartition("/")[2] if isinstance(found, dict) else ""
        if name and name not in known:
            known = _reached(schemas[name], schemas, known | {name})
    return known


def _tables(made: Mapping[str, Any]) -> Iterator[str]:
    rows: dict[str, list[str]] = {"Answers": [], "Bodies": [], "Outcomes": []}
    for address, how, one in _operations(made):
        key = f"[path: `{address}`]" if "$" in address else json.dumps(address)
        answer = one["responses"]["200"]["content"].get(JSON)
        if answer:
            rows["Answers" if how == "get" else "Outcomes"].append(f"  {key}: {_type(answer['schema'])};")
        if how == "post":
            body = _body(one)
            rows["Bodies"].append(f"  {key}: {'{ [name: string]: never }' if body is None else _type(body)};")
    for name, each in rows.items():
        yield "\n".join([f"interface {name} {{", *each, "}", ""])


def _declared(name: str, schema: Mapping[str, Any], sent: bool) -> str:
    """One schema; of what a page may send, what has a default may be left out."""
    said = " ".join(str(schema.get("description", "")).split())
    comment = f"/** {said} */\n" if said else ""
    if "properties" not in schema:
        return f"{comment}export type {_name(name)} = {_type(schema)};\n"
    return f"{comment}export interface {_name(name)} {{\n" + "".join(_fields(schema, "  ", sent)) + "}\n"


def _fields(schema: Mapping[str, Any], indent: str, sent: bool) -> Iterator[str]:
    for name, each in schema["properties"].items():
        given = name in schema.get("required", ()) or "const" in each or ("default" in each and not sent)
        mark = "" if given else "?"
        yield f"{indent}{_key(name)}{mark}: {_type(each)};\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def _name(schema: str) -> str:
    return schema.replace("-", "")


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in the words of TypeScript; TypeError for one that the API never had."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "Json" if name == _JSON_VALUE else _name(name)
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return " | ".join(dict.fromkeys(_type(each) for each in choices))
    kind = schema.get("type")
    if kind == "array":
        return _list(schema)
    if kind == "object":
        return _record(schema)
    if kind is None:
        return "any"
    if kind in _PLAIN:
        return _PLAIN[kind]
    raise TypeError(f"{schema} has no type in the scripts yet: give it one in club/web/js_types.py.")


def _list(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(each) for each in schema['prefixItems'])}]"
    of = _type(schema.get("items", {}))
    return f"({of})[]" if "|" in of else f"{of}[]"


def _record(schema: Mapping[str, Any]) -> str:
    if "properties" in schema:
        return "{ " + " ".join(field.strip() for field in _fields(schema, "", True)) + " }"
    of = schema.get("additionalProperties", True)
    return f"{{ [name: string]: {'any' if of is True else _type(of)} }}"

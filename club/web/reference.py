"""Writes docs/api.md, docs/openapi.json and screens/types/club.d.ts from the declared addresses.

`python -m club.web.reference`.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from club.web import js_types
from club.web.api.openapi import document
from club.web.api.routes import OPERATIONS
from club.web.request.operation import JSON

_ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = _ROOT / "docs"
PAGE: Final = DOCS / "api.md"
OPENAPI: Final = DOCS / "openapi.json"
TYPES: Final = _ROOT / "screens" / "types" / "club.d.ts"
_HEAD: Final = """\
# The API of a club

Written by `python -m club.web.reference` from what is declared of each address in `club/web/api/`; a test
keeps it in step. The same for programs, with every field: [openapi.json](openapi.json) (OpenAPI 3.1), which a
hub serves at `/openapi.json`, too.

"""


def openapi() -> str:
    """The document for programs."""
    return json.dumps(document(OPERATIONS), indent=1, ensure_ascii=False) + "\n"


def types() -> str:
    """The types of the pages' scripts."""
    return js_types.text(document(OPERATIONS))


def text() -> str:
    """The page."""
    made = document(OPERATIONS)
    parts = [_HEAD, made["info"]["description"]]
    every = [
        (tuple(one["tags"]), path, how, one) for path, at in made["paths"].items() for how, one in at.items()
    ]
    for tags, found in groupby(sorted(every, key=lambda each: each[0]), key=lambda each: each[0]):
        rows = [_row(path, how, one) for _, path, how, one in found]
        head = ["| address | for | takes | answers | |", "|---|---|---|---|---|"]
        parts.append("\n".join(["", f"## {tags[0]}", "", *head, *rows, ""]))
    return "".join(parts)


def _row(path: str, how: str, one: dict[str, Any]) -> str:
    query = [each["name"] for each in one["parameters"] if each["in"] == "query"]
    asked = f"?{'&'.join(query)}" if query else ""
    takes = _named(one["requestBody"]["content"][JSON]["schema"]) if "requestBody" in one else ""
    content = one["responses"]["200"]["content"]
    gives = ", ".join(_named(each["schema"]) if each else f"`{media}`" for media, each in content.items())
    said = f"{one['summary']} {one.get('description', '')}".strip()
    return f"| `{how.upper()} {path}{asked}` | {_who(one)} | {takes} | {gives} | {said} |"


def _who(one: dict[str, Any]) -> str:
    if not one["security"] or {} in one["security"]:
        return "everybody"
    return ", ".join(role for each in one["security"] for role in each["session"]) or "who is signed in"


def _named(schema: dict[str, Any]) -> str:
    """A schema in a word or two."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2].rpartition('__')[2]}`"
    if "items" in schema:
        return f"list of {_named(schema['items'])}"
    if "anyOf" in schema:
        return " or ".join(map(_named, schema["anyOf"]))
    if isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_named(schema['additionalProperties'])}"
    return f"`{schema.get('type', 'object')}`"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
    OPENAPI.write_text(openapi(), encoding="utf-8")
    TYPES.write_text(types(), encoding="utf-8")

"""Holds what a hub answers against its OpenAPI document: whatever a test asks has to be in it, as it says."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from openapi_schema_validator import OAS31Validator

from club.web.api.openapi import document
from club.web.api.routes import OPERATIONS
from club.web.request.operation import JSON, Operation

_PLACE = re.compile(r"{\w+(:int)?}")


def check(method: str, path: str, status: int, kind: str, body: bytes) -> None:
    """AssertionError where an address of the API answers something else than the document says."""
    operation = operation_of(method, path.partition("?")[0])
    if operation is None or not kind.startswith(JSON):
        return
    answer = answers(operation)
    said = answer.get(str(status)) or answer.get(f"{status // 100}XX")
    assert said is not None, f"{method} {path} answers {status}, which the document does not know"
    schema = document_()["components"]["responses"]["Problem"] if "$ref" in said else said
    wrong = next(validator(json.dumps(schema["content"][JSON]["schema"])).iter_errors(json.loads(body)), None)
    assert wrong is None, f"{method} {path} answers {status}: {wrong.json_path}: {wrong.message}"


def operation_of(method: str, path: str) -> Operation | None:
    """What is declared of an address; None for one that is not of the API."""
    return next((each for each in OPERATIONS if each.method == method and _form(each).fullmatch(path)), None)


@cache
def answers(operation: Operation) -> dict[str, Any]:
    path = re.sub(r"{(\w+)(:int)?}", r"{\1}", operation.path)
    found: dict[str, Any] = document_()["paths"][path][operation.method.lower()]["responses"]
    return found


@cache
def document_() -> dict[str, Any]:
    """The document, closed: it leaves room for fields to come, these answers have none but those in it."""
    made: dict[str, Any] = _closed(document(OPERATIONS))
    return made


@cache
def validator(schema: str) -> Any:
    return OAS31Validator({**json.loads(schema), "components": document_()["components"]})


def _closed(value: Any) -> Any:
    if isinstance(value, list):
        return [_closed(each) for each in value]
    if not isinstance(value, dict):
        return value
    made = {name: _closed(each) for name, each in value.items()}
    if isinstance(made.get("properties"), dict) and made.get("type") == "object":
        made.setdefault("additionalProperties", False)
    return made


@cache
def _form(operation: Operation) -> re.Pattern[str]:
    parts = _PLACE.split(operation.path)[::2]
    kinds = ["[0-9]+" if found[1] else "[^/]+" for found in _PLACE.finditer(operation.path)]
    return re.compile("".join(re.escape(part) + kind for part, kind in zip(parts, [*kinds, ""], strict=True)))

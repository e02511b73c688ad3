"""The OpenAPI document of the club's API, from what is declared of its addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from pydantic import TypeAdapter

from club.sentences import Told
from club.web.request.call import COOKIE, SECURE_COOKIE
from club.web.request.guard import CSRF, LARGEST
from club.web.request.operation import JSON, Operation, Parameter

VERSION: Final = "1.0"
"""Of the API: within a major version addresses and fields are only added."""
_SCHEMAS: Final = "#/components/schemas/"
_PROBLEM: Final = "#/components/responses/Problem"
_PART: Final = re.compile(r"{(\w+)(:int)?}")
_SAYS: Final = {
    "200": "As asked.",
    "304": "Unchanged since the ETag that was sent as `If-None-Match`.",
    "400": "The body is no JSON, or a word of the query is none of those that it takes.",
    "401": "Nobody is signed in.",
    "403": "The account does not have the role, or the token of the session is missing.",
    "404": "There is no such thing.",
    "409": "The log refuses it; or another person has changed it meanwhile.",
    "413": f"More than {LARGEST} bytes.",
    "415": f"The body is not `{JSON}`.",
    "422": "The body, or what it asks for, cannot be.",
    "4XX": "Another refusal.",
    "503": "The database, the table or a font is away.",
    "5XX": "An error of the server.",
}
_ABOUT: Final = """\
What the pages of a club read and send. Answers are JSON; people are ids, whose names come from `people` of a
tournament. Where a request is refused the answer is a problem: a stable `code`, its `values`, and `message`,
the sentence in English. Fields may be added within a major version, so ignore what you do not know.

Who signs in (`/api/sign-in`) gets a cookie for the session and `csrf`, which goes along as a header with
every request that changes something. Browsers are answered at the club's own names only. A security
requirement names the role that is needed, in the tournament or in the whole club; any one of the
alternatives will do.
"""


def document(operations: Iterable[Operation]) -> dict[str, Any]:
    """The document as JSON, OpenAPI 3.1."""
    every = tuple(operations)
    inputs: list[tuple[str, Literal["validation", "serialization"], TypeAdapter[Any]]] = []
    for each in every:
        if each.body is not None:
            inputs.append((f"{each.name} body", "validation", TypeAdapter(each.body)))
        if each.shape is not None:
            inputs.append((f"{each.name} answer", "serialization", TypeAdapter(each.shape)))
    inputs.append(("problem", "serialization", TypeAdapter(Told)))
    found, shared = TypeAdapter.json_schemas(inputs, ref_template=f"{_SCHEMAS}{{model}}")
    schemas = {name: schema for (name, _), schema in found.items()}
    paths: dict[str, Any] = {}
    for each in every:
        at = paths.setdefault(_PART.sub(r"{\1}", each.path), {})
        at[each.method.lower()] = _operation(each, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Jantaku club", "version": VERSION, "description": _ABOUT},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "securitySchemes": _schemes(),
            "responses": {"Problem": _problem(schemas["problem"])},
            "schemas": dict(sorted(shared["$defs"].items())),
        },
    }


def _operation(each: Operation, schemas: Mapping[str, Any]) -> dict[str, Any]:
    summary, _, more = " ".join((each.answer.__doc__ or "").split()).partition(". ")
    made: dict[str, Any] = {
        "operationId": each.name,
        "tags": [each.name.partition("_")[0]],
        "summary": f"{summary.rstrip('.')}.",
        "security": _security(each),
        "parameters": list(_parameters(each)),
        "responses": _answers(each, schemas.get(f"{each.name} answer")),
    }
    if more:
        made["description"] = more
    if each.body is not None:
        content = {JSON: {"schema": schemas[f"{each.name} body"]}}
        made["requestBody"] = {"required": True, "content": content}
    return made


def _parameters(each: Operation) -> Iterable[dict[str, Any]]:
    parts = dict(_PART.findall(each.path))
    for name, number in parts.items():
        schema: dict[str, Any] = {"type": "integer", "minimum": 0} if number else {"type": "string"}
        yield _parameter(name, "path", schema, each.parameters.get(name))
    for name, said in each.parameters.items():
        if name not in parts:
            yield _parameter(name, "query", {"type": "string"}, said)


def _parameter(name: str, where: str, schema: dict[str, Any], said: Parameter | None) -> dict[str, Any]:
    made = {"name": name, "in": where, "required": where == "path", "schema": schema}
    if said is not None:
        made["description"] = said.said
        if said.among:
            schema["enum"] = list(said.among)
    return made


def _security(each: Operation) -> list[dict[str, list[str]]]:
    """Alternatives; none for what everybody may ask."""
    sends: dict[str, list[str]] = {"token": []} if each.method == "POST" and not each.open_ else {}
    if each.roles is None:
        return [{"session": [], **sends}, {}] if sends else []
    return [{"session": [role.value], **sends} for role in sorted(each.roles)] or [{"session": [], **sends}]


def _answers(each: Operation, schema: Any) -> dict[str, Any]:
    content = {media: {"schema": schema} if media == JSON else {} for media in each.media.split(", ")}
    statuses = {"404"} if _PART.search(each.path) else set()
    if each.roles is not None:
        statuses |= {"401", "403"}
    if each.body is not None:
        statuses |= {"400", "413", "415", "422"}
    if each.method == "POST":
        statuses |= {"403", "409"}
    responses: dict[str, Any] = {"200": {"description": _SAYS["200"], "content": content}}
    if each.method == "GET" and each.media == JSON:
        responses["304"] = {"description": _SAYS["304"]}
    for status in sorted(statuses | {"4XX", "503", "5XX"}):
        responses[status] = {"$ref": _PROBLEM, "description": _SAYS[status]}
    return responses


def _problem(schema: Any) -> dict[str, Any]:
    return {"description": "A problem.", "content": {JSON: {"schema": schema}}}


def _schemes() -> dict[str, Any]:
    return {
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": COOKIE,
            "description": f"Set by signing in; over TLS it is called `{SECURE_COOKIE}`.",
        },
        "token": {
            "type": "apiKey",
            "in": "header",
            "name": CSRF,
            "description": "`csrf` of `/api/me`: no other site's page knows it.",
        },
    }

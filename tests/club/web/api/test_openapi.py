"""The OpenAPI document of the club: complete, valid, in step, and what is answered is in it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.routing import Route

from club.access.roles import Role
from club.web import reference
from club.web.api.openapi import document
from club.web.api.routes import OPERATIONS
from club.web.request.guard import CSRF
from club.web.request.problem import API
from tests.club.web.contract import check
from tests.club.web.stand import EVENT, Browser, Stand
from tests.club.web.test_away import VALUES

MADE = document(OPERATIONS)
EVERY = [(path, how, one) for path, at in MADE["paths"].items() for how, one in at.items()]
SIGNED = [each for each in EVERY if each[2]["security"] and {} not in each[2]["security"]]


def names(rows: list[tuple[str, str, Any]]) -> list[str]:
    return [f"{how} {path}" for path, how, _ in rows]


def test_it_is_a_valid_document_of_openapi() -> None:
    OpenAPIV31SpecValidator(MADE).validate()


def test_its_copies_are_in_step() -> None:
    assert reference.OPENAPI.read_text("utf-8") == reference.openapi(), "run python -m club.web.reference"
    assert reference.PAGE.read_text("utf-8") == reference.text(), "run python -m club.web.reference"
    assert reference.TYPES.read_text("utf-8") == reference.types(), "run python -m club.web.reference"


def test_it_has_every_address_of_the_api_and_no_other(stand: Stand) -> None:
    served = {
        (re.sub(r"{(\w+)(:int)?}", r"{\1}", route.path), method.lower())
        for route in stand.server.app().routes
        if isinstance(route, Route) and route.path.startswith(API) and "nowhere" not in route.path
        for method in set(route.methods or ()) - {"HEAD"}
    }
    assert served == {(path, how) for path, how, _ in EVERY}
    assert len(EVERY) == len({one["operationId"] for *_, one in EVERY})


@pytest.mark.parametrize(("path", "how", "one"), EVERY, ids=names(EVERY))
def test_every_address_says_what_it_is_for_takes_and_answers(path: str, how: str, one: Any) -> None:
    assert len(one["summary"]) > 10
    assert {each["name"] for each in one["parameters"] if each["in"] == "path"} == set(
        re.findall(r"{(\w+)}", path)
    )
    for media, answer in one["responses"]["200"]["content"].items():
        assert ("schema" in answer) == (media == "application/json")
    assert {"4XX", "5XX"} < one["responses"].keys()


def test_who_may_not_ask_is_refused_and_who_may_is_let_through(stand: Stand) -> None:
    """Roles of the document are those that are asked for: nobody else gets past them."""
    stand.played()
    browsers = {role: stand.signed(role) for role in Role}
    for path, how, one in SIGNED:
        address = path.format_map(VALUES | {"kind": "csv" if "export" in path else "standings"})
        named = {role for each in one["security"] for role in each["session"]}
        stranger = asked(stand.browser(), how, address)
        assert stranger == (422 if "ending" in path else 401), (
            address
        )  # what is sent is looked at first there
        if named and "event-stream" not in str(one["responses"]["200"]["content"]):
            answer = {role: asked(browser, how, address) for role, browser in browsers.items()}
            assert named == {role for role, status in answer.items() if status != 403}, address


def asked(browser: Browser, how: str, address: str) -> int:
    return (browser.get(address) if how == "get" else browser.post(address, {})).status


def test_what_needs_a_session_needs_its_token_too(stand: Stand) -> None:
    browser = stand.signed(Role.DIRECTOR)
    for path, how, one in SIGNED:
        if how == "post":
            assert all("token" in each for each in one["security"]), path
            address = path.format_map(VALUES)
            assert browser.post(address, {}, **{CSRF: ""}).data["code"] == "csrf", path


def test_everybody_gets_it_and_it_names_no_other_server(stand: Stand) -> None:
    answer = stand.browser().get("/openapi.json")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    assert answer.data == json.loads(reference.openapi())
    assert "://" not in answer.body.decode()
    again = stand.browser().get("/openapi.json", **{"if-none-match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_an_answer_that_is_not_in_the_document_is_found() -> None:
    path = f"/api/tournaments/{EVENT}/people"
    check("GET", path, 200, "application/json", b'{"1": "Anna"}')
    with pytest.raises(AssertionError, match="is not of type 'string'"):
        check("GET", path, 200, "application/json", b'{"1": 3}')
    with pytest.raises(AssertionError, match="'message' is a required property"):
        check("GET", path, 404, "application/json", b'{"code": "unknown", "values": {}}')
    with pytest.raises(AssertionError, match="Additional properties"):
        check("POST", "/api/people", 200, "application/json", b'{"ids": [], "more": 1}')

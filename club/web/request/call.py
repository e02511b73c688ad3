"""One request of the API: who sends it, and what it says."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request

from club.access.roles import Identity
from club.access.sign_in import Session
from club.web.request.malformed import malformed
from club.web.request.operation import Operation
from club.web.request.problem import ProblemError
from club.web.request.services import Services

COOKIE: Final = "jantaku"
SECURE_COOKIE: Final = "__Host-jantaku"
"""Browsers take this name only from an encrypted page and hand it to no other host (RFC 6265bis)."""
M = TypeVar("M")


@dataclass(frozen=True)
class Call:
    """`operation` is what is declared of the address, `body` what the request carries as JSON, or None."""

    operation: Operation
    request: Request
    services: Services
    session: Session | None
    body: Any = None

    @property
    def token(self) -> str:
        """What the browser holds of its session."""
        return self.request.cookies.get(cookie_name(self.services), "")

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.request.client.host if self.request.client else ""

    @property
    def identity(self) -> Identity:
        """ProblemError where nobody is signed in."""
        if self.session is None:
            raise ProblemError(401, "sign_in")
        return self.session.identity

    def inside(self, tournament: int | None = None) -> bool:
        """Whether who sends it sees everything at once, of a tournament or of all that are not over."""
        who = None if self.session is None else self.session.identity
        return self.services.public_delay.admits(who, tournament)

    def number(self, name: str) -> int:
        """A part of the path that is a number."""
        return int(self.request.path_params[name])

    def word(self, name: str) -> str:
        """A part of the path that is a word."""
        return str(self.request.path_params[name])

    def query(self, name: str) -> str:
        """What the query says, empty where it says nothing."""
        assert name in self.operation.parameters, f"{name} is not declared"
        return self.request.query_params.get(name, "")

    def count(self, name: str) -> int:
        """A number in the query, 0 where there is none."""
        text = self.query(name)
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0

    def need(self, tournament: int | None = None) -> Identity:
        """Who sends it. ProblemError where that is nobody with one of the declared roles, in a tournament or
        in the whole club."""
        assert self.operation.roles, "no roles are declared"
        if not self.identity.has(self.operation.roles, tournament):
            raise ProblemError(403, "role")
        return self.identity

    def need_anywhere(self) -> Identity:
        """The same in any tournament."""
        assert self.operation.roles, "no roles are declared"
        if not self.identity.anywhere(self.operation.roles):
            raise ProblemError(403, "role")
        return self.identity

    def read(self, model: type[M]) -> M:
        """The body as the model. ProblemError says in one sentence what is wrong with it."""
        return understood(model, self.body)


@dataclass(frozen=True)
class Asked(Call, Generic[M]):
    """One with a body of this model."""

    @property
    def given(self) -> M:
        """The body as its model; ProblemError as `read` raises it."""
        body: type[M] = self.operation.body
        return self.read(body)


def understood(model: type[M], given: object) -> M:
    """What was given, as the model (JSON rules: lists become tuples). ProblemError says what is wrong."""
    try:
        return TypeAdapter(model).validate_json(json.dumps(given))
    except ValidationError as error:
        raise malformed(error) from None


def cookie_name(services: Services) -> str:
    return SECURE_COOKIE if services.secure else COOKIE


def session_of(request: Request, services: Services) -> Session | None:
    """The session of the browser; None for a stranger."""
    token = request.cookies.get(cookie_name(services), "")
    return services.access.sign_in.session(token, services.now_s()) if token else None

"""One request of the API: who sends it, what it says; and how functions become endpoints."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from club.access.roles import Identity, Role
from club.access.sign_in import Session
from club.database.database import AWAY
from club.sentences import ToldError
from club.web.request import guard
from club.web.request.malformed import malformed, wrong
from club.web.request.problem import ProblemError
from club.web.request.services import Services

COOKIE: Final = "jantaku"
SECURE_COOKIE: Final = "__Host-jantaku"
"""Browsers take this name only from an encrypted page and hand it to no other host (RFC 6265bis)."""
M = TypeVar("M")


@dataclass(frozen=True)
class Call:
    """`body` is what the request carries as JSON; None where it carries nothing."""

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
        return self.services.curtain.admits(who, tournament)

    def number(self, name: str) -> int:
        """A part of the path that is a number."""
        return int(self.request.path_params[name])

    def count(self, name: str) -> int:
        """A number in the query, 0 where there is none."""
        text = self.request.query_params.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0

    def need(self, roles: Iterable[Role], tournament: int | None = None) -> Identity:
        """Who sends it. ProblemError where that is nobody with one of the roles."""
        identity = self.identity
        if not identity.has(roles, tournament):
            raise ProblemError(403, "role")
        return identity

    def read(self, model: type[M]) -> M:
        """The body as the model. ProblemError says in one sentence what is wrong with it."""
        return understood(model, self.body)


def understood(model: type[M], given: object) -> M:
    """What was given, as the model (JSON rules: lists become tuples). ProblemError says what is wrong."""
    try:
        return TypeAdapter(model).validate_json(json.dumps(given))
    except ValidationError as error:
        raise malformed(error) from None


def _named(services: Services, error: ToldError) -> ProblemError:
    """What a page is told of an error: people and accounts by their names; the log's word is a conflict."""
    values = dict(error.values)
    if isinstance(person := values.get("person"), int):
        values["person"] = services.names().get(person, person)
    if "by" in values:
        logins = services.logins()
        values["by"] = ", ".join(logins.get(each, each) for each in str(values["by"]).split(", "))
    return ProblemError(error.status if isinstance(error, ProblemError) else 409, error.code, **values)


def cookie_name(services: Services) -> str:
    return SECURE_COOKIE if services.secure else COOKIE


def endpoint(
    services: Services, answer: Callable[[Call], object], *, open_: bool = False, pure: bool = False
) -> Any:
    """A function from a call to JSON, a model or a whole answer, run in a thread of its own.

    What changes something needs a session and its token, but where `open_`.
    A `pure` answer follows from the path and the log alone, and is made once after each entry; once for the
    public and once for who sees everything at once. What it raises is answered by `club.web.request.problem`.
    """

    async def handle(request: Request) -> Response:
        return await run_in_threadpool(_answered, request, await _body(request))

    def _answered(request: Request, body: object) -> Response:
        session = session_of(request, services)
        if pure:
            return _from_log(Call(request, services, session), answer)
        if request.method != "GET" and session is not None and not open_:
            guard.proven(request, session)
        try:
            return _response(request, answer(Call(request, services, session, body)))
        except ToldError as error:
            if error.code in AWAY:
                raise
            raise _named(services, error) from None

    return handle


def session_of(request: Request, services: Services) -> Session | None:
    """That of the browser; None for a stranger."""
    token = request.cookies.get(cookie_name(services), "")
    return services.access.sign_in.session(token, services.now_s()) if token else None


def _from_log(call: Call, answer: Callable[[Call], object]) -> Response:
    """The answer as it was made after the last entry, or anew."""
    services, path = call.services, call.request.url.path
    whose = f"inside {path}" if call.inside(_tournament(call)) else path
    at = services.desk.state.seq, services.curtain.lifted
    known = services.told.get(whose, at)
    if known is None:
        known = bytes(JSONResponse(answer(call)).body)
        services.told.put(whose, at, known)
    return _tagged(call.request, Response(known, media_type="application/json"))


def _tournament(call: Call) -> int | None:
    return call.number("tournament") if "tournament" in call.request.path_params else None


def _response(request: Request, found: object) -> Response:
    """What was found, as an answer."""
    if isinstance(found, Response):
        return found
    if isinstance(found, BaseModel):
        found = found.model_dump(mode="json")
    return _tagged(request, JSONResponse(found))


def _tagged(request: Request, answer: Response) -> Response:
    """With its hash; a page that has it already gets no more than that."""
    tag = f'W/"{hashlib.sha256(answer.body).hexdigest()[:24]}"'
    if request.method == "GET" and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    answer.headers["etag"] = tag
    return answer


async def _body(request: Request) -> object:
    """The JSON of a request, None where it has none."""
    if request.method == "GET":
        return None
    kept = bytearray()
    async for chunk in request.stream():
        kept += chunk
        if len(kept) > guard.LARGEST:
            raise ProblemError(413, "large")
    if not kept:
        return None
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise wrong(("content-type",), "json", status=415)
    try:
        return json.loads(kept)
    except (ValueError, RecursionError):
        raise wrong((), "json", status=400) from None

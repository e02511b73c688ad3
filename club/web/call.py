"""One request of the API: who sends it, what it says; and how functions become endpoints."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from club.access.roles import Identity, Role
from club.access.sign_in import Session
from club.log.faults import Fault
from club.web import guard
from club.web.problem import ProblemError
from club.web.services import Services

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
            raise ProblemError(401, "sign_in", "Sign in first.")
        return self.session.identity

    def number(self, name: str) -> int:
        """A part of the path that is a number."""
        return int(self.request.path_params[name])

    def need(self, roles: Iterable[Role], tournament: int | None = None) -> Identity:
        """Who sends it. ProblemError where that is nobody with one of the roles."""
        identity = self.identity
        if not identity.has(roles, tournament):
            raise ProblemError(403, "role", "Your role does not allow this: ask the director.")
        return identity

    def read(self, model: type[M]) -> M:
        """The body as the model. ProblemError says in one sentence what is wrong with it."""
        return understood(model, self.body)


def understood(model: type[M], given: object) -> M:
    """What was given, as the model (JSON rules: lists become tuples). ProblemError says what is wrong."""
    try:
        return TypeAdapter(model).validate_json(json.dumps(given))
    except ValidationError as error:
        raise ProblemError(422, "malformed", sentence(error)) from None


def sentence(error: ValidationError) -> str:
    """The first of the faults that pydantic found, as one sentence."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    what = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    return f"{where}: {what}." if where else f"{what}."


def cookie_name(services: Services) -> str:
    return SECURE_COOKIE if services.secure else COOKIE


def endpoint(
    services: Services, answer: Callable[[Call], object], *, open_: bool = False, pure: bool = False
) -> Any:
    """A function from a call to JSON, a model or a whole answer, run in a thread of its own.

    What changes something needs a session and its token, but where `open_`: there only the origin counts.
    A `pure` answer follows from the path and the log alone, and is made once after each entry.
    """

    async def handle(request: Request) -> Response:
        try:
            body = await _body(request)
            return await run_in_threadpool(_answered, request, body)
        except ProblemError as problem:
            return problem.answer()
        except ClientDisconnect:
            return Response(status_code=400)

    def _answered(request: Request, body: object) -> Response:
        if pure:
            return _from_log(request, services, answer)
        token = request.cookies.get(cookie_name(services), "")
        session = services.access.sign_in.session(token, services.now_s()) if token else None
        if request.method != "GET":
            guard.same_origin(request)
            if session is not None and not open_:
                guard.proven(request, session)
        try:
            return _response(request, answer(Call(request, services, session, body)))
        except Fault as fault:
            raise ProblemError(409, fault.code, fault.sentence) from None

    return handle


def _from_log(request: Request, services: Services, answer: Callable[[Call], object]) -> Response:
    """The answer as it was made after the last entry, or anew."""
    path, seq = request.url.path, services.desk.state.seq
    known = services.told.get(path, seq)
    if known is None:
        known = bytes(JSONResponse(answer(Call(request, services, None))).body)
        services.told.put(path, seq, known)
    return _tagged(request, Response(known, media_type="application/json"))


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
            raise ProblemError(413, "large", "The request is too large: send less at once.")
    if not kept:
        return None
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise ProblemError(415, "malformed", "Send JSON.")
    try:
        return json.loads(kept)
    except (ValueError, RecursionError):
        raise ProblemError(400, "malformed", "The request is no JSON.") from None

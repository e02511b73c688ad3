"""How a declared function answers requests."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic_core import to_jsonable_python
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from club.database.database import AWAY
from club.sentences import ToldError
from club.web.request import guard
from club.web.request.call import Asked, Call, session_of
from club.web.request.malformed import wrong
from club.web.request.operation import Operation
from club.web.request.problem import ProblemError
from club.web.request.services import Services


def endpoint(services: Services, operation: Operation) -> Any:
    """A function from a call to JSON, a model or a whole answer, run in a thread of its own.

    What changes something needs a session and its token, but where the operation is open.
    A pure answer is made once after each entry of the log; once for the public and once for who sees
    everything at once. What it raises is answered by `club.web.request.problem`.
    """

    async def handle(request: Request) -> Response:
        return await run_in_threadpool(_answered, request, await _body(request))

    def _answered(request: Request, body: object) -> Response:
        session = session_of(request, services)
        call: Asked[Any] = Asked(operation, request, services, session, body)
        if operation.pure:
            return _from_log(call)
        if request.method != "GET" and session is not None and not operation.open_:
            guard.proven(request, session)
        try:
            return _response(request, operation.answer(call))
        except ToldError as error:
            if error.code in AWAY:
                raise
            raise _named(services, error) from None

    return handle


def _named(services: Services, error: ToldError) -> ProblemError:
    """An error as a page receives it: people and accounts by name; a refusal of the log is a conflict."""
    values = dict(error.values)
    if isinstance(person := values.get("person"), int):
        values["person"] = services.names().get(person, person)
    if "by" in values:
        logins = services.logins()
        values["by"] = ", ".join(logins.get(each, each) for each in str(values["by"]).split(", "))
    return ProblemError(error.status if isinstance(error, ProblemError) else 409, error.code, **values)


def _from_log(call: Call) -> Response:
    """The answer as it was made after the last entry, or anew."""
    services, path = call.services, call.request.url.path
    whose = f"inside {path}" if call.inside(_tournament(call)) else path
    at = services.desk.state.seq, services.public_delay.lifted
    known = services.answers.get(whose, at)
    if known is None:
        known = bytes(_json(call.operation.answer(call)).body)
        services.answers.put(whose, at, known)
    return tagged(call.request, Response(known, media_type="application/json"))


def _tournament(call: Call) -> int | None:
    return call.number("tournament") if "tournament" in call.request.path_params else None


def _response(request: Request, found: object) -> Response:
    """What was found, as an answer."""
    return found if isinstance(found, Response) else tagged(request, _json(found))


def _json(found: object) -> Response:
    return JSONResponse(to_jsonable_python(found))


def tagged(request: Request, answer: Response) -> Response:
    """The answer with its hash; 304 without a body where the page has this content already."""
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

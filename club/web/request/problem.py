"""What is answered where a request cannot be served: a code with values for pages, a sentence for people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Self

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from club.database.database import AWAY
from club.log.faults import LogRefusal
from club.sentences import ToldError

API: Final = "/api/"
"""How the addresses begin under which everything is JSON."""


class ProblemError(ToldError):
    """`status` is that of HTTP; `code` is stable, and pages have its sentence in their language."""

    def __init__(self, status: int, code: str, **values: object) -> None:
        super().__init__(code, **values)
        self.status = status

    @classmethod
    def of(cls, status: int, error: ToldError) -> Self:
        """The same with a status."""
        return cls(status, error.code, **error.values)

    def answer(self) -> JSONResponse:
        return JSONResponse(self.said.data, self.status)


def missing(what: str) -> ProblemError:
    return ProblemError(404, "unknown", what=what)


async def _problem(_request: Request, problem: ProblemError) -> Response:
    return problem.answer()


async def _fault(request: Request, fault: LogRefusal) -> Response:
    """The answer for a fault of the database; what the database says goes only to requests that send
    something."""
    if fault.code not in AWAY:
        return ProblemError.of(409, fault).answer()
    return (ProblemError(503, "away") if request.method == "GET" else ProblemError.of(503, fault)).answer()


async def _nothing(request: Request, error: HTTPException) -> Response:
    """What the server itself refuses: a page reads a sentence, a program of the API its code."""
    if not request.url.path.startswith(API):
        return PlainTextResponse(error.detail, error.status_code, error.headers)
    if error.status_code != 405 or "nowhere" in request.path_params:
        return ProblemError(404 if error.status_code == 405 else error.status_code, "no_address").answer()
    # Starlette joins a set: its order changes from one start of the program to the next.
    allowed = ", ".join(sorted((error.headers or {}).get("Allow", "").split(", ")))
    answer = ProblemError(405, "http_method", method=request.method, allowed=allowed).answer()
    answer.headers["allow"] = allowed
    return answer


async def _left(_request: Request, _error: ClientDisconnect) -> Response:
    return Response(status_code=400)


async def _unexpected(_request: Request, _error: Exception) -> Response:
    """An error of ours, which the server writes into its log."""
    return ProblemError(500, "internal").answer()


HANDLERS: Final[Mapping[Any, Callable[[Request, Any], Awaitable[Response]]]] = {
    ProblemError: _problem,
    LogRefusal: _fault,
    HTTPException: _nothing,
    ClientDisconnect: _left,
    Exception: _unexpected,
}
"""What is answered where an endpoint raises this."""

"""Feeds that stay open (server-sent events): the public one, that of who sees everything at once, and the
late one of a broadcast."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from club.access.roles import Role
from club.web.live.feed import Feed
from club.web.request.endpoint import Call, session_of
from club.web.request.problem import ProblemError
from club.web.request.services import Services

BROADCASTERS: Final = (Role.BROADCASTER, Role.DIRECTOR)


class Chosen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    seat: int | None = Field(ge=0, le=3)


def routes(services: Services) -> list[BaseRoute]:
    async def live(request: Request) -> Response:
        session = await run_in_threadpool(session_of, request, services)
        inside = Call(request, services, session).inside()
        return _stream(request, services.inside if inside else services.live)

    async def late(request: Request) -> Response:
        await run_in_threadpool(_may_hear, services, request)
        return _stream(request, services.late)

    return [Route("/api/live", live), Route("/api/broadcast", late)]


def choose(call: Call) -> object:
    """Whose hand the broadcast shows while not all four have consented."""
    _need(call)
    call.services.broadcast.choose(call.request.path_params["table"], call.read(Chosen).seat)
    return {}


def _may_hear(services: Services, request: Request) -> None:
    """Nobody hears it earlier for being somebody; who may hear it at all has a role."""
    _need(Call(request, services, session_of(request, services)))


def _need(call: Call) -> None:
    if not call.identity.anywhere(BROADCASTERS):
        raise ProblemError(403, "role")


def _stream(request: Request, feed: Feed) -> Response:
    last = request.headers.get("last-event-id") or request.query_params.get("last")
    return StreamingResponse(
        feed.stream(last), media_type="text/event-stream", headers={"x-accel-buffering": "no"}
    )

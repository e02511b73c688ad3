"""Feeds that stay open (server-sent events): the public one, that of who sees everything at once, and the
late one of a broadcast."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from club.access.roles import Role
from club.web.live.feed import Feed
from club.web.request.call import Asked, Call
from club.web.request.operation import Done, Parameter, get, post

BROADCASTERS: Final = (Role.BROADCASTER, Role.DIRECTOR)
STREAM: Final = "text/event-stream"


class Chosen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    seat: int | None = Field(ge=0, le=3)


_LAST: Final = {"last": Parameter("The id of the last message, as in the header `Last-Event-ID`.")}


@get("/api/live", parameters=_LAST, media=STREAM)
def live(call: Call) -> Response:
    """Tables, clocks and that something new is in the log, as it changes; for who sees everything at once
    without the delay of a broadcast."""
    return _stream(call, call.services.inside if call.inside() else call.services.live)


@get("/api/broadcast", roles=BROADCASTERS, parameters=_LAST, media=STREAM)
def late(call: Call) -> Response:
    """Tables that are broadcast, after the delay. Nobody reads it earlier for being somebody."""
    call.need_anywhere()
    return _stream(call, call.services.late)


@post("/api/broadcast/{table}/hand", roles=BROADCASTERS)
def choose(call: Asked[Chosen]) -> Done:
    """Whose hand the broadcast shows while not all four have consented."""
    call.need_anywhere()
    call.services.broadcast.choose(call.word("table"), call.given.seat)
    return Done()


def _stream(call: Call, feed: Feed) -> Response:
    last = call.request.headers.get("last-event-id") or call.query("last")
    return StreamingResponse(feed.stream(last), media_type=STREAM, headers={"x-accel-buffering": "no"})

"""`/host...`: what the host's page reads, for the house alone: names are personal. `/machine/fairness.json`
and `/machine/plan.json`, the drawing of the machine, are for judges and technicians, too. Nothing is changed
here: commands go over the bus, where accounts say who may give any."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from controller.appliance.taken_along import maker
from controller.machine.selftest.plan import PLAN
from controller.people.host_desk import HostDesk
from controller.web.referee import Playing, answer, body_of
from upkeep.taken import WHATS, What, taken

May = Callable[[Request], bool]
Do = Callable[[HostDesk, Request], Awaitable[Response]]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")
    preset: str
    options: dict[str, Any] = {}


def routes(desk: Callable[[], HostDesk | None], playing: Playing, house: May, servicer: May) -> list[Route]:
    """Of the table that `desk` is of, None while it is put together; `house` and `servicer` say who asks."""

    def behind(may: May, do: Do) -> Callable[[Request], Awaitable[Response]]:
        async def route(request: Request) -> Response:
            if not await run_in_threadpool(may, request):
                return PlainTextResponse(
                    "This is for the house: open the link that jantaku link prints.", 403
                )
            host = desk()
            if host is None:
                return PlainTextResponse("The table is being put together: ask again.", 503)
            return await do(host, request)

        return route

    async def look(host: HostDesk, request: Request) -> Response:
        return answer(request, await run_in_threadpool(host.view, playing()))

    return [
        Route("/host.json", behind(house, look)),
        Route("/host/options/{preset}.json", behind(house, _options)),
        Route("/host/rules", behind(house, _rules), methods=["POST"]),
        *(Route(f"/host/{what}.zip", behind(house, partial(_taken, what))) for what in WHATS),
        Route("/machine/fairness.json", behind(servicer, _fairness)),
        Route("/machine/plan.json", behind(servicer, _plan)),
    ]


async def _options(host: HostDesk, request: Request) -> Response:
    listed = host.options(request.path_params["preset"])
    if listed is None:
        return PlainTextResponse("There is no such preset.", 404)
    return answer(request, listed)


async def _rules(host: HostDesk, request: Request) -> Response:
    body = await body_of(request)
    if body is None:
        return PlainTextResponse("That is too long for rules.", 413)
    try:
        asked = _Asked.model_validate_json(body)
    except ValidationError:
        return PlainTextResponse("Rules are a preset and options.", 400)
    return answer(request, await run_in_threadpool(host.rules, asked.preset, asked.options))


async def _fairness(host: HostDesk, request: Request) -> Response:
    if host.sets is None:
        return PlainTextResponse("This table has no machine.", 404)
    return answer(request, await run_in_threadpool(host.fairness))


async def _plan(host: HostDesk, request: Request) -> Response:
    if host.sets is None:
        return PlainTextResponse("This table has no machine.", 404)
    return answer(request, PLAN)


async def _taken(what: What, host: HostDesk, _: Request) -> Response:
    return await taken(what, maker(what, host.games.data))

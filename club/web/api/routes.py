"""The addresses of the API: whatever its modules declare."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from club.web.api import (
    account,
    assistant,
    director,
    draw,
    ending,
    evidence,
    forms,
    log,
    online,
    people,
    player,
    public,
    referee,
    registrations,
    streams,
    teams,
    timetable,
)
from club.web.api.openapi import document
from club.web.request.endpoint import endpoint, tagged
from club.web.request.operation import Operation
from club.web.request.problem import API, ProblemError
from club.web.request.services import Services

_MODULES: Final = (
    *(public, teams, player, assistant, account, people, registrations, director, timetable, draw, ending),
    *(online, log, forms, referee, evidence, streams),
)
OPERATIONS: Final = tuple(
    each for module in _MODULES for each in vars(module).values() if isinstance(each, Operation)
)
"""In the order in which they are documented."""


def routes(services: Services) -> list[BaseRoute]:
    return [
        *(Route(each.path, endpoint(services, each), methods=[each.method]) for each in OPERATIONS),
        Route("/openapi.json", _openapi, methods=["GET"]),
        Route(f"{API}{{nowhere:path}}", _nothing, methods=["GET"]),
    ]


@cache
def _document() -> bytes:
    return json.dumps(document(OPERATIONS), ensure_ascii=False, separators=(",", ":")).encode()


async def _openapi(request: Request) -> Response:
    """What is declared here, for everybody: it says nothing of this club."""
    return tagged(request, Response(await run_in_threadpool(_document), media_type="application/json"))


async def _nothing(_request: Request) -> None:
    """Any other address, so that none of the API answers as a page does."""
    raise ProblemError(404, "no_address")

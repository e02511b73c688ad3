"""`/doctor.json`: what a running table misses, in the reader's language, for who may set it up or judge."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from upkeep.finding import Finding, report

if TYPE_CHECKING:
    from vision.camera.frame import Frame

PICTURES: Final = 12
PAUSE_S: Final = 0.15
"""Between two looks for another picture; the camera belongs to the main loop."""
Examine = Callable[["Sequence[Frame]"], Sequence[Finding]]


def routes(
    examine: Examine | None, frame: Callable[[], Frame | None], may: Callable[[Request], bool]
) -> list[Route]:
    """`frame` is the newest picture; `examine` None: nobody examines these pages' table."""
    one = threading.Lock()

    def examined(language: str) -> Response:
        if examine is None:
            return JSONResponse({"code": "bad"}, 404)
        with one:
            return JSONResponse(report(list(examine(_pictures(frame))), language))

    async def look(request: Request) -> Response:
        if not await run_in_threadpool(may, request):
            return JSONResponse({"code": "forbidden"}, 403)
        return await run_in_threadpool(examined, request.query_params.get("lang", ""))

    return [Route("/doctor.json", look)]


def _pictures(frame: Callable[[], Frame | None]) -> list[Frame]:
    """Different ones of the next two seconds."""
    found: list[Frame] = []
    for _ in range(PICTURES):
        newest = frame()
        if newest is not None and (not found or newest is not found[-1]):
            found.append(newest)
        time.sleep(PAUSE_S)
    return found

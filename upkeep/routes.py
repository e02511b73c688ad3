"""`/care...`: backups, updates and a factory reset of a computer, for the house alone. Nothing is
done here: units of systemd do it, which the desk asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from contract.messages import Model
from runtime.web.asking import RefusedError, read, said

if TYPE_CHECKING:
    from upkeep.desk import CareDesk, Playing

_STATUS: Final = {"ok": 200, "forbidden": 403, "not_here": 404, "bad": 422, "not_allowed": 503}
_NOT_NOW: Final = 409


def routes(
    desk: CareDesk | None, playing: Callable[[], Playing | None], may: Callable[[Request], bool]
) -> list[Route]:
    """The addresses of the pages about the computer that `desk` asks; None: there are no such pages."""
    if desk is None:
        return []
    from upkeep.desk import CareAsk  # noqa: PLC0415

    async def answered(request: Request, answer: Callable[[], Model]) -> Response:
        if not await run_in_threadpool(may, request):
            return said("forbidden", 403)
        found = await run_in_threadpool(answer)
        status = _STATUS.get(getattr(found, "code", "ok"), _NOT_NOW)
        return Response(found.model_dump_json(), status, media_type="application/json")

    async def look(request: Request) -> Response:
        return await answered(request, desk.view)

    async def ask(request: Request) -> Response:
        try:
            asked = await read(request, CareAsk)
        except RefusedError as error:
            return error.answer
        return await answered(request, lambda: desk.ask(asked, playing()))

    async def network(request: Request) -> Response:
        if request.headers.get("content-type") != "application/json":
            return said("bad", 415)
        return await answered(request, desk.look)

    return [
        Route("/care.json", look),
        Route("/care", ask, methods=["POST"]),
        Route("/care/look", network, methods=["POST"]),
    ]

"""`/pair...`: a display asks to be let in, waits, and gets its account; who has authority types its code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

from pydantic import Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.brokers.accounts import AccountError, Role
from controller.brokers.link import DEFAULT_PAGE, PAGES
from controller.brokers.pairing import LIFE_S, ROLES, Pairing
from controller.topics import Model

LARGEST: Final = 1000
"""Bytes of a confirmation."""
ELSEWHERE: Final = "The club's broker keeps the accounts: make one there with `jantaku mqtt account add`."


class _Confirmation(Model):
    code: Annotated[str, Field(pattern=r"^\d{6}$")]
    role: Role
    seat: Annotated[int, Field(ge=0, le=3)] | None = None


def routes(pairing: Pairing | None, may_confirm: Callable[[Request], bool]) -> list[Route]:
    """Every answer has a `code` for the screens: wait, ok, over, full, unknown, forbidden, bad, elsewhere."""

    def ask(_request: Request) -> Response:
        if pairing is None:
            return _told("elsewhere", 409, message=ELSEWHERE)
        made = pairing.ask()
        if made is None:
            return _told("full", 429)
        return _told("wait", id=made.id, digits=made.code, seconds=LIFE_S)

    def fetch(request: Request) -> Response:
        found = None if pairing is None else pairing.fetch(request.path_params["id"])
        if found is None:
            return _told("over", 404)
        if found.given is None:
            return _told("wait")
        account, secret = found.given
        page = PAGES.get(account.role, DEFAULT_PAGE).format(seat=account.seat)
        return _told("ok", page=page, device=account.name, key=secret)

    async def confirm(request: Request) -> Response:
        # No page of another site can send JSON here without being asked first, and nobody answers it.
        if request.headers.get("content-type") != "application/json":
            return _told("bad", 415)
        if not await run_in_threadpool(may_confirm, request):
            return _told("forbidden", 403)
        try:
            asked = _Confirmation.model_validate_json((await request.body())[:LARGEST])
        except ValidationError:
            return _told("bad", 422)
        if pairing is None:
            return _told("elsewhere", 409, message=ELSEWHERE)
        if asked.role not in ROLES:
            return _told("forbidden", 403)
        try:
            code = await run_in_threadpool(pairing.confirm, asked.code, asked.role, asked.seat)
        except AccountError as error:
            return _told("bad", 422, message=str(error))
        return _told(code, 200 if code == "ok" else 404)

    return [
        Route("/pair", ask, methods=["POST"]),
        Route("/pair/confirm", confirm, methods=["POST"]),
        Route("/pair/{id}", fetch),
    ]


def _told(code: str, status: int = 200, **more: object) -> Response:
    return JSONResponse({"code": code, **more}, status)

"""`/pair...`: a display asks for an account, waits and gets it; who has authority types its code. A
browser of the table's own computer gets its account for the ticket that the service has printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, TypeVar

from pydantic import Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from contract.messages import Model
from contract.roles import Role
from controller.broker.accounts import AccountError
from controller.broker.link import DEFAULT_PAGE, PAGES
from controller.broker.pairing import LIFE_S, ROLES, Door
from runtime.web.address import from_here, origin

HOST_PAGE: Final = "host.html?"
"""A display that pairs as a host's is a telephone in most houses."""
LARGEST: Final = 1000
"""Bytes of a confirmation."""
ELSEWHERE: Final = "The club's broker keeps the accounts: make one there with `jantaku mqtt account add`."
M = TypeVar("M", bound=Model)


class _Confirmation(Model):
    code: Annotated[str, Field(pattern=r"^\d{6}$")]
    role: Role
    seat: Annotated[int, Field(ge=0, le=3)] | None = None


class _Ticket(Model):
    """With the account that the browser has already."""

    ticket: str
    device: str = ""
    key: str = ""


class _RefusedError(Exception):
    def __init__(self, answer: Response) -> None:
        super().__init__()
        self.answer = answer


def routes(
    door: Door,
    may_confirm: Callable[[Request], bool],
    house: Callable[[Request], bool] = lambda _: False,
) -> list[Route]:
    """Every answer has a `code` for the screens: wait, ok, over, full, unknown, many, forbidden, bad, large,
    elsewhere. `house` says who may let in another host."""
    desk = _Desk(door, may_confirm, house)
    return [
        Route("/pair", desk.ask, methods=["POST"]),
        Route("/pair/confirm", desk.confirm, methods=["POST"]),
        Route("/pair/here", desk.enter, methods=["POST"]),
        Route("/pair/{id}", desk.fetch),
    ]


@dataclass(frozen=True, slots=True)
class _Desk:
    """Gives out accounts where the door has them."""

    door: Door
    may_confirm: Callable[[Request], bool]
    house: Callable[[Request], bool]

    def ask(self, request: Request) -> Response:
        if self.door.pairing is None:
            return _said("elsewhere", 409, message=ELSEWHERE)
        made = self.door.pairing.ask(_origin(request))
        if made is None:
            return _said("full", 429)
        return _said("wait", id=made.id, digits=made.code, seconds=LIFE_S)

    def fetch(self, request: Request) -> Response:
        pairing = self.door.pairing
        found = None if pairing is None else pairing.fetch(request.path_params["id"])
        if found is None:
            return _said("over", 404)
        if found.given is None:
            return _said("wait")
        account, secret = found.given
        page = HOST_PAGE if account.role is Role.HOUSE else PAGES.get(account.role, DEFAULT_PAGE)
        return _said("ok", page=page.format(seat=account.seat), device=account.name, key=secret)

    async def confirm(self, request: Request) -> Response:
        if not await run_in_threadpool(self.may_confirm, request):
            return _said("forbidden", 403)
        try:
            asked = await _read(request, _Confirmation)
        except _RefusedError as refused:
            return refused.answer
        pairing = self.door.pairing
        if pairing is None:
            return _said("elsewhere", 409, message=ELSEWHERE)
        host = asked.role is not Role.HOUSE or await run_in_threadpool(self.house, request)
        if asked.role not in ROLES or not host:
            return _said("forbidden", 403)
        confirm = partial(pairing.confirm, asked.code, asked.role, asked.seat, _origin(request))
        try:
            code = await run_in_threadpool(confirm)
        except AccountError as error:
            return _said("bad", 422, message=str(error))
        return _said(code, {"ok": 200, "many": 429}.get(code, 404))

    async def enter(self, request: Request) -> Response:
        if not from_here(request):
            return _said("forbidden", 403)
        try:
            asked = await _read(request, _Ticket)
        except _RefusedError as refused:
            return refused.answer
        here = self.door.here
        if here is None:
            return _said("elsewhere", 409, message=ELSEWHERE)
        given = await run_in_threadpool(here.enter, asked.ticket, asked.device, asked.key)
        return _said("over", 403) if given is None else _said("ok", device=given[0], key=given[1])


def _origin(request: Request) -> str:
    """What limits count."""
    return origin(request.client.host) if request.client else ""


async def _read(request: Request, model: type[M]) -> M:
    """The body. No page of another site can send JSON here without being asked first, and nobody answers
    that."""
    if request.headers.get("content-type") != "application/json":
        raise _RefusedError(_said("bad", 415))
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise _RefusedError(_said("large", 413, message=f"Send {LARGEST} bytes at most."))
    try:
        return model.model_validate_json(body)
    except ValidationError:
        raise _RefusedError(_said("bad", 422)) from None


def _said(code: str, status: int = 200, **more: object) -> Response:
    return JSONResponse({"code": code, **more}, status)

"""`/pair...`: a display asks for an account, waits and gets it; who has authority types its code. A
browser of the table's own computer gets its account for the ticket that the service has printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from contract.messages import Model
from contract.roles import Role
from controller.broker.accounts import AccountError
from controller.broker.link import DEFAULT_PAGE, PAGES
from controller.broker.pairing import LIFE_S, ROLES, Door
from runtime.web.address import from_here, origin
from runtime.web.asking import RefusedError, read, said

HOST_PAGE: Final = "host.html?"
"""A display that pairs as a host's is a telephone in most houses."""
ELSEWHERE: Final = "The club's broker keeps the accounts: make one there with `jantaku mqtt account add`."


class _Confirmation(Model):
    code: Annotated[str, Field(pattern=r"^\d{6}$")]
    role: Role
    seat: Annotated[int, Field(ge=0, le=3)] | None = None


class _Ticket(Model):
    """With the account that the browser has already."""

    ticket: str
    device: str = ""
    key: str = ""


def routes(
    door: Door,
    may_confirm: Callable[[Request], bool],
    house: Callable[[Request], bool] = lambda _: False,
) -> list[Route]:
    """Every answer has a `code` for the screens: wait, ok, over, full, unknown, many, forbidden, bad, large,
    elsewhere. `house` says who may authorise another host."""
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
            return said("elsewhere", 409, message=ELSEWHERE)
        made = self.door.pairing.ask(_origin(request))
        if made is None:
            return said("full", 429)
        return said("wait", id=made.id, digits=made.code, seconds=LIFE_S)

    def fetch(self, request: Request) -> Response:
        pairing = self.door.pairing
        found = None if pairing is None else pairing.fetch(request.path_params["id"])
        if found is None:
            return said("over", 404)
        if found.given is None:
            return said("wait")
        account, secret = found.given
        page = HOST_PAGE if account.role is Role.HOUSE else PAGES.get(account.role, DEFAULT_PAGE)
        return said("ok", page=page.format(seat=account.seat), device=account.name, key=secret)

    async def confirm(self, request: Request) -> Response:
        if not await run_in_threadpool(self.may_confirm, request):
            return said("forbidden", 403)
        try:
            asked = await read(request, _Confirmation)
        except RefusedError as refused:
            return refused.answer
        pairing = self.door.pairing
        if pairing is None:
            return said("elsewhere", 409, message=ELSEWHERE)
        host = asked.role is not Role.HOUSE or await run_in_threadpool(self.house, request)
        if asked.role not in ROLES or not host:
            return said("forbidden", 403)
        confirm = partial(pairing.confirm, asked.code, asked.role, asked.seat, _origin(request))
        try:
            code = await run_in_threadpool(confirm)
        except AccountError as error:
            return said("bad", 422, message=str(error))
        return said(code, {"ok": 200, "many": 429}.get(code, 404))

    async def enter(self, request: Request) -> Response:
        if not from_here(request):
            return said("forbidden", 403)
        try:
            asked = await read(request, _Ticket)
        except RefusedError as refused:
            return refused.answer
        here = self.door.here
        if here is None:
            return said("elsewhere", 409, message=ELSEWHERE)
        given = await run_in_threadpool(here.enter, asked.ticket, asked.device, asked.key)
        return said("over", 403) if given is None else said("ok", device=given[0], key=given[1])


def _origin(request: Request) -> str:
    """What limits count."""
    return origin(request.client.host) if request.client else ""

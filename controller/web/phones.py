"""`/phones/...`: the table shows a code for each seat, a telephone that reads one gets the seat's account.

Codes are asked for, and telephones sent away, by who has authority at the table. A code comes in a body,
never in an address, so no log and no other server has it.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeVar

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from contract.messages import Body, Model
from contract.messages.tree import Seat
from contract.roles import Role
from controller.broker.accounts import Account, AccountError
from controller.broker.errors import BrokerError
from controller.broker.link import PAGES
from controller.broker.phones import Here, Phones
from controller.web.qr import SVG, qr
from runtime.web.asking import RefusedError, read

CLAIM: Final = "join.html#seat="
"""What a code opens; a browser keeps what stands behind the `#` to itself."""
M = TypeVar("M", bound=Model)
SeatNumber = Annotated[int, Field(ge=0, le=3)]


class PhoneSeat(Model):
    """The place of one seat."""

    seat: Seat
    name: str
    """Of who sits there; empty where the table knows nobody."""
    code: str | None
    """The picture of its code, as the address of an image; null where telephones are."""
    phones: list[str]
    """The accounts of the telephones at this seat."""


class PhonesView(Model):
    """`far` is the address of the pages for telephones. `elsewhere`: the club keeps the accounts.
    `here_only`: telephones do not reach the table; where `setup` is true, the set-up changes that."""

    code: Literal["ok", "here_only", "elsewhere", "forbidden", "bad", "large", "disk"]
    far: str | None = None
    seats: tuple[PhoneSeat, ...] = ()
    setup: bool = False
    message: str = ""


class PhoneClaim(Model):
    """The answer to a telephone about the code that it has read. `ok`: it may have this seat; `yours`: it has
    it already; `taken`: another one has used the code; `over`: the table does not show it any more. Of a code
    that it has claimed: its account and the page to open."""

    code: Literal["ok", "yours", "taken", "over", "elsewhere", "bad", "large", "disk"]
    seat: Seat = 0
    name: str = ""
    page: str = ""
    device: str = ""
    key: str = ""
    message: str = ""


class _Nothing(Body):
    """`show` and `close`."""


class _AtSeat(Body):
    seat: SeatNumber


class _Away(Body):
    """Of all telephones where it names none."""

    device: Annotated[str, Field(max_length=64)] | None = None


class _Code(Body):
    code: Annotated[str, Field(min_length=1, max_length=64)]


@dataclass(frozen=True, slots=True)
class PhoneDoor:
    """Where the routes stand: who `may` show codes, whose account a request proves to have, the address for
    telephones, the names at the seats, and whether the table is set up from its pages. `phones` None: the
    accounts are another broker's."""

    phones: Phones | None
    may: Callable[[Request], bool]
    whose: Callable[[Request], Account | None]
    far: Callable[[], str | None]
    names: Callable[[], list[str]]
    setup: bool = False


def routes(door: PhoneDoor) -> list[Route]:
    """What is shown answers with `PhonesView`, what is read with `PhoneClaim`."""
    desk = _Desk(door)
    return [
        Route("/phones/show", desk.show, methods=["POST"]),
        Route("/phones/another", desk.another, methods=["POST"]),
        Route("/phones/away", desk.away, methods=["POST"]),
        Route("/phones/close", desk.close, methods=["POST"]),
        Route("/phones/look", desk.look, methods=["POST"]),
        Route("/phones/claim", desk.claim, methods=["POST"]),
    ]


@dataclass(frozen=True, slots=True)
class _Desk:
    door: PhoneDoor

    async def show(self, request: Request) -> Response:
        return await self._shown(request, _Nothing, lambda phones, _: phones.show())

    async def another(self, request: Request) -> Response:
        def more(phones: Phones, asked: _AtSeat) -> list[Here]:
            phones.another(asked.seat)
            return phones.show()

        return await self._shown(request, _AtSeat, more)

    async def away(self, request: Request) -> Response:
        def sent(phones: Phones, asked: _Away) -> list[Here]:
            phones.away(asked.device)
            return phones.show()

        return await self._shown(request, _Away, sent)

    async def close(self, request: Request) -> Response:
        def closed(phones: Phones, _: _Nothing) -> list[Here]:
            phones.close()
            return []

        return await self._shown(request, _Nothing, closed)

    async def look(self, request: Request) -> Response:
        return await self._claimed(request, self._looked)

    async def claim(self, request: Request) -> Response:
        return await self._claimed(request, self._given)

    async def _shown(
        self, request: Request, model: type[M], do: Callable[[Phones, M], list[Here]]
    ) -> Response:
        """For who has authority: what is to be seen once it is done."""
        if not await run_in_threadpool(self.door.may, request):
            return _answer(PhonesView(code="forbidden"), 403)
        try:
            asked = await read(request, model)
        except RefusedError as refused:
            return refused.answer
        phones = self.door.phones
        if phones is None:
            return _answer(PhonesView(code="elsewhere"))
        try:
            here = await run_in_threadpool(do, phones, asked)
        except (AccountError, BrokerError, OSError) as error:
            return _answer(PhonesView(code="disk", message=str(error)), 507)
        far, names = self.door.far(), self.door.names()
        if far is None:
            return _answer(PhonesView(code="here_only", setup=self.door.setup))
        return _answer(PhonesView(code="ok", far=far, seats=tuple(_seat(each, names, far) for each in here)))

    async def _claimed(
        self, request: Request, do: Callable[[Phones, str, Account | None], PhoneClaim]
    ) -> Response:
        try:
            asked = await read(request, _Code)
        except RefusedError as refused:
            return refused.answer
        if self.door.phones is None:
            return _answer(PhoneClaim(code="elsewhere"), 409)
        mine = await run_in_threadpool(self.door.whose, request)
        try:
            claimed = await run_in_threadpool(do, self.door.phones, asked.code, mine)
        except (AccountError, BrokerError, OSError) as error:
            return _answer(PhoneClaim(code="disk", message=str(error)), 507)
        return _answer(claimed, _STATUS.get(claimed.code, 200))

    def _looked(self, phones: Phones, text: str, mine: Account | None) -> PhoneClaim:
        code = phones.look(text)
        if code is None:
            return PhoneClaim(code="over")
        named = {"seat": code.seat, "name": _name(self.door.names(), code.seat)}
        if mine is not None and mine.seat == code.seat:
            return PhoneClaim(code="yours", page=_page(code.seat), **named)
        return PhoneClaim(code="taken" if code.taken else "ok", **named)

    def _given(self, phones: Phones, text: str, mine: Account | None) -> PhoneClaim:
        given = phones.claim(text, None if mine is None else mine.name)
        if isinstance(given, str):
            return PhoneClaim(code=given)
        account, secret = given
        seat = account.seat or 0
        return PhoneClaim(code="ok", seat=seat, page=_page(seat), device=account.name, key=secret)


_STATUS: Final = {"over": 404, "taken": 409}


def _page(seat: int) -> str:
    return PAGES[Role.SEAT].format(seat=seat)


def _name(names: list[str], seat: int) -> str:
    return names[seat] if seat < len(names) else ""


def _seat(here: Here, names: list[str], far: str) -> PhoneSeat:
    picture = None if here.code is None else qr(f"{far}{CLAIM}{here.code.text}").body
    image = None if picture is None else f"data:{SVG};base64,{base64.b64encode(picture).decode()}"
    return PhoneSeat(seat=here.seat, name=_name(names, here.seat), code=image, phones=list(here.phones))


def _answer(found: Model, status: int = 200) -> Response:
    return Response(found.model_dump_json(), status, media_type="application/json")

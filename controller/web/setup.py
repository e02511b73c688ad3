"""`/setup/...`: the configuration from a page. It is changed only by whom the table knows as one who may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from contract.messages import Model
from controller.config import Config
from controller.setup import found
from controller.setup.answers import (
    SetupApply,
    SetupAsk,
    SetupBack,
    SetupCamera,
    SetupChange,
    SetupDone,
    SetupFirmware,
    SetupFound,
    SetupJoin,
    SetupPort,
    SetupRefusal,
    SetupTime,
    SetupTimeChange,
    SetupVersion,
    SetupVersions,
    SetupWifi,
)
from controller.setup.desk import Desk, RefusedError
from controller.setup.form import Around, form_of
from controller.setup.look import look
from controller.setup.time_of_day import Timedated
from controller.setup.wifi import Wifi
from controller.web.qr import SVG, qr
from runtime.web.files import send
from words import FIRST

PAGE: Final = "setup.html"
LARGEST: Final = 65_536
"""Bytes of a change: all rule options and settings together have a third of it."""
IN_HAND: Final = "A hand is played: say so again, and it goes on when the table has begun again."
A = TypeVar("A", bound=Model)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table is set up by: `desk` changes the configuration, `data` is its folder, `boot` names this
    start of it and `revision` the file with which it has begun; `clock` sets the computer's, `wifi` joins
    networks; `board`: its machine has firmware that can be exchanged."""

    desk: Desk
    data: Path
    boot: str
    revision: str | None = None
    clock: Timedated = field(default_factory=Timedated)
    wifi: Wifi = field(default_factory=Wifi)
    board: bool = False


@dataclass(frozen=True, slots=True)
class Doorway:
    """Where the routes stand: who `may`, how the table stands (`around`), whether its pages can be served
    where a configuration says (`allow` raises RefusedError), and what makes it `begin` again, which gives the
    port of its pages then."""

    may: Callable[[Request], bool]
    around: Callable[[], Around]
    allow: Callable[[Config], None]
    begin: Callable[[Config | None], int]


def routes(setup: Setup, doorway: Doorway) -> list[Route]:
    """Every answer that is no success is a `SetupRefusal`."""
    office = _Office(setup, doorway)
    return [
        Route("/setup", lambda request: RedirectResponse(f"{PAGE}?{request.url.query}".rstrip("?"))),
        Route("/setup/form.json", office.form),
        Route("/setup/found.json", office.found),
        Route("/setup/versions.json", office.versions),
        Route("/setup/qr.svg", office.qr),
        Route("/setup/change", office.change, methods=["POST"]),
        Route("/setup/back", office.back, methods=["POST"]),
        Route("/setup/apply", office.apply, methods=["POST"]),
        Route("/setup/firmware", office.firmware, methods=["POST"]),
        Route("/setup/look", office.look, methods=["POST"]),
        Route("/setup/time.json", office.time),
        Route("/setup/time", office.set_time, methods=["POST"]),
        Route("/setup/wifi.json", office.networks),
        Route("/setup/wifi", office.join, methods=["POST"]),
    ]


class _Office:
    def __init__(self, setup: Setup, doorway: Doorway) -> None:
        self._desk, self._data = setup.desk, setup.data
        self._doorway = doorway
        self._clock, self._wifi = setup.clock, setup.wifi

    async def form(self, request: Request) -> Response:
        language = request.query_params.get("lang", FIRST)
        return await self._answered(request, lambda: form_of(self._desk, self._doorway.around(), language))

    async def found(self, request: Request) -> Response:
        return await self._answered(request, lambda: found_of(self._data))

    async def versions(self, request: Request) -> Response:
        return await self._answered(request, self._versions)

    async def look(self, request: Request) -> Response:
        return await self._done(request, SetupAsk, partial(look, self._desk))

    async def change(self, request: Request) -> Response:
        def write(asked: SetupChange) -> SetupDone:
            allow = self._doorway.allow
            revision = self._desk.change(asked.revision, asked.changes, anew=asked.anew, allow=allow)
            return SetupDone(revision=revision)

        return await self._done(request, SetupChange, write)

    async def back(self, request: Request) -> Response:
        def write(asked: SetupBack) -> SetupDone:
            return SetupDone(revision=self._desk.back(asked.revision, asked.number, self._doorway.allow))

        return await self._done(request, SetupBack, write)

    async def apply(self, request: Request) -> Response:
        port = (request.scope.get("server") or ("", 0))[1]
        return await self._done(request, SetupApply, partial(self._apply, port))

    async def firmware(self, request: Request) -> Response:
        return await self._done(request, SetupFirmware, self._firmware)

    async def time(self, request: Request) -> Response:
        return await self._answered(request, self._clock.offered)

    async def set_time(self, request: Request) -> Response:
        def change(wanted: SetupTimeChange) -> SetupTime:
            self._clock.change(wanted)
            return self._clock.offered()

        return await self._done(request, SetupTimeChange, change)

    async def networks(self, request: Request) -> Response:
        return await self._answered(request, self._wifi.offered)

    async def join(self, request: Request) -> Response:
        def change(wanted: SetupJoin) -> SetupWifi:
            self._wifi.join(wanted)
            return self._wifi.offered()

        return await self._done(request, SetupJoin, change)

    def qr(self, request: Request) -> Response:
        far = self._doorway.around().far
        if far is None:
            return PlainTextResponse("Not found.", 404)
        return send(qr(f"{far}{PAGE}"), SVG, request.headers)

    def _apply(self, port: int, asked: SetupApply) -> SetupDone:
        """Also where the file makes no table: then its page says so, and the set-up goes on there."""
        around = self._doorway.around()
        if around.in_hand and not asked.anyway:
            raise RefusedError("hand", message=IN_HAND, status=409)
        read = self._desk.read()
        if around.running and read.trouble is not None:
            raise RefusedError(read.trouble.code, read.trouble.key, read.trouble.message)
        then = self._doorway.begin(read.config)
        return SetupDone(revision=read.revision, port=None if then == port else then)

    def _firmware(self, _asked: SetupFirmware) -> SetupDone:
        """Not while a hand is played: the machine holds its walls. Nothing of it moves."""
        around = self._doorway.around()
        if not around.board:
            raise RefusedError("no_board", message="The table has no machine with firmware.", status=409)
        if around.in_hand:
            raise RefusedError("playing", message="A hand is played: wait until it is paid.", status=409)
        read = self._desk.read()
        self._desk.firmware.set()
        self._doorway.begin(None)
        return SetupDone(revision=read.revision)

    def _versions(self) -> SetupVersions:
        kept = self._desk.differences()
        return SetupVersions(
            versions=[SetupVersion(number=v.number, at_ms=v.at_ms, keys=names) for v, names in kept]
        )

    async def _answered(self, request: Request, answer: Callable[[], Model]) -> Response:
        if not await run_in_threadpool(self._doorway.may, request):
            return _refused(SetupRefusal(code="forbidden"), 403)
        try:
            return _answer(await run_in_threadpool(answer))
        except RefusedError as error:
            return _refused(error.refusal, error.status)

    async def _done(self, request: Request, model: type[A], do: Callable[[A], Model]) -> Response:
        """No page of another site can send JSON here without being asked first, and nobody answers that."""
        if request.headers.get("content-type") != "application/json":
            return _refused(SetupRefusal(code="bad"), 415)
        body = await request.body()
        if len(body) > LARGEST:
            return _refused(SetupRefusal(code="large"), 413)
        try:
            asked = model.model_validate_json(body)
        except ValidationError:
            return _refused(SetupRefusal(code="bad"), 422)
        return await self._answered(request, lambda: do(asked))


def found_of(data: Path) -> SetupFound:
    """What is connected to this computer."""
    cameras = [SetupCamera.model_validate(each._asdict()) for each in found.cameras()]
    ports = [SetupPort(port=each.port, name=each.name) for each in found.ports()]
    return SetupFound(cameras=cameras, ports=ports, sets=found.sets(data))


def _answer(found: Model, status: int = 200) -> Response:
    return Response(found.model_dump_json(), status, media_type="application/json")


def _refused(refusal: SetupRefusal, status: int) -> Response:
    return JSONResponse(refusal.model_dump(), status)

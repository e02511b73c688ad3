"""`/care...` and `/host/...zip`: upkeep of a computer that is the club's alone, for its director."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from club.access.roles import Role
from club.web.request import guard
from club.web.request.call import session_of
from club.web.request.problem import ProblemError
from club.web.request.services import Services
from runtime.web.asking import said
from upkeep import routes as upkeep_routes
from upkeep.desk import CareDesk, Playing
from upkeep.taken import WHATS, What, taken
from upkeep.trouble import TroubleError

_MAKER: Final = (sys.executable, "-m", "controller.cli.appliance.take")
"""The program that knows what a backup and a report are, of tables and clubs alike."""
_PATIENCE_S: Final = 300.0


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What looks after the computer, and where the club's data lie. `desk` None: a table is here, too, and
    its page looks after both."""

    desk: CareDesk | None
    data: Path


def routes(services: Services, upkeep: Upkeep | None) -> list[BaseRoute]:
    """None: there are no such pages."""
    if upkeep is None:
        return []

    def may(request: Request) -> bool:
        session = session_of(request, services)
        if session is None or not session.identity.has((Role.DIRECTOR,)):
            return False
        try:
            if request.method != "GET":
                guard.proven(request, session)
        except ProblemError:
            return False
        return True

    def playing() -> Playing | None:
        events = services.desk.state.tournaments.values()
        return "round" if any(event.playing is not None for event in events) else None

    async def take(what: What, request: Request) -> Response:
        if not await run_in_threadpool(may, request):
            return said("forbidden", 403)
        return await taken(what, partial(made, what, upkeep.data))

    return [
        *upkeep_routes.routes(upkeep.desk, playing, may),
        *(Route(f"/host/{what}.zip", partial(take, what)) for what in WHATS),
    ]


def made(what: What, data: Path, out: IO[bytes]) -> None:
    """A backup made by a program of its own, so that the hub keeps its time. OSError, TroubleError."""
    try:
        done = subprocess.run(
            [*_MAKER, what, str(data)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise TroubleError("It takes too long.") from error
    if done.returncode != 0:
        raise TroubleError(done.stderr.strip().removeprefix("jantaku: ") or "It could not be made.")

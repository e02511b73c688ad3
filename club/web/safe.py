"""The web door of a hub that cannot begin: who reads why, and who looks after its computer.

Nobody sits at a hub's own screen, and its accounts may lie in the database that is amiss. So three are known
there: a browser of this computer, whoever holds the computer (the address that its stick gets carries a
ticket), and a director who is signed in, where the accounts can be read.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, Final, Literal

from starlette.requests import Request

import screens
from club.hub.config import WebSection
from club.web.care import made
from club.web.request.call import COOKIE, SECURE_COOKIE
from runtime.web.address import from_here
from runtime.web.crowd import Listener
from runtime.web.files import Files
from upkeep.desk import CareDesk
from upkeep.finding import Finding
from upkeep.safe_door import PAGE, Place, SafeDoor, Upkeep

_FORWARDED: Final = ("forwarded", "x-forwarded-for")
_MOST: Final = 64
"""Tokens that are looked up between two attempts: more come from somebody who guesses."""


class HubDoor(SafeDoor):
    """`ticket` authorises whoever brings it; `directs` says whether a session's token is a director's."""

    OF: ClassVar[Literal["table", "hub"]] = "hub"

    def __init__(
        self,
        web: WebSection,
        listener: Listener,
        ticket: str,
        directs: Callable[[str], bool],
        upkeep: Upkeep | None = None,
        keep: Callable[[str], Callable[[], None]] | None = None,
    ) -> None:
        super().__init__(Place(web.host, web.port, web.names, web.proxies), listener, upkeep, keep)
        self._ticket = ticket
        self._directs = directs
        self._known: dict[str, bool] = {}

    def show(self, trouble: str, findings: Sequence[Finding]) -> None:
        self._known.clear()
        super().show(trouble, findings)

    def _files(self, own: tuple[str, ...]) -> Files:
        files = screens.served(*screens.CLUB_WORDS)
        files.name(PAGE, screens.SHARED / PAGE)
        if own:
            files.put(screens.CLUB, own).put(screens.CLUB, screens.PARTS, "club/")
        return files

    def _sees(self, request: Request) -> bool:
        """A web server before this one may not be known now: what it forwards is not from here."""
        forwarded = any(name in request.headers for name in _FORWARDED)
        if from_here(request) and not (forwarded and not self._place.proxies):
            return True
        kind, _, ticket = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and secrets.compare_digest(ticket.encode(), self._ticket.encode()):
            return True
        return any(self._director(request.cookies.get(name, "")) for name in (COOKIE, SECURE_COOKIE))

    def _cares(self, request: Request) -> bool:
        return self._sees(request)

    def _director(self, token: str) -> bool:
        if token not in self._known:
            if not token or len(self._known) >= _MOST:
                return False
            self._known[token] = self._directs(token)
        return self._known[token]


def upkeep_of(desk: CareDesk, data: Path) -> Upkeep:
    """Backups and reports are made by a program of its own."""
    return Upkeep(desk, lambda what: partial(made, what, data))

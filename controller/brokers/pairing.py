"""A display that has no account yet shows six digits; who may let it in types them, and says what it may do.

The digits only find the display again (as a user code of RFC 8628): they open nothing without somebody who
has authority, and the account is given to nobody but the display that asked, which knows its request by a
secret of its own.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from controller.brokers.accounts import Account, Role

LIFE_S: Final = 180.0
"""Enough to walk to the table."""
MOST: Final = 8
"""Displays that show digits at once: a mistyped code meets one of them with a chance of 1 in 125,000."""
ROLES: Final = (Role.SEAT, Role.TABLE, Role.REFEREE, Role.WALL, Role.OVERLAY, Role.TECHNICIAN)
Admit = Callable[[Role, int | None], tuple[Account, str]]
"""Makes an account for a role and, of a seat, its number; gives it with its secret."""


@dataclass(frozen=True, slots=True)
class Request:
    """`id` is the display's secret, `code` what it shows; `given` waits to be fetched, once."""

    id: str
    code: str
    until: float
    given: tuple[Account, str] | None = None


class Pairing:
    """May be used by several threads; `clock` gives seconds that never go back."""

    def __init__(self, admit: Admit, clock: Callable[[], float] = time.monotonic) -> None:
        self._admit = admit
        self._clock = clock
        self._lock = threading.Lock()
        self._requests: dict[str, Request] = {}

    def ask(self) -> Request | None:
        """A display wants to come in; None while too many do."""
        with self._lock:
            self._forget()
            if len(self._requests) >= MOST:
                return None
            codes = {each.code for each in self._requests.values()}
            code = next(c for c in iter(lambda: f"{secrets.randbelow(10**6):06}", "") if c not in codes)
            made = Request(secrets.token_urlsafe(24), code, self._clock() + LIFE_S)
            self._requests[made.id] = made
            return made

    def confirm(self, code: str, role: Role, seat: int | None) -> Literal["ok", "unknown"]:
        """Somebody with authority lets the display in that shows this code. AccountError as `admit`."""
        with self._lock:
            self._forget()
            found = next((r for r in self._requests.values() if r.code == code and r.given is None), None)
            if found is None:
                return "unknown"
            self._requests[found.id] = replace(found, given=self._admit(role, seat))
            return "ok"

    def fetch(self, name: str) -> Request | None:
        """The display's own request, which is over once its account is given; None for one that is over."""
        with self._lock:
            self._forget()
            found = self._requests.get(name)
            if found is not None and found.given is not None:
                del self._requests[name]
            return found

    def _forget(self) -> None:
        now = self._clock()
        self._requests = {name: each for name, each in self._requests.items() if each.until > now}


@dataclass(frozen=True, slots=True)
class Door:
    """Who may do what over the web: `judge` says whether a device with this secret belongs to a judge;
    `pairing` lets displays in, None where the accounts are another broker's."""

    judge: Callable[[str, str], bool] = field(default=lambda _device, _secret: False)
    pairing: Pairing | None = None


CLOSED: Final = Door()

"""A display without an account shows six digits; whoever may authorise it types them and says what it may do.

The digits only find the display again (as a user code of RFC 8628): they open nothing without somebody who
has authority, and the account is given to nobody but the display that asked, which knows its request by a
secret of its own.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from contract.roles import Role
from controller.broker.accounts import Account
from controller.broker.phones import Phones
from runtime.limit import Limiter

LIFE_S: Final = 180.0
"""Enough to walk to the table."""
MOST: Final = 16
"""Displays that show digits at once: a mistyped code meets one of them with a chance of 1 in 62 500."""
EACH: Final = 2
"""Of these at one address; the next one takes the place of its oldest, as a page that is opened anew."""
ASKS: Final = 20
"""In the life of one request at one address: a page that is opened again and again is none that waits."""
FREE: Final = 5
"""Wrong digits that cost no waiting."""
ROLES: Final = (
    *(Role.SEAT, Role.TABLE, Role.REFEREE, Role.WALL, Role.OVERLAY, Role.TECHNICIAN),
    Role.HOUSE,
)
"""What a display may be paired as; as a host's only by the house itself."""
Admit = Callable[[Role, int | None], tuple[Account, str]]
"""Makes an account for a role and, of a seat, its number; gives it with its secret."""


@dataclass(frozen=True, slots=True)
class Request:
    """`id` is the display's secret, `code` what it shows, `by` the address that asked; `given` waits to be
    fetched, once."""

    id: str
    code: str
    by: str
    until: float
    given: tuple[Account, str] | None = None


class Pairing:
    """May be used by several threads; `clock` gives seconds that never go back."""

    def __init__(self, admit: Admit, clock: Callable[[], float] = time.monotonic) -> None:
        self._admit = admit
        self._clock = clock
        self._lock = threading.Lock()
        self._requests: dict[str, Request] = {}
        self._asked: list[tuple[str, float]] = []
        self._wrong = Limiter(FREE)

    def ask(self, by: str) -> Request | None:
        """A display at this address wants to come in; None while too many do, or it asks too often."""
        with self._lock:
            self._forget()
            if sum(who == by for who, _ in self._asked) >= ASKS:
                return None
            own = [name for name, each in self._requests.items() if each.by == by and each.given is None]
            for name in own[: len(own) - EACH + 1]:
                del self._requests[name]
            if len(self._requests) >= MOST:
                return None
            self._asked.append((by, self._clock()))
            codes = {each.code for each in self._requests.values()}
            code = next(c for c in iter(lambda: f"{secrets.randbelow(10**6):06}", "") if c not in codes)
            made = Request(secrets.token_urlsafe(24), code, by, self._clock() + LIFE_S)
            self._requests[made.id] = made
            return made

    def confirm(self, code: str, role: Role, seat: int | None, by: str) -> Literal["ok", "unknown", "many"]:
        """Somebody with authority lets the display in that shows this code; `many` after too many wrong ones
        of an address. AccountError as `admit`."""
        with self._lock:
            self._forget()
            now = self._clock()
            if self._wrong.wait_s(by, now) > 0:
                return "many"
            found = next((r for r in self._requests.values() if r.code == code and r.given is None), None)
            if found is None:
                self._wrong.failed(by, now)
                return "unknown"
            self._wrong.forget([by])
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
        self._asked = [(by, at) for by, at in self._asked if at + LIFE_S > now]


class Here:
    """Browsers of the table's own computer: being there is no proof, the ticket of this start is."""

    def __init__(
        self,
        admit: Callable[[], tuple[str, str]],
        known: Callable[[str, str], bool],
        ticket: str | None = None,
    ) -> None:
        """`admit` makes an account and gives its name and secret; `known` says whether an account is one
        that was made so. `ticket` is that of this start, where it is known already."""
        self.ticket = ticket or secrets.token_urlsafe(24)
        self._admit = admit
        self._known = known

    def enter(self, ticket: str, device: str, secret: str) -> tuple[str, str] | None:
        """Name and secret of the browser's own account: that which it has, or a new one; None for a ticket
        of another start."""
        if not secrets.compare_digest(ticket.encode(), self.ticket.encode()):
            return None
        return (device, secret) if self._known(device, secret) else self._admit()


Known = Callable[[str, str], Role | None]
"""The role of the account that a device with this secret has; None of everybody else."""


def nobody(_device: str, _secret: str) -> Role | None:
    """No account is known."""
    return None


@dataclass(frozen=True, slots=True)
class Door:
    """Who comes over the web. `role` asks the broker that the table uses, `own_role` the table's own list,
    which counts for the configuration alone: whoever may correct a wrong address of a club's broker can.
    `pairing`, `here` and `phones` authorise displays; None where the accounts are another broker's. `names`
    are those of the configuration, under which browsers reach the pages."""

    role: Known = nobody
    pairing: Pairing | None = None
    here: Here | None = None
    names: tuple[str, ...] = ()
    own_role: Known = nobody
    phones: Phones | None = None


CLOSED: Final = Door()

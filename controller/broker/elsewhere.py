"""Whether a club's broker knows an account: the table has no list of them and signs in as the device does."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from contract.roles import Role
from controller.broker.accounts import Account
from controller.broker.broker import Address
from controller.broker.errors import BrokerError

KEPT_S: Final = 60.0
"""An account that is removed opens nothing any more after this."""
AWAY_S: Final = 5.0
"""A broker that did not answer is not asked again for so long: strangers who ask would keep all waiting."""
ANSWER_S: Final = 3.0
BUSY_S: Final = 0.5
"""Nobody waits longer until another's question is answered: who waits holds a thread of the web server."""


class Elsewhere:
    """Asks one broker; may be used by several threads, of which one asks at a time."""

    def __init__(self, broker: Address, clock: Callable[[], float] = time.monotonic) -> None:
        self._broker = broker
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[str, float] = {}
        self._away_until = 0.0

    def role(self, device: str, secret: str) -> Role | None:
        """The role of an account that the broker accepts; None for everybody else, and while it is away."""
        account = Account.of(device)
        if account is None:
            return None
        key = hashlib.sha256(f"{device}\0{secret}".encode()).hexdigest()
        if self._known.get(key, 0.0) > self._clock():
            return account.role
        if not self._lock.acquire(timeout=BUSY_S):
            return None
        try:
            return account.role if self._asked(key, device, secret) else None
        finally:
            self._lock.release()

    def _asked(self, key: str, device: str, secret: str) -> bool:
        now = self._clock()
        self._known = {each: until for each, until in self._known.items() if until > now}
        if key in self._known:
            return True
        if now < self._away_until:
            return False
        accepted = _accepts(replace(self._broker, username=device, password=secret))
        if accepted is None:
            self._away_until = self._clock() + AWAY_S
        if accepted:
            self._known[key] = now + KEPT_S
        return bool(accepted)


def _accepts(broker: Address) -> bool | None:
    """None where the broker does not answer."""
    answers: list[bool] = []
    try:
        client = broker.client(client_id=f"asks-{secrets.token_hex(16)}")
        client.on_connect = lambda _c, _d, _f, reason, _p: answers.append(not reason.is_failure)
        client.connect_timeout = ANSWER_S
        client.connect(*broker.target, keepalive=10)
    except (OSError, BrokerError):
        return None
    end = time.monotonic() + ANSWER_S
    while not answers and time.monotonic() < end and not client.loop(0.1):
        pass
    client.disconnect()
    client.loop(0.1)
    return answers == [True] if answers else None

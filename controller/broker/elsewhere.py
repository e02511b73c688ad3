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
ANSWER_S: Final = 3.0


class Elsewhere:
    """Asks one broker; may be used by several threads, of which one asks at a time."""

    def __init__(self, broker: Address, clock: Callable[[], float] = time.monotonic) -> None:
        self._broker = broker
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[str, float] = {}

    def role(self, device: str, secret: str) -> Role | None:
        """The role of an account that the broker accepts; None for everybody else, and while it is away."""
        account = Account.of(device)
        if account is None:
            return None
        key = hashlib.sha256(f"{device}\0{secret}".encode()).hexdigest()
        with self._lock:
            now = self._clock()
            self._known = {each: until for each, until in self._known.items() if until > now}
            if key not in self._known:
                if not _accepts(replace(self._broker, username=device, password=secret)):
                    return None
                self._known[key] = now + KEPT_S
        return account.role


def _accepts(broker: Address) -> bool:
    answers: list[bool] = []
    try:
        client = broker.client(client_id=f"asks-{secrets.token_hex(16)}")
        client.on_connect = lambda _c, _d, _f, reason, _p: answers.append(not reason.is_failure)
        client.connect_timeout = ANSWER_S
        client.connect(*broker.target, keepalive=10)
    except (OSError, BrokerError):
        return False
    end = time.monotonic() + ANSWER_S
    while not answers and time.monotonic() < end and not client.loop(0.1):
        pass
    client.disconnect()
    client.loop(0.1)
    return answers == [True]

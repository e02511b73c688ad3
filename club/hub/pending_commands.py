"""Commands on their way to tables: sent again until each is answered, in their order."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from club.log.faults import LogRefusal
from contract.messages import Reply

_LOG = logging.getLogger(__name__)
AGAIN_S: Final = 3.0
"""Between two tries; a table answers a command within one turn of its main loop."""
Body = Callable[[], Mapping[str, Any]]
Sender = Callable[[str, str, str, Mapping[str, Any]], None]
"""Device, id, name and body of a command."""


@dataclass
class _Pending:
    name: str
    body: Body
    sent_at: float | None = None


class PendingCommands:
    """Thread-safe. `send` must not block; what it sends may be lost."""

    def __init__(self, send: Sender) -> None:
        self._send = send
        self._lock = threading.Lock()
        self._open: dict[str, dict[str, _Pending]] = {}
        self._done: set[tuple[str, str]] = set()

    def put(self, device: str, name: str, id_: str, body: Body) -> None:
        """A command with an id of its own, once for good; `body` is made when it is sent."""
        with self._lock:
            if (device, id_) not in self._done:
                self._open.setdefault(device, {}).setdefault(id_, _Pending(name, body))

    def drop(self, device: str, prefix: str) -> None:
        """Nobody wants these any more."""
        with self._lock:
            waiting = self._open.get(device, {})
            for id_ in [id_ for id_ in waiting if id_.startswith(prefix)]:
                del waiting[id_]

    def waits(self, device: str, prefix: str) -> bool:
        """Whether one of these is on its way."""
        with self._lock:
            return any(id_.startswith(prefix) for id_ in self._open.get(device, {}))

    def turn(self, now: float, there: Callable[[str], bool]) -> None:
        """Sends what is due to the tables that are `there`."""
        with self._lock:
            due = [
                (device, id_, command)
                for device, waiting in self._open.items()
                if there(device)
                for id_, command in waiting.items()
                if command.sent_at is None or now - command.sent_at >= AGAIN_S
            ]
        for device, id_, command in due:
            command.sent_at = now
            try:
                self._send(device, id_, command.name, command.body())
            except LogRefusal as fault:  # names come from the database: the other tables have their orders
                _LOG.warning("%s is not sent %s now: %s", device, command.name, fault)

    def answered(self, device: str, reply: Reply) -> str | None:
        """The name of the command that this answers, for good: sent again it would be answered the same.
        None where none is known."""
        with self._lock:
            command = self._open.get(device, {}).get(reply.id)
            if command is None:
                return None
            del self._open[device][reply.id]
            self._done.add((device, reply.id))
            return command.name

"""What a service reports to systemd's manager, which has started it: ready, its status, signs of life.

The protocol is that of sd_notify(3): one datagram to the socket that `NOTIFY_SOCKET` names. Where nobody
listens nothing is sent. A process that gives no sign of life for as long as it has announced is ended and
started anew, so only a loop that turns may give one.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping
from typing import Final

SOCKET: Final = "NOTIFY_SOCKET"
STATUS_S: Final = 5.0
"""Between two looks at how the service fares."""
SHARE: Final = 4
"""Signs of life within the time of the watchdog."""
LONGEST: Final = 200
"""Letters of a status: it is one line of `systemctl status`."""


class Manager:
    """The one that has started this process. For one thread, that of the main loop."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._address = environment.get(SOCKET, "")
        self._watchdog_s = _watchdog_s(environment)
        self._clock = clock
        self._status = ""
        self._patience: float | None = None
        self._sent_at: float | None = None
        self._ready = False

    def begins(self, status: str, patience_s: float) -> None:
        """Something that gives no sign of life meanwhile, and lasts so long at most."""
        self._sent_at = None
        self._send(self._of(status), self._waits(patience_s))

    def stands(self, status: str, patience_s: float) -> None:
        """The same of a service that answers whoever asks: who waits for it goes on."""
        self._sent_at = None
        self._send(self._readiness(), self._of(status), self._waits(patience_s))

    def turns(self, status: Callable[[], str]) -> None:
        """The main loop turns: to be called by it alone, as often as it likes."""
        now, pause = self._clock(), STATUS_S
        if self._watchdog_s is not None:
            pause = min(pause, self._watchdog_s / SHARE)
        if not self._address or (self._sent_at is not None and now - self._sent_at < pause):
            return
        self._sent_at = now
        back = "" if self._watchdog_s is None else self._waits(self._watchdog_s)
        self._send(self._readiness(), self._of(status()), back)

    def _readiness(self) -> str:
        first, self._ready = not self._ready, True
        return "READY=1" if first else ""

    def _of(self, status: str) -> str:
        line = " ".join(status.split())[:LONGEST]
        if line == self._status:
            return ""
        self._status = line
        return f"STATUS={line}"

    def _waits(self, seconds: float) -> str:
        """A sign of life, and how long none may follow where that changes."""
        if self._watchdog_s is None:
            return ""
        seconds = max(seconds, self._watchdog_s)
        known = self._watchdog_s if self._patience is None else self._patience
        self._patience = seconds
        return "WATCHDOG=1" if seconds == known else f"WATCHDOG_USEC={round(seconds * 1e6)}\nWATCHDOG=1"

    def _send(self, *lines: str) -> None:
        """A manager that cannot be reached is no reason not to play."""
        said = "\n".join(line for line in lines if line)
        if not said or self._address[:1] not in {"/", "@"}:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
                wire.settimeout(1.0)
                wire.sendto(said.encode(), address)
        except OSError:
            return


def _watchdog_s(environment: Mapping[str, str]) -> float | None:
    """The time of the watchdog of this very process; None where nobody watches it."""
    limit, process = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not limit.isdecimal() or int(limit) == 0 or process not in {"", str(os.getpid())}:
        return None
    return int(limit) / 1e6


def without(environment: Mapping[str, str]) -> dict[str, str]:
    """What a child process gets: it does not speak for its parent."""
    return {name: value for name, value in environment.items() if name != SOCKET}


MANAGER: Final = Manager()
"""That of this process."""

"""Time of day and zone of the table's computer, set by systemd's timedated where that lets the table's user.

Over D-Bus by systemd's own tool `busctl`, as `controller.power` does it with logind. Whether our user may is
asked of polkit first, as timedated itself asks it (org.freedesktop.timedate1(5)); root always may.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from controller.setup.answers import SetupTime, SetupTimeChange
from controller.setup.desk import RefusedError
from controller.setup.found import zone
from runtime.programs import asked

_BUSCTL: Final = ("busctl", "--system", "--timeout=5")
_TIMEDATED: Final = ("org.freedesktop.timedate1", "/org/freedesktop/timedate1", "org.freedesktop.timedate1")
_POLKIT: Final = (
    *("org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority"),
    *("org.freedesktop.PolicyKit1.Authority", "CheckAuthorization"),
)
_ZONE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*")
_STARTED: Final = 19
"""Of the fields of /proc/PID/stat behind the name, that of when the process began (proc(5): field 22)."""
MS_US: Final = 1000
Ask = Callable[[Sequence[str]], str | None]


class Timedated:
    """`ask` runs a program; `root`: the table runs as the user who always may."""

    def __init__(self, ask: Ask = asked, root: bool | None = None) -> None:
        self._ask = ask
        self._root = os.getuid() == 0 if root is None else root

    def offered(self) -> SetupTime:
        """What may be set here. Takes up to half a minute where the bus hangs."""
        network = self._flag("NTP")
        there = network is not None
        return SetupTime(
            there=there,
            zone=there and self._may("set-timezone"),
            time=there and self._may("set-time"),
            network=network,
            switches=there and self._flag("CanNTP") is True and self._may("set-ntp"),
            synchronised=self._flag("NTPSynchronized") is True,
        )

    def change(self, wanted: SetupTimeChange) -> None:
        """Sets what is wanted, in this order: the network's time, the zone, the time. RefusedError says what
        was not obeyed; what comes after it is not tried."""
        if wanted.network is not None:
            self._call("SetNTP", "bb", _said(wanted.network), "false")
        if wanted.zone is not None:
            if not _ZONE.fullmatch(wanted.zone):
                raise RefusedError("zone", message=f"There is no time zone {wanted.zone!r}.")
            self._call("SetTimezone", "sb", wanted.zone, "false")
            if zone() == wanted.zone:
                time.tzset()
        if wanted.at_ms is not None:
            if self._flag("NTP"):
                raise RefusedError(
                    "network_time", message="The network sets this clock: switch that off first."
                )
            self._call("SetTime", "xbb", str(wanted.at_ms * MS_US), "false", "false")

    def _flag(self, name: str) -> bool | None:
        """A property; None where there is no timedated."""
        answer = self._ask((*_BUSCTL, "get-property", *_TIMEDATED, name))
        return {"b true": True, "b false": False}.get("" if answer is None else answer.strip())

    def _may(self, action: str) -> bool:
        """As timedated would be answered. What polkit says of the process that we are."""
        if self._root:
            return True
        began = Path("/proc/self/stat").read_text("utf-8").rpartition(")")[2].split()[_STARTED]
        process = ("pid", "u", str(os.getpid()), "start-time", "t", began, "uid", "i", str(os.getuid()))
        subject = ("unix-process", "3", *process)
        wanted = (f"{_TIMEDATED[0]}.{action}", "0", "0", "")
        answer = self._ask((*_BUSCTL, "call", *_POLKIT, "(sa{sv})sa{ss}us", *subject, *wanted))
        return answer is not None and answer.split()[:2] == ["(bba{ss})", "true"]

    def _call(self, method: str, *arguments: str) -> None:
        if self._ask((*_BUSCTL, "call", *_TIMEDATED, method, *arguments)) is None:
            raise RefusedError(
                "no_clock", message="The computer does not let the table set its clock.", status=503
            )


def _said(wanted: bool) -> str:
    return "true" if wanted else "false"

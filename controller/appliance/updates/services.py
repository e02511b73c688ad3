"""The services of this computer as systemd knows them: which run, how they fare, and starting them anew."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from controller.appliance.support import Ask, output_of
from runtime.health import begun
from runtime.programs import Call, call

TABLE: Final = "jantaku-table.service"
HUB: Final = "jantaku-hub.service"
KIOSK: Final = "jantaku-kiosk.service"
STEADY_S: Final = 15
"""So long without another start a service has to run until it counts as one that works: longer than it takes
systemd to start one that fails at once anew (RestartSec)."""
PATIENCE_S: Final = 180
"""In which that has to happen; a table of a Pi 4 is put together in less than one."""
TRIES: Final = 5
"""What systemd had to start anew so often does not work, however long one waits."""


class Services:
    """`run` and `ask` run a command, for its exit code and for what it says; `sleep` waits some seconds."""

    def __init__(
        self, run: Call = call, ask: Ask = output_of, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._run = run
        self._ask = ask
        self._sleep = sleep

    def running(self) -> tuple[str, ...]:
        """The services of table and hub that run, or try to."""
        return tuple(name for name in (HUB, TABLE) if self._shows(name).get("ActiveState") in _ALIVE)

    def enabled(self) -> tuple[str, ...]:
        """The services of table and hub that start with the computer, whatever their state."""
        return tuple(name for name in (HUB, TABLE) if self._shows(name).get("UnitFileState") == "enabled")

    def begun(self, names: Sequence[str] = (TABLE,)) -> bool:
        """Whether all of these run, and not only the page that says why one cannot begin."""
        return bool(names) and all(begun(self._shows(name).get("StatusText", "")) for name in names)

    def restart(self, names: Sequence[str]) -> None:
        """Starts them anew; `works` says whether they came up."""
        self._run(("systemctl", "daemon-reload"))
        for name in names:
            self._run(("systemctl", "restart", name))

    def stop(self, name: str) -> None:
        """Returns when it has ended."""
        self._run(("systemctl", "stop", name))

    def start(self, name: str) -> None:
        """Where it does not run; `works` says whether it came up."""
        self._run(("systemctl", "start", name))

    def refresh_screen(self) -> None:
        """The browser of the table's own screen loads the pages anew, if there is one."""
        if self._shows(KIOSK).get("UnitFileState"):
            self._run(("systemctl", "try-restart", KIOSK))

    def works(self, names: Sequence[str], *, must_begin: bool) -> bool:
        """Whether all run for a while without another start; with `must_begin` they have begun, too."""
        steady, starts, first = 0, None, None
        until = time.monotonic() + PATIENCE_S  # a look takes a second and more where much else runs
        for _ in range(PATIENCE_S):
            shown = [self._shows(name) for name in names]
            now = [int(each.get("NRestarts") or 0) for each in shown]
            first = first or now
            up = all(each.get("ActiveState") == "active" for each in shown)
            good = up and now == starts and (self.begun(names) or not must_begin)
            steady, starts = (steady + 1 if good else 0), now
            if steady >= STEADY_S:
                return True
            if time.monotonic() >= until or any(b - a >= TRIES for a, b in zip(first, now, strict=True)):
                return False
            self._sleep(1)
        return False

    def _shows(self, name: str) -> dict[str, str]:
        said = self._ask("systemctl", "show", "-p", "ActiveState,NRestarts,StatusText,UnitFileState", name)
        return dict(line.partition("=")[::2] for line in said.splitlines())


_ALIVE: Final = ("active", "activating", "reloading")

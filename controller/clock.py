"""Time as an argument: the wall clock, or one that goes as fast as the work allows."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final, Protocol

from runtime.clock import CLOCK

_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    def now(self) -> float:
        """Seconds, monotonic, from an arbitrary origin."""
        ...

    def sleep_until(self, t: float) -> None: ...


def computer() -> tuple[str, int]:
    """Names this run of the computer, and the milliseconds since it began, sleep included: the same for all
    processes, and untouched when the time of day is set (random(4), clock_gettime(2))."""
    return _BOOT_ID.read_text().strip(), time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def wall_ms() -> int:
    """Milliseconds since 1970, for people; never back (`runtime.clock`)."""
    return CLOCK.now_ms()


class RealClock:
    """The clock of a real table."""

    def __init__(self) -> None:
        self._origin = time.monotonic()

    def now(self) -> float:
        return time.monotonic() - self._origin

    def sleep_until(self, t: float) -> None:
        left = t - self.now()
        if left > 0:
            time.sleep(left)


class FastClock:
    """Jumps to the time that is waited for: the table runs as fast as the machine can."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        return self._now

    def sleep_until(self, t: float) -> None:
        self._now = max(self._now, t)


class PacedClock:
    """A virtual table in quick motion: `speed` table seconds in one of the world, or as many as the
    work allows; no picture is left out because the machine cannot keep up."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self._now = 0.0
        self._due = time.monotonic()

    def now(self) -> float:
        return self._now

    def sleep_until(self, t: float) -> None:
        if t <= self._now:
            return
        self._due = max(self._due + (t - self._now) / self._speed, time.monotonic())
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._now = t

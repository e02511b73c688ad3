"""Time as an argument: the wall clock, or one that goes as fast as the work allows."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> float:
        """Seconds, monotonic, from an arbitrary origin."""
        ...

    def sleep_until(self, t: float) -> None: ...


class RealClock:
    """`speed` seconds of the table pass in one second of the world."""

    def __init__(self, speed: float = 1.0) -> None:
        if speed <= 0:
            raise ValueError("A real clock needs a speed above 0.")
        self._speed = speed
        self._origin = time.monotonic()

    def now(self) -> float:
        return (time.monotonic() - self._origin) * self._speed

    def sleep_until(self, t: float) -> None:
        left = (t - self.now()) / self._speed
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

"""A movement that takes time: it runs, can be held, and ends by what follows it."""

from __future__ import annotations

from collections.abc import Callable


class Track:
    def __init__(self) -> None:
        self._span = 0.0
        self._left = 0.0
        self._then: Callable[[], None] | None = None

    def begin(self, seconds: float, then: Callable[[], None]) -> None:
        """Replaces what ran."""
        self._span = self._left = seconds
        self._then = then

    def advance(self, seconds: float) -> None:
        """Lets time pass; what follows is called when the movement is over."""
        if self._then is None:
            return
        self._left -= seconds
        if self._left <= 0:
            then, self._then = self._then, None
            then()

    def cancel(self) -> None:
        self._then = None

    @property
    def moving(self) -> bool:
        return self._then is not None

    @property
    def done(self) -> float:
        """Share of the movement that is over, 0..1; 1 when nothing moves."""
        return 1.0 if self._then is None or self._span <= 0 else 1.0 - self._left / self._span

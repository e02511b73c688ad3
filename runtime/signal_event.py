"""An event that a signal handler may set.

`threading.Event.set` takes a lock that the interrupted `wait` of the same thread may hold, and then waits for
itself for ever (Python's manual of `signal`, "Signals and threads").
"""

from __future__ import annotations

from contextlib import suppress
from queue import Empty, SimpleQueue


class SignalEvent:
    """Set from any thread and any signal handler; one thread waits for it."""

    def __init__(self) -> None:
        self._set = False
        self._wakes: SimpleQueue[None] = SimpleQueue()  # its `put` is reentrant, as its manual promises

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        self._set = True
        self._wakes.put(None)

    def clear(self) -> None:
        self._set = False  # before the queue is emptied: a `set` in between is kept
        with suppress(Empty):
            while True:
                self._wakes.get_nowait()

    def wait(self, timeout_s: float) -> bool:
        """Whether it is set, at the latest after so long."""
        if not self._set:
            with suppress(Empty):
                self._wakes.get(timeout=timeout_s)
        return self._set

"""The hub's way into the log, for all that tables say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from club.log.desk import Desk, Outcome, Refused
from club.log.events import Event
from club.log.state import State

AGAIN: Final = frozenset(("unavailable", "busy", "disk_full"))
"""Faults of the database: the same is tried again until it can be written."""


class LaterError(Exception):
    """The log cannot take it now; try again."""


class Writer:
    """`write` may wait for its database: call from a thread that nothing else waits for."""

    def __init__(self, desk: Desk, account: str, now_ms: Callable[[], int]) -> None:
        self._desk = desk
        self._account = account
        self._now_ms = now_ms

    @property
    def state(self) -> State:
        return self._desk.state

    def write(self, events: Event | Sequence[Event], key: str) -> Outcome:
        """One transaction, as `Desk.submit`. LaterError where the database cannot now."""
        outcome = self._desk.submit(events, self._account, key, self._now_ms())
        if isinstance(outcome, Refused) and outcome.fault.code in AGAIN:
            raise LaterError(outcome.fault.sentence)
        return outcome

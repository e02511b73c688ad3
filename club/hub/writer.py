"""The hub's way into the log, for all that tables say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from club.database.database import AWAY
from club.log.desk import LogDesk, Outcome, Refused
from club.log.events import Event
from club.log.state import State

DIGITS: Final = 24
"""Of the hash in the name of an entry."""


class LaterError(Exception):
    """The log cannot take it now; try again."""


class Writer:
    """`write` may wait for its database: call from a thread that nothing else waits for."""

    def __init__(self, desk: LogDesk, account: str, now_ms: Callable[[], int]) -> None:
        self._desk = desk
        self._account = account
        self._now_ms = now_ms

    @property
    def state(self) -> State:
        return self._desk.state

    @property
    def newest(self) -> str:
        """A name of the newest entry, which no other log has for one of its own; for `has`."""
        state = self.state
        return f"{state.seq}-{state.hash[:DIGITS]}"

    def has(self, name: str) -> bool:
        """Whether the log has the entry of this name. LogRefusal where the database cannot say it now."""
        if name == self.newest:
            return True
        number, _, digest = name.partition("-")
        seq = int(number) if number.isascii() and number.isdecimal() else 0
        if not 0 < seq <= self.state.seq or len(digest) != DIGITS:
            return False
        return self._desk.entry(seq).hash.startswith(digest)

    def write(self, events: Event | Sequence[Event], key: str) -> Outcome:
        """One transaction, as `Desk.submit`. LaterError where the database cannot now."""
        outcome = self._desk.submit(events, self._account, key, self._now_ms())
        if isinstance(outcome, Refused) and outcome.fault.code in AWAY:
            raise LaterError(outcome.fault.sentence)
        return outcome

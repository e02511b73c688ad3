"""What a broadcast may know: late, whoever asks, and hands only with their players' consent (K-STREAM).

A table sends everything a second time after its delay, below `delayed/`. The hub receives nothing else of it
for the broadcast, and does not take the table's word for the delay: it has noted itself when it received a
revision first, and lets it out only when that is long enough ago by a clock that nobody sets. A revision
that it did not receive in its time waits once more. So nothing is ever early, at worst late.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

SHORTEST_S: Final = 300
"""K-STREAM-03."""
KEPT: Final = 20_000
"""Revisions of one table that are kept: more than it sends in any delay."""
NAMES: Final = ("state", "event")
Revision = tuple[str, int]
Hands = tuple[bool, bool, bool, bool]
NONE: Final[Hands] = (False, False, False, False)
Consents = Callable[[str, str, int], Hands | None]
"""Of a table, its game and the number of a hand: whose hands may be shown; None where nobody knows."""


@dataclass(slots=True)
class _Table:
    received: dict[Revision, float] = field(default_factory=dict)
    waiting: deque[tuple[Revision, str, dict[str, Any]]] = field(default_factory=deque)
    boot: str = ""
    state: dict[str, Any] | None = None
    chosen: int | None = None


class Broadcast:
    """Thread-safe. `clock` gives seconds and is never set; `send` gets the parts of the feed as they are
    due. ValueError where the delay is shorter than the regulation allows."""

    def __init__(
        self,
        delay_s: float,
        clock: Callable[[], float],
        send: Callable[[dict[str, Any]], None],
        consents: Consents,
    ) -> None:
        if delay_s < SHORTEST_S:
            raise ValueError(f"A broadcast is {SHORTEST_S} s late or more (K-STREAM-03), not {delay_s:g} s.")
        self.delay_s = delay_s
        self._clock = clock
        self._send = send
        self._consents = consents
        self._lock = threading.Lock()
        self._tables: dict[str, _Table] = {}

    def live(self, table: str, payload: bytes) -> None:
        """A table's `state` as it is sent now: only when it was received is kept of it."""
        message = _parsed(payload)
        if message is not None and "boot" in message:
            with self._lock:
                self._note(self._of(table), _revision(message, message["boot"]))

    def late(self, table: str, name: str, payload: bytes) -> None:
        """A message of the table's delayed branch, `name` without `delayed/`; what is unknown is left out."""
        message = _parsed(payload)
        if message is None or name not in NAMES:
            return
        with self._lock:
            known = self._of(table)
            known.boot = str(message.get("boot", known.boot))
            revision = _revision(message, known.boot)
            self._note(known, revision)
            known.waiting.append((revision, name, message))

    def look(self) -> None:
        """Once in a while: sends what has become old enough, in the order in which it came."""
        parts: dict[str, Any] = {}
        with self._lock:
            for table, known in self._tables.items():
                while known.waiting and self._old_enough(known, known.waiting[0][0]):
                    _, name, message = known.waiting.popleft()
                    if name == "state":
                        known.state = message
                    parts[f"{table}/{name}"] = message
                parts[f"{table}/hands"] = self._hands(table, known)
        self._send(parts)

    def choose(self, table: str, seat: int | None) -> None:
        """Whose hand is shown while not all four have consented (K-STREAM-02)."""
        with self._lock:
            self._of(table).chosen = seat
        self.look()

    def hands(self, table: str) -> Hands:
        """Whose hands may be shown now with what is shown now."""
        with self._lock:
            return self._hands(table, self._of(table))

    def _hands(self, table: str, known: _Table) -> Hands:
        if known.state is None:
            return NONE
        game, hand = str(known.state.get("game", "")), _hand(known.state)
        return shown(self._consents(table, game, hand) or NONE, known.chosen)

    def _of(self, table: str) -> _Table:
        return self._tables.setdefault(table, _Table())

    def _note(self, known: _Table, revision: Revision) -> None:
        known.received.setdefault(revision, self._clock())
        while len(known.received) > KEPT:
            del known.received[next(iter(known.received))]

    def _old_enough(self, known: _Table, revision: Revision) -> bool:
        return self._clock() - known.received.get(revision, self._clock()) >= self.delay_s


def shown(consents: Sequence[bool], chosen: int | None) -> Hands:
    """Whose hands may be shown: all four with the consent of each, else the chosen one's (K-STREAM-02)."""
    if all(consents):
        return (True, True, True, True)
    a, b, c, d = (seat == chosen and consents[seat] for seat in range(4))
    return a, b, c, d


def _parsed(payload: bytes) -> dict[str, Any] | None:
    try:
        message = json.loads(payload)
    except ValueError:
        return None
    return message if isinstance(message, dict) and isinstance(message.get("rev"), int) else None


def _revision(message: dict[str, Any], boot: object) -> Revision:
    return str(boot), int(message["rev"])


def _hand(state: dict[str, Any]) -> int:
    """The number of the hand that a snapshot shows: a paid one is counted as played already."""
    played = int(state.get("hands_played") or 0)
    result = state.get("result")
    return played - 1 if result and result.get("paid") else played

"""The one writer of the log: accepts, refuses or recognises what is submitted, and informs listeners."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from club.log.door import demand
from club.log.events import Event, Happening
from club.log.events.entry import LogEntry
from club.log.faults import LogRefusal
from club.log.state import State, apply
from club.log.store.line import StoredEntry, write
from club.log.store.store import Behind, Store

_LOG = logging.getLogger(__name__)
Seen = Callable[[State], None]
"""Raises LogRefusal where the state is not what whoever submits had seen."""
Listener = Callable[[Sequence[LogEntry], State], None]
Draft = Callable[[State], Sequence[Event]]
"""Makes the events from the state they will be applied to; the first will be entry `state.seq + 1`."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Written; `state` is the one after the entries."""

    entries: tuple[LogEntry, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same was accepted before under this key; nothing has changed."""

    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written."""

    fault: LogRefusal


Outcome = Accepted | Repeated | Refused


class LogDesk:
    """Thread-safe. Several desks may share a store: whoever comes second looks again and tries anew."""

    def __init__(self, store: Store) -> None:
        """Reads the whole log; LogRefusal when it cannot be read."""
        self._store = store
        self._lock = threading.RLock()
        self._listeners: list[Listener] = []
        self._state = State()
        self.refresh()

    @property
    def state(self) -> State:
        """Everything that follows from the log, up to the last entry this desk has seen."""
        return self._state

    def submit(
        self,
        events: Event | Sequence[Event] | Draft,
        by: str,
        key: str,
        now_ms: int,
        seen: Seen = lambda state: None,
    ) -> Outcome:
        """Writes the events as one transaction, all or none.

        `key` names the transaction for good: submitted again it is `Repeated`, with other events refused.
        `seen` is asked about the state to which the events would be applied.
        """
        if isinstance(events, Happening):
            events = [events]
        with self._lock:
            try:
                return self._submit(events, by, key, now_ms, seen)
            except LogRefusal as fault:
                return Refused(fault)

    def refresh(self) -> tuple[LogEntry, ...]:
        """Takes in what other desks have written, and informs the listeners; LogRefusal when it cannot."""
        with self._lock:
            entries, state = [], self._state
            for entry in self._store.read(after=state.seq):
                state = apply(state, entry)
                entries.append(entry)
            self._advance(entries, state)
            return tuple(entries)

    def entry(self, seq: int) -> LogEntry:
        """An entry in full, with the moves of a hand; KeyError where there is none."""
        return self._store.entry(seq)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls back after each commit, in the order of the log, in the thread that submitted; the listener
        must be quick and must not submit. Returns what ends it.
        """
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _submit(self, events: Sequence[Event] | Draft, by: str, key: str, now_ms: int, seen: Seen) -> Outcome:
        """Asks the database first by writing: a key that is new, as most are, costs no question."""
        while True:
            try:
                seen(self._state)
                lines, state = self._lines(events, by, key, now_ms)
            except LogRefusal:
                known = self._store.transaction(key)
                if known:
                    return _repeated(known, events)
                if self.refresh():
                    continue
                raise
            try:
                self._store.append(lines)
            except Behind as behind:
                news = self.refresh()
                known = self._store.transaction(key)
                if known and known[0].hash == lines[0].entry.hash:
                    return Accepted(known, self._state)
                if known:
                    return _repeated(known, events)
                if not news:
                    raise LogRefusal("rejected") from behind
                continue
            entries = tuple(line.entry for line in lines)
            self._advance(entries, state)
            return Accepted(entries, state)

    def _lines(
        self, events: Sequence[Event] | Draft, by: str, key: str, now_ms: int
    ) -> tuple[list[StoredEntry], State]:
        """What would be written, and the state after it; LogRefusal when an event cannot be."""
        lines, state = [], self._state
        for part, event in enumerate(events(state) if callable(events) else events):
            line = write(state.hash, state.seq + 1, now_ms, by, key, part, event)
            state = apply(state, line.entry)
            if event.tournament in state.tournaments:
                demand(state.tournaments[event.tournament], event)
            lines.append(line)
        if not lines:
            raise LogRefusal("empty")
        return lines, state

    def _advance(self, entries: Sequence[LogEntry], state: State) -> None:
        self._state = state
        if not entries:
            return
        for listener in tuple(self._listeners):
            try:
                listener(entries, state)
            # Whoever listens badly: the entries are written, and the others must receive them.
            except Exception:
                _LOG.exception("A listener of the log has failed.")


def _repeated(known: tuple[LogEntry, ...], events: Sequence[Event] | Draft) -> Repeated:
    if not callable(events) and [entry.event for entry in known] != list(events):
        raise LogRefusal("other_events", entry=known[0].seq)
    return Repeated(known)

"""The one writer of a game: `submit` is legal, then journal, then apply; nothing else changes it.

An event counts when `Accepted` comes back: it lies on the disk by then. A refused event is noted
in the journal with its faults and changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from controller.codec import Json, decode, encode
from controller.journal import Journal, JournalError, Record
from engine.check import held
from engine.events import Correct, Event, HandEnded, HandStarted
from engine.faults import LEGAL, Fault, IllegalEventError, sentence
from engine.hand import Game
from engine.judge import Case, Entry, Step, cases
from engine.legal import legal
from engine.state import apply, replay


@dataclass(frozen=True, slots=True)
class Accepted:
    """The event happened; `game` is the state after it, `seq` its place in the journal.

    `breaches` are the rules that it broke: it happened all the same, and the judge says what follows.
    """

    event: Event
    game: Game
    seq: int
    breaches: Fault = LEGAL


@dataclass(frozen=True, slots=True)
class Refused:
    """The event cannot happen now; `sentence` says all that is wrong with it."""

    event: Event
    fault: Fault
    sentence: str


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Table:
    """The game of one journal: what the journal holds is replayed, then it goes on."""

    def __init__(self, journal: Journal, wall_clock: Callable[[], int] = _milliseconds) -> None:
        """`wall_clock` gives milliseconds since 1970 for the record. JournalError when the
        journal's events do not make a game by the rules."""
        self._journal = journal
        self._wall_clock = wall_clock
        self._game: Game | None = None
        self._rev = 0
        self._settled: Game | None = None
        self._steps: list[Step] = []
        for record in journal.records:
            try:
                entry = entry_of(record)
                if entry is not None:
                    self._take(entry)
            except (IllegalEventError, ValueError) as error:
                where = f"The journal {journal.path} does not follow the rules in line {record.seq + 1}"
                raise JournalError(f"{where}: {error}") from error

    @property
    def game(self) -> Game | None:
        """The state after the last accepted event; None before the first game."""
        return self._game

    @property
    def settled(self) -> Game | None:
        """The state just before the last hand was paid, where its result can still be computed."""
        return self._settled

    @property
    def name(self) -> str:
        """The game's id: the journal's name."""
        return self._journal.path.stem

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that count, corrections carried out."""
        return () if self._game is None else self._game.log

    @property
    def records(self) -> tuple[Record, ...]:
        """Everything in the journal, notes included."""
        return tuple(self._journal.records)

    @property
    def rev(self) -> int:
        """Grows with every accepted event."""
        return self._rev

    def submit(self, event: Event, because: tuple[int, ...] = ()) -> Accepted | Refused:
        """Checks, records and applies one event; `because` are the observations behind it.

        JournalError when it could not be recorded: then nothing has changed.
        """
        fault = legal(self._game, event)
        if fault and not (self._game is not None and held(self._game.rules, fault)):
            refused = Refused(event, fault, sentence(fault))
            body = {"event": encode(event), "faults": [str(f.name) for f in fault]}
            record = self._journal.append("refused", body, self._wall_clock(), because)
            self._tried(Entry(record.seq, event, record.ts_ms, fault))
            return refused
        game = apply(self._game, event)
        record = self._journal.append_event(event, self._wall_clock(), because)
        self._advance(Entry(record.seq, event, record.ts_ms), game)
        return Accepted(event, game, record.seq, fault)

    @property
    def case(self) -> Case | None:
        """The hand in play, or the last one, for the judge; None before anything happened in it."""
        if not self._steps:
            return None
        if any(isinstance(step.event, Correct) for step in self._steps):
            entries = (entry for record in self._journal.records if (entry := entry_of(record)))
            return next(reversed(cases(entries)), None)
        return Case(tuple(self._steps))

    def _take(self, entry: Entry) -> None:
        """A line of the journal, read again."""
        if entry.refused:
            self._tried(entry)
        else:
            self._advance(entry, apply(self._game, entry.event))

    def _tried(self, entry: Entry) -> None:
        if self._game is not None:
            self._step(entry, self._game, self._game)

    def _advance(self, entry: Entry, game: Game) -> None:
        before, event = self._game, entry.event
        self._game = game
        self._rev += 1
        if isinstance(event, HandEnded):
            self._settled = before
        elif isinstance(event, Correct):
            self._settled = _before_payment(game)
        if isinstance(event, HandStarted):
            self._steps = []
        elif before is not None:
            self._step(entry, before, game)

    def _step(self, entry: Entry, before: Game, after: Game) -> None:
        if after.hand is not None:
            self._steps.append(Step(entry, before, after, len(self._steps)))

    def note(self, kind: str, body: dict[str, Json]) -> None:
        """Records something beside the game: a question, an answer, what the machine reported."""
        self._journal.append(kind, body, self._wall_clock())

    def close(self) -> None:
        """Lets the journal go; nothing can be submitted afterwards."""
        self._journal.close()


def entry_of(record: Record) -> Entry | None:
    """What the judge reads of a journal's line: an accepted or refused event; None for a note."""
    if record.kind == "refused":
        faults = (Fault[str(name)] for name in record.body["faults"])
        return Entry(record.seq, decode(record.body["event"]), record.ts_ms, reduce(or_, faults))
    event = record.event
    return None if event is None else Entry(record.seq, event, record.ts_ms)


def _before_payment(game: Game) -> Game | None:
    """The game just before its last `HandEnded`; None before the first."""
    ends = [n for n, event in enumerate(game.log) if isinstance(event, HandEnded)]
    return replay(game.log[: ends[-1]]) if ends else None

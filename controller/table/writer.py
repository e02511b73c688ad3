"""The one writer of a game: `submit` is judge, journal, advance; nothing else changes it.

An event counts when `Accepted` comes back: it lies on the disk by then. A refused event is noted
in the journal with its faults and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from contract.stored.codec import CodecError, Json, decode, encode, fault_names, faults_of
from controller.table.journal import DamagedError, Journal, NewerJournalError, Record
from engine.judge import Case, CaseEntry, CaseStep, cases
from engine.play.apply import Outcome, apply, outcome
from engine.state.events import Called, Correct, Event, HandEnded, HandStarted, WinDeclared
from engine.state.faults import BREACHES, LEGAL, Fault, IllegalEventError
from engine.state.hand import Game
from runtime.clock import CLOCK

WORD: Final = "word"
"""Notes of what players said by button (`controller.table.journal_notes`)."""


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
    """The event cannot happen now; `fault` is all that is wrong with it."""

    event: Event
    fault: Fault


class Table:
    """The game of one journal: what the journal holds is replayed, then it goes on."""

    def __init__(self, journal: Journal, wall_clock: Callable[[], int] = CLOCK.now_ms) -> None:
        """`wall_clock` gives milliseconds since 1970 for the record. DamagedError when the
        journal's events do not make a game by the rules, NewerJournalError when only a newer program knows
        what it says."""
        self._journal = journal
        self._wall_clock = wall_clock
        self._game: Game | None = None
        self._rev = 0
        self._settled: Game | None = None
        self._steps: list[CaseStep] = []
        self._judged = JudgedLines()
        for record in journal.records:
            try:
                entry = self._judged.entry(record)
                if entry is not None:
                    self._take(entry)
            except CodecError as error:
                raise NewerJournalError(
                    f"The journal {journal.path} has what only a newer version of Jantaku knows ({error}): "
                    "update the program, or put the file aside to begin anew."
                ) from error
            except (IllegalEventError, ValueError) as error:
                where = f"The journal {journal.path} does not follow the rules in line {record.seq + 1}"
                raise DamagedError(f"{where}: {error}", journal.size_of(record.seq)) from error

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

    def records_from(self, seq: int) -> tuple[Record, ...]:
        """The journal's lines from number `seq` on."""
        return tuple(self._journal.records[seq:])

    @property
    def rev(self) -> int:
        """Grows with every accepted event."""
        return self._rev

    def submit(self, proposed: Event | Outcome, because: tuple[int, ...] = ()) -> Accepted | Refused:
        """Records one event, and the game goes on; `because` are the observations behind it.

        An outcome in the game as it stands now counts as it is; one of an earlier game is judged
        anew, like an event. JournalError when it could not be recorded: then nothing has changed.
        """
        event = proposed.event if isinstance(proposed, Outcome) else proposed
        if isinstance(proposed, Outcome) and proposed.before is self._game:
            found = proposed
        else:
            found = outcome(self._game, event)
        fault, game = found.faults, found.after
        if game is None:
            refused = Refused(event, fault)
            body = {"event": encode(event), "faults": fault_names(fault)}
            record = self._journal.append("refused", body, self._wall_clock(), because)
            self._tried(self._judged.of(record, event, fault))
            return refused
        record = self._journal.append_event(event, self._wall_clock(), because)
        self._advance(self._judged.of(record, event), found)
        return Accepted(event, game, record.seq, fault)

    @property
    def case(self) -> Case | None:
        """The hand in play, or the last one, for the judge; None before anything happened in it."""
        if not self._steps:
            return None
        if any(isinstance(step.event, Correct) for step in self._steps):
            return next(reversed(cases(entries(self._journal.records))), None)
        return Case(tuple(self._steps))

    def _take(self, entry: CaseEntry) -> None:
        """A line of the journal, read again."""
        if entry.refused:
            self._tried(entry)
        else:
            self._advance(entry, outcome(self._game, entry.event))

    def _tried(self, entry: CaseEntry) -> None:
        if self._game is not None:
            self._step(entry, self._game, self._game)

    def _advance(self, entry: CaseEntry, found: Outcome) -> None:
        """The game goes on; IllegalEventError where it cannot."""
        before, game, event = self._game, found.game, entry.event
        self._game = game
        self._rev += 1
        if isinstance(event, HandEnded):
            self._settled = before
        elif isinstance(event, Correct):
            self._settled = _before_payment(game)
        if isinstance(event, HandStarted):
            self._steps = []
        elif before is not None:
            self._step(entry, before, game, found.faults & BREACHES)

    def _step(self, entry: CaseEntry, before: Game, after: Game, breaches: Fault = LEGAL) -> None:
        if after.hand is not None:
            self._steps.append(CaseStep(entry, before, after, len(self._steps), breaches))

    def note(self, kind: str, body: dict[str, Json]) -> None:
        """Records something beside the game: a question, an answer, what the machine reported."""
        self._judged.entry(self._journal.append(kind, body, self._wall_clock()))

    def close(self) -> None:
        """Lets the journal go; nothing can be submitted afterwards."""
        self._journal.close()


class JudgedLines:
    """What the judge reads of a journal's lines, each with the moment at which it happened.

    A win happened when its word was said, not when the table believed it. A set is claimed by a
    word that no line holds, so its moment is unknown; what the camera saw happened when it was seen.
    """

    def __init__(self) -> None:
        self._said: dict[str, int] = {}

    def entry(self, record: Record) -> CaseEntry | None:
        """An accepted or refused event; None for a note. ValueError for a damaged line."""
        if record.kind == WORD:
            self._said[str(record.body["seat"])] = record.ts_ms
        if record.kind == "refused":
            return self.of(record, decode(record.body["event"]), faults_of(record.body["faults"]))
        event = record.event
        return None if event is None else self.of(record, event)

    def of(self, record: Record, event: Event, refused: Fault = LEGAL) -> CaseEntry:
        at_ms: int | None = record.ts_ms
        if isinstance(event, Called):
            at_ms = None
        elif isinstance(event, WinDeclared):
            at_ms = self._said.get(str(event.seat))
        return CaseEntry(record.seq, event, at_ms, refused)


def entries(records: Iterable[Record]) -> list[CaseEntry]:
    """The whole journal as the judge reads it; ValueError for a damaged line."""
    judged = JudgedLines()
    return [entry for record in records if (entry := judged.entry(record)) is not None]


def _before_payment(game: Game) -> Game | None:
    """The game just before its last `HandEnded`; None before the first."""
    ends = [n for n, event in enumerate(game.log) if isinstance(event, HandEnded)]
    before: Game | None = None
    for event in game.log[: ends[-1]] if ends else ():
        # A correction leaves later hands their round and honba, which need not follow from the game.
        before = apply(before, event, trust=isinstance(event, HandStarted))
    return before

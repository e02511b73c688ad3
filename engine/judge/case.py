"""The journal as the judge reads it: hand by hand, every entry with the game before and after it.

Entries are plain data; the engine has no clock. What was refused stands among what was accepted,
because what people tried is often what a judge is called for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Game, Hand
from engine.tiles.tile import Tile

WINDOW_MS: Final = 3000
"""The three seconds of EMA-2012 for calls, ron and chankan (R-CALL-02, R-CALL-05, R-KAN-10)."""

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class CaseEntry:
    """A line of the journal: an event, accepted when `refused` is empty.

    `at_ms` is when it happened, in milliseconds on any one clock; None where nobody knows, then
    windows of time are not examined.
    """

    id: int
    event: ev.Event
    at_ms: int | None = None
    refused: Fault = LEGAL


@dataclass(frozen=True, slots=True)
class CaseStep:
    """An entry with the game before and after it, the same where it was refused."""

    entry: CaseEntry
    before: Game
    after: Game
    place: int
    """Its number among the steps of the hand."""
    breaches: Fault = LEGAL
    """The breaches of the rules that it was held with, as they were found when it was applied."""

    @property
    def id(self) -> int:
        return self.entry.id

    @property
    def event(self) -> ev.Event:
        return self.entry.event

    @property
    def refused(self) -> Fault:
        return self.entry.refused

    @property
    def faults(self) -> Fault:
        """What was wrong with it: why it was refused, or the breaches of the rules it was held with."""
        return self.refused or self.breaches

    @property
    def hand(self) -> Hand:
        """The hand before the entry."""
        assert self.before.hand is not None
        return self.before.hand

    def later_than(self, other: CaseStep) -> int | None:
        """Milliseconds since another step; None where a time is unknown."""
        mine, theirs = self.entry.at_ms, other.entry.at_ms
        return None if mine is None or theirs is None else mine - theirs


@dataclass(frozen=True, slots=True)
class Replacement:
    """A correction within the hand and the entries that it took away."""

    entry: CaseEntry
    events: tuple[ev.Event, ...]
    gone: tuple[CaseEntry, ...]


@dataclass(frozen=True)
class Case:
    """One hand: its steps after `HandStarted`, and the corrections of it."""

    steps: tuple[CaseStep, ...]
    replaced: tuple[Replacement, ...] = ()

    @property
    def rules(self) -> Ruleset:
        return self.steps[0].before.rules

    @cached_property
    def final(self) -> Game:
        """The game when everything of the hand had happened, before its end was settled."""
        end = next(self.of(ev.HandEnded), None)
        return self.steps[-1].after if end is None else end[0].before

    @property
    def hand(self) -> Hand:
        """The hand of `final`."""
        assert self.final.hand is not None
        return self.final.hand

    @property
    def ended(self) -> ev.HandEnded | None:
        return next((event for _, event in self.of(ev.HandEnded)), None)

    def place(self, entry: int) -> int:
        """The number of the step with this entry's id; the last one for an entry of no step."""
        return next((step.place for step in self.steps if step.id == entry), len(self.steps))

    def of(self, kind: type[E], seat: int | None = None) -> Iterator[tuple[CaseStep, E]]:
        """Accepted events of a type, of one seat if it is named."""
        return self._among(self.steps, kind, seat)

    def last(self, before: CaseStep, kind: type[E], seat: int | None = None) -> tuple[CaseStep, E] | None:
        """The nearest accepted event of a type before a step."""
        return next(self._among(self.steps[: before.place][::-1], kind, seat), None)

    def next(self, after: CaseStep, kind: type[E], seat: int | None = None) -> tuple[CaseStep, E] | None:
        """The first accepted event of a type after a step."""
        return next(self._among(self.steps[after.place + 1 :], kind, seat), None)

    def _among(
        self, steps: Sequence[CaseStep], kind: type[E], seat: int | None
    ) -> Iterator[tuple[CaseStep, E]]:
        for step in steps:
            event = step.event
            if isinstance(event, kind) and not step.refused and (seat is None or _seat(event) == seat):
                yield step, event

    def tried(self, kind: type[E], fault: Fault) -> Iterator[tuple[CaseStep, E]]:
        """Refused events of a type, for one of the reasons at least."""
        for step in self.steps:
            if step.refused & fault and isinstance(step.event, kind):
                yield step, step.event

    def after(self, step: CaseStep) -> tuple[CaseStep, ...]:
        """The steps that follow, refused ones too."""
        return self.steps[step.place + 1 :]

    def discards(self, seat: int) -> Iterator[tuple[CaseStep, Tile | None]]:
        """The discards of a seat with their tiles, also those that were read only later."""
        pond = self.hand.seats[seat].pond
        steps = (step for step, _ in self.of(ev.Discarded, seat))
        return ((step, lying.tile) for step, lying in zip(steps, pond, strict=True))


def _seat(event: object) -> int | None:
    return event.seat if isinstance(event, ev.OfSeat) else None

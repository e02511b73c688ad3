"""What ending something before its time does, worked out before it is done; and the events that do it.

`drafted` makes the events from a state, with their effect on the standings in them. The preview shows what
it gives, and what is confirmed is made by it again: where the log has gone on in between and the effect is
another, that is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from club.log.events import Event, RoundClosed, StageClosed, TournamentClosed
from club.log.events.ending import Moved, RoundsCalledOff, RoundShortened
from club.log.faults import LogRefusal
from club.log.state import State, apply
from club.log.store.line import write
from club.log.tournament.finals import final_standings
from club.log.tournament.tournament import Tournament
from club.results.export import exact
from club.results.row import Row

WITH_EFFECT: Final = (RoundsCalledOff, RoundShortened)
"""Events that are made here and entered by nobody."""
DAY_S: Final = 86_400
"""No round loses more."""
What = Literal["event", "stage", "round", "time"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to end, and why.

    `event`: all rounds that are not over are called off, stages and tournament are closed. `stage`: those
    of stage `number`, which is closed. `round`: round `number`. `time`: round `number`, which is to come,
    has `minutes` in all; one that is played has them left, or is over at once where it `ends`.
    `finished`: of the round that is played the games that have a result count.
    """

    what: What
    number: int = 0
    finished: bool = False
    minutes: int = 0
    ends: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Drafted:
    """The events that do it, and everybody's line of the standings before and after."""

    events: tuple[Event, ...]
    lines: tuple[Moved, ...]
    ok: bool
    """The totals afterwards come to what they must (`club.results.check`)."""

    @property
    def seen(self) -> str:
        """Names what a preview has shown. The reason is no part of it, nor what a clock had left."""
        events = [event.model_dump(mode="json", exclude={"reason", "seconds"}) for event in self.events]
        return hashlib.sha256(json.dumps(events, sort_keys=True).encode()).hexdigest()[:32]


def drafted(state: State, tournament: int, asked: Asked, seconds: int = 0) -> Drafted:
    """What is asked for, as it can be done now. `seconds` are those that a round which is played loses.
    LogRefusal says why it cannot be done."""
    before = state.tournament(tournament)
    if asked.what in ("round", "time") and before.stage_of(asked.number) is None:
        raise LogRefusal("no_stage", round=asked.number)
    if asked.what == "time":
        events: list[Event] = [_shortened(before, asked, seconds)]
    else:
        events = list(_called_off(before, asked))
    if not events:
        raise LogRefusal("nothing_left")
    after = _tried(state, events).tournament(tournament)
    lines = effect(before, after)
    moved = tuple(line for line in lines if _changes(line))
    events_of = tuple(
        each.model_copy(update={"effect": moved}) if isinstance(each, WITH_EFFECT) else each
        for each in events
    )
    return Drafted(events_of, lines, final_standings(after).check.ok)


def effect(before: Tournament, after: Tournament) -> tuple[Moved, ...]:
    """Everybody's line in both standings, in the order of the places afterwards."""
    old, new = _rows(before), _rows(after)
    return tuple(_moved(person, old.get(person), new.get(person)) for person in (new | old))


def _called_off(before: Tournament, asked: Asked) -> Iterable[Event]:
    rounds = _rounds(before, asked)
    playing = before.playing
    found = None if playing not in rounds else before.rounds[playing or 0]
    done = () if found is None else tuple(t for t, game in sorted(found.games.items()) if game.result)
    if found is not None and asked.finished and asked.what != "round" and len(done) == len(found.games):
        yield RoundClosed(tournament=before.id, round=playing or 0)
        rounds = [number for number in rounds if number != playing]
        done = ()
    if rounds:
        counted = done if asked.finished else ()
        yield RoundsCalledOff(
            tournament=before.id, rounds=tuple(rounds), counted=counted, reason=asked.reason
        )
    if asked.what != "round":
        for number, stage in before.stages.items():
            if number == asked.number if asked.what == "stage" else stage.closed is None:
                yield StageClosed(tournament=before.id, stage=number)
    if asked.what == "event":
        yield TournamentClosed(tournament=before.id)


def _rounds(before: Tournament, asked: Asked) -> list[int]:
    """The rounds that are to be called off."""
    if asked.what == "round":
        return [asked.number]
    if asked.what == "event":
        return [number for number in before.numbers if not before.over(number)]
    if asked.number not in before.stages:
        raise LogRefusal("unknown_stage", stage=asked.number)
    return [number for number in before.stages[asked.number].rounds if not before.over(number)]


def _shortened(before: Tournament, asked: Asked, seconds: int) -> Event:
    """The round with less time. Before its gong it has so many minutes in all."""
    found = before.rounds.get(asked.number)
    if found is None or found.started is None:
        seconds = 60 * (before.minutes(asked.number) - asked.minutes)
    if seconds < 1:
        raise LogRefusal("not_shorter", round=asked.number, minutes=before.minutes(asked.number))
    return RoundShortened(
        tournament=before.id,
        round=asked.number,
        seconds=min(seconds, DAY_S),
        ends=asked.ends,
        reason=asked.reason,
    )


def _tried(state: State, events: Sequence[Event]) -> State:
    """The state after them, written nowhere; LogRefusal as it would be refused."""
    for event in events:
        state = apply(state, write(state.hash, state.seq + 1, 0, "", "", 0, event).entry)
    return state


def _rows(tournament: Tournament) -> dict[int, Row]:
    return {row.player: row for row in final_standings(tournament).rows}


def _moved(person: int, old: Row | None, new: Row | None) -> Moved:
    return Moved(
        person=person,
        places=(None if old is None else old.place, None if new is None else new.place),
        totals=(None if old is None else exact(old.total), None if new is None else exact(new.total)),
        games=(old.games if old else 0, new.games if new else 0),
    )


def _changes(line: Moved) -> bool:
    return any(before != after for before, after in (line.places, line.totals, line.games))

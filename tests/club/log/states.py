"""States that a log has come to, and what it refuses there."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from club.log.events import Event, RoundClosed, RoundStarted, StageClosed, TournamentClosed
from club.log.events.entry import LogEntry
from club.log.faults import LogRefusal
from club.log.state import State, apply
from club.log.store.line import write
from club.log.tournament.tournament import Tournament
from tests.club.log.build import created, drawn, registered, sheet, stage
from tests.club.log.values import FOUR, T


def entries(
    events: Iterable[Event], state: State | None = None, by: str = "desk", ts_ms: int = 0
) -> list[LogEntry]:
    """The events as entries that follow the state."""
    seq, before = (0, "0" * 64) if state is None else (state.seq, state.hash)
    rows = []
    for event in events:
        seq += 1
        entry = write(before, seq, ts_ms, by, f"k{seq}", 0, event).entry
        before = entry.hash
        rows.append(entry)
    return rows


def after(*events: Event, state: State | None = None, by: str = "desk", ts_ms: int = 0) -> State:
    """The state after the events; Fault when one of them cannot be."""
    now = state or State()
    for entry in entries(events, now, by, ts_ms):
        now = apply(now, entry)
    return now


def the(state: State) -> Tournament:
    return state.tournament(T)


def refuses(state: State, *events: Event, by: str = "desk", ts_ms: int = 0) -> LogRefusal:
    with pytest.raises(LogRefusal) as caught:
        after(*events, state=state, by=by, ts_ms=ts_ms)
    sentence = caught.value.sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return caught.value


def ready(people: tuple[int, ...] = FOUR, rounds: int = 3, **plan: object) -> State:
    return after(created(**plan), *registered(people), stage(rounds))


def playing(people: tuple[int, ...] = FOUR) -> State:
    return after(drawn(1, people), RoundStarted(tournament=T, round=1), state=ready(people))


def finished(people: tuple[int, ...] = FOUR) -> State:
    """One round of one stage, played and closed, and the event over at time 0."""
    state = after(
        created(), *registered(people), stage(1), drawn(1, people), RoundStarted(tournament=T, round=1)
    )
    tables = range(1, 1 + len(people) // 4)
    return after(
        *(sheet(table) for table in tables),
        RoundClosed(tournament=T, round=1),
        StageClosed(tournament=T, stage=1),
        TournamentClosed(tournament=T),
        state=state,
    )

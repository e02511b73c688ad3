"""Short ways to events and entries for tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from club.log.events import (
    Event,
    GameRecorded,
    HandRecorded,
    Plan,
    Registered,
    RoundClosed,
    RoundDrawn,
    RoundStarted,
    StageAdded,
    StageClosed,
    TournamentClosed,
    TournamentCreated,
)
from club.log.events.base import Record, Sitting
from club.log.events.entry import LogEntry
from club.log.faults import LogRefusal
from club.log.state import State, apply
from club.log.store.line import write
from club.log.tournament.tournament import Tournament
from engine.state.events import EndReason

T = 1
DAY = 86_400_000


def created(**plan: object) -> TournamentCreated:
    return TournamentCreated(tournament=T, name="Open", preset="rrc", plan=Plan.model_validate(plan))


def registered(people: Iterable[int], **more: object) -> list[Event]:
    return [Registered.model_validate({"tournament": T, "person": p, **more}) for p in people]


def stage(rounds: int = 3, number: int = 1, **more: object) -> StageAdded:
    return StageAdded.model_validate(
        {"tournament": T, "stage": number, "method": "manual", "rounds": rounds, **more}
    )


def drawn(round_: int, people: Sequence[int], **more: object) -> RoundDrawn:
    """Tables of four in the order given, numbered from 1."""
    sittings = [{"table": 1 + i // 4, "players": tuple(people[i : i + 4])} for i in range(0, len(people), 4)]
    return RoundDrawn.model_validate(
        {"tournament": T, "round": round_, "method": "manual", "sittings": sittings, **more}
    )


def record(scores: Sequence[int], before: Sequence[int] = (30_000,) * 4, **more: object) -> Record:
    """A hand without riichi that leads from `before` to `scores`."""
    deltas = tuple(b - a for a, b in zip(before, scores, strict=True))
    return Record.model_validate(
        {
            "dealer": 0,
            "wind": 0,
            "number": 1,
            "reason": EndReason.WIN,
            "winners": (deltas.index(max(deltas)),) if any(deltas) else (),
            "deltas": deltas,
            "scores": tuple(scores),
            **more,
        }
    )


def hand(
    round_: int, table: int, number: int, told: Record, game: str | None = None, rev: int = 1
) -> HandRecorded:
    name = game or f"g{round_}.{table}"
    return HandRecorded(tournament=T, round=round_, table=table, game=name, hand=number, rev=rev, record=told)


def sitting(table: int, *players: int) -> Sitting:
    a, b, c, d = players
    return Sitting(table=table, players=(a, b, c, d))


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


FOUR = (1, 2, 3, 4)
EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)
EVEN = (30_000, 30_000, 30_000, 30_000)
WON = (38_000, 26_000, 28_000, 28_000)


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


def told(table: int = 1, scores: tuple[int, int, int, int] = WON, **more: object) -> GameRecorded:
    return GameRecorded.model_validate(
        {
            "tournament": T,
            "round": 1,
            "table": table,
            "source": "table",
            "scores": scores,
            "game": f"g1.{table}",
            **more,
        }
    )


def sheet(table: int = 1, scores: tuple[int, int, int, int] = WON, round_: int = 1) -> GameRecorded:
    return GameRecorded(tournament=T, round=round_, table=table, source="sheet", scores=scores)


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

"""Penalties, which are never deleted, and appeals after the event."""

from __future__ import annotations

import calendar
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from club.log.events.entry import LogEntry
from club.log.events.judging import AppealDecided, AppealFiled, Penalised, PenaltyLifted
from club.log.faults import LogRefusal
from club.log.steps.common import put, registered
from club.log.tournament.tournament import Appeal, Penalty, Tournament
from engine.state.events import Sanction

APPEAL_MONTHS: Final = 2
"""K-APPEAL-01."""


def penalise(tournament: Tournament, entry: LogEntry, event: Penalised) -> Tournament:
    """Needs no stage and no round, so that it outlives a draw that is taken back."""
    registered(tournament, event.person)
    _once(tournament, event)
    penalty = Penalty(entry, event)
    return replace(tournament, penalties=put(tournament.penalties, entry.seq, penalty))


def _once(tournament: Tournament, event: Penalised) -> None:
    """Two referees may punish the same thing, at the table and at the desk: the second is refused."""
    for seq, other in tournament.penalties.items():
        if other.lifted is None and same(other.event, event):
            raise LogRefusal("penalised", by=other.entry.by, entry=seq)


def same(one: Penalised, other: Penalised) -> bool:
    """Whether both punish the same thing: of one hand; or one names no hand, and they take as much."""
    if _case(one) != _case(other) or one.hand is other.hand is None:
        return False
    return one.hand == other.hand or (None in (one.hand, other.hand) and one.points == other.points)


def _case(event: Penalised) -> tuple[int | None, int | None, int, str, Sanction]:
    return event.round, event.table, event.person, event.reason, event.sanction


def lift(tournament: Tournament, entry: LogEntry, event: PenaltyLifted) -> Tournament:
    found = tournament.penalties.get(event.penalty)
    if found is None:
        raise LogRefusal("no_penalty", entry=event.penalty)
    if found.lifted is not None:
        raise LogRefusal("lifted", entry=found.lifted)
    lifted = replace(found, lifted=entry.seq)
    return replace(tournament, penalties=put(tournament.penalties, event.penalty, lifted))


def appeal(tournament: Tournament, entry: LogEntry, event: AppealFiled) -> Tournament:
    registered(tournament, event.person)
    if tournament.closed is None:
        raise LogRefusal("not_over")
    until = months_later(tournament.closed.ts_ms, APPEAL_MONTHS)
    if entry.ts_ms > until:
        day = datetime.fromtimestamp(until / 1000, UTC).date()
        raise LogRefusal("too_late", day=str(day))
    for name in ("situation", "decision", "reasons"):
        if not getattr(event, name).strip():
            raise LogRefusal("no_details")
    filed = Appeal(entry, event)
    return replace(tournament, appeals=put(tournament.appeals, entry.seq, filed))


def decide(tournament: Tournament, entry: LogEntry, event: AppealDecided) -> Tournament:
    """K-APPEAL-02."""
    found = tournament.appeals.get(event.appeal)
    if found is None:
        raise LogRefusal("no_appeal", entry=event.appeal)
    if found.decided is not None:
        raise LogRefusal("decided", entry=found.decided.seq)
    if len(set(event.board)) < len(event.board):
        raise LogRefusal("board")
    judged = {ruling.entry.by for ruling in tournament.rulings.values()} | {
        penalty.entry.by for penalty in tournament.penalties.values()
    }
    for judge in event.board:
        if judge in judged:
            raise LogRefusal("judged", by=judge)
    decided = replace(found, decided=entry)
    return replace(tournament, appeals=put(tournament.appeals, event.appeal, decided))


def months_later(ts_ms: int, months: int) -> int:
    """The same time of the day as many months later, the last day of a month where that day is missing."""
    day = datetime.fromtimestamp(ts_ms / 1000, UTC)
    year, month = divmod(day.month - 1 + months, 12)
    last = calendar.monthrange(day.year + year, month + 1)[1]
    moved = day.replace(year=day.year + year, month=month + 1, day=min(day.day, last))
    return int(moved.timestamp() * 1000)

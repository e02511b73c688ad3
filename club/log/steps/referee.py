"""Calls of the referee and rulings."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from club.log.events import Event
from club.log.events.entry import LogEntry
from club.log.events.judging import Answered, CallClosed, Called, HandOpened, Ruled, Settled
from club.log.faults import LogRefusal
from club.log.steps.common import drawn, game_at, put, registered
from club.log.tournament.tournament import Call, Ruling, Tournament
from engine.judge.penalties import penalty
from engine.state.events import BY_THE_TABLE, Sanction

EXCHANGED: Final = "P-23"
"""A tile of a hand in riichi was exchanged: chombo where the hand ends in a draw."""


def call(tournament: Tournament, entry: LogEntry, event: Called) -> Tournament:
    game_at(drawn(tournament, event.round), event.round, event.table)
    return replace(tournament, calls=put(tournament.calls, entry.seq, Call(entry)))


def answer(tournament: Tournament, entry: LogEntry, event: Answered) -> Tournament:
    found = _open_call(tournament, event.call)
    if found.answered is not None:
        raise LogRefusal("answered", by=found.answered.by, entry=found.answered.seq)
    return _with_call(tournament, event.call, replace(found, answered=entry))


def close_call(tournament: Tournament, entry: LogEntry, event: CallClosed) -> Tournament:
    return _with_call(tournament, event.call, replace(_open_call(tournament, event.call), ended=entry))


def rule(tournament: Tournament, entry: LogEntry, event: Ruled) -> Tournament:
    """K-JUDGE-06, K-JUDGE-07."""
    game_at(drawn(tournament, event.round), event.round, event.table)
    for person in event.persons:
        registered(tournament, person)
    rulings = dict(tournament.rulings)
    if event.supersedes is not None:
        before = rulings.get(event.supersedes)
        if before is None:
            raise LogRefusal("no_ruling", entry=event.supersedes)
        if before.superseded is not None:
            raise LogRefusal("superseded", entry=before.superseded)
        rulings[event.supersedes] = replace(before, superseded=entry.seq)
    else:
        _once(tournament, event)
        if event.call is not None:
            ended = replace(_open_call(tournament, event.call), ended=entry)
            tournament = _with_call(tournament, event.call, ended)
    rulings[entry.seq] = Ruling(entry, event)
    return replace(tournament, rulings=rulings)


def _once(tournament: Tournament, event: Ruled) -> None:
    """Two referees may come to the same case: the second is refused with that reason."""
    if event.hand is None:
        return
    for seq, other in tournament.rulings.items():
        same = (other.event.round, other.event.table, other.event.hand, other.event.reason)
        if same == (event.round, event.table, event.hand, event.reason) and set(other.event.persons) & set(
            event.persons
        ):
            raise LogRefusal("ruled", by=other.entry.by, entry=seq)


def settle(tournament: Tournament, entry: LogEntry, event: Settled) -> Tournament:
    """What the four players settle without a referee (K-PEN-08). LogRefusal unless all four confirm it."""
    game = game_at(drawn(tournament, event.round), event.round, event.table)
    if set(event.confirmed) != {0, 1, 2, 3}:
        raise LogRefusal("not_confirmed")
    if event.person not in (*game.sitting.players, *tournament.rounds[event.round].sits(event.table)):
        raise LogRefusal("not_at_table", person=event.person, table=event.table)
    _of_the_table(tournament, event)
    if event.call is not None:
        ended = replace(_open_call(tournament, event.call), ended=entry)
        tournament = _with_call(tournament, event.call, ended)
    return replace(tournament, settled=put(tournament.settled, entry.seq, entry))


def _of_the_table(tournament: Tournament, event: Settled) -> None:
    """A case that certainly leads to dead hand or chombo, and once (K-PEN-08)."""
    try:
        usual = penalty(event.reason, tournament.preset).standard.sanction
    except KeyError:
        raise LogRefusal("no_reason", reason=event.reason) from None
    allowed = (usual, Sanction.CHOMBO) if event.reason == EXCHANGED else (usual,)
    if usual not in BY_THE_TABLE or event.sanction not in allowed:
        raise LogRefusal("judge_needed", reason=event.reason)
    for seq, other in tournament.settled.items():
        if _case(other.event) == _case(event):
            raise LogRefusal("settled", entry=seq)


def _case(event: Event) -> tuple[object, ...]:
    assert isinstance(event, Settled)
    return event.round, event.table, event.hand, event.person, event.reason, event.sanction


def open_hand(tournament: Tournament, entry: LogEntry, event: HandOpened) -> Tournament:
    """Depends on nothing that can be reverted, as it stays recorded itself (K-JUDGE-10)."""
    del event
    return replace(tournament, opened=(*tournament.opened, entry))


def _open_call(tournament: Tournament, seq: int) -> Call:
    found = tournament.calls.get(seq)
    if found is None:
        raise LogRefusal("no_call", entry=seq)
    if found.ended is not None:
        raise LogRefusal("call_decided", by=found.ended.by, call=seq, entry=found.ended.seq)
    return found


def _with_call(tournament: Tournament, seq: int, changed: Call) -> Tournament:
    return replace(tournament, calls=put(tournament.calls, seq, changed))

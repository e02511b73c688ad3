"""What the desk is sent of the hall: a lamp for each table, the queue of calls, the number of judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from club.log.events import Called
from club.log.events.entry import LogEntry
from club.log.tournament.tournament import Round, Tournament
from club.referee import queue
from club.referee.judges import shortcomings, wanted
from club.referee.ruling import Who, event_size
from club.referee.views import (
    CallView,
    DeskView,
    Judges,
    Lamp,
    Queue,
    TableCard,
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a table now. `missing` seats have nobody signed in; `left_ms` is that of its clock.

    `picture` is the table's public state, `concealed` the tiles of closed hands where a table knows them.
    """

    online: bool = True
    missing: int = 0
    scores: tuple[int, int, int, int] | None = None
    left_ms: int | None = None
    running: bool = False
    over: bool = False
    troubles: tuple[dict[str, Any], ...] = ()
    """Each with a code, and the reason where the table refuses something."""
    picture: Mapping[str, Any] | None = None
    concealed: Mapping[int, tuple[str | None, ...]] = field(default_factory=dict)


Hall = Mapping[int, Seen]
"""By the number of the table."""


def desk(tournament: Tournament, hall: Hall, who: Who, now_ms: int) -> DeskView:
    """The hall in the round that is played, or was drawn last."""
    number = tournament.playing or max(tournament.rounds, default=None)
    round_ = None if number is None else tournament.rounds[number]
    waiting = {call.table: call.stage for call in _calls(tournament) if call.stage is not queue.Stage.SETTLED}
    games = {} if round_ is None else round_.games
    return DeskView(
        seq=tournament.log[-1].seq if tournament.log else 0,
        ts_ms=now_ms,
        tournament=tournament.id,
        name=tournament.name,
        preset=tournament.preset,
        mild=event_size(tournament).mild,
        round=number,
        tables=tuple(
            _card(round_, table, hall.get(table), waiting.get(table))
            for table in sorted(games)
            if round_ is not None
        ),
        queue=_queue(tournament),
        judges=_judges(tournament),
        me=who.account,
    )


def _card(round_: Round, table: int, seen: Seen | None, stage: queue.Stage | None) -> TableCard:
    game = round_.games[table]
    now = seen or Seen()
    lamps = {
        Lamp.CALL: stage is queue.Stage.WAITING,
        Lamp.ALERT: bool(now.troubles),
        Lamp.FROZEN: table in round_.frozen or None in round_.frozen,
        Lamp.COMING: stage is queue.Stage.COMING,
        Lamp.LATE: round_.started is not None and now.missing > 0 and not game.hands,
        Lamp.CLOCK: now.over and game.result is None,
        Lamp.SILENT: not now.online,
    }
    return TableCard(
        table=table,
        lamps=tuple(lamp for lamp, lit in lamps.items() if lit) or (Lamp.WELL,),
        players=round_.sits(table),
        scores=now.scores or game.scores,
        hands=len(game.hands),
        left_ms=now.left_ms,
        running=now.running,
        granted_s=round_.extra_s(table),
        troubles=now.troubles,
    )


def _calls(tournament: Tournament) -> Iterator[queue.Call]:
    for seq, call in tournament.calls.items():
        event = call.entry.event
        assert isinstance(event, Called)
        yield queue.Call(
            str(seq),
            event.round,
            event.table,
            event.seat,
            call.entry.ts_ms,
            *_by(call.answered),
            *_by(call.ended),
        )


def _by(entry: LogEntry | None) -> tuple[str | None, int | None]:
    return (None, None) if entry is None else (entry.by, entry.ts_ms)


def _queue(tournament: Tournament) -> Queue:
    calls = tuple(_calls(tournament))
    found = queue.response(calls)
    open_ = [call for call in queue.in_order(calls) if call.stage is not queue.Stage.SETTLED]
    return Queue(
        calls=tuple(_call(tournament, call) for call in open_),
        settled=found.settled,
        median_ms=found.median_ms,
        p95_ms=found.p95_ms,
    )


def _call(tournament: Tournament, call: queue.Call) -> CallView:
    round_ = tournament.rounds.get(call.round)
    person = None if round_ is None or call.seat is None else round_.sits(call.table)[call.seat]
    return CallView(
        id=int(call.id),
        round=call.round,
        table=call.table,
        seat=call.seat,
        person=person,
        stage=call.stage,
        since_ms=call.since_ms,
        taken_by=call.taken_by,
        response_ms=call.response_ms,
    )


def _judges(tournament: Tournament) -> Judges:
    officials = tournament.plan.officials
    playing = sum(official.playing for official in officials)
    return judges(len(tournament.admitted), playing, len(officials) - playing)


def judges(participants: int, playing: int, free: int) -> Judges:
    """How many judges there are who play and who do not, beside the numbers that an event needs
    (K-JUDGE-04)."""
    need = wanted(participants, playing)
    return Judges(
        playing=playing,
        free=free,
        wanted_playing=need.playing,
        wanted_free=need.free,
        short=shortcomings(participants, playing=playing, free=free),
    )


def open_call(tournament: Tournament, round_: int, table: int) -> CallView | None:
    """The call of a table that is to be looked at first; None where nobody calls."""
    open_ = (call for call in _calls(tournament) if call.stage is not queue.Stage.SETTLED)
    here = [call for call in open_ if (call.round, call.table) == (round_, table)]
    return _call(tournament, queue.in_order(here)[0]) if here else None

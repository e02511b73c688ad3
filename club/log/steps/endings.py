"""Rounds that end before their time."""

from __future__ import annotations

from dataclasses import replace

from club.log.events.ending import RoundsCalledOff, RoundShortened
from club.log.events.entry import LogEntry
from club.log.faults import LogRefusal
from club.log.steps.common import game_at, put, require_on, require_open
from club.log.tournament.tournament import Cut, Off, Round, Tournament


def call_off(tournament: Tournament, entry: LogEntry, event: RoundsCalledOff) -> Tournament:
    require_open(tournament)
    off = dict(tournament.off)
    playing = tournament.playing
    for number in event.rounds:
        _require_coming(tournament, number)
        if number in off:
            raise LogRefusal("called_off", round=number, entry=off[number].entry.seq)
        off[number] = Off(entry, tuple(sorted(set(event.counted))) if number == playing else ())
    if event.counted:
        _check_counted(tournament, event, playing)
    return replace(tournament, off=off)


def _check_counted(tournament: Tournament, event: RoundsCalledOff, playing: int | None) -> None:
    """A game that counts is over."""
    if playing is None or playing not in event.rounds:
        raise LogRefusal("not_started", round=event.rounds[0])
    found = tournament.rounds[playing]
    still = [str(table) for table in event.counted if game_at(found, playing, table).result is None]
    if still:
        raise LogRefusal("no_result", tables=", ".join(still))


def shorten(tournament: Tournament, entry: LogEntry, event: RoundShortened) -> Tournament:
    """K-TIMER-01."""
    require_open(tournament)
    require_on(tournament, event.round)
    _require_coming(tournament, event.round)
    found = tournament.rounds.get(event.round)
    before = found is None or found.started is None
    if before and event.ends:
        raise LogRefusal("not_started", round=event.round)
    if before and event.seconds >= 60 * tournament.minutes(event.round):
        raise LogRefusal("no_time_left", round=event.round, minutes=tournament.minutes(event.round))
    beside = _extra(found) if found is not None and event.ends else ()
    cut = Cut(entry.seq, ((None, event.seconds), *beside), before)
    rows = (*tournament.cuts.get(event.round, ()), cut)
    return replace(tournament, cuts=put(tournament.cuts, event.round, rows))


def _extra(found: Round) -> tuple[tuple[int, int], ...]:
    """What single tables were granted: where all end at once it goes, too."""
    own = {table: sum(s for where, s in found.added if where == table) for table in found.games}
    return tuple((table, seconds) for table, seconds in sorted(own.items()) if seconds)


def _require_coming(tournament: Tournament, number: int) -> None:
    """LogRefusal where there is no such round, or it is closed."""
    if tournament.stage_of(number) is None:
        raise LogRefusal("no_stage", round=number)
    found = tournament.rounds.get(number)
    if found is not None and found.closed is not None:
        raise LogRefusal("round_closed", round=number, entry=found.closed)

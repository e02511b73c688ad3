"""Stages, tables and the end of the event."""

from __future__ import annotations

from dataclasses import replace

from club.log.events.entry import LogEntry
from club.log.events.planning import StageAdded, StageClosed, TableBound, TablesReduced, TournamentClosed
from club.log.faults import LogRefusal
from club.log.steps.common import put, require_open, require_over
from club.log.tournament.tournament import Stage, Tournament


def add(tournament: Tournament, entry: LogEntry, event: StageAdded) -> Tournament:
    require_open(tournament)
    if event.stage != len(tournament.stages) + 1:
        raise LogRefusal("stage_order", next=len(tournament.stages) + 1, stage=event.stage)
    if (event.interval is not None) != (event.method == "interval"):
        raise LogRefusal("interval")
    before = tournament.stages.get(event.stage - 1)
    stage = Stage(entry.seq, event, before.rounds.stop if before else 1)
    return replace(tournament, stages=put(tournament.stages, event.stage, stage))


def close(tournament: Tournament, entry: LogEntry, event: StageClosed) -> Tournament:
    require_open(tournament)
    stage = tournament.stages.get(event.stage)
    if stage is None:
        raise LogRefusal("unknown_stage", stage=event.stage)
    if stage.closed is not None:
        raise LogRefusal("stage_closed", stage=event.stage, entry=stage.closed)
    require_over(tournament, stage.rounds)
    closed = replace(stage, closed=entry.seq)
    return replace(tournament, stages=put(tournament.stages, event.stage, closed))


def end(tournament: Tournament, entry: LogEntry, event: TournamentClosed) -> Tournament:
    del event
    require_open(tournament)
    still = next((number for number, stage in tournament.stages.items() if stage.closed is None), None)
    if not tournament.stages or still is not None:
        raise LogRefusal("stage_open", stage=still or 1)
    return replace(tournament, closed=entry)


def reduce_tables(tournament: Tournament, entry: LogEntry, event: TablesReduced) -> Tournament:
    """K-SEAT-06."""
    del entry
    require_open(tournament)
    if event.from_round <= tournament.last_started:
        raise LogRefusal("round_begun", round=event.from_round, next=tournament.last_started + 1)
    limit = tournament.tables(event.from_round)
    if limit is not None and event.tables >= limit:
        raise LogRefusal("more_tables", limit=limit)
    rows = (*tournament.reductions, (event.from_round, event.tables))
    return replace(tournament, reductions=rows)


def bind(tournament: Tournament, entry: LogEntry, event: TableBound) -> Tournament:
    del entry
    if event.device is None:
        devices = {table: name for table, name in tournament.devices.items() if table != event.table}
        return replace(tournament, devices=devices)
    for table, name in tournament.devices.items():
        if name == event.device and table != event.table:
            raise LogRefusal("bound", device=event.device, table=table)
    return replace(tournament, devices=put(tournament.devices, event.table, event.device))

"""Draws, the start and the end of rounds, extra time."""

from __future__ import annotations

from dataclasses import replace

from club.log.events.entry import LogEntry
from club.log.events.judging import Frozen, Unfrozen
from club.log.events.planning import RoundClosed, RoundDrawn, RoundStarted, SeedCommitted, TimeAdded
from club.log.faults import LogRefusal
from club.log.steps.common import (
    drawn,
    game_at,
    put,
    registered,
    require_on,
    require_open,
    require_over,
    running,
    stakes,
    with_round,
)
from club.log.tournament.game import Game
from club.log.tournament.tournament import Round, Stage, Tournament
from club.seating.commit import opens


def commit(tournament: Tournament, entry: LogEntry, event: SeedCommitted) -> Tournament:
    require_open(tournament)
    for number in event.rounds:
        require_on(tournament, number)
        if number in tournament.rounds:
            seq = tournament.rounds[number].drawn.seq
            raise LogRefusal("drawn", round=number, entry=seq)
    rows = {**tournament.commitments, **dict.fromkeys(event.rounds, entry)}
    return replace(tournament, commitments=rows)


def draw(tournament: Tournament, entry: LogEntry, event: RoundDrawn) -> Tournament:
    require_open(tournament)
    if event.round in tournament.rounds:
        seq = tournament.rounds[event.round].drawn.seq
        raise LogRefusal("drawn", round=event.round, entry=seq)
    require_on(tournament, event.round)
    stage = tournament.stage_of(event.round)
    if stage is None:
        raise LogRefusal("no_stage", round=event.round)
    _check_method(tournament, stage, event)
    if event.method != "manual":
        _check_seed(tournament, entry, event)
    _check_people(tournament, stage, event)
    _check_tables(tournament, event)
    games = {s.table: Game(s, s, *stakes(tournament.rules)) for s in event.sittings}
    return with_round(tournament, event.round, Round(entry, stage.event.stage, games))


def _check_method(tournament: Tournament, stage: Stage, event: RoundDrawn) -> None:
    if event.method not in ("manual", stage.event.method):
        raise LogRefusal("method", round=event.round, method=stage.event.method, stage=stage.event.stage)
    if event.method not in ("swiss", "interval"):
        return
    require_over(tournament, range(1, event.round))


def _check_seed(tournament: Tournament, entry: LogEntry, event: RoundDrawn) -> None:
    commitment = tournament.commitments.get(event.round)
    if commitment is None:
        raise LogRefusal("no_commitment", round=event.round)
    if tournament.spent.get(event.seed, entry.seq) < entry.seq:
        raise LogRefusal("seed_known")
    assert isinstance(commitment.event, SeedCommitted)
    if not opens(commitment.event.commitment, event.seed, event.bound):
        raise LogRefusal("commitment", entry=commitment.seq)


def _check_people(tournament: Tournament, stage: Stage, event: RoundDrawn) -> None:
    seated = [player for sitting in event.sittings for player in sitting.players]
    named = [*seated, *event.byes]
    twice = next((player for player in named if named.count(player) > 1), None)
    if twice is not None:
        raise LogRefusal("twice", person=twice)
    for player in named:
        if not registered(tournament, player).plays(event.round):
            raise LogRefusal("withdrawn", person=player, round=event.round)
    waiting = next((player for player in named if player in tournament.waiting), None)
    if waiting is not None:
        raise LogRefusal("waiting", person=waiting)
    missing = set(tournament.players(event.round)) - set(named)
    if missing and stage.event.cut is None:
        raise LogRefusal("missing", person=min(missing), round=event.round)


def _check_tables(tournament: Tournament, event: RoundDrawn) -> None:
    tables = [sitting.table for sitting in event.sittings]
    twice = next((table for table in tables if tables.count(table) > 1), None)
    if twice is not None:
        raise LogRefusal("table_twice", table=twice, round=event.round)
    limit = tournament.tables(event.round)
    if limit is not None and len(tables) > limit:
        raise LogRefusal("more_tables", limit=limit)


def start(tournament: Tournament, entry: LogEntry, event: RoundStarted) -> Tournament:
    require_open(tournament)
    found = drawn(tournament, event.round)
    if found.started is not None:
        raise LogRefusal("started", round=event.round, entry=found.started.seq)
    require_on(tournament, event.round)
    require_over(tournament, range(1, event.round))
    for number, stage in tournament.stages.items():
        if number < found.stage and stage.closed is None:
            raise LogRefusal("stage_open", stage=number)
    for table in found.games:
        for player in found.sits(table):
            if not registered(tournament, player).plays(event.round):
                raise LogRefusal("seat_withdrawn", person=player, table=table)
    return with_round(tournament, event.round, replace(found, started=entry))


def close(tournament: Tournament, entry: LogEntry, event: RoundClosed) -> Tournament:
    require_open(tournament)
    found = running(tournament, event.round)
    still = [str(table) for table, game in found.games.items() if game.result is None]
    if still:
        raise LogRefusal("no_result", tables=", ".join(still))
    return with_round(tournament, event.round, replace(found, closed=entry.seq))


def add_time(tournament: Tournament, entry: LogEntry, event: TimeAdded) -> Tournament:
    del entry
    found = running(tournament, event.round)
    if event.table is not None:
        game_at(found, event.round, event.table)
    return with_round(
        tournament, event.round, replace(found, added=(*found.added, (event.table, event.seconds)))
    )


def freeze(tournament: Tournament, entry: LogEntry, event: Frozen) -> Tournament:
    found = running(tournament, event.round)
    if event.table is not None:
        game_at(found, event.round, event.table)
    if event.table in found.frozen:
        seq = found.frozen[event.table].seq
        raise (
            LogRefusal("frozen_round", entry=seq)
            if event.table is None
            else LogRefusal("frozen", table=event.table, entry=seq)
        )
    return with_round(tournament, event.round, replace(found, frozen=put(found.frozen, event.table, entry)))


def unfreeze(tournament: Tournament, entry: LogEntry, event: Unfrozen) -> Tournament:
    del entry
    found = drawn(tournament, event.round)
    if event.table not in found.frozen:
        raise (
            LogRefusal("not_frozen_round")
            if event.table is None
            else LogRefusal("not_frozen", table=event.table)
        )
    frozen = {table: by for table, by in found.frozen.items() if table != event.table}
    return with_round(tournament, event.round, replace(found, frozen=frozen))

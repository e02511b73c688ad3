"""Draws, the start and the end of rounds, extra time."""

from __future__ import annotations

from dataclasses import replace

from club.log.entry import Entry
from club.log.faults import Fault
from club.log.game import Game
from club.log.judging import Frozen, Unfrozen
from club.log.planning import RoundClosed, RoundDrawn, RoundStarted, SeedCommitted, TimeAdded
from club.log.steps.common import drawn, game_at, put, registered, require_open, running, stakes, with_round
from club.log.tournament import Round, Stage, Tournament
from club.seating.commit import opens


def commit(tournament: Tournament, entry: Entry, event: SeedCommitted) -> Tournament:
    require_open(tournament)
    for number in event.rounds:
        if number in tournament.rounds:
            seq = tournament.rounds[number].drawn.seq
            raise Fault("drawn", f"Round {number} is drawn already, by entry {seq}: revert that first.")
    rows = {**tournament.commitments, **dict.fromkeys(event.rounds, entry)}
    return replace(tournament, commitments=rows)


def draw(tournament: Tournament, entry: Entry, event: RoundDrawn) -> Tournament:
    require_open(tournament)
    if event.round in tournament.rounds:
        seq = tournament.rounds[event.round].drawn.seq
        raise Fault("drawn", f"Round {event.round} is drawn already, by entry {seq}: revert that first.")
    stage = tournament.stage_of(event.round)
    if stage is None:
        raise Fault("no_stage", f"Round {event.round} belongs to no stage: add a stage first.")
    _check_method(tournament, stage, event)
    if event.method != "manual":
        _check_seed(tournament, entry, event)
    _check_people(tournament, stage, event)
    _check_tables(tournament, event)
    games = {s.table: Game(s, s, *stakes(tournament.rules)) for s in event.sittings}
    return with_round(tournament, event.round, Round(entry, stage.event.stage, games))


def _check_method(tournament: Tournament, stage: Stage, event: RoundDrawn) -> None:
    if event.method not in ("manual", stage.event.method):
        raise Fault(
            "method",
            f"Round {event.round} is drawn by {stage.event.method} in stage {stage.event.stage}, or by hand.",
        )
    if event.method not in ("swiss", "interval"):
        return
    for number in range(1, event.round):
        if number not in tournament.rounds or tournament.rounds[number].closed is None:
            raise Fault("round_open", f"Round {number} is not closed: its results are needed for this draw.")


def _check_seed(tournament: Tournament, entry: Entry, event: RoundDrawn) -> None:
    commitment = tournament.commitments.get(event.round)
    if commitment is None:
        raise Fault(
            "no_commitment", f"Nothing was committed for round {event.round}: publish a commitment first."
        )
    if tournament.spent.get(event.seed, entry.seq) < entry.seq:
        raise Fault("seed_known", "This seed is known from a draw taken back: commit to a new one.")
    assert isinstance(commitment.event, SeedCommitted)
    if not opens(commitment.event.commitment, event.seed, event.bound):
        raise Fault(
            "commitment",
            f"Seed and parameters are not those that entry {commitment.seq} committed to: draw with those.",
        )


def _check_people(tournament: Tournament, stage: Stage, event: RoundDrawn) -> None:
    seated = [player for sitting in event.sittings for player in sitting.players]
    named = [*seated, *event.byes]
    twice = next((player for player in named if named.count(player) > 1), None)
    if twice is not None:
        raise Fault("twice", f"Player {twice} would be in two places: everybody sits once, or has a bye.")
    for player in named:
        if not registered(tournament, player).plays(event.round):
            raise Fault(
                "withdrawn", f"Player {player} does not play in round {event.round}: leave the player out."
            )
    waiting = next((player for player in named if player in tournament.waiting), None)
    if waiting is not None:
        raise Fault("waiting", f"Player {waiting} is on the waiting list and has no place yet.")
    missing = set(tournament.players(event.round)) - set(named)
    if missing and stage.event.cut is None:
        raise Fault(
            "missing",
            f"Player {min(missing)} has neither a seat nor a bye in round {event.round}: draw with all.",
        )


def _check_tables(tournament: Tournament, event: RoundDrawn) -> None:
    tables = [sitting.table for sitting in event.sittings]
    twice = next((table for table in tables if tables.count(table) > 1), None)
    if twice is not None:
        raise Fault("table_twice", f"Table {twice} is given to two games of round {event.round}.")
    limit = tournament.tables(event.round)
    if limit is not None and len(tables) > limit:
        raise Fault("more_tables", f"There are {limit} tables at most, and their number never rises again.")


def start(tournament: Tournament, entry: Entry, event: RoundStarted) -> Tournament:
    require_open(tournament)
    found = drawn(tournament, event.round)
    if found.started is not None:
        raise Fault("started", f"Round {event.round} has started already, by entry {found.started.seq}.")
    for number in range(1, event.round):
        if number not in tournament.rounds or tournament.rounds[number].closed is None:
            raise Fault(
                "round_open", f"Round {number} is not closed: close it before round {event.round} starts."
            )
    for number, stage in tournament.stages.items():
        if number < found.stage and stage.closed is None:
            raise Fault(
                "stage_open", f"Stage {number} is not closed: close it before round {event.round} starts."
            )
    for table in found.games:
        for player in found.sits(table):
            if not registered(tournament, player).plays(event.round):
                raise Fault(
                    "withdrawn",
                    f"Player {player} at table {table} has withdrawn: replace the player, or draw again.",
                )
    return with_round(tournament, event.round, replace(found, started=entry))


def close(tournament: Tournament, entry: Entry, event: RoundClosed) -> Tournament:
    require_open(tournament)
    found = running(tournament, event.round)
    still = [str(table) for table, game in found.games.items() if game.result is None]
    if still:
        raise Fault(
            "no_result",
            f"No result yet from table {', '.join(still)}: wait for it, or enter it from the sheet.",
        )
    return with_round(tournament, event.round, replace(found, closed=entry.seq))


def add_time(tournament: Tournament, entry: Entry, event: TimeAdded) -> Tournament:
    del entry
    found = running(tournament, event.round)
    if event.table is not None:
        game_at(found, event.round, event.table)
    return with_round(
        tournament, event.round, replace(found, added=(*found.added, (event.table, event.seconds)))
    )


def freeze(tournament: Tournament, entry: Entry, event: Frozen) -> Tournament:
    found = running(tournament, event.round)
    if event.table is not None:
        game_at(found, event.round, event.table)
    if event.table in found.frozen:
        raise Fault(
            "frozen", f"{_where(event.table)} is frozen already, by entry {found.frozen[event.table].seq}."
        )
    return with_round(tournament, event.round, replace(found, frozen=put(found.frozen, event.table, entry)))


def unfreeze(tournament: Tournament, entry: Entry, event: Unfrozen) -> Tournament:
    del entry
    found = drawn(tournament, event.round)
    if event.table not in found.frozen:
        raise Fault("not_frozen", f"{_where(event.table)} is not frozen.")
    frozen = {table: by for table, by in found.frozen.items() if table != event.table}
    return with_round(tournament, event.round, replace(found, frozen=frozen))


def _where(table: int | None) -> str:
    return "The whole round" if table is None else f"Table {table}"

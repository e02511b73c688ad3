"""The tournament itself, and who takes part in it."""

from __future__ import annotations

from dataclasses import replace

from club.log.events.entry import LogEntry
from club.log.events.planning import (
    ConsentChanged,
    Paid,
    Registered,
    Returned,
    TournamentChanged,
    TournamentCreated,
    Withdrew,
)
from club.log.faults import LogRefusal
from club.log.steps.common import put, registered, require_open, stakes
from club.log.tournament.places import Registration
from club.log.tournament.tournament import Tournament, ruleset
from engine.rules.ruleset import Ruleset


def created(entry: LogEntry, event: TournamentCreated) -> Tournament:
    ruleset(event.preset, event.options)
    return Tournament(event.tournament, event.name, event.preset, event.options, event.plan)


def changed(tournament: Tournament, entry: LogEntry, event: TournamentChanged) -> Tournament:
    del entry
    require_open(tournament)
    preset = event.preset or tournament.preset
    options = tournament.options if event.options is None else event.options
    if (preset, options) != (tournament.preset, tournament.options):
        if tournament.last_started:
            raise LogRefusal("rules_fixed")
        tournament = _played_by(tournament, ruleset(preset, options))
    return replace(
        tournament,
        name=event.name or tournament.name,
        preset=preset,
        options=options,
        plan=event.plan or tournament.plan,
    )


def _played_by(tournament: Tournament, rules: Ruleset) -> Tournament:
    """The games that are drawn already begin as these rules say."""
    start, deposit = stakes(rules)
    rounds = {
        number: replace(
            drawn,
            games={table: replace(game, start=start, deposit=deposit) for table, game in drawn.games.items()},
        )
        for number, drawn in tournament.rounds.items()
    }
    return replace(tournament, rounds=rounds)


def register(tournament: Tournament, entry: LogEntry, event: Registered) -> Tournament:
    require_open(tournament)
    if event.person in tournament.registrations:
        raise LogRefusal("registered", person=event.person)
    _still_to_come(tournament, event.from_round)
    registration = Registration(entry.seq, event, team=event.team)
    return replace(tournament, registrations=put(tournament.registrations, event.person, registration))


def pay(tournament: Tournament, entry: LogEntry, event: Paid) -> Tournament:
    del entry
    found = registered(tournament, event.person)
    if found.paid:
        raise LogRefusal("paid", person=event.person)
    return _with(tournament, replace(found, paid=True))


def withdraw(tournament: Tournament, entry: LogEntry, event: Withdrew) -> Tournament:
    del entry
    require_open(tournament)
    found = registered(tournament, event.person)
    _still_to_come(tournament, event.from_round)
    if found.away and found.away[-1][1] is None:
        raise LogRefusal("withdrawn_before", person=event.person, round=found.away[-1][0])
    return _with(tournament, replace(found, away=(*found.away, (event.from_round, None))))


def come_back(tournament: Tournament, entry: LogEntry, event: Returned) -> Tournament:
    del entry
    require_open(tournament)
    found = registered(tournament, event.person)
    _still_to_come(tournament, event.from_round)
    if not found.away or found.away[-1][1] is not None:
        raise LogRefusal("not_withdrawn", person=event.person)
    start, _ = found.away[-1]
    if event.from_round < start:
        raise LogRefusal("not_away", person=event.person, round=start)
    return _with(tournament, replace(found, away=(*found.away[:-1], (start, event.from_round))))


def consent(tournament: Tournament, entry: LogEntry, event: ConsentChanged) -> Tournament:
    del entry
    registered(tournament, event.person)
    if event.hand is not None and event.round is None:
        raise LogRefusal("no_round")
    key = (event.person, event.what, event.round, event.hand)
    return replace(tournament, consents=put(tournament.consents, key, event.granted))


def _still_to_come(tournament: Tournament, round_: int) -> None:
    if round_ <= tournament.last_started:
        raise LogRefusal("round_begun", round=round_, next=tournament.last_started + 1)


def _with(tournament: Tournament, found: Registration) -> Tournament:
    return replace(tournament, registrations=put(tournament.registrations, found.person, found))

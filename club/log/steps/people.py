"""The tournament itself, and who takes part in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pydantic import JsonValue

from club.log.entry import Entry
from club.log.faults import Fault
from club.log.places import Registration
from club.log.planning import (
    ConsentChanged,
    Paid,
    Registered,
    Returned,
    TournamentChanged,
    TournamentCreated,
    Withdrew,
)
from club.log.steps.common import put, registered, require_open, stakes
from club.log.tournament import Tournament, ruleset
from engine.rules import Ruleset


def created(entry: Entry, event: TournamentCreated) -> Tournament:
    _rules(event.preset, event.options)
    return Tournament(event.tournament, event.name, event.preset, event.options, event.plan)


def changed(tournament: Tournament, entry: Entry, event: TournamentChanged) -> Tournament:
    del entry
    require_open(tournament)
    preset = event.preset or tournament.preset
    options = tournament.options if event.options is None else event.options
    if (preset, options) != (tournament.preset, tournament.options):
        if tournament.last_started:
            raise Fault("rules_fixed", "The rules of play cannot change any more: round 1 has started.")
        tournament = _played_by(tournament, _rules(preset, options))
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


def _rules(preset: str, options: Mapping[str, JsonValue]) -> Ruleset:
    """Fault when there are none such."""
    try:
        return ruleset(preset, options)
    except ValueError as error:
        raise Fault("rules", str(error)) from error


def register(tournament: Tournament, entry: Entry, event: Registered) -> Tournament:
    require_open(tournament)
    if event.person in tournament.registrations:
        raise Fault(
            "registered", f"Player {event.person} is registered already: `returned` lets one come back."
        )
    _still_to_come(tournament, event.from_round)
    registration = Registration(entry.seq, event)
    return replace(tournament, registrations=put(tournament.registrations, event.person, registration))


def pay(tournament: Tournament, entry: Entry, event: Paid) -> Tournament:
    del entry
    found = registered(tournament, event.person)
    if found.paid:
        raise Fault("paid", f"Player {event.person} has paid already.")
    return _with(tournament, replace(found, paid=True))


def withdraw(tournament: Tournament, entry: Entry, event: Withdrew) -> Tournament:
    del entry
    require_open(tournament)
    found = registered(tournament, event.person)
    _still_to_come(tournament, event.from_round)
    if found.away and found.away[-1][1] is None:
        raise Fault(
            "withdrawn", f"Player {event.person} has withdrawn already, from round {found.away[-1][0]} on."
        )
    return _with(tournament, replace(found, away=(*found.away, (event.from_round, None))))


def come_back(tournament: Tournament, entry: Entry, event: Returned) -> Tournament:
    del entry
    require_open(tournament)
    found = registered(tournament, event.person)
    _still_to_come(tournament, event.from_round)
    if not found.away or found.away[-1][1] is not None:
        raise Fault(
            "not_withdrawn", f"Player {event.person} has not withdrawn: there is nothing to return from."
        )
    start, _ = found.away[-1]
    if event.from_round < start:
        raise Fault("not_away", f"Player {event.person} is here until round {start}: return from then on.")
    return _with(tournament, replace(found, away=(*found.away[:-1], (start, event.from_round))))


def consent(tournament: Tournament, entry: Entry, event: ConsentChanged) -> Tournament:
    del entry
    registered(tournament, event.person)
    if event.hand is not None and event.round is None:
        raise Fault("no_round", "A consent for one hand names the round too.")
    key = (event.person, event.what, event.round, event.hand)
    return replace(tournament, consents=put(tournament.consents, key, event.granted))


def _still_to_come(tournament: Tournament, round_: int) -> None:
    if round_ <= tournament.last_started:
        raise Fault(
            "round_begun",
            f"Round {round_} has begun: use round {tournament.last_started + 1}, and substitutes until then.",
        )


def _with(tournament: Tournament, found: Registration) -> Tournament:
    return replace(tournament, registrations=put(tournament.registrations, found.person, found))

"""Teams and who plays for them."""

from __future__ import annotations

from dataclasses import replace

from club.log.events.entry import LogEntry
from club.log.events.teams import TeamJoined, TeamNamed
from club.log.faults import LogRefusal
from club.log.steps.common import put, registered, require_open
from club.log.tournament.tournament import Tournament


def name(tournament: Tournament, entry: LogEntry, event: TeamNamed) -> Tournament:
    """Each name once."""
    del entry
    require_open(tournament)
    for team, known in tournament.teams.items():
        if team != event.team and known.casefold() == event.name.casefold():
            raise LogRefusal("team_exists", name=known)
    return replace(tournament, teams=put(tournament.teams, event.team, event.name))


def join(tournament: Tournament, entry: LogEntry, event: TeamJoined) -> Tournament:
    del entry
    require_open(tournament)
    found = registered(tournament, event.person)
    if event.team is not None and event.team not in tournament.teams:
        raise LogRefusal("no_team", team=event.team)
    changed = replace(found, team=event.team)
    return replace(tournament, registrations=put(tournament.registrations, event.person, changed))

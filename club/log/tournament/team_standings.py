"""The standings of the teams of a tournament, from those of their members."""

from __future__ import annotations

from club.log.tournament.finals import final_standings, stage_standings
from club.log.tournament.tournament import Tournament
from club.results.row import Row
from club.results.stages import Sum, teams


def newest_rows(tournament: Tournament) -> dict[int, Row]:
    """Each player's line in the last stage that the player took part in: a cut ends it earlier for some."""
    drawn = sorted({each.stage for each in tournament.rounds.values()})
    stages = [stage_standings(tournament, stage) for stage in drawn] or [final_standings(tournament)]
    return {row.player: row for standings in stages for row in standings.rows}


def team_standings(tournament: Tournament) -> tuple[Sum, ...]:
    """The standings of teams by the plan: the sum or the average of the totals of all members, or of the
    best ones."""
    members = {r.person: r.team for r in tournament.registrations.values() if r.team is not None}
    plan, rows = tournament.plan, newest_rows(tournament)
    return teams(rows.values(), members, plan.teams_best, average=plan.teams_by == "average")

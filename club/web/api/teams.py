"""Teams as everybody sees them: their standings, and what each member adds."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from club.log.tournament.team_standings import newest_rows, team_standings
from club.log.tournament.tournament import Tournament
from club.results.export import exact
from club.web.api.paths import TOURNAMENT
from club.web.api.public import public
from club.web.request.call import Call
from club.web.request.operation import get
from club.web.views.revision import named, revision
from club.web.views.shapes import Exact


class Member(TypedDict):
    person: int
    total: Exact | None
    counts: bool


class Team(TypedDict):
    team: int
    name: str | None
    revision: str
    place: int | None
    total: Exact | None
    members: list[Member]


class Teams(TypedDict):
    by: str
    best: int | None
    unequal: bool
    teams: list[Team]


@get(f"{TOURNAMENT}/teams", pure=True)
def teams(call: Call) -> Teams:
    """`teams` by place, those without a result at the end with `place` and `total` null; `by` and `best` say
    how a total is made (`Plan.teams_by`, `Plan.teams_best`), `unequal` whether teams count different numbers
    of members."""
    known = public(call)
    lines = {line.who: line for line in team_standings(known)}
    rows = newest_rows(known)
    lineup = []
    for team in (*lines, *sorted(_all(known) - lines.keys())):
        line = lines.get(team)
        members = [_member(person, rows, line.counted if line else ()) for person in _of(known, team)]
        place, total = (line.place, exact(line.total)) if line else (None, None)
        lineup.append(
            Team(
                team=team,
                name=known.teams.get(team),
                revision=revision(named(known, team)),
                place=place,
                total=total,
                members=members,
            )
        )
    counted = {len(line.counted) for line in lines.values()}
    return {
        "by": known.plan.teams_by,
        "best": known.plan.teams_best,
        "unequal": len(counted) > 1,
        "teams": lineup,
    }


def _all(known: Tournament) -> set[int]:
    return {*known.teams, *(r.team for r in known.registrations.values() if r.team is not None)}


def _of(known: Tournament, team: int) -> list[int]:
    """The members of a team in the order of registration."""
    return [r.person for r in known.registrations.values() if r.team == team]


def _member(person: int, rows: Any, counted: tuple[int, ...]) -> Member:
    row = rows.get(person)
    total = None if row is None else exact(row.total)
    return {"person": person, "total": total, "counts": person in counted}

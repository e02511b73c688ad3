"""Teams as everybody sees them: their standings, and what each member adds."""

from __future__ import annotations

from typing import Any

from club.log.tournament.team_standings import newest_rows, team_standings
from club.log.tournament.tournament import Tournament
from club.results.export import exact
from club.web.api.public import public
from club.web.request.endpoint import Call
from club.web.views.revision import named, revision


def teams(call: Call) -> object:
    """`teams` by place, those without a result at the end with `place` and `total` null; `by` and `best` say
    how a total is made (`Plan.teams_by`, `Plan.teams_best`), `unequal` whether teams count different numbers
    of members."""
    known = public(call)
    lines = {line.who: line for line in team_standings(known)}
    rows = newest_rows(known)
    told = []
    for team in (*lines, *sorted(_all(known) - lines.keys())):
        line = lines.get(team)
        members = [_member(known, person, rows, line.counted if line else ()) for person in _of(known, team)]
        place, total = (line.place, exact(line.total)) if line else (None, None)
        name = {"name": known.teams.get(team), "revision": revision(named(known, team))}
        told.append({"team": team, **name, "place": place, "total": total, "members": members})
    counted = {len(line.counted) for line in lines.values()}
    return {
        "by": known.plan.teams_by,
        "best": known.plan.teams_best,
        "unequal": len(counted) > 1,
        "teams": told,
    }


def _all(known: Tournament) -> set[int]:
    return {*known.teams, *(r.team for r in known.registrations.values() if r.team is not None)}


def _of(known: Tournament, team: int) -> list[int]:
    """The members of a team in the order of registration."""
    return [r.person for r in known.registrations.values() if r.team == team]


def _member(known: Tournament, person: int, rows: Any, counted: tuple[int, ...]) -> dict[str, Any]:
    row = rows.get(person)
    total = None if row is None else exact(row.total)
    return {"person": person, "total": total, "counts": person in counted}

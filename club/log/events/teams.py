"""Events of teams: people who play for each other within an event, kept apart in draws and added up."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from club.log.events.base import Happening, Id

TeamName = Annotated[str, StringConstraints(min_length=1, max_length=100, strip_whitespace=True)]
"""What is published of a team: it stays when a member is forgotten, so it names no person."""


class TeamNamed(Happening):
    """A new team, or another name for it."""

    type: Literal["team_named"] = "team_named"
    team: Id
    name: TeamName


class TeamJoined(Happening):
    """Plays for this team, with all results of the event; None: for none."""

    type: Literal["team_joined"] = "team_joined"
    person: Id
    team: Id | None = None

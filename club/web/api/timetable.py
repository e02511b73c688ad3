"""The timetable of an event, worked out from what an organiser decides; nothing is entered."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from club.schedule import Plan, published
from club.web.api.people import DESK
from club.web.request.call import Asked
from club.web.request.operation import post
from club.web.request.problem import ProblemError

Day = Annotated[str, StringConstraints(pattern=r"^\S{1,20}$")]
Minutes = Annotated[int, Field(ge=0, le=1439)]


class Slots(BaseModel):
    """The slots of a timetable as in `club.schedule.Plan`, in minutes; `dates` are those of the event, one
    for each day."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    dates: Annotated[
        tuple[Annotated[str, StringConstraints(pattern=r"^\S{1,20}$")], ...], Field(max_length=31)
    ]
    games: Annotated[int, Field(ge=1, le=100)]
    slot: Annotated[int, Field(ge=1, le=1439)]
    pause: Minutes
    lunch: Annotated[int, Field(ge=60, le=1439)]
    start: Minutes
    lunch_from: Minutes


class Lines(TypedDict):
    lines: list[str]
    """Such as `2026-12-05 10:00 game 1`."""


@post("/api/timetable", roles=DESK)
def timetable(call: Asked[Slots]) -> Lines:
    """The lines of all days; without a date everything is on one day."""
    call.need_anywhere()
    given = call.given
    days = max(1, len(given.dates))
    if days > given.games:
        raise ProblemError(422, "days_games", days=days, games=given.games)
    slots = given.model_dump(exclude={"dates"})
    try:
        return {"lines": list(published(Plan(days=days, **slots), given.dates))}
    except ValueError:
        raise ProblemError(422, "day_full", games=given.games, days=days) from None

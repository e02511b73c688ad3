"""What organisers look at: rules with their deviations, results with their sums, exports."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.responses import Response

from club.access.roles import Role
from club.hub.desired_state import planned
from club.log.events.base import Four, Plan, Won
from club.log.faults import LogRefusal
from club.log.steps.common import with_game
from club.log.tournament.game import GameEnd
from club.log.tournament.needs import lacking
from club.log.tournament.tournament import ruleset
from club.referee.view import judges
from club.results.accreditation import Facts, report
from club.results.export import Person, standings_data, to_csv, to_ema
from club.web.api.people import DESK
from club.web.api.public import found
from club.web.live.public_delay import without_play
from club.web.request.endpoint import Call
from club.web.request.problem import ProblemError
from club.web.views import tournament as views
from club.web.views.revision import laid_down, revision
from club.web.views.tables import result_of, results
from engine.rules.option_values import choices
from engine.rules.presets import Honoured, Option, plain, table_of
from engine.rules.ruleset import Ruleset
from engine.rules.sheet import ACCREDITED


class Rules(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    preset: str
    options: dict[str, JsonValue] = Field(default_factory=dict)
    plan: Plan | None = None
    """Its time limit counts, too."""


class Sheet(BaseModel):
    """A game as it stands on paper."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    scores: Four
    sticks_left: Annotated[int, Field(ge=0, le=400)] = 0
    chips: Four | None = None
    won: Won | None = None


JUDGES: Final = frozenset((Role.REFEREE, Role.HEAD_REFEREE))
_PLANNED: Final = ("timer.minutes", "timer.after")
"""Options that the plan of an event says (`club.hub.desired_state.planned`)."""


def presets(_call: Call) -> object:
    """The rules that a tournament can be created with."""
    known = table_of(ACCREDITED).presets.values()
    return [{"id": each.id, "title": each.title} for each in known]


def options(call: Call) -> object:
    """What may be played otherwise than a preset says, with its value there."""
    made = _ruleset(Rules(preset=call.request.path_params["preset"]))
    known = table_of(made.name).options.values()
    free = (each for each in known if each.honoured is not Honoured.FIXED and each.id not in _PLANNED)
    return [_choice(each) | {"value": plain(made.value(each.id))} for each in free]


def _choice(option: Option) -> dict[str, object]:
    """The values that an option takes: its `choices` where they are listed, else `bounds` by its `type`."""
    bounds = {} if isinstance(option.allowed, tuple) else plain(option.allowed)
    listed = (*bounds["known"], *option.added) if "known" in bounds else choices(option)
    return {"id": option.id, "type": option.type, "choices": plain(listed), "bounds": bounds}


def rules(call: Call) -> object:
    """What differs from the regulation, to be read out before the first game (K-EVENT-03)."""
    given = call.read(Rules)
    made = _ruleset(given)
    told = report(Facts(0, (), 0, 0), made)
    return {"deviations": [asdict(each) for each in told.deviations], "minutes": made.number("timer.minutes")}


def plan(call: Call) -> object:
    """All that is laid down of the event, so that a part of it can be changed; for its director."""
    known = found(call)
    call.need((Role.DIRECTOR,), known.id)
    fields = laid_down(known)
    return {"fields": fields, "revision": revision(fields)}


def officials(call: Call) -> object:
    """Whose accounts may judge here, and whether so many judges are enough (K-JUDGE-04): `?playing=` take
    part, `?free=` do not."""
    known = found(call)
    call.need((Role.DIRECTOR,), known.id)
    playing, free = (call.count(name) for name in ("playing", "free"))
    accounts = [
        {"account": each.by, "login": each.login, "person": each.person, "head": Role.HEAD_REFEREE in roles}
        for each in call.services.access.accounts.all()
        if (roles := each.roles(known.id)) & JUDGES
    ]
    return {"accounts": accounts, "judges": judges(len(known.admitted), playing, free).model_dump()}


def hall(call: Call) -> object:
    """Every table as the hub knows it, with why one has not taken its sitting; for who works in the hall. How
    a table that is broadcast plays is for who sees everything at once."""
    if not call.identity.anywhere(set(Role) - {Role.PLAYER, Role.BROADCASTER}):
        raise ProblemError(403, "role")
    view, covers = call.services.hall.view(), call.services.curtain.covers
    if call.inside():
        return view
    tables = tuple(without_play(each) if covers(each.name) else each for each in view.tables)
    return view.model_copy(update={"tables": tables})


def preview(call: Call) -> object:
    """What a result would give to each player, and whether its points add up; nothing is entered."""
    known = found(call)
    call.need((*DESK, Role.REFEREE, Role.HEAD_REFEREE), known.id)
    number, place = call.number("round"), call.number("table")
    if number not in known.rounds or place not in known.rounds[number].games:
        raise ProblemError(404, "no_table", table=place, round=number)
    sheet = call.read(Sheet)
    game = known.rounds[number].games[place]
    if moved := sum(sheet.chips or ()):
        raise LogRefusal("chips", found=moved)
    told = GameEnd(0, sheet.scores, sheet.sticks_left, chips=sheet.chips, won=sheet.won).filled(game.result)
    known = with_game(known, number, place, replace(game, entered=told))
    if lacks := lacking(known, known.rounds[number].games[place]):
        raise LogRefusal("lacks", round=number, tables=place, needs=lacks)
    played = result_of(known, number, place)
    total = sum(sheet.scores) + sheet.sticks_left * game.deposit
    return {
        "finals": played and views.finals(played),
        "total": total,
        "expected": 4 * game.start,
        "ok": total == 4 * game.start,
    }


_TYPES: Final[dict[str, str]] = {"csv": "text/csv", "ema": "text/csv", "json": "application/json"}


def export(call: Call) -> Response:
    """The standings as a file: everything, the EMA's columns, or exact data."""
    known = found(call)
    call.need(DESK, known.id)
    kind = call.request.path_params["kind"]
    if kind not in _TYPES:
        raise ProblemError(404, "unknown", what="export")
    games, standings = results(known)
    people = {
        person: Person(*each.names, each.country or "", each.ema or "", each.name)
        for person, each in call.services.people.get().items()
    }
    writers: dict[str, Callable[[], str]] = {
        "csv": lambda: to_csv(standings.rows, people),
        "ema": lambda: to_ema(standings.rows, people),
        "json": lambda: json.dumps(
            standings_data(games, standings) | {"called_off": sorted(known.off), "lacks": views.lacks(known)},
            ensure_ascii=False,
            indent=1,
        ),
    }
    name = f"standings-{known.id}{'-ema' if kind == 'ema' else ''}.{'json' if kind == 'json' else 'csv'}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(writers[kind](), media_type=f"{_TYPES[kind]}; charset=utf-8", headers=headers)


def _ruleset(given: Rules) -> Ruleset:
    try:
        made = ruleset(given.preset, given.options)
        if given.plan is None:
            return made
        return ruleset(given.preset, planned(given.preset, given.options, given.plan))
    except LogRefusal as fault:
        raise ProblemError.of(422, fault) from None

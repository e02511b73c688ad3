"""What organisers look at: rules with their deviations, results with their sums, exports."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.responses import Response
from typing_extensions import TypedDict

from club.access.roles import Role
from club.hub.desired_state import planned
from club.hub.table_status import HallView
from club.log.events.base import Four, Plan, Won
from club.log.faults import LogRefusal
from club.log.steps.common import with_game
from club.log.tournament.game import GameEnd
from club.log.tournament.needs import lacking
from club.log.tournament.tournament import ruleset
from club.referee.view import judges
from club.referee.views import Judges
from club.results.accreditation import Facts, report
from club.results.export import Person, standings_data, to_csv, to_ema
from club.web.api.paths import TABLE, TOURNAMENT
from club.web.api.people import DESK
from club.web.api.public import found
from club.web.live.public_delay import without_play
from club.web.request.call import Asked, Call
from club.web.request.operation import Parameter, get, post
from club.web.request.problem import ProblemError
from club.web.views import tournament as views
from club.web.views.revision import laid_down, revision
from club.web.views.shapes import Deviation, Exported, PlayerResult
from club.web.views.tables import result_of, results
from club.web.views.tournament import deviation
from engine.rules.option_values import offered
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


_DIRECTOR: Final = (Role.DIRECTOR,)
JUDGES: Final = frozenset((Role.REFEREE, Role.HEAD_REFEREE))
_PLANNED: Final = ("timer.minutes", "timer.after")
"""Options that the plan of an event says (`club.hub.desired_state.planned`)."""


class PresetLine(TypedDict):
    id: str
    title: str


class Choice(TypedDict):
    """The values that an option takes: its `choices` where they are listed, else `bounds` by its `type`."""

    id: str
    type: str
    choices: list[Any]
    bounds: dict[str, Any]
    value: Any


class Deviations(TypedDict):
    deviations: list[Deviation]
    minutes: int


class LaidDown(TypedDict):
    """The plan of an event by the names of its fields, with the revision that an edit has to send back."""

    fields: dict[str, Any]
    revision: str


class OfficialLine(TypedDict):
    account: str
    login: str
    person: int | None
    head: bool


class Officials(TypedDict):
    accounts: list[OfficialLine]
    judges: Judges


class Previewed(TypedDict):
    finals: list[PlayerResult] | None
    total: int
    expected: int
    ok: bool


@get("/api/presets")
def presets(_call: Call) -> list[PresetLine]:
    """The rules that a tournament can be created with."""
    known = table_of(ACCREDITED).presets.values()
    return [{"id": each.id, "title": each.title} for each in known]


@get("/api/presets/{preset}/options")
def options(call: Call) -> list[Choice]:
    """What may be played otherwise than a preset says, with its value there."""
    made = _ruleset(Rules(preset=call.word("preset")))
    known = table_of(made.name).options.values()
    free = (each for each in known if each.honoured is not Honoured.FIXED and each.id not in _PLANNED)
    return [_choice(each, made) for each in free]


def _choice(option: Option, rules: Ruleset) -> Choice:
    listed, bounds = offered(option)
    value = plain(rules.value(option.id))
    return {"id": option.id, "type": option.type, "choices": listed, "bounds": bounds, "value": value}


@post("/api/rules", roles=None)
def rules(call: Asked[Rules]) -> Deviations:
    """What differs from the regulation, to be read out before the first game (K-EVENT-03)."""
    given = call.given
    made = _ruleset(given)
    found = report(Facts(0, (), 0, 0), made)
    deviations = [deviation(each) for each in found.deviations]
    return {"deviations": deviations, "minutes": made.number("timer.minutes")}


@get(f"{TOURNAMENT}/plan", roles=_DIRECTOR)
def plan(call: Call) -> LaidDown:
    """All that is laid down of the event, so that a part of it can be changed; for its director."""
    known = found(call)
    call.need(known.id)
    fields = dict(laid_down(known))
    return {"fields": fields, "revision": revision(fields)}


_COUNTED: Final = {
    "playing": Parameter("How many judges take part."),
    "free": Parameter("How many judges do not."),
}


@get(f"{TOURNAMENT}/officials", roles=_DIRECTOR, parameters=_COUNTED)
def officials(call: Call) -> Officials:
    """Whose accounts may judge here, and whether so many judges are enough (K-JUDGE-04)."""
    known = found(call)
    call.need(known.id)
    playing, free = (call.count(name) for name in ("playing", "free"))
    accounts: list[OfficialLine] = [
        {"account": each.by, "login": each.login, "person": each.person, "head": Role.HEAD_REFEREE in roles}
        for each in call.services.access.accounts.all()
        if (roles := each.roles(known.id)) & JUDGES
    ]
    return {"accounts": accounts, "judges": judges(len(known.admitted), playing, free)}


@get("/api/hall", roles=set(Role) - {Role.PLAYER, Role.BROADCASTER})
def hall(call: Call) -> HallView:
    """Every table as the hub knows it, with why one has not taken its sitting; for who works in the hall. How
    a table that is broadcast plays is for who sees everything at once."""
    call.need_anywhere()
    view, covers = call.services.hall.view(), call.services.public_delay.covers
    if call.inside():
        return view
    tables = tuple(without_play(each) if covers(each.name) else each for each in view.tables)
    return view.model_copy(update={"tables": tables})


@post(f"{TABLE}/preview", roles=(*DESK, *JUDGES))
def preview(call: Asked[Sheet]) -> Previewed:
    """What a result would give to each player, and whether its points add up; nothing is entered."""
    known = found(call)
    call.need(known.id)
    number, place = call.number("round"), call.number("table")
    if number not in known.rounds or place not in known.rounds[number].games:
        raise ProblemError(404, "no_table", table=place, round=number)
    sheet = call.given
    game = known.rounds[number].games[place]
    if moved := sum(sheet.chips or ()):
        raise LogRefusal("chips", found=moved)
    end = GameEnd(0, sheet.scores, sheet.sticks_left, chips=sheet.chips, won=sheet.won).filled(game.result)
    known = with_game(known, number, place, replace(game, entered=end))
    if lacks := lacking(known, known.rounds[number].games[place]):
        raise LogRefusal("lacks", round=number, tables=place, needs=lacks)
    played = result_of(known, number, place)
    total = sum(sheet.scores) + sheet.sticks_left * game.deposit
    return {
        "finals": None if played is None else views.finals(played),
        "total": total,
        "expected": 4 * game.start,
        "ok": total == 4 * game.start,
    }


_TYPES: Final[dict[str, str]] = {"csv": "text/csv", "ema": "text/csv", "json": "application/json"}


_FILE: Final = ", ".join(sorted({*_TYPES.values()}))
_KIND: Final = Parameter("Which file: everything, the columns of the EMA, or exact data.", tuple(_TYPES))


@get(
    f"{TOURNAMENT}/export/{{kind}}",
    roles=DESK,
    parameters={"kind": _KIND},
    media=_FILE,
)
def export(call: Call) -> Annotated[Response, Exported]:
    """The standings as a file: everything, the EMA's columns, or exact data."""
    known = found(call)
    call.need(known.id)
    kind = call.word("kind")
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

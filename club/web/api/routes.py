"""The addresses of the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.routing import BaseRoute, Route

from club.web.api import (
    account,
    director,
    draw,
    ending,
    evidence,
    forms,
    log,
    online,
    people,
    player,
    public,
    referee,
    registrations,
    streams,
    teams,
    timetable,
)
from club.web.request.endpoint import Call, endpoint
from club.web.request.problem import API, ProblemError
from club.web.request.services import Services

Answer = Callable[[Call], object]
TOURNAMENT: Final = "/api/tournaments/{tournament:int}"
TABLE: Final = f"{TOURNAMENT}/rounds/{{round:int}}/tables/{{table:int}}"
PURE: Final[dict[str, Answer]] = {
    "/api/tournaments": public.tournaments,
    TOURNAMENT: public.tournament,
    f"{TOURNAMENT}/rounds/{{round:int}}": public.round_,
    TABLE: public.game,
    f"{TOURNAMENT}/standings": public.standings,
    f"{TOURNAMENT}/statistics": public.statistics,
    f"{TOURNAMENT}/teams": teams.teams,
}
"""Everybody may read these; they follow from the log alone."""
PUBLIC: Final[dict[str, Answer]] = {
    f"{TOURNAMENT}/people": public.people,
    f"{TABLE}/hands/{{hand:int}}": public.hand,
    "/api/presets": director.presets,
    "/api/presets/{preset}/options": director.options,
    "/api/me": account.me,
}
"""Everybody may read these, too."""
READ: Final[dict[str, Answer]] = {
    f"{TOURNAMENT}/mine": player.mine,
    f"{TOURNAMENT}/export/{{kind}}": director.export,
    f"{TOURNAMENT}/forms/{{kind}}": forms.form,
    f"{TOURNAMENT}/log": log.log,
    f"{TOURNAMENT}/plan": director.plan,
    f"{TOURNAMENT}/officials": director.officials,
    f"{TOURNAMENT}/registrations": registrations.registrations,
    "/api/hall": director.hall,
    "/api/people": people.people,
    "/api/bans": registrations.bans,
    "/api/accounts": account.accounts,
    "/api/accounts/{account:int}/badge.svg": account.badge,
    "/api/accounts/{account:int}/link": account.link,
}
"""These ask for a role."""
OPEN: Final[dict[str, Answer]] = {"/api/sign-in": account.sign_in}
"""Posted by strangers."""
CHANGE: Final[dict[str, Answer]] = {
    "/api/sign-out": account.sign_out,
    "/api/me": account.set_own,
    "/api/submit": log.submit,
    "/api/rules": director.rules,
    "/api/timetable": timetable.timetable,
    f"{TOURNAMENT}/rounds/{{round:int}}/commit": draw.commit,
    f"{TOURNAMENT}/rounds/{{round:int}}/draw": draw.draw,
    f"{TOURNAMENT}/rounds/{{round:int}}/online": online.enter_records,
    f"{TABLE}/preview": director.preview,
    f"{TOURNAMENT}/ending/preview": ending.preview,
    f"{TOURNAMENT}/ending": ending.end,
    "/api/people": people.add,
    "/api/people/list": people.read_list,
    "/api/people/{person:int}": people.change,
    "/api/people/{person:int}/forget": people.forget,
    "/api/accounts": account.add,
    "/api/accounts/{account:int}": account.change,
    "/api/accounts/{account:int}/remove": account.remove,
    "/api/broadcast/{table}/hand": streams.choose,
}
"""Posted by who is signed in, with the token of the session."""


def routes(services: Services) -> list[BaseRoute]:
    def made(known: dict[str, Answer], method: str, **how: Any) -> list[BaseRoute]:
        return [
            Route(path, endpoint(services, answer, **how), methods=[method]) for path, answer in known.items()
        ]

    return [
        *streams.routes(services),
        *made(PURE, "GET", pure=True),
        *made(PUBLIC | READ | referee.READ | evidence.READ, "GET"),
        *made(OPEN, "POST", open_=True),
        *made(CHANGE | referee.CHANGE, "POST"),
        *made({f"{API}{{nowhere:path}}": _nothing}, "GET", open_=True),
    ]


def _nothing(_call: Call) -> object:
    """Any other address, so that none of the API answers as a page does."""
    raise ProblemError(404, "no_address")

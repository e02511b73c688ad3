"""The addresses of the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.routing import BaseRoute, Route

from club.web import (
    account_api,
    director_api,
    draw_api,
    ending_api,
    evidence_api,
    forms_api,
    log_api,
    online_api,
    people_api,
    player_api,
    public_api,
    referee_routes,
    registrations,
    streams,
    teams_api,
    timetable_api,
)
from club.web.endpoint import Call, endpoint
from club.web.problem import API, ProblemError
from club.web.services import Services

Answer = Callable[[Call], object]
TOURNAMENT: Final = "/api/tournaments/{tournament:int}"
TABLE: Final = f"{TOURNAMENT}/rounds/{{round:int}}/tables/{{table:int}}"
PURE: Final[dict[str, Answer]] = {
    "/api/tournaments": public_api.tournaments,
    TOURNAMENT: public_api.tournament,
    f"{TOURNAMENT}/rounds/{{round:int}}": public_api.round_,
    TABLE: public_api.game,
    f"{TOURNAMENT}/standings": public_api.standings,
    f"{TOURNAMENT}/statistics": public_api.statistics,
    f"{TOURNAMENT}/teams": teams_api.teams,
}
"""Everybody may read these; they follow from the log alone."""
PUBLIC: Final[dict[str, Answer]] = {
    f"{TOURNAMENT}/people": public_api.people,
    f"{TABLE}/hands/{{hand:int}}": public_api.hand,
    "/api/presets": director_api.presets,
    "/api/presets/{preset}/options": director_api.options,
    "/api/me": account_api.me,
}
"""Everybody may read these, too."""
READ: Final[dict[str, Answer]] = {
    f"{TOURNAMENT}/mine": player_api.mine,
    f"{TOURNAMENT}/export/{{kind}}": director_api.export,
    f"{TOURNAMENT}/forms/{{kind}}": forms_api.form,
    f"{TOURNAMENT}/log": log_api.log,
    f"{TOURNAMENT}/plan": director_api.plan,
    f"{TOURNAMENT}/officials": director_api.officials,
    f"{TOURNAMENT}/registrations": registrations.registrations,
    "/api/hall": director_api.hall,
    "/api/people": people_api.people,
    "/api/bans": registrations.bans,
    "/api/accounts": account_api.accounts,
    "/api/accounts/{account:int}/badge.svg": account_api.badge,
    "/api/accounts/{account:int}/link": account_api.link,
}
"""These ask for a role."""
OPEN: Final[dict[str, Answer]] = {"/api/sign-in": account_api.sign_in}
"""Posted by strangers."""
CHANGE: Final[dict[str, Answer]] = {
    "/api/sign-out": account_api.sign_out,
    "/api/me": account_api.set_own,
    "/api/submit": log_api.submit,
    "/api/rules": director_api.rules,
    "/api/timetable": timetable_api.timetable,
    f"{TOURNAMENT}/rounds/{{round:int}}/commit": draw_api.commit,
    f"{TOURNAMENT}/rounds/{{round:int}}/draw": draw_api.draw,
    f"{TOURNAMENT}/rounds/{{round:int}}/online": online_api.enter_records,
    f"{TABLE}/preview": director_api.preview,
    f"{TOURNAMENT}/ending/preview": ending_api.preview,
    f"{TOURNAMENT}/ending": ending_api.end,
    "/api/people": people_api.add,
    "/api/people/list": people_api.read_list,
    "/api/people/{person:int}": people_api.change,
    "/api/people/{person:int}/forget": people_api.forget,
    "/api/accounts": account_api.add,
    "/api/accounts/{account:int}": account_api.change,
    "/api/accounts/{account:int}/remove": account_api.remove,
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
        *made(PUBLIC | READ | referee_routes.READ | evidence_api.READ, "GET"),
        *made(OPEN, "POST", open_=True),
        *made(CHANGE | referee_routes.CHANGE, "POST"),
        *made({f"{API}{{nowhere:path}}": _nothing}, "GET", open_=True),
    ]


def _nothing(_call: Call) -> object:
    """Any other address, so that none of the API answers as a page does."""
    raise ProblemError(404, "no_address")

"""Pictures of evidence for the referees of an event, fetched from the tables when somebody looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from club.access.authority import REFEREES
from club.hub.desired_state import device_of
from club.hub.pictures import File, PictureError
from club.log.events import HandOpened
from club.log.tournament.tournament import Tournament
from club.web.api.paths import DESK_TABLE
from club.web.request.call import Call
from club.web.request.operation import get
from club.web.request.problem import ProblemError, missing
from contract.messages import KeptView

_OWN: Final = {"cache-control": "no-store", "cross-origin-resource-policy": "same-origin"}
"""No copy stays in a browser, and no other site's page shows one."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the pictures of a table's game in a round lie. `opened`: judges may see all hands in play."""

    device: str
    game: str
    opened: bool


@get(f"{DESK_TABLE}/hands/{{hand:int}}/evidence", roles=REFEREES)
def of_hand(call: Call) -> list[KeptView]:
    """The lines of the journal of a hand of which pictures are kept, the oldest first."""
    place = _place(call)
    try:
        return call.services.pictures.of_hand(place.device, place.game, call.number("hand"))
    except PictureError as error:
        raise _problem(error) from None


@get(f"{DESK_TABLE}/evidence/{{line:int}}.jpg", roles=REFEREES, media="image/jpeg")
def picture(call: Call) -> Response:
    """What a line of the journal is about, as JPEG."""
    return _file(call, "image/jpeg", clip=False)


@get(f"{DESK_TABLE}/evidence/{{line:int}}.avi", roles=REFEREES, media="video/x-msvideo")
def clip(call: Call) -> Response:
    """How it came, as AVI of JPEGs."""
    return _file(call, "video/x-msvideo", clip=True)


def _file(call: Call, kind: str, *, clip: bool) -> Response:
    place = _place(call)
    asked = File(place.device, place.game, call.number("line"), clip, place.opened)
    try:
        return Response(call.services.pictures.file(asked), media_type=kind, headers=_OWN)
    except PictureError as error:
        raise _problem(error) from None


def _place(call: Call) -> _Place:
    """ProblemError for whoever is no referee of the event, or plays at the table (K-JUDGE-05)."""
    number, round_, table = (call.number(name) for name in ("tournament", "round", "table"))
    identity = call.need(number)
    found = call.services.desk.state.tournament(number)
    if round_ not in found.rounds or table not in found.rounds[round_].games:
        raise missing("table in this round")
    game = found.rounds[round_].games[table]
    if identity.person in {*game.sitting.players, *found.rounds[round_].sits(table)}:
        raise ProblemError(403, "own_table")
    device = device_of(found, table)
    name = game.id or _playing(call, device, (number, round_, str(table)))
    if name is None:
        raise missing("game")
    running = max(game.hands, default=-1) + 1
    return _Place(device, name, _opened(found, round_, table, running))


def _playing(call: Call, device: str, place: tuple[int, int, str]) -> str | None:
    """The game that the table says it plays there; the log knows it with its first hand."""
    view = call.services.hall.table(device)
    sits = None if view is None else view.sitting
    there = sits is not None and (sits.tournament, sits.round, sits.label) == place
    return view.game if view is not None and there else None


def _opened(found: Tournament, round_: int, table: int, hand: int) -> bool:
    """Whether judges have opened all four hands of the hand in play (K-JUDGE-10)."""
    events = (entry.event for entry in found.opened)
    seats = {
        event.seat
        for event in events
        if isinstance(event, HandOpened) and (event.round, event.table, event.hand) == (round_, table, hand)
    }
    return seats == {0, 1, 2, 3}


def _problem(error: PictureError) -> ProblemError:
    return ProblemError.of(503 if error.passing else 404, error)

"""`/history...`: the played games of a table, their hands move by move, and records to take away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from contract.messages import Model
from controller.history.archive import Archive, ArchiveError, GameList
from runtime.web.files import pack, send

_JSON: Final = "application/json"
Late = Callable[[Request], bool]
_DIGITS: Final = 4
"""No game has more hands."""
_RECORDS: Final = {"tenhou.json": "tenhou", "mjai.jsonl": "mjai", "hands.csv": "csv"}
_TYPES: Final = {"hands.csv": "text/csv; charset=utf-8"}


def routes(archive: Archive | None, late: Late) -> list[Route]:
    """The history of the games in a folder; an unreadable journal is answered by one sentence (422).

    Without an archive the list of games is empty. `late` decides whether a caller gets a broadcast
    game only after the delay of the broadcast.
    """
    if archive is None:
        return [Route("/history.json", lambda request: _json(request, GameList(games=[], more=None)))]
    answers = {
        "/history.json": _games,
        "/history/{game}/summary.json": _summary,
        "/history/{game}/evening.json": _evening,
        "/history/{game}/{hand}.json": _hand,
        "/history/{game}/{hand}/tenhou": _viewer,
        "/history/{game}/record/{file}": _record,
    }
    return [Route(path, _answering(partial(answer, archive, late))) for path, answer in answers.items()]


def _answering(answer: Callable[[Request], Response | None]) -> Callable[[Request], Response]:
    def handle(request: Request) -> Response:
        try:
            return answer(request) or PlainTextResponse("Not found.", 404)
        except ArchiveError as error:
            return PlainTextResponse(str(error), 422)

    return handle


def _json(request: Request, found: Model) -> Response:
    return send(pack(found.model_dump_json().encode(), _JSON), _JSON, request.headers)


def _games(archive: Archive, late: Late, request: Request) -> Response:
    return _json(request, archive.games(request.query_params.get("before"), late=late(request)))


def _summary(archive: Archive, late: Late, request: Request) -> Response | None:
    found = archive.summary(request.path_params["game"], late=late(request))
    return None if found is None else _json(request, found)


def _evening(archive: Archive, late: Late, request: Request) -> Response | None:
    found = archive.evening(request.path_params["game"], late=late(request))
    return None if found is None else _json(request, found)


def _number(request: Request) -> int | None:
    """The number of the hand in the address."""
    hand = request.path_params["hand"]
    return int(hand) if hand.isdecimal() and len(hand) <= _DIGITS else None


def _hand(archive: Archive, late: Late, request: Request) -> Response | None:
    number = _number(request)
    if number is None:
        return None
    found = archive.hand(request.path_params["game"], number, late=late(request))
    return None if found is None else _json(request, found)


def _viewer(archive: Archive, late: Late, request: Request) -> Response | None:
    """The hand goes to the viewer in the fragment of its address, which no server receives."""
    number = _number(request)
    if number is None:
        return None
    found = archive.viewer(request.path_params["game"], number, late=late(request))
    return None if found is None else RedirectResponse(found, 302)


def _record(archive: Archive, late: Late, request: Request) -> Response | None:
    game, file = request.path_params["game"], request.path_params["file"]
    found = archive.record(game, _RECORDS[file], late=late(request)) if file in _RECORDS else None
    if found is None:
        return None
    media = _TYPES.get(file, _JSON)
    answer = send(pack(found.encode(), media), media, request.headers)
    answer.headers["content-disposition"] = f'attachment; filename="{game}.{file}"'
    return answer

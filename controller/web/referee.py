"""`/referee...`: the log of the hand, the penalty table, and what a ruling would change. Nothing is changed
here: rulings go over the bus, where accounts say who may make them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from contract.messages import Model, PenaltyBody
from contract.stored.codec import CodecError, decode
from controller.bus.commands import RULINGS, penalty_of
from controller.people.referee_desk import EMPTY, Effect, desk, effect, refused
from controller.sentences.refusals import Refusal
from engine.explain.words import LANGUAGES
from engine.state.hand import Game
from runtime.web.files import pack, send

LARGEST: Final = 65_536
"""Bytes of a question; the longest correction of a hand has a tenth of that."""
_JSON: Final = "application/json"

Playing = Callable[[], tuple[str, Game] | None]
"""Name and state of the game on the table; None while there is none."""


class _Asked(BaseModel):
    """One of both."""

    model_config = ConfigDict(extra="forbid")
    event: dict[str, Any] | None = None
    penalty: PenaltyBody | None = None


def routes(playing: Playing) -> list[Route]:
    """The referee's desk over the game that is played."""

    def look(request: Request) -> Response:
        language = request.query_params.get("lang", "en")
        if language not in LANGUAGES:
            return PlainTextResponse(f"The languages are {', '.join(LANGUAGES)}.", 400)
        found = playing()
        return answer(request, EMPTY if found is None else desk(found[1], found[0], language))

    async def preview(request: Request) -> Response:
        body = await body_of(request)
        if body is None:
            return PlainTextResponse("That is too long for a ruling.", 413)
        found = playing()
        if found is None:
            return PlainTextResponse("No game is running.", 404)
        return answer(request, await run_in_threadpool(previewed, found[1], body))

    return [Route("/referee.json", look), Route("/referee/preview", preview, methods=["POST"])]


async def body_of(request: Request) -> bytes | None:
    """What was sent; None for more than anybody needs."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            return None
    return body


def previewed(game: Game, body: bytes) -> Effect:
    """What `{"event": ...}` or `{"penalty": ...}` would change; anything else is refused."""
    try:
        asked = _Asked.model_validate_json(body)
        event = penalty_of(asked.penalty, game) if asked.penalty else decode(asked.event)
    except ValidationError:
        return refused(game, Refusal("no_preview"))
    except CodecError as error:
        return refused(game, Refusal("bad_event", detail=str(error)))
    if isinstance(event, Refusal):
        return refused(game, event)
    if not isinstance(event, RULINGS):
        return refused(game, Refusal("nothing_to_rule"))
    return effect(game, event)


def answer(request: Request, found: Model) -> Response:
    return send(pack(found.model_dump_json().encode(), _JSON), _JSON, request.headers)

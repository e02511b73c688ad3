"""`/entry/value`: what a winning hand is worth whose tiles somebody touches, in the hand that is played now.
Nothing is changed here: a result is entered over the bus, where accounts say who may."""

from __future__ import annotations

import json
from dataclasses import asdict

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from contract.messages import Model
from controller.web.referee import Playing, answer, body_of
from engine.explain.worth import worth_of
from engine.state.hand import Game


class Worth(Model):
    """`/entry/value`: of the hand, or why it is none."""

    ok: bool
    faults: tuple[str, ...] = ()
    """Codes of what is wrong with the hand or the question."""
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    limit: str | None = None
    yaku: tuple[tuple[str, int], ...] = ()
    dora: int = 0
    red: int = 0
    ura: int = 0


def routes(playing: Playing) -> list[Route]:
    """The addresses that value hands for the game that is played."""

    async def worth(request: Request) -> Response:
        body = await body_of(request)
        if body is None:
            return PlainTextResponse("That is too long for a hand.", 413)
        found = playing()
        if found is None or found[1].in_play is None:
            return PlainTextResponse("No hand is played.", 404)
        return answer(request, await run_in_threadpool(valued, found[1], body))

    return [Route("/entry/value", worth, methods=["POST"])]


def valued(game: Game, body: bytes) -> Worth:
    """The hand of a question without what the table knows itself: rules, winds and counters."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        asked = None
    return Worth(**asdict(worth_of(game, asked if isinstance(asked, dict) else {})))

"""`/entry/value`: what a winning hand is worth whose tiles somebody touches, in the hand that is played now.
Nothing is changed here: a result is entered over the bus, where accounts say who may."""

from __future__ import annotations

import json
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from contract.messages import Model
from controller.web.referee import Playing, answer, body_of
from engine.notation.query import QueryError, win_query
from engine.state.hand import Game
from engine.value.score import value, why_not

WINDS: Final = "ESWN"


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
    """Of the game that is played."""

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
        query = win_query(_asked(game, body))
    except QueryError as error:
        return Worth(ok=False, faults=tuple(fault.code for fault in error.faults))
    worth = value(query.win, query.rules)
    if worth is None:
        reason = why_not(query.win, query.rules)
        return Worth(ok=False, faults=() if reason is None else (reason.value,))
    return Worth(
        ok=True,
        han=worth.han,
        fu=worth.fu,
        yakuman=worth.yakuman,
        limit=worth.limit,
        yaku=worth.yaku,
        dora=worth.dora,
        red=worth.red,
        ura=worth.ura,
    )


def _asked(game: Game, body: bytes) -> dict[str, Any]:
    """With what the table knows; of what is no object that alone."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        asked = None
    hand = game.in_play
    assert hand is not None
    return (asked if isinstance(asked, dict) else {}) | {
        "preset": game.rules.name,
        "options": dict(game.rules.record),
        "dealer": game.dealer,
        "round_wind": WINDS[hand.round_wind],
        "honba": hand.honba,
    }

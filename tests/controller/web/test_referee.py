"""The addresses of the referee: their answers without a game, to too much, and in each language."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from controller.web.referee import LARGEST, Playing, routes
from engine.play.apply import replay
from engine.state.events import GameStarted, HandStarted
from screens import TABLE_LANGUAGES

GAME = replay((GameStarted("rrc"), HandStarted(0, 1, 0, 0, 0, (30000,) * 4)))


def asked(playing: Playing, method: str, path: str, *pieces: bytes, query: bytes = b"") -> tuple[int, bytes]:
    """Status and body of the answer to a request whose body comes in pieces."""
    messages: list[Message] = []
    left = [*pieces, b""]

    async def receive() -> Message:
        piece = left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(left)}

    async def send(message: Message) -> None:
        messages.append(message)

    scope: dict[str, Any] = {
        **{"type": "http", "method": method, "path": path, "query_string": query, "headers": []},
        **{"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "scheme": "http", "root_path": ""},
    }
    asyncio.run(Starlette(routes=routes(playing))(scope, receive, send))
    return messages[0]["status"], b"".join(message.get("body", b"") for message in messages[1:])


def plays() -> tuple[str, Any]:
    return "game", GAME


@pytest.mark.parametrize("size", [LARGEST - 1, LARGEST, LARGEST + 1])
def test_a_ruling_has_a_largest_size(size: int) -> None:
    half = size // 2
    status, body = asked(plays, "POST", "/referee/preview", b" " * half, b" " * (size - half))
    if size > LARGEST:
        assert (status, body) == (413, b"That is too long for a ruling.")
    else:
        assert status == 200
        assert json.loads(body)["reason"] == "no_preview"


def test_without_a_game_there_is_nothing_to_rule() -> None:
    assert asked(lambda: None, "POST", "/referee/preview", b"{}") == (404, b"No game is running.")
    status, body = asked(lambda: None, "GET", "/referee.json")
    assert (status, json.loads(body)["log"]) == (200, [])


def test_the_desk_speaks_the_languages_of_the_pages_and_names_the_engines() -> None:
    for language in TABLE_LANGUAGES:
        status, body = asked(plays, "GET", "/referee.json", query=f"lang={language}".encode())
        assert status == 200
        assert json.loads(body)["penalties"]
    status, body = asked(plays, "GET", "/referee.json", query=b"lang=tlh")
    assert status == 400
    assert body.startswith(b"The languages are ")

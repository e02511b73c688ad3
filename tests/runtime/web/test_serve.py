"""A web server that begins and ends as it is asked to."""

from __future__ import annotations

import asyncio

import pytest
import uvicorn

from tests.runtime.web.door import asked, served

ASKS = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


async def _looks_once_a_day(_server: uvicorn.Server) -> None:
    await asyncio.sleep(86_400)


def test_it_ends_when_it_is_asked_to_and_not_at_its_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn.Server, "main_loop", _looks_once_a_day)
    with served(None) as web:
        port = web.port
        assert asked(port, ASKS).startswith(b"HTTP/1.1 200")
        web.stop()
        with pytest.raises(ConnectionRefusedError):
            asked(port, ASKS)

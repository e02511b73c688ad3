"""Asks an ASGI application as a client at an address would, without a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.types import ASGIApp, Message


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Client:
    """`host` is its address, `headers` are sent with each question."""

    app: ASGIApp
    host: str = "127.0.0.1"
    headers: tuple[tuple[bytes, bytes], ...] = ()

    def get(self, path: str) -> Answer:
        return asyncio.run(self._ask("GET", path, b"", ""))

    def post(self, path: str, content: Any = None, *, kind: str = "application/json") -> Answer:
        return asyncio.run(self._ask("POST", path, json.dumps(content).encode(), kind))

    def send(self, path: str, body: bytes) -> Answer:
        """Bytes as they are."""
        return asyncio.run(self._ask("POST", path, body, "application/json"))

    async def _ask(self, method: str, path: str, body: bytes, kind: str) -> Answer:
        sent: list[Message] = []
        asked = [True]

        async def receive() -> Message:
            if not asked:
                await asyncio.Event().wait()  # it stays until it is answered
            asked.clear()
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(b"host", b"127.0.0.1:8090"), (b"content-type", kind.encode()), *self.headers],
            "client": (self.host, 50_000),
            "server": ("127.0.0.1", 8090),
        }
        await self.app(scope, receive, send)
        headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(sent[0]["status"], b"".join(message.get("body", b"") for message in sent), headers)

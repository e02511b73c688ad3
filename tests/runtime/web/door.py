"""A web server with nothing but its door, and a broker behind it that is played by hand."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from websockets.sync.client import ClientConnection, connect

from runtime.tasks import Tasks
from runtime.web.crowd import Crowd, listen
from runtime.web.guard import Guard, Names, Rules
from runtime.web.road import Road
from runtime.web.serve import Serving, Wish, mqtt_route
from tests.runtime.web.packets import CONNACK

RULES = Rules(Names(), 1000)


class Broker:
    """Takes connections at a Unix socket and says yes to each first packet."""

    def __init__(self, path: Path, backlog: int = 16, answer: bytes = CONNACK) -> None:
        self.path = path
        self.came: list[socket.socket] = []
        self.first: list[bytes] = []
        self._answer = answer
        self._sock = socket.socket(socket.AF_UNIX)
        self._sock.bind(str(path))
        self._sock.listen(backlog)

    def accept(self) -> socket.socket:
        """The next connection, answered."""
        self._sock.settimeout(10)
        made, _ = self._sock.accept()
        made.settimeout(10)
        self.came.append(made)
        self.first.append(made.recv(65_536))
        if self._answer:
            made.sendall(self._answer)
        return made

    def serve(self, count: int) -> threading.Thread:
        """So many connections, in a thread of its own."""

        def accept() -> None:
            with contextlib.suppress(OSError):  # the other side has gone already
                for _ in range(count):
                    self.accept()

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        return thread

    def close(self) -> None:
        for each in [*self.came, self._sock]:
            each.close()


async def _echo(request: Request) -> Response:
    return PlainTextResponse(f"{len(await request.body())}")


def app() -> Starlette:
    routes = [Route("/", _echo, methods=["GET", "POST"]), mqtt_route()]
    return Starlette(routes=routes, middleware=[Middleware(Guard, rules=RULES)])


@contextlib.contextmanager
def served(road: Road | None, crowd: Crowd | None = None) -> Iterator[Serving]:
    sock = listen("127.0.0.1", 0, Crowd(1000, 500, 100) if crowd is None else crowd)
    made = Serving(app(), sock, Wish("web", RULES, road), Tasks())
    made.start()
    try:
        yield made
    finally:
        made.stop()


def opened(port: int, **given: Any) -> ClientConnection:
    """A browser's WebSocket; nothing is said yet."""
    wishes: dict[str, Any] = {"subprotocols": ["mqtt"], "compression": None, "max_size": None, "proxy": None}
    made: ClientConnection = connect(f"ws://127.0.0.1:{port}/mqtt", **(wishes | given))
    return made


def asked(port: int, said: bytes) -> bytes:
    """The answer to raw bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(said)
        return answered(line)


def answered(line: socket.socket) -> bytes:
    """The next answer, with its body where that has a length."""
    found = b""
    while b"\r\n\r\n" not in found:
        piece = line.recv(65_536)
        if not piece:
            return found
        found += piece
    head, _, body = found.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    while length is not None and len(body) < int(length[1]):
        body += line.recv(65_536)
    return head + b"\r\n\r\n" + body


def until(true: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.01)

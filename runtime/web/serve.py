"""A web server of uvicorn as a part of the process, behind its guard: started again when it fails."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from runtime.tasks import Tasks
from runtime.web.crowd import Crowd, Listener
from runtime.web.guard import Rules
from runtime.web.http import CROWDED, Http
from runtime.web.proxy import PATH
from runtime.web.road import Road
from runtime.web.words import CROWDED as MANY
from runtime.web.words import NO_UPGRADE

FAREWELL_S: Final = 0.5
"""For answers under way when the server ends; what is open after it is cut off."""
LAST_S: Final = 0.05
"""For who came at the last moment: a connection that is taken and not answered would wait for ever."""
TURNS: Final = 4
"""Of the loop, until a connection that was taken is known to the server."""
START_S: Final = 10.0
STOP_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Wish:
    """`name` is that of the part. `tls` are certificate and key (PEM files). `proxies` are the addresses of
    those who may say for whom they ask (`X-Forwarded-For`)."""

    name: str
    rules: Rules
    road: Road | None = None
    tls: tuple[Path, Path] | None = None
    proxies: Sequence[str] = ()
    lifespan: bool = False


class Serving:
    """A web server as a part of the process. Browsers that come while it starts anew wait for it: its socket
    stays open. OSError (ssl.SSLError among them) or ValueError where the certificate is none."""

    def __init__(self, app: ASGIApp, sock: Listener, wish: Wish, tasks: Tasks) -> None:
        self._sock = sock
        self._tasks = tasks
        http: Any = partial(Http, crowd=sock.crowd, refused=wish.rules.refused, road=wish.road)
        self._config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            http=http,
            ws="none",
            lifespan="on" if wish.lifespan else "off",
            proxy_headers=bool(wish.proxies),
            forwarded_allow_ips=list(wish.proxies),
            server_header=False,
            timeout_graceful_shutdown=2,
            ssl_certfile=wish.tls and wish.tls[0],
            ssl_keyfile=wish.tls and wish.tls[1],
        )
        self._config.load()
        self._part = tasks.part(wish.name)
        self._server: _Server | None = None
        self._answers = threading.Event()

    @property
    def port(self) -> int:
        return int(self._sock.getsockname()[1])

    def listener(self) -> Listener:
        """The socket, once more: whoever has it keeps browsers waiting when this server has ended."""
        return self._sock.dup()

    @property
    def ending(self) -> bool:
        """Whether connections are to be ended."""
        return self._part.stopping.is_set()

    def start(self) -> None:
        """Returns when it answers; until it does, the socket takes connections that wait."""
        self._part.start(self._serve)
        self._answers.wait(START_S)

    def ask_to_stop(self) -> None:
        """Asks the server to close its connections and stop; returns at once."""
        self._part.stopping.set()
        if self._server is not None:
            self._server.end()

    def stop(self) -> None:
        """Ends all connections; safe to call twice."""
        self.ask_to_stop()
        self._part.end(STOP_S)
        self._sock.close()

    def _serve(self) -> None:
        server = self._server = _Server(self._config, self._sock.crowd, self._began)
        if self._part.stopping.is_set():
            return
        with self._sock.dup() as sock:
            server.run([sock])
        if not self._part.stopping.is_set():
            raise RuntimeError("The web server ended by itself.")

    def _began(self) -> None:
        """Called in its event loop when it answers."""
        self._tasks.adopt(asyncio.get_running_loop(), self._part)
        self._answers.set()


class _Server(uvicorn.Server):
    """Leaves no connection open at its end: browsers leave the farewell of TLS unanswered."""

    def __init__(self, config: uvicorn.Config, crowd: Crowd, began: Callable[[], None]) -> None:
        super().__init__(config)
        self._crowd = crowd
        self._began = began
        self._ticking: asyncio.Task[None] | None = None

    def end(self) -> None:
        """Ends it from any thread, and at once: uvicorn itself looks for its end ten times a second."""
        self.should_exit = True
        if (ticking := self._ticking) is not None:
            with contextlib.suppress(RuntimeError):  # its loop has ended already
                ticking.get_loop().call_soon_threadsafe(ticking.cancel)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._began()

    async def main_loop(self) -> None:
        self._ticking = asyncio.create_task(super().main_loop())
        await asyncio.wait((self._ticking,))
        if not self._ticking.cancelled():
            self._ticking.result()

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            self._crowd.look()
        return await super().on_tick(counter)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().serve(sockets)
        finally:  # also after an error, which would leave connections open that nobody answers
            self._take_no_more()
            for _ in range(TURNS):
                await asyncio.sleep(0)
                self._abort()
            await asyncio.sleep(0)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._take_no_more()
        await asyncio.sleep(LAST_S)
        asyncio.get_running_loop().call_later(FAREWELL_S, self._abort)
        await super().shutdown(sockets)

    def _take_no_more(self) -> None:
        """Who comes from now on waits at the socket for the next server."""
        for server in getattr(self, "servers", ()):
            server.close()

    def _abort(self) -> None:
        for left in list(self.server_state.connections):
            left.transport.abort()


def mqtt_route() -> Route:
    """What `/mqtt` says to who does not come to stay."""

    def farewell(request: Request) -> Response:
        if getattr(request.state, CROWDED, False):
            return PlainTextResponse(MANY, 429)
        return PlainTextResponse(NO_UPGRADE, 426, {"upgrade": "websocket"})

    return Route(PATH, farewell)

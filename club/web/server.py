"""The club's web server: one thread with its own event loop, beside the hub."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware

from club.access.access import Access
from club.hub.hall import Hall
from club.hub.pictures import Pictures
from club.log.desk import Desk
from club.log.people import People
from club.web import api, files
from club.web.broadcast import SHORTEST_S, Broadcast
from club.web.consent import consents
from club.web.curtain import Curtain
from club.web.feed import Feed
from club.web.guard import Headers
from club.web.live import Live
from club.web.services import Services

DEFAULT_PORT: Final = 8080
LOOK_S: Final = 0.5
FAREWELL_S: Final = 0.5
"""For answers under way when the server ends; what is open after it is cut off."""
"""How often broadcast and live feed look for what is due."""
STREAMS: Final = 1000
"""Connections at once: every phone of the largest event."""


class ServerError(Exception):
    """The server cannot start; one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Config:
    """`port` 0 takes a free one. With `certificate` and `key` (PEM files) pages are served over TLS only.

    `delay_s` is that of every broadcast, 300 at least (K-STREAM-03); `streams` are the tables that are
    broadcast, by the names of their devices.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    certificate: Path | None = None
    key: Path | None = None
    delay_s: float = SHORTEST_S
    streams: Sequence[str] = ()

    @property
    def secure(self) -> bool:
        return self.certificate is not None


class Server:
    """Serves from `start` to `stop`; the hub gives `broadcast` what tables tell it, and asks them for the
    `pictures` that referees look at.

    ValueError where the delay is too short, ServerError where the server cannot run.
    """

    def __init__(
        self,
        desk: Desk,
        people: People,
        hall: Hall,
        access: Access,
        config: Config,
        now_s: Callable[[], float] = time.time,
        uptime_s: Callable[[], float] = time.monotonic,
        pictures: Pictures | None = None,
    ) -> None:
        self._config = config
        late = Feed()
        self.broadcast = Broadcast(config.delay_s, uptime_s, late.tell, consents(desk))
        self._services = Services(
            desk=desk,
            people=people,
            hall=hall,
            access=access,
            live=Feed(),
            inside=Feed(),
            late=late,
            broadcast=self.broadcast,
            curtain=Curtain(desk, config.streams, config.delay_s, uptime_s),
            pictures=pictures or Pictures(),
            secure=config.secure,
            now_s=now_s,
        )
        self._live = Live(self._services)
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self.port = 0

    @property
    def url(self) -> str:
        """The first page, as seen from this machine."""
        host = "127.0.0.1" if self._config.host in ("0.0.0.0", "") else self._config.host
        name = f"[{host}]" if ":" in host else host
        return f"{'https' if self._config.secure else 'http'}://{name}:{self.port}/"

    def now_ms(self) -> int:
        """What the pages take for now."""
        return self._services.now_ms()

    def first_link(self) -> str | None:
        """The address that signs the director in once; None where somebody directs the club already."""
        link = self._services.access.accounts.first_link(self._services.now_s())
        return None if link is None else f"{self.url}me.html#link={link}"

    def start(self) -> None:
        """Returns when the port is bound and answers. ServerError says why it is not."""
        config = self._uvicorn()
        sock = _bind(self._config.host, self._config.port)
        self.port = sock.getsockname()[1]
        self._server = _Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [sock]}, name="club-web", daemon=True
        )
        self._thread.start()
        while not self._server.started and self._thread.is_alive():
            time.sleep(0.01)

    def stop(self) -> None:
        """Ends all connections; safe to call twice."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(timeout=10)
            self._thread = None

    def app(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[*api.routes(self._services), *files.routes()],
            middleware=[Middleware(Headers, secure=self._config.secure)],
            lifespan=self._lifespan,
        )

    @property
    def _feeds(self) -> tuple[Feed, ...]:
        return self._services.live, self._services.inside, self._services.late

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        for feed in self._feeds:
            feed.run_in(asyncio.get_running_loop())
        self._live.start()
        looking = asyncio.ensure_future(self._look())
        yield
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
        self._live.stop()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self.broadcast.look()
            self._live.look()
            if self._server is not None and self._server.should_exit:
                for feed in self._feeds:
                    await feed.close()

    def _uvicorn(self) -> uvicorn.Config:
        config = uvicorn.Config(
            self.app(),
            log_level="error",
            access_log=False,
            ws="none",
            limit_concurrency=STREAMS,
            timeout_graceful_shutdown=2,
            ssl_certfile=self._config.certificate,
            ssl_keyfile=self._config.key,
        )
        try:
            config.load()
        except (OSError, ValueError) as error:
            raise ServerError(
                f"TLS cannot start with {self._config.certificate} ({error}): give a certificate and its "
                "key as PEM files."
            ) from None
        return config


class _Server(uvicorn.Server):
    """Leaves no connection open at its end: browsers leave the farewell of TLS unanswered."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(FAREWELL_S, self._abort)
        await super().shutdown(sockets)

    def _abort(self) -> None:
        for left in self.server_state.connections:
            left.transport.abort()


def _bind(host: str, port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(128)
    except OSError as error:
        sock.close()
        raise ServerError(
            f"Pages cannot be served at {host}:{port} ({error.strerror}): give another port."
        ) from None
    return sock

"""The club's web server: one thread with its own event loop, beside the hub."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import Response

from club.access.services import Access
from club.hub.pictures import Pictures
from club.hub.table_status import Hall
from club.log.desk import LogDesk
from club.log.people.people import People
from club.web import care, files
from club.web.api.routes import routes
from club.web.care import Upkeep
from club.web.live.broadcast import SHORTEST_S, Broadcast
from club.web.live.consent import consents
from club.web.live.feed import Feed
from club.web.live.live import Live
from club.web.live.public_delay import PublicDelay
from club.web.request.guard import LARGEST
from club.web.request.problem import HANDLERS, ProblemError
from club.web.request.services import Services
from runtime.certificate import hosts_of
from runtime.clock import CLOCK
from runtime.health import Health
from runtime.tasks import Tasks
from runtime.web import numbers
from runtime.web.address import page_of
from runtime.web.crowd import Crowd, Listener, listen
from runtime.web.guard import Guard, Names, Problem, Rules, plainly
from runtime.web.road import Road
from runtime.web.serve import Serving, Wish, mqtt_route

DEFAULT_PORT: Final = 8080
LOOK_S: Final = 0.5
"""How often broadcast and live feed look for what is due."""
CONNECTIONS: Final = (8192, 4096, 256)
"""At once: in all, of one address (every phone of the largest event, behind one router), and of these screens
that speak MQTT."""
CODES: Final = {403: "foreign", 413: "large"}
"""What pages have words for, of what is refused at the door."""


class ServerError(Exception):
    """The server cannot start; one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Config:
    """`port` 0 takes a free one. With `certificate` and `key` (PEM files) pages are served over TLS only.

    `delay_s` is that of every broadcast, 300 at least (K-STREAM-03); `streams` are the tables that are
    broadcast, by the names of their devices. `names` are further names under which browsers reach the pages,
    `proxies` the addresses of web servers before this one that say for whom they ask. Screens of the hall
    reach the club's broker by `road`, where there is one.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    certificate: Path | None = None
    key: Path | None = None
    delay_s: float = SHORTEST_S
    streams: Sequence[str] = ()
    names: Sequence[str] = ()
    proxies: Sequence[str] = ()
    road: Road | None = None

    @property
    def secure(self) -> bool:
        return self.certificate is not None


class Server:
    """Serves from `start` to `stop`; the hub gives `broadcast` what tables send it, and asks them for the
    `pictures` that referees look at.

    ValueError where the delay is too short, ServerError where the server cannot run.
    """

    def __init__(  # noqa: PLR0913 - one parameter a part
        self,
        desk: LogDesk,
        people: People,
        hall: Hall,
        access: Access,
        config: Config,
        now_s: Callable[[], float] = CLOCK.now_s,
        uptime_s: Callable[[], float] = time.monotonic,
        pictures: Pictures | None = None,
        *,
        health: Health | None = None,
        upkeep: Upkeep | None = None,
    ) -> None:
        self._config = config
        self._upkeep = upkeep
        self._health = health or Health(Tasks())
        self._tasks = self._health.tasks
        self._feed = self._tasks.part("club-feed")
        live, inside, late = (Feed(self._feed, lambda: int(now_s() * 1000)) for _ in range(3))
        self.broadcast = Broadcast(config.delay_s, uptime_s, late.send, consents(desk))
        self._services = Services(
            desk=desk,
            people=people,
            hall=hall,
            access=access,
            live=live,
            inside=inside,
            late=late,
            broadcast=self.broadcast,
            public_delay=PublicDelay(desk, config.streams, config.delay_s, uptime_s),
            pictures=pictures or Pictures(),
            secure=config.secure,
            now_s=now_s,
        )
        self._live = Live(desk, hall, self._services.public_delay, live, inside, self._services.now_ms)
        self._serving: Serving | None = None
        self._failing: list[str] = []
        self.port = 0

    @property
    def url(self) -> str:
        """The first page, as seen from this machine."""
        return page_of("https" if self._config.secure else "http", self._config.host, self.port)

    def now_ms(self) -> int:
        """What the pages take for now."""
        return self._services.now_ms()

    def first_link(self) -> str | None:
        """The address that signs the director in once; None where somebody directs the club already."""
        link = self._services.access.accounts.first_link(self._services.now_s())
        return None if link is None else f"{self.url}me.html#link={link}"

    def start(self, listener: Listener | None = None) -> None:
        """Returns when the port is bound and answers; `listener` is bound already. ServerError says why it is
        not."""
        sock = listener or bind(self._config.host, self._config.port)
        self.port = sock.getsockname()[1]
        try:
            self._serving = Serving(self.app(), sock, self._wish(), self._tasks)
        except (OSError, ValueError) as error:
            sock.close()
            raise ServerError(
                f"TLS cannot start with {self._config.certificate} ({error}): give a certificate and its "
                "key as PEM files."
            ) from None
        self._serving.start()

    def stop(self) -> None:
        """Ends all connections; safe to call twice."""
        if self._serving is not None:
            self._serving.stop()

    def _wish(self) -> Wish:
        certificate, key = self._config.certificate, self._config.key
        tls = None if certificate is None or key is None else (certificate, key)
        return Wish("club-web", self._rules, self._config.road, tls, self._config.proxies, lifespan=True)

    @cached_property
    def _rules(self) -> Rules:
        certified = () if self._config.certificate is None else hosts_of(self._config.certificate)
        return Rules(Names.of([*self._config.names, *certified]), LARGEST)

    def app(self) -> Starlette:
        """The ASGI application."""
        numbers.register()
        return Starlette(
            routes=[
                *self._health.routes(),
                *routes(self._services),
                *care.routes(self._services, self._upkeep),
                mqtt_route(),
                *files.routes(),
            ],
            exception_handlers=HANDLERS,
            middleware=[
                Middleware(self._health.counted),
                Middleware(Guard, rules=self._rules, answer=_refused),
            ],
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
        looking = asyncio.ensure_future(self._feed.keep_task(self._look))
        try:
            yield
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking
            self._live.stop()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self.broadcast.look()
            self._live.look()
            self._send_parts()
            if self._serving is not None and self._serving.ending:
                for feed in self._feeds:
                    feed.close()

    def _send_parts(self) -> None:
        """What fails in the club's own process, and what its clock lacks, to all pages."""
        failing = sorted({f"part_failed_{part.name}" for part in self._tasks.troubled})
        if (trouble := CLOCK.trouble()) is not None:
            failing.append(trouble.code)
        if failing != self._failing:
            self._failing = failing
            for feed in self._feeds:
                feed.send({"hub": failing})


def _refused(problem: Problem, wished: str) -> Response:
    """The refusal in the form in which pages and programs of the API read it."""
    code = CODES.get(problem.status)
    return plainly(problem, wished) if code is None else ProblemError(problem.status, code).answer()


def bind(host: str, port: int) -> Listener:
    """A socket for the pages. ServerError says why there is none."""
    try:
        return listen(host, port, Crowd(*CONNECTIONS))
    except OSError as error:
        raise ServerError(
            f"Pages cannot be served at {host}:{port} ({error.strerror}): give another port."
        ) from None

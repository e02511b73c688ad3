"""The web server of `jantaku hand`: the page of a hand and nothing else, without broker and game."""

from __future__ import annotations

from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse
from starlette.routing import Route

import screens
from controller.broker.certificates import Pair, hosts_of
from controller.broker.discovery import addresses
from controller.web.hand import LARGEST_PICTURE, READ, Hands
from controller.web.place import CONNECTIONS, WebError, bind
from controller.web.server import LARGEST, page_files
from runtime.tasks import Tasks
from runtime.web import numbers
from runtime.web.address import loopback
from runtime.web.crowd import Crowd
from runtime.web.guard import Guard, Names, Rules
from runtime.web.serve import Serving, Wish

PAGE: Final = "hand.html"


class HandWeb:
    """Serves from `start` to `stop`; with `tls` encrypted, else in the clear."""

    def __init__(self, hands: Hands, host: str, port: int | None, tls: Pair | None = None) -> None:
        self._hands, self._host, self._asked, self._tls = hands, host, port, tls
        self._serving: Serving | None = None

    @property
    def urls(self) -> list[str]:
        """Where the page is, as the computers that reach it name it."""
        assert self._serving is not None, "it has not started"
        scheme = "http" if self._tls is None else "https"
        named = sorted(host for host in self._certified if "*" not in host)
        hosts = named or (["127.0.0.1"] if loopback(self._host) else addresses(self._host))
        port = self._serving.port
        return [f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/{PAGE}" for host in hosts]

    @property
    def _certified(self) -> frozenset[str]:
        return frozenset() if self._tls is None else frozenset(hosts_of(self._tls.certificate))

    def start(self) -> None:
        """Returns when it answers. WebError says why it cannot."""
        if not screens.complete():
            raise WebError(screens.MISSING)
        rules = Rules(Names.of(self._certified), LARGEST, larger={READ: LARGEST_PICTURE})
        sock = bind(self._host, self._asked, Crowd(*CONNECTIONS))
        self._serving = Serving(self._app(rules), sock, Wish("web", rules, tls=self._tls), Tasks())
        self._serving.start()

    def stop(self) -> None:
        if self._serving is not None:
            self._serving.stop()

    def _app(self, rules: Rules) -> Starlette:
        numbers.register()
        routes = [
            Route("/", lambda _: RedirectResponse(PAGE)),
            *self._hands.routes(),
            Route("/{path:path}", page_files([PAGE]).answer),
        ]
        return Starlette(routes=routes, middleware=[Middleware(Guard, rules=rules)])

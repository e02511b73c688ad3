"""The sockets at which the pages of a table are served, and their addresses."""

from __future__ import annotations

from functools import cached_property

from starlette.types import ASGIApp

from controller.broker.broker import loopback
from controller.broker.certificates import Pair, hosts_of
from controller.web.place import CONNECTIONS, WebError, bind
from runtime.tasks import Tasks
from runtime.web.address import NEAR, page_of
from runtime.web.crowd import Crowd, Listener
from runtime.web.guard import Rules
from runtime.web.road import Road
from runtime.web.serve import Serving, Wish


class Sockets:
    """One at `host`. With `tls` it is encrypted where other computers reach it, and this computer's own pages
    lie at another port, on the loopback interface.

    `asked` is a port; None looks for a free one from 8090 on. `listener` is a socket that listens already.
    """

    def __init__(self, host: str, asked: int | None, tls: Pair | None, listener: Listener | None) -> None:
        self._host = host
        self._asked = asked
        self._tls = None if loopback(host) else tls
        self._listener = listener
        self._served: list[Serving] = []
        self._near_port = 0
        self.port = 0

    @property
    def url(self) -> str:
        """The page that links to all screens, as this computer reaches it."""
        if self._tls is not None:
            return page_of("http", NEAR, self._near_port)
        return page_of("http", self._host, self.port)

    @cached_property
    def far(self) -> str | None:
        """The same page as other computers reach it; None: they do not."""
        if loopback(self._host):
            return None
        from controller.broker.discovery import addresses  # noqa: PLC0415 - only where others are served

        known = addresses(self._host)
        if self._tls is not None:
            hosts = {host for host in self.certified if "*" not in host}
            known = [host for host in known if host in hosts] or sorted(hosts) or known
        return page_of("http" if self._tls is None else "https", known[0], self.port) if known else None

    @cached_property
    def certified(self) -> frozenset[str]:
        """Names and addresses of the certificate."""
        return frozenset() if self._tls is None else frozenset(hosts_of(self._tls.certificate))

    def open(self, app: ASGIApp, rules: Rules, road: Road, tasks: Tasks) -> None:
        """Returns when they answer. WebError where the port is taken or the host is not ours."""
        crowd = Crowd(*CONNECTIONS)
        sock = self._listener or bind(self._host, self._asked, crowd)
        self.port = sock.getsockname()[1]
        self._serve(Serving(app, sock, Wish("web", rules, road, self._tls), tasks))
        if self._tls is not None:
            near = bind(NEAR, None, crowd)
            self._near_port = near.getsockname()[1]
            self._serve(Serving(app, near, Wish("web", rules, road, None), tasks))

    def _serve(self, served: Serving) -> None:
        self._served.append(served)
        served.start()

    def listener(self) -> Listener:
        """The socket of the pages, once more; WebError while they are not served."""
        if not self._served:
            raise WebError("The pages are not served.")
        return self._served[0].listener()

    def close(self) -> None:
        """Ends all connections; safe to call twice."""
        for served in self._served:
            served.ask_to_stop()
        for served in self._served:
            served.stop()
        self._served.clear()

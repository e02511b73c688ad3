"""The web door of a table or a hub that cannot begin: one page that says why, what else is amiss, and tries
again. Upkeep of the computer is reached there, too."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, Literal

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from runtime.health import Health, Program, Vitals
from runtime.signal_event import SignalEvent
from runtime.tasks import Tasks
from runtime.version import version
from runtime.web.address import from_here, page_of
from runtime.web.crowd import Listener, listen
from runtime.web.files import Files
from runtime.web.guard import Guard, Names, Rules
from runtime.web.serve import Serving, Wish
from upkeep.desk import CareDesk
from upkeep.finding import Finding, report, spoken
from upkeep.routes import routes as care_routes
from upkeep.taken import WHATS, Maker, What, taken

PAGE: Final = "safe.html"
CARE: Final = "care.html"
"""The page on which the computer is looked after."""
WRONG: Final = "not_begun"
"""What `/health` says is wrong."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the pages are served. `port` 0: any will do. `names` are further ones under which browsers reach
    them, `proxies` the addresses of web servers before this one, `largest` the bytes of a request."""

    host: str
    port: int
    names: Sequence[str] = ()
    proxies: Sequence[str] = ()
    largest: int = 65_536


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What looks after the computer, and what makes what is taken along."""

    desk: CareDesk
    maker: Callable[[What], Maker]


class SafeDoor(ABC):
    """Listens from the beginning to `close`, and answers while it waits; else browsers wait.

    Unencrypted, also where the pages are not: their certificate may be what is amiss. What it says and to
    whom is that of the program that cannot begin: its pages, who reads the sentences, who looks after the
    computer.
    """

    OF: ClassVar[Literal["table", "hub"]]
    """What cannot begin; its page says some things in words of its own."""

    def __init__(
        self,
        place: Place,
        listener: Listener,
        upkeep: Upkeep | None = None,
        keep: Callable[[str], Callable[[], None]] | None = None,
    ) -> None:
        """`listener` listens there already. `keep` writes down where the page is, for who looks for it, and
        gives what removes that."""
        self._place = place
        self._upkeep = upkeep
        self._keep = keep
        self._forget: Callable[[], None] = lambda: None
        self._listener: Listener | None = listener
        self.port = int(listener.getsockname()[1])
        self._again = SignalEvent()
        self._said: dict[str, Any] = {}
        self._findings: list[Finding] = []
        self._tries = 0

    @property
    def url(self) -> str:
        """The page, as seen from this computer."""
        return page_of("http", self._place.host, self.port)

    @property
    def open(self) -> bool:
        """Whether it still listens."""
        return self._listener is not None

    def show(self, trouble: str, findings: Sequence[Finding]) -> None:
        """What the page says from now on: the sentence, and the doctor's report."""
        self._tries += 1
        if self._keep is not None:
            with suppress(OSError):  # the data cannot be written: the page says so
                self._forget = self._keep(self.url)
        self._said = {"of": self.OF, "trouble": trouble, "tries": self._tries, "language": "en"}
        self._findings = list(findings)

    def wait(self, seconds: float) -> bool:
        """Answers for so long, or until somebody wants another attempt: True then."""
        assert self._listener is not None
        tasks = Tasks()
        rules = Rules(Names.of(self._place.names), self._place.largest)
        wish = Wish("web", rules, proxies=self._place.proxies)
        served = Serving(self._app(rules, tasks), self._listener.dup(), wish, tasks)
        served.start()
        try:
            return self._again.wait(seconds)
        finally:
            self._again.clear()
            served.stop()
            tasks.close()

    def press(self) -> None:
        """Another attempt is made now, or as soon as this one has failed; a signal handler may call it."""
        self._again.set()

    def hand_over(self, host: str, port: int) -> Listener | None:
        """The socket, for a program that listens at the same place, so that nobody is turned away, or one at
        the same port where any (0) will do; else None, and the place is free."""
        assert self._listener is not None
        self._forgets()
        if host == self._place.host and port in (0, self.port):
            return self._listener.dup()
        crowd = self._listener.crowd
        self.close()
        if port == 0:  # any port will do, and open pages know this one
            with suppress(OSError):
                return listen(host, self.port, crowd)
        return None

    def close(self) -> None:
        """Ends the server; safe to call twice."""
        self._forgets()
        if self._listener is not None:
            self._listener.close()
        self._listener = None

    @abstractmethod
    def _files(self, own: tuple[str, ...]) -> Files:
        """The files of the page, and of those of its `own` that are served beside it."""

    def _sees(self, request: Request) -> bool:
        """Who reads the sentences, which name files and devices of this computer, and presses the button."""
        return from_here(request)

    @abstractmethod
    def _cares(self, request: Request) -> bool:
        """Who looks after the computer."""

    def _more(self, health: Health) -> list[Route]:
        """Further routes."""
        del health
        return []

    @property
    def _own_pages(self) -> tuple[str, ...]:
        """The pages that are served beside the one that takes the place of all others."""
        return () if self._upkeep is None else (CARE,)

    def _forgets(self) -> None:
        """The program writes down its own place."""
        with suppress(OSError):
            self._forget()
        self._forget = lambda: None

    def _app(self, rules: Rules, tasks: Tasks) -> Starlette:
        health = Health(tasks, version())
        health.of(Program(lambda: Vitals((WRONG,)), lambda: ()))
        routes = [
            *self._more(health),
            *self._care_routes(),
            Route("/safe.json", self._answer),
            Route("/safe/again", self._press, methods=["POST"]),
            *health.routes(),
            Route("/{path:path}", self._page(self._files(self._own_pages))),
        ]
        return Starlette(routes=routes, middleware=[Middleware(Guard, rules=rules)])

    def _answer(self, request: Request) -> Response:
        """Others than those who may see them get none of the sentences."""
        here = self._sees(request)
        language = request.query_params.get("lang", "")
        answer = self._said | self._trouble(language) if here else self._said | {"trouble": None}
        found = report(self._findings if here else (), language)
        pages = {name: f"{name}.html" in self._own_pages for name in ("setup", "care")}
        return JSONResponse(answer | found | {"here": here} | pages)

    def _trouble(self, language: str) -> dict[str, Any]:
        """What the doctor says in the same words in English it says in the reader's language, too."""
        said = self._said.get("trouble")
        known = next((each for each in self._findings if each.message == said), None)
        return {} if known is None else {"trouble": known.said(language), "language": spoken(language)}

    def _care_routes(self) -> list[Route]:
        """Nothing is played where nothing runs."""
        upkeep = self._upkeep
        if upkeep is None:
            return []

        async def take(what: What, request: Request) -> Response:
            if not await run_in_threadpool(self._cares, request):
                return JSONResponse({"code": "forbidden"}, 403)
            return await taken(what, upkeep.maker(what))

        downloads = [Route(f"/host/{what}.zip", partial(take, what)) for what in WHATS]
        return [*care_routes(upkeep.desk, lambda: None, self._cares), *downloads]

    def _page(self, files: Files) -> Callable[[Request], Response]:
        """The page in the place of every other: its address is right when the program has begun."""

        def answered(request: Request) -> Response:
            path = request.path_params["path"]
            if path and (not path.endswith(".html") or path in self._own_pages):
                return files.answer(request)
            request.path_params["path"] = PAGE
            answer = files.answer(request)
            if answer.status_code == 200:
                answer.status_code = 503
            del answer.headers["etag"]
            return answer

        return answered

    def _press(self, request: Request) -> Response:
        if not self._sees(request):
            return JSONResponse({"code": "forbidden"}, 403)
        self.press()
        return JSONResponse({"code": "ok"})

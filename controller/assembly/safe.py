"""The web door of a table that cannot begin: one page that says why, what else is amiss, and tries again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import screens
from contract.roles import Role
from controller.appliance.taken_along import maker
from controller.broker.pairing import Known, nobody
from controller.bus.authority import CONFIGURATORS
from controller.config import Config, WebSection
from controller.doctor.finding import Finding, report, spoken
from controller.setup.form import Around
from controller.web.place import CONNECTIONS, WebError, bind, can_serve, page_of
from controller.web.server import LARGEST, account_of
from controller.web.setup import PAGE as SETUP
from controller.web.setup import Doorway, Setup
from controller.web.setup import routes as setup_routes
from runtime.health import Health, Program, Vitals
from runtime.tasks import Tasks
from runtime.version import version
from runtime.web.address import from_here
from runtime.web.crowd import Crowd, Listener
from runtime.web.files import Files
from runtime.web.guard import Guard, Names, Rules
from runtime.web.serve import Serving, Wish
from upkeep.desk import CareDesk
from upkeep.routes import routes as care_routes
from upkeep.taken import WHATS, What, taken

PAGE: Final = "safe.html"
CARE: Final = "care.html"
"""The page on which the table's computer is looked after."""
WRONG: Final = "not_begun"
"""What `/health` says is wrong."""


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What looks after the table's computer, and where the table's data lie."""

    desk: CareDesk
    data: Path


class SafeDoor:
    """Listens from the beginning to `close`, and answers while it waits; else browsers wait.

    Unencrypted, also where pages of the table are not: its certificate may be what is amiss.
    """

    def __init__(
        self,
        web: WebSection,
        listener: Listener | None = None,
        setup: Setup | None = None,
        own_role: Known = nobody,
        keep: Callable[[str], Callable[[], None]] | None = None,
        upkeep: Upkeep | None = None,
    ) -> None:
        """`listener` is a socket that listens there already. With `setup` the configuration is corrected from
        this computer, and by configurators of the table's own list (`own_role`); with `upkeep` the computer
        is looked after, from itself and by the house. `keep` writes down where the page is, for `jantaku
        link`, and gives what removes that. WebError where the port cannot be had."""
        self._keep = keep
        self._forget: Callable[[], None] = lambda: None
        self._web = web
        self._setup = setup
        self._upkeep = upkeep
        self._own_role = own_role
        self._listener: Listener | None = listener or bind(web.host, web.port or None, Crowd(*CONNECTIONS))
        self.port = int(self._listener.getsockname()[1])
        self._again = threading.Event()
        self._told: dict[str, Any] = {}
        self._findings: list[Finding] = []
        self._tries = 0

    @property
    def url(self) -> str:
        """The page, as seen from this computer."""
        return page_of("http", self._web.host, self.port)

    @property
    def open(self) -> bool:
        """Whether it still listens."""
        return self._listener is not None

    def tell(self, trouble: str, findings: Sequence[Finding]) -> None:
        """What the page says from now on: the sentence, and the doctor's report."""
        self._tries += 1
        if self._keep is not None:
            with suppress(OSError):  # the data cannot be written: the page says so
                self._forget = self._keep(self.url)
        self._told = {"trouble": trouble, "tries": self._tries, "language": "en"}
        self._findings = list(findings)

    def wait(self, seconds: float) -> bool:
        """Answers for so long, or until somebody wants another attempt: True then."""
        assert self._listener is not None
        self._again.clear()
        tasks = Tasks()
        rules = Rules(Names.of(self._web.names), LARGEST)
        served = Serving(self._app(rules, tasks), self._listener.dup(), Wish("web", rules), tasks)
        served.start()
        try:
            return self._again.wait(seconds)
        finally:
            served.stop()
            tasks.close()

    def hand_over(self, web: WebSection) -> Listener | None:
        """The socket, for a table that listens at the same place, so that nobody is turned away, or one at
        the same port where any will do; else None, and the place is free."""
        assert self._listener is not None
        self._forgets()
        if web.host == self._web.host and web.port in (0, self.port):
            return self._listener.dup()
        self.close()
        if web.port == 0:  # any port will do, and open pages know this one
            with suppress(WebError):
                return bind(web.host, self.port, Crowd(*CONNECTIONS))
        return None

    def close(self) -> None:
        """Safe to call twice."""
        self._forgets()
        if self._listener is not None:
            self._listener.close()
        self._listener = None

    def _forgets(self) -> None:
        """The table writes down its own place."""
        with suppress(OSError):
            self._forget()
        self._forget = lambda: None

    def _app(self, rules: Rules, tasks: Tasks) -> Starlette:
        health = Health(tasks, version())
        health.of(Program(lambda: Vitals((WRONG,)), lambda: ()))
        files = screens.served(*screens.TABLE_WORDS)
        files.name(PAGE, screens.SHARED / PAGE)
        if self._own_pages:
            screens.with_words(files, screens.SETUP).put(screens.TABLE, self._own_pages).put(
                screens.TABLE, screens.PARTS, "table/"
            )
        routes = [
            *self._setup_routes(health),
            *self._care_routes(),
            Route("/safe.json", self._tell),
            Route("/safe/again", self._press, methods=["POST"]),
            *health.routes(),
            Route("/{path:path}", self._page(files)),
        ]
        return Starlette(routes=routes, middleware=[Middleware(Guard, rules=rules)])

    def _tell(self, request: Request) -> Response:
        """Sentences name files and devices of this computer: others get none of them."""
        here = from_here(request)
        language = request.query_params.get("lang", "")
        told = self._told | self._trouble(language) if here else self._told | {"trouble": None}
        found = report(self._findings if here else (), language)
        pages = {name.removesuffix(".html"): name in self._own_pages for name in (SETUP, CARE)}
        return JSONResponse(told | found | {"here": here} | pages)

    def _trouble(self, language: str) -> dict[str, Any]:
        """What the doctor says in the same words in English it says in the reader's language, too."""
        said = self._told.get("trouble")
        known = next((each for each in self._findings if each.message == said), None)
        return {} if known is None else {"trouble": known.said(language), "language": spoken(language)}

    @property
    def _own_pages(self) -> tuple[str, ...]:
        """That are served beside the one that stands in the place of all others."""
        there = ((SETUP, self._setup is not None), (CARE, self._upkeep is not None))
        return tuple(name for name, on in there if on)

    def _care_routes(self) -> list[Route]:
        """No table runs, so no hand is played."""
        upkeep = self._upkeep
        if upkeep is None:
            return []

        def may(request: Request) -> bool:
            known = account_of(request)
            return from_here(request) or (known is not None and self._own_role(*known) is Role.HOUSE)

        async def take(what: What, request: Request) -> Response:
            if not await run_in_threadpool(may, request):
                return JSONResponse({"code": "forbidden"}, 403)
            return await taken(what, maker(what, upkeep.data))

        downloads = [Route(f"/host/{what}.zip", partial(take, what)) for what in WHATS]
        return [*care_routes(upkeep.desk, lambda: None, may), *downloads]

    def _setup_routes(self, health: Health) -> list[Route]:
        setup = self._setup
        if setup is None:
            return []

        def may(request: Request) -> bool:
            known = account_of(request)
            return health.may_read(request) or (known is not None and self._own_role(*known) in CONFIGURATORS)

        def around() -> Around:
            return Around(f"safe-{self._tries}", stopped=self._told.get("trouble"), running=False)

        def begin(config: Config | None) -> int:
            self._again.set()
            return self.port if config is None else config.web.port or self.port

        return setup_routes(setup, Doorway(may, around, partial(can_serve, own=self.port), begin))

    def _page(self, files: Files) -> Callable[[Request], Response]:
        """The page in the place of every page of the table: its address is right when the table has begun."""

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
        if not from_here(request):
            return JSONResponse({"code": "forbidden"}, 403)
        self._again.set()
        return JSONResponse({"code": "ok"})

"""The web door of a table that cannot begin: its pages, and who looks after it from where."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Literal

from starlette.requests import Request
from starlette.routing import Route

import screens
from contract.roles import Role
from controller.broker.pairing import Known, nobody
from controller.bus.authority import CONFIGURATORS
from controller.config import Config, WebSection
from controller.setup.form import Around
from controller.web.place import CONNECTIONS, bind, can_serve
from controller.web.rights import account_of
from controller.web.server import LARGEST
from controller.web.setup import PAGE as SETUP
from controller.web.setup import Doorway, Setup
from controller.web.setup import routes as setup_routes
from runtime.health import Health
from runtime.web.address import from_here
from runtime.web.crowd import Crowd, Listener
from runtime.web.files import Files
from upkeep.safe_door import PAGE, Place, SafeDoor, Upkeep


class TableDoor(SafeDoor):
    """Only the table's own computer reads the sentences; the house looks after it from elsewhere, too."""

    OF: ClassVar[Literal["table", "hub"]] = "table"

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
        is looked after, from itself and by the house. WebError where the port cannot be had."""
        listens = listener or bind(web.host, web.port or None, Crowd(*CONNECTIONS))
        super().__init__(Place(web.host, web.port, web.names, largest=LARGEST), listens, upkeep, keep)
        self._setup = setup
        self._own_role = own_role

    @property
    def _own_pages(self) -> tuple[str, ...]:
        return (*(() if self._setup is None else (SETUP,)), *super()._own_pages)

    def _files(self, own: tuple[str, ...]) -> Files:
        files = screens.served(*screens.TABLE_WORDS)
        files.name(PAGE, screens.SHARED / PAGE)
        if own:
            screens.with_words(files, screens.SETUP).put(screens.TABLE, own).put(
                screens.TABLE, screens.PARTS, "table/"
            )
        return files

    def _cares(self, request: Request) -> bool:
        known = account_of(request)
        return from_here(request) or (known is not None and self._own_role(*known) is Role.HOUSE)

    def _more(self, health: Health) -> list[Route]:
        setup = self._setup
        if setup is None:
            return []

        def may(request: Request) -> bool:
            known = account_of(request)
            return health.may_read(request) or (known is not None and self._own_role(*known) in CONFIGURATORS)

        def around() -> Around:
            return Around(f"safe-{self._tries}", stopped=self._said.get("trouble"), running=False)

        def begin(config: Config | None) -> int:
            self.press()
            return self.port if config is None else config.web.port or self.port

        return setup_routes(setup, Doorway(may, around, partial(can_serve, own=self.port), begin))

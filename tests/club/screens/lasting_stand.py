"""A club at the one address of these tests, whose files a browser keeps from club to club."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette

from club.web.server import Server
from tests.club.screens import address
from tests.club.web.stand import Stand
from tests.controller.screens.lasting import Lasting


class LastingServer(Server):
    """Else each of some eighty files would be asked for again at every page."""

    def app(self) -> Starlette:
        made = super().app()
        made.add_middleware(Lasting)
        return made


class LastingStand(Stand):
    served = LastingServer

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, port=address.port())

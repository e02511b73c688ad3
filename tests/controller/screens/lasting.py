"""Web servers whose files a browser keeps: they do not change during a run of the tests."""

from __future__ import annotations

from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.web.server import Web

FILES: Final = ("/shared/", "/table/", "/club/", "/lang/", "/icon.svg")


class Lasting:
    """Lets browsers keep what has these addresses, and ask for it once."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def kept(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                MutableHeaders(scope=message)["cache-control"] = "max-age=86400"
            await send(message)

        lasts = scope["type"] == "http" and scope["path"].startswith(FILES)
        await self._app(scope, receive, kept if lasts else send)


class LastingWeb(Web):
    """A page asks for sixty files; else each of them would be asked for again at every page."""

    def reached_at(self, url: str | None) -> None:
        """From now on other computers reach the pages at this address; None: they do not."""
        self._sockets.__dict__["far"] = url

    def app(self) -> Starlette:
        made = super().app()
        made.add_middleware(Lasting)
        return made

"""The files of the pages: the club's own, and what they share with the screens of a table."""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.routing import BaseRoute, Route

import screens


class FilesError(Exception):
    """The pages cannot be served; the message says what to do."""


def routes() -> list[BaseRoute]:
    """Pages at the root. FilesError where the libraries of the pages are missing."""
    if not screens.complete():
        raise FilesError(screens.MISSING)
    files = (
        screens.served(*screens.CLUB_WORDS)
        .put(screens.CLUB, screens.PAGES)
        .put(screens.CLUB, screens.PARTS, "club/")
    )
    return [
        Route("/", lambda _: RedirectResponse("/index.html")),
        Route("/{path:path}", files.answer),
    ]


def fingerprint() -> str:
    """Changes with the pages: an open page loads itself again after an update."""
    return screens.fingerprint(screens.CLUB, screens.SHARED, screens.TABLE)

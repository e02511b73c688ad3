"""The files of the pages: the club's own, and what they share with the screens of a table."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

import screens
from runtime.web.files import Packed, pack, send

JSON: Final = "application/json"


class FilesError(Exception):
    """The pages cannot be served; the message says what to do."""


def routes() -> list[BaseRoute]:
    """Pages at the root. FilesError where the libraries of the pages are missing."""
    if not screens.complete():
        raise FilesError(screens.MISSING)
    files = screens.served().put(screens.CLUB, screens.PAGES).put(screens.CLUB, screens.PARTS, "club/")
    return [
        Route("/", lambda _: RedirectResponse("/index.html")),
        Route("/lang/{code}.json", _words),
        Route("/{path:path}", files.answer),
    ]


def fingerprint() -> str:
    """Changes with the pages: an open page loads itself again after an update."""
    return screens.fingerprint(screens.CLUB, screens.SHARED, screens.TABLE)


def words(code: str) -> dict[str, Any]:
    """What the pages say in a language: the table's words and the club's own."""
    table, club = _catalogues(code)
    return _merged(_read(table), _read(club))


def _words(request: Request) -> Response:
    code = request.path_params["code"]
    if code not in screens.LANGUAGES:
        return PlainTextResponse("Not found.", 404)
    changed = tuple(path.stat().st_mtime_ns for path in _catalogues(code))
    return send(_packed(code, changed), JSON, request.headers)


@lru_cache
def _packed(code: str, _changed_ns: tuple[int, ...]) -> Packed:
    return pack(bytes(JSONResponse(words(code)).body), JSON)


def _catalogues(code: str) -> tuple[Path, Path]:
    return screens.TABLE / "lang" / f"{code}.json", screens.CLUB / "lang" / f"{code}.json"


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    both = {
        key: _merged(one[key], other[key])
        for key in one.keys() & other.keys()
        if isinstance(one[key], dict) and isinstance(other[key], dict)
    }
    return one | other | both

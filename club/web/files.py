"""The files of the pages: the club's own, and what they share with the screens of a table."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from runtime.web.files import Files

SCREENS: Final = Path(__file__).resolve().parent.parent / "screens"
LANGUAGES: Final = ("en", "ru", "uk", "ja", "sv")
OWN: Final = ("*.html", "css/*.css", "js/*.js")
SHARED: Final = ("icon.svg", "css/*.css", "js/*.js", "tiles/*.svg", "vendor/*.js")
"""Files of the table's screens that the club's pages use as they are."""


class FilesError(Exception):
    """The pages cannot be served; the message says what to do."""


@cache
def common() -> Path:
    """The table's screens, found without importing the table. FilesError where they are incomplete."""
    found = importlib.util.find_spec("controller")
    places = [Path(place) / "screens" for place in (found.submodule_search_locations or ())] if found else []
    folder = next((place for place in places if (place / "vendor" / "preact.js").is_file()), None)
    if folder is None:
        raise FilesError(
            "The screens' libraries are missing: run `python controller/screens/vendor.py` once."
        )
    return folder


def routes() -> list[BaseRoute]:
    """Pages at the root; `/common/...` is shared, and so are the pictures of tiles beside the pages."""
    files = Files().put(SCREENS, OWN).put(common(), SHARED, "common/").put(common(), ("tiles/*.svg",))
    files.name("favicon.ico", common() / "icon.svg")
    return [
        Route("/", lambda _: RedirectResponse("/index.html")),
        Route("/lang/{code}.json", _words),
        Route("/{path:path}", files.answer),
    ]


def fingerprint() -> str:
    """Changes with the pages: an open page loads itself anew after an update."""
    digest = hashlib.sha256()
    for folder in (SCREENS, common()):
        for path in sorted(
            p for kind in ("*.html", "*/*.js", "*/*.css", "*/*.json") for p in folder.glob(kind)
        ):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def words(code: str) -> dict[str, Any]:
    """What the pages say in a language: the table's words and the club's own."""
    return _merged(_read(common() / "lang" / f"{code}.json"), _read(SCREENS / "lang" / f"{code}.json"))


def _words(request: Request) -> Response:
    code = request.path_params["code"]
    if code not in LANGUAGES:
        return PlainTextResponse("Not found.", 404)
    answer = JSONResponse(words(code))
    answer.headers["etag"] = f'"{hashlib.sha256(answer.body).hexdigest()[:24]}"'
    if request.headers.get("if-none-match") == answer.headers["etag"]:
        return Response(status_code=304, headers={"etag": answer.headers["etag"]})
    return answer


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

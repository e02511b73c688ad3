"""The pages of tables and clubs, for any web server of ours: `table`, `club`, and what both use, `shared`.

Paths of files are paths below the root of a server, so an import in a script means the same on the disk;
only pages (`*.html`) and their words (`lang/`) stand at the root itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from runtime.web.files import Files
from words import FOLDER, catalogue, offered

HERE: Final = Path(__file__).resolve().parent
SHARED: Final = HERE / "shared"
TABLE: Final = HERE / "table"
CLUB: Final = HERE / "club"
TABLE_WORDS: Final = ("names", "table")
SETUP: Final = "setup"
"""The catalogue of the set-up page, which no other page loads."""
CLUB_WORDS: Final = (*TABLE_WORDS, "club")
"""The catalogues that the pages read."""
TABLE_LANGUAGES: Final = offered(*TABLE_WORDS)
CLUB_LANGUAGES: Final = offered(*CLUB_WORDS)
"""What the pages offer: the languages that have all of their catalogues."""
PAGES: Final = ("*.html",)
APP: Final = ("*.webmanifest", "*.worker.js")
"""What makes pages an app; a worker stands at the root, as it serves only what lies below it."""
PARTS: Final = ("css/*.css", "js/*.js", "js/*/*.js")
ASSETS: Final = (*PARTS, "icon.svg", "tiles/*.svg", "vendor/*.js")
"""Kinds of files that are served, of `shared` the assets, and no others."""
MISSING: Final = "The screens' libraries are missing: run `python screens/vendor.py` once."


def complete() -> bool:
    """Whether the libraries are there that `vendor.py` fetches."""
    return (SHARED / "vendor" / "preact.js").is_file() and (SHARED / "vendor" / "mqtt.js").is_file()


def served(*rooms: str) -> Files:
    """What every server serves of `shared`: `icon.svg` is the favicon, too; and the words of these rooms."""
    files = Files().put(SHARED, ASSETS, "shared/")
    for name in ("icon.svg", "favicon.ico"):
        files.name(name, SHARED / "icon.svg")
    codes = offered(*rooms)
    files.make("lang/offered.json", lambda: _json(codes))
    for code in codes:
        files.make(f"lang/{code}.json", partial(_page_words, code, rooms))
    return files


def with_words(files: Files, room: str) -> Files:
    """The files with the words of one more room, for the pages that need them."""
    for code in offered(room):
        files.make(f"lang/{room}.{code}.json", partial(_page_words, code, (room,)))
    return files


def _page_words(code: str, rooms: tuple[str, ...]) -> bytes:
    return _json(catalogue(code, *rooms))


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def fingerprint(*folders: Path) -> str:
    """Changes with words and the pages in these folders: an open page loads itself again after an update."""
    digest = hashlib.sha256()
    for path in sorted(FOLDER.glob("*/*.json")):
        digest.update(path.relative_to(FOLDER).as_posix().encode())
        digest.update(path.read_bytes())
    for folder in folders:
        for path in _files(folder):
            digest.update(path.relative_to(HERE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _files(folder: Path) -> Iterator[Path]:
    for kind in (*PAGES, *APP, *ASSETS):
        yield from sorted(folder.glob(kind))

"""The pages of tables and clubs, for any web server of ours: `table`, `club`, and what both use, `shared`.

Paths of files are paths below the root of a server, so an import in a script means the same on the disk;
only pages (`*.html`) and `lang/` stand at the root itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from runtime.web.files import Files

HERE: Final = Path(__file__).resolve().parent
SHARED: Final = HERE / "shared"
TABLE: Final = HERE / "table"
CLUB: Final = HERE / "club"
LANGUAGES: Final = ("en", "ru", "uk", "ja", "sv")
"""Each has its `lang/*.json`; pages offer them in this order."""
PAGES: Final = ("*.html",)
PARTS: Final = ("css/*.css", "js/*.js", "js/*/*.js")
ASSETS: Final = (*PARTS, "icon.svg", "tiles/*.svg", "vendor/*.js")
"""Kinds of files that are served, of `shared` the assets, and no others."""
WORDS: Final = ("lang/*.json",)
MISSING: Final = "The screens' libraries are missing: run `python screens/vendor.py` once."


def complete() -> bool:
    """Whether the libraries are there that `vendor.py` fetches."""
    return (SHARED / "vendor" / "preact.js").is_file() and (SHARED / "vendor" / "mqtt.js").is_file()


def served() -> Files:
    """What every server serves of `shared`: `icon.svg` is the favicon, too."""
    files = Files().put(SHARED, ASSETS, "shared/")
    for name in ("icon.svg", "favicon.ico"):
        files.name(name, SHARED / "icon.svg")
    return files


def fingerprint(*folders: Path) -> str:
    """Changes with the pages in these folders: an open page loads itself again after an update."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in _files(folder):
            digest.update(path.relative_to(HERE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _files(folder: Path) -> Iterator[Path]:
    for kind in (*PAGES, *ASSETS, *WORDS):
        yield from sorted(folder.glob(kind))

"""Clubs' databases as released programs have left them."""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path
from typing import Final

from sqlalchemy import make_url

from tests.club.databases import OWNER, Postgres

RELEASES: Final = Path(__file__).parents[2] / "data" / "releases"
VERSIONS: Final = sorted(path.parent.name for path in RELEASES.glob("*/club"))


def laid(version: str, folder: Path, server: Postgres | None = None) -> str:
    """The URL of a database of a release, in SQLite or in a server; `session` beside it is a token."""
    golden = RELEASES / version / "club"
    if server is None:
        (folder / "club.db").write_bytes(gzip.decompress((golden / "club.db.gz").read_bytes()))
        return f"sqlite:///{folder}/club.db"
    url = server.create()
    text = gzip.decompress((golden / "club.sql.gz").read_bytes())
    name = str(make_url(url).database)
    program = [
        str(server.bin / "psql"),
        "-qX",
        "-v",
        "ON_ERROR_STOP=1",
        "-h",
        str(server.home),
        "-U",
        OWNER,
        name,
    ]
    subprocess.run(program, input=text, check=True, stdout=subprocess.DEVNULL)
    return url


def session(version: str, *, lite: bool) -> str:
    """The token of the director's session in it."""
    name = "club.db.gz.session" if lite else "club.sql.gz.session"
    return (RELEASES / version / "club" / name).read_text("utf-8")

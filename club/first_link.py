"""The address that authorises whoever holds the computer: root writes it to their stick, so that no log has
to be read. Of a hub that runs it signs the first director in, once; of one that cannot begin it opens the
page that says why."""

from __future__ import annotations

import logging
import socket
import time
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from runtime.secret import new_secret
from runtime.stored import replace_file
from upkeep.computer import FIRST_LINK

_LOG = logging.getLogger(__name__)
_HERE: Final = "#here="
_ANEW_S: Final = 3600.0
"""A file that says the same is written anew after so long: an old one is handed to nobody."""


def keep(data: Path, link: str | None, port: int) -> None:
    """As other computers reach it. None: there is none any more."""
    file = data / FIRST_LINK
    try:
        if link is None:
            file.unlink(missing_ok=True)
            return
        there = urlsplit(link)._replace(netloc=f"{socket.gethostname()}.local:{port}")
        told = f"{urlunsplit(there)}\n".encode()
        if not _stands(file, told):
            replace_file(file, told, private=True)
    except OSError as error:
        _LOG.warning("%s cannot be written (%s).", file, error.strerror)


def ticket_of(data: Path) -> str:
    """That of a hub that could not begin before, so that an open page stays authorised; else a new one."""
    try:
        link = (data / FIRST_LINK).read_text("ascii").strip()
    except (OSError, ValueError):
        link = ""
    _, mark, ticket = link.partition(_HERE)
    return ticket if mark and ticket else new_secret()


def to_page(url: str, ticket: str) -> str:
    """The address of the page that says why, with the ticket in the part that browsers send to nobody."""
    return f"{url}{_HERE}{ticket}"


def _stands(file: Path, told: bytes) -> bool:
    try:
        return file.read_bytes() == told and time.time() - file.stat().st_mtime < _ANEW_S
    except OSError:
        return False

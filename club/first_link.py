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
    """Writes the link as other computers reach it. None: removes the old one."""
    file = data / FIRST_LINK
    try:
        if link is None:
            file.unlink(missing_ok=True)
            return
        there = urlsplit(link)._replace(netloc=f"{socket.gethostname()}.local:{port}")
        content = f"{urlunsplit(there)}\n".encode()
        if not _stands(file, content):
            replace_file(file, content, private=True)
    except OSError as error:
        _LOG.warning("%s cannot be written (%s).", file, error.strerror)


def ticket_of(data: Path) -> str:
    """The ticket of a hub that could not start before, so that an open page stays authorised; otherwise a
    new one."""
    try:
        link = (data / FIRST_LINK).read_text("ascii").strip()
    except (OSError, ValueError):
        link = ""
    _, mark, ticket = link.partition(_HERE)
    return ticket if mark and ticket else new_secret()


def to_page(url: str, ticket: str) -> str:
    """The address of the page that says why, with the ticket in the part that browsers send to nobody."""
    return f"{url}{_HERE}{ticket}"


def _stands(file: Path, content: bytes) -> bool:
    try:
        return file.read_bytes() == content and time.time() - file.stat().st_mtime < _ANEW_S
    except OSError:
        return False

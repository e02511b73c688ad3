"""Where a hub has served its pages last, for one whose configuration cannot be read any more."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from club.hub.config import WebSection
from runtime.stored import Format, StoredError

FILE: Final = "pages.json"
FORMAT: Final = Format("hub-pages", 1, "note of a hub's address", "the next start writes it anew")


def read(file: Path) -> WebSection:
    """FileNotFoundError, StoredError."""
    found = FORMAT.read(file)
    try:
        return WebSection.model_validate({name: found[name] for name in ("host", "port", "names", "proxies")})
    except (KeyError, ValidationError) as error:
        raise FORMAT.broken(file) from error


def last(data: Path) -> WebSection | None:
    """None where no hub has begun with these data."""
    try:
        return read(data / FILE)
    except (OSError, StoredError):
        return None


def keep(data: Path, web: WebSection, port: int) -> None:
    """`port` is the one that was had. A disk that cannot be written stops nothing."""
    note = {"host": web.host, "port": port, "names": list(web.names), "proxies": list(web.proxies)}
    with suppress(OSError):
        FORMAT.write(data / FILE, note)

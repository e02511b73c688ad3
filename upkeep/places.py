"""Where backups of this computer lie, and when the last one was made."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.stored import Format, StoredError
from upkeep.computer import STATE, STICK, STICK_DEVICE
from upkeep.trouble import Code, of_disk
from upkeep.wish import Place

HERE: Final = STATE / "backups"
NOTE: Final = "last-backup.json"
PLACES: Final[Mapping[Place, Path]] = {"stick": STICK, "here": HERE}
FORMAT: Final = Format("last-backup", 1, "note of a backup", "make another backup")


@dataclass(frozen=True, slots=True)
class Last:
    """The last backup: when it was made, in milliseconds since 1970, and its file."""

    at_ms: int
    file: str


def read(file: Path) -> Last:
    """A note of the last backup. FileNotFoundError, StoredError."""
    found = FORMAT.read(file)
    try:
        return Last(int(found["at_ms"]), str(found["file"]))
    except (KeyError, ValueError, TypeError) as error:
        raise FORMAT.broken(file) from error


def noted(state: Path = STATE) -> Last | None:
    """The last backup of the table; None where none is known."""
    try:
        return read(state / NOTE)
    except (OSError, StoredError):
        return None


def note(at_ms: int, file: Path, state: Path = STATE) -> None:
    """Remembers a backup; a disk that cannot be written stops nothing."""
    with suppress(OSError):
        FORMAT.write(state / NOTE, {"at_ms": at_ms, "file": str(file)})


def of_stick(error: OSError, there: bool) -> Code:
    """What a failed read or write says of a stick. One that is `there` and not found has a file system that
    cannot be mounted."""
    code = of_disk(error)
    return "stick_unread" if there and code in {"no_stick", "gone", "other"} else code


def plugged() -> bool:
    """Whether a stick is there whose file system is called JANTAKU."""
    return Path(STICK_DEVICE).exists()

"""Where backups of this computer lie, which can be restored, and when the last one was made."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.appliance.backup import looked_at, machine
from controller.appliance.care.progress import FoundBackup
from controller.appliance.care.wish import FILE, Place
from controller.appliance.description import STATE, STICK, STICK_DEVICE
from controller.appliance.trouble import TroubleError, of_disk
from runtime.stored import Format, StoredError

HERE: Final = STATE / "backups"
NOTE: Final = "last-backup.json"
PLACES: Final[Mapping[Place, Path]] = {"stick": STICK, "here": HERE}
FORMAT: Final = Format("last-backup", 1, "note of a backup", "make another backup")
_SHOWN: Final = 20
"""Of the backups in a place, the newest."""


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


def plugged() -> bool:
    """Whether a stick is there whose file system is called JANTAKU."""
    return Path(STICK_DEVICE).exists()


def found(places: Mapping[Place, Path], kind: str = "table") -> list[FoundBackup]:
    """The backups of a kind that lie in these places, the newest first. TroubleError."""
    out: list[FoundBackup] = []
    for place, folder in places.items():
        for file in _files(folder):
            told = looked_at(file)
            if told is None or told.kind != kind:
                continue
            out.append(
                FoundBackup(
                    place=place,
                    file=file.name,
                    computer=told.computer,
                    own=told.machine == machine(),
                    at_ms=told.at_ms,
                    version=told.version,
                    whole=told.whole,
                    size=file.stat().st_size,
                )
            )
    return sorted(out, key=lambda each: -each.at_ms)


def _files(folder: Path) -> list[Path]:
    """The newest by their time; names that no unit can have are left out."""
    try:
        with os.scandir(folder) as entries:
            named = [each for each in entries if FILE.fullmatch(each.name) and each.is_file()]
        newest = sorted(named, key=lambda each: -each.stat().st_mtime)[:_SHOWN]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise TroubleError(f"{folder} cannot be read ({error.strerror}).", of_disk(error)) from error
    return [Path(each.path) for each in newest]

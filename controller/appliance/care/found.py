"""The backups that lie on this computer and on its stick, as root sees them."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from controller.appliance.backup import looked_at, machine
from controller.appliance.settings import Kind
from runtime.stored import NewerError
from upkeep.progress import FoundBackup, UnreadBackup
from upkeep.trouble import TroubleError, of_disk
from upkeep.wish import FILE, Place

_SHOWN: Final = 20
"""Of the backups in a place, the newest."""


def found(
    places: Mapping[Place, Path], kinds: Collection[Kind]
) -> tuple[list[FoundBackup], list[UnreadBackup]]:
    """The backups of these kinds that lie in these places, the newest first, and those that cannot be
    restored. TroubleError."""
    out: list[FoundBackup] = []
    unread: list[UnreadBackup] = []
    for place, folder in places.items():
        for file in _files(folder):
            each = _looked(place, file, kinds)
            if isinstance(each, FoundBackup):
                out.append(each)
            elif each is not None:
                unread.append(each)
    return sorted(out, key=lambda each: -each.at_ms), unread


def _looked(place: Place, file: Path, kinds: Collection[Kind]) -> FoundBackup | UnreadBackup | None:
    """None where it is another thing."""
    ours = file.name.startswith(tuple(f"jantaku-{kind}-" for kind in kinds))
    shown = os.fsencode(file.name).decode("utf-8", "replace")
    try:
        manifest = looked_at(file)
    except NewerError:
        return UnreadBackup(place=place, file=shown, why="newer") if ours else None
    if manifest is None:
        return UnreadBackup(place=place, file=shown, why="damaged") if ours else None
    if manifest.kind not in kinds:
        return None
    if not FILE.fullmatch(file.name):
        return UnreadBackup(place=place, file=shown, why="name")
    return FoundBackup(
        of=manifest.kind,
        place=place,
        file=file.name,
        computer=manifest.computer,
        own=manifest.machine == machine(),
        at_ms=manifest.at_ms,
        version=manifest.version,
        whole=manifest.whole,
        size=file.stat().st_size,
    )


def _files(folder: Path) -> list[Path]:
    """The newest by their time."""
    try:
        with os.scandir(folder) as entries:
            named = [each for each in entries if each.name.lower().endswith(".zip") and each.is_file()]
        newest = sorted(named, key=lambda each: -_time(each))[:_SHOWN]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise TroubleError(f"{folder} cannot be read ({error.strerror}).", of_disk(error)) from error
    return [Path(each.path) for each in newest]


def _time(file: os.DirEntry[str]) -> float:
    """0 of one that its file system cannot find by the name that it gives."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0

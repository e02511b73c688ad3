"""The backups that lie on this computer and on its stick, as root sees them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from controller.appliance.backup import Kind, looked_at, machine
from upkeep.progress import FoundBackup
from upkeep.trouble import TroubleError, of_disk
from upkeep.wish import FILE, Place

_SHOWN: Final = 20
"""Of the backups in a place, the newest."""


def found(places: Mapping[Place, Path], kind: Kind) -> list[FoundBackup]:
    """The backups of a kind that lie in these places, the newest first. TroubleError."""
    out: list[FoundBackup] = []
    for place, folder in places.items():
        for file in _files(folder):
            manifest = looked_at(file)
            if manifest is None or manifest.kind != kind:
                continue
            out.append(
                FoundBackup(
                    place=place,
                    file=file.name,
                    computer=manifest.computer,
                    own=manifest.machine == machine(),
                    at_ms=manifest.at_ms,
                    version=manifest.version,
                    whole=manifest.whole,
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

"""A stick in a virtual machine, with FAT as sticks have it: the backups that lie on it."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.appliance.backup import BackupError, opened
from upkeep.computer import KEPT_BACKUPS, STICK_LABEL

SIZE: Final = 512 << 20


def formatted(path: Path) -> Path:
    """An empty one."""
    with path.open("wb") as file:
        file.truncate(SIZE)
    subprocess.run(
        ["mkfs.fat", "-F", "32", "-n", STICK_LABEL, str(path)], stdout=subprocess.DEVNULL, check=True
    )
    return path


def backups(path: Path, work: Path) -> dict[str, bool]:
    """Name -> whether the backup is whole, of all on the stick."""
    listed = subprocess.run(
        ["mdir", "-b", "-i", str(path), "::"], capture_output=True, text=True, check=False
    ).stdout.split()
    return {
        name: _whole(path, name, work)
        for name in (line.removeprefix("::/") for line in listed)
        if name.startswith("jantaku-table-") and name.endswith(".zip")
    }


def _whole(path: Path, name: str, work: Path) -> bool:
    copy = work / "backup.zip"
    copied = ["mcopy", "-n", "-o", "-i", str(path), f"::{name}", str(copy)]
    if subprocess.run(copied, capture_output=True, check=False).returncode:
        return False
    with suppress(BackupError, OSError):
        packed, _ = opened(copy)
        packed.close()
        return True
    return False


def spoilt(before: dict[str, bool], now: dict[str, bool]) -> list[str]:
    """Backups that were whole, have to stay, and are not whole any more. Older ones are deleted, and a cut
    may leave the half of one."""
    stay = sorted(now)[-KEPT_BACKUPS:]
    return [name for name, whole in before.items() if whole and name in stay and not now[name]]

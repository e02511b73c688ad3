"""Whether a computer that was started from an image keeps what is written to it.

All that it keeps lies on its data partition, which is mounted before systemd begins
(`controller.appliance.image.early`). Where that failed everything is written into memory; a partition that
makes errors can only be read from then on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

DATA: Final = "/run/jantaku/data"
"""Where the data partition is mounted while the computer runs."""
WORD: Final = "jantaku.data="
"""Which partition it is, on the kernel's command line; other computers have no such word."""
_STOPPED: Final = frozenset({"ro", "emergency_ro", "shutdown"})
"""What ext4 has among its options after an error that `errors=remount-ro` answers: the first before Linux
6.12, since then one of the others beside `rw`."""
Trouble = Literal["card_away", "card_read_only"]
"""Codes of the doctor: nothing is kept at all; what is there can be read."""


ROOT: Final = Path("/")


def trouble(root: Path | None = None) -> Trouble | None:
    """None where all is well, and on a computer that was not started from an image."""
    root = root or ROOT
    if not any(word.startswith(WORD) for word in _read(root / "proc/cmdline").split()):
        return None
    options = _options(_read(root / "proc/self/mountinfo"))
    if options is None:
        return "card_away"
    return None if _STOPPED.isdisjoint(options.split(",")) else "card_read_only"


def _options(mounts: str) -> str | None:
    """Of the partition's file system, as proc_pid_mountinfo(5) has them at the end of a line: a service may
    see a folder read-only whose file system is not. None where it is not mounted."""
    for line in mounts.splitlines():
        place, _, system = line.partition(" - ")
        if place.split()[4:5] == [DATA]:
            return system.split()[-1]
    return None


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", errors="replace")
    except OSError:
        return ""

"""How the table's computer and its connection fare, for the topic `health`."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from contract.messages import Health

EVERY_S: Final = 10.0
_THERMAL: Final = Path("/sys/class/thermal")
_PAGES: Final = Path("/proc/self/statm")
_MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Traffic:
    """What the bus has done since the service began."""

    reconnections: int = 0
    screens: int = 0
    commands: dict[str, int] = field(default_factory=dict)
    unheard: int = 0
    refused_bytes: int = 0
    told: int = 0
    told_bytes: int = 0


@dataclass(slots=True)
class Totals:
    """Since the service began."""

    pictures: int = 0
    pictures_s: float = 0.0
    turns: int = 0
    turns_s: float = 0.0


class Pulse:
    """Gathers the figures of ten seconds; `seconds` is a monotonic clock of the computer."""

    def __init__(self, boot: str, folder: Path, seconds: Callable[[], float] = time.monotonic) -> None:
        """`folder` lies on the disk whose free space is reported."""
        self._boot = boot
        self._folder = folder
        self._seconds = seconds
        self._begun = self._since = seconds()
        self._next = self._begun
        self._pictures = 0
        self._reading = 0.0
        self._slowest = 0.0
        self.totals = Totals()
        self.seen_at: float | None = None
        """When the newest picture was read (`time.monotonic`)."""

    def picture(self, seconds: float) -> None:
        """One picture was read in so many seconds."""
        self._pictures += 1
        self._reading += seconds
        self.totals.pictures += 1
        self.totals.pictures_s += seconds
        self.seen_at = time.monotonic()

    def turn(self, seconds: float) -> None:
        """One turn of the main loop took so many seconds."""
        self._slowest = max(self._slowest, seconds)
        self.totals.turns += 1
        self.totals.turns_s += seconds

    def due(self, traffic: Callable[[], Traffic], ts_ms: int) -> Health | None:
        """Every ten seconds, the first at once."""
        now = self._seconds()
        if now < self._next:
            return None
        seen, passed = traffic(), max(now - self._since, 1e-9)
        health = Health(
            boot=self._boot,
            ts_ms=ts_ms,
            uptime_s=int(now - self._begun),
            pictures=round(self._pictures / passed, 1) if self._pictures else 0.0,
            eyes_ms=round(1000 * self._reading / self._pictures, 1) if self._pictures else 0.0,
            turn_ms=round(1000 * self._slowest, 1),
            load=round(os.getloadavg()[0], 2),
            temperature=temperature(),
            free_mb=_free(self._folder),
            memory_mb=_memory(),
            reconnections=seen.reconnections,
            screens=seen.screens,
            commands=seen.commands,
            unheard=seen.unheard,
            refused_bytes=seen.refused_bytes,
            told=seen.told,
            told_bytes=seen.told_bytes,
        )
        self._next, self._since = now + EVERY_S, now
        self._pictures, self._reading, self._slowest = 0, 0.0, 0.0
        return health


def temperature(folder: Path = _THERMAL) -> float | None:
    """Degrees Celsius of the hottest zone; None where the kernel measures none."""
    found = []
    for zone in folder.glob("thermal_zone*/temp"):
        try:
            found.append(int(zone.read_text()) / 1000)
        except (OSError, ValueError):
            continue
    return round(max(found), 1) if found else None


def _free(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free // _MEGABYTE
    except OSError:
        return 0


def _memory() -> int:
    try:
        return int(_PAGES.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // _MEGABYTE
    except (OSError, ValueError, IndexError):
        return 0

"""Whether games of this computer's table have lain in no backup for long."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.table.games import Games
from controller.table.names import journals
from runtime.clock import CLOCK
from upkeep.computer import STATE, TABLE_DATA
from upkeep.places import noted

LOOKS_MS: Final = 3_600_000
"""Between two looks at the games; a backup is noticed at once."""
_DAY_MS: Final = 86_400_000


def oldest_ms(data: Path, saved_ms: int) -> int | None:
    """When the oldest game that was played since a backup was last written, in milliseconds since 1970; None
    where every game is in it, and where there is none."""
    oldest = None
    for path in reversed(journals(Games(data).folder)):
        try:
            at_ms = path.stat().st_mtime_ns // 1_000_000
        except OSError:  # deleted meanwhile
            continue
        if at_ms <= saved_ms:
            break
        oldest = at_ms
    return oldest


class Unsaved:
    """Says whether a game was played so many `days` ago that no backup has; asked often, it looks seldom."""

    def __init__(
        self,
        days: int,
        data: Path = TABLE_DATA,
        state: Path = STATE,
        now: Callable[[], int] = CLOCK.now_ms,
    ) -> None:
        self._days, self._data, self._state, self._now = days, data, state, now
        self._looked: tuple[int, int] | None = None
        """When, and at what time the last backup had been made."""
        self._since: int | None = None

    def __call__(self) -> bool:
        last, now = noted(self._state), self._now()
        saved = 0 if last is None else last.at_ms
        if self._looked is None or saved != self._looked[1] or now >= self._looked[0] + LOOKS_MS:
            self._looked, self._since = (now, saved), oldest_ms(self._data, saved)
        return self._since is not None and now - self._since >= self._days * _DAY_MS


def unsaved(days: int, data: Path) -> Callable[[], bool]:
    """Of a table: never where nobody wants to know (0 days), and on a computer that was not installed as a
    table, whose backups are its owner's own affair."""
    return Unsaved(days) if days and data == TABLE_DATA else lambda: False

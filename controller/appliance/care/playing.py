"""Whether people play at the table of this computer, as its journal says."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from controller.appliance.running_hand import played_since_ms
from controller.table.games import Games
from controller.table.journal import JournalError

QUIET_S: Final = 3600.0
"""So long after the last line of a journal nobody plays any more."""


def hand_played(data: Path) -> bool:
    """A hand lies on the table."""
    newest = Games(data).newest()
    try:
        return newest is not None and played_since_ms(newest) is not None
    except (JournalError, OSError):
        return False


def game_on(data: Path) -> bool:
    """Somebody plays: a hand lies on the table, or something was written down within the hour."""
    newest = Games(data).newest()
    try:
        quiet = newest is None or time.time() - newest.stat().st_mtime > QUIET_S
    except OSError:
        quiet = True
    return not quiet or hand_played(data)

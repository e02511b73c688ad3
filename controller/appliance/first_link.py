"""The first director's link, for whoever holds the computer of a club: it comes on their stick."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from runtime.stored import replace_file
from upkeep.computer import FIRST_LINK

ON_STICK: Final = "jantaku-director.txt"
_GOOD_S: Final = 86_400
"""So long such a link is good."""


def hand_out(data: Path, stick: Path) -> None:
    """Writes the link of a hub that nobody directs yet onto the stick, and takes one away that is good no
    more. A stick that cannot be written stops nothing."""
    file, copy = data / FIRST_LINK, stick / ON_STICK
    with suppress(OSError):
        if file.is_file() and time.time() - file.stat().st_mtime < _GOOD_S:
            replace_file(copy, file.read_bytes())
        else:
            copy.unlink(missing_ok=True)

"""What a host takes along: a host is a player, so nothing of the hand that is played is in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Final

from controller.appliance import backup, support
from upkeep.taken import Maker, What

_MAKERS: Final[dict[What, Callable[[Path, IO[bytes]], object]]] = {
    "backup": partial(backup.make, whole=False),
    "support": partial(support.make, whole=False),
}


def maker(what: What, data: Path) -> Maker:
    """Of the table whose data lie there."""
    return partial(_MAKERS[what], data)

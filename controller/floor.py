"""What people decide beside the game: a pause, calls for a referee, a request to undo, the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.topics import ClockView, Pause, RefereeCall, UndoRequest


@dataclass(frozen=True, slots=True)
class Beside:
    """As the screens are told of it."""

    clock: ClockView | None = None
    paused: Pause | None = None
    calls: tuple[RefereeCall, ...] = ()
    undo: UndoRequest | None = None


ALONE: Final = Beside()

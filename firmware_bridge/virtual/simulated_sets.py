"""Where the tile sets of the simulated machine lie."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.message import NONE
from firmware_bridge.virtual.saved_state import Left


@dataclass(slots=True)
class Sets:
    """Which set is where, NONE for nowhere; `sorted` when the rows hold all of theirs."""

    drum: int = NONE
    rows: int = NONE
    mat: int = NONE
    sorted: bool = False

    @classmethod
    def of(cls, left: Left) -> Sets:
        return cls(drum=left.drum, rows=left.rows, sorted=left.rows != NONE)

    @property
    def left(self) -> Left:
        """A set that is half sorted lies in the drum again."""
        return Left(self.drum, self.rows) if self.sorted else Left(self.drum)

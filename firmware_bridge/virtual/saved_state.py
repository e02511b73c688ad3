"""What a virtual machine was left with when it was switched off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from firmware_bridge.message import NONE, MachineState, Sorter, Status

LOST: Final = (
    MachineState.BOOT,
    MachineState.UNHOMED,
    MachineState.HOMING,
    MachineState.FAULT,
    MachineState.ESTOP,
    MachineState.SERVICE,
)
"""States in which the machine may not know what lies in its rows."""


@dataclass(frozen=True, slots=True)
class Left:
    """Which set lay in the drum and which one sorted in the rows, NONE for none; others lie on the mat."""

    drum: int = NONE
    rows: int = NONE

    @classmethod
    def evening(cls, sets: int) -> Left:
        """The state of a table after an evening: of two sets one is sorted."""
        return cls(rows=1) if sets == 2 else cls()

    def after(self, status: Status) -> Left:
        """By what the machine says of itself. A set that is half sorted lies in the drum again, one that was
        being pushed in on the mat; before it is homed, the machine does not know its rows."""
        if status.state in LOST:
            return self
        drum = NONE if status.state is MachineState.INTAKE else status.drum_set
        if status.sorter is Sorter.STAGED:
            return Left(drum, status.row_set)
        return Left(status.row_set if drum == NONE else drum)

    @classmethod
    def read(cls, saved: object) -> Left:
        """The state from what `save` returned; ValueError for anything else."""
        if not isinstance(saved, Mapping) or any(type(saved.get(k)) is not int for k in ("drum", "rows")):
            raise ValueError("This is not how a virtual machine was left.")
        return cls(saved["drum"], saved["rows"])

    def save(self) -> dict[str, int]:
        """The state as plain JSON data, which `read` takes."""
        return {"drum": self.drum, "rows": self.rows}

"""What a machine does to the mat: the seam between the machine simulator and the virtual table."""

from __future__ import annotations

from typing import Protocol


class MachineWorld(Protocol):
    """Told by the simulator; never asked for anything but the dice, which the world decides."""

    def collected(self) -> None:
        """The hatch is open: all tiles on the mat go into the machine."""
        ...

    def raised(self) -> None:
        """The four walls of the next hand stand on the mat."""
        ...

    def dice(self) -> tuple[int, int]:
        """The dice are thrown and show this; the deal may begin."""
        ...

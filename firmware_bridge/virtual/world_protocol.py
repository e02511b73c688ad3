"""What a simulated machine needs to know of the virtual table around it."""

from __future__ import annotations

from typing import Protocol


class Plant(Protocol):
    """The mat around the machine: who lies in the hatch and where the walls stand."""

    def collected(self) -> None:
        """All tiles have gone through the hatch."""

    def raised(self) -> None:
        """The four walls stand on the mat."""

    def dice(self) -> tuple[int, int]: ...

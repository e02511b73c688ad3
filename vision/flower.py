"""The eight extra tiles of Chinese Classical as things that can be seen (C-FLOWER-01)."""

from __future__ import annotations

from enum import StrEnum

from engine.tile import Tile


class Flower(StrEnum):
    """Plum, orchid, chrysanthemum, bamboo `1f`..`4f`; spring, summer, autumn, winter `1g`..`4g`.

    The names are those that the rules engine gives them.
    """

    F1 = "1f"
    F2 = "2f"
    F3 = "3f"
    F4 = "4f"
    G1 = "1g"
    G2 = "2g"
    G3 = "3g"
    G4 = "4g"

    @property
    def number(self) -> int:
        """1..4."""
        return int(self.value[0])

    @property
    def season(self) -> bool:
        return self.value[1] == "g"


Face = Tile | Flower
"""What can be printed on a tile."""

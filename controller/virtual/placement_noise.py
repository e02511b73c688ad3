"""How inexactly people leave things: seeded offsets and tilts."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

from vision.scene.untidiness import Mess

OFFSET_SD: Final = 1.5
"""Millimetres at tidiness 0. [estimate for quick play: tiles pushed against each other]"""
TILT_SD: Final = 2.5
"""Degrees at tidiness 0."""
CLAMP: Final = 2.0
"""No misplacement beyond so many standard deviations: more would be put right by its owner."""


ORDERLY: Final = Mess(offset=0.0, tilt=0.0)


@dataclass(slots=True)
class Slop:
    """`tidiness` 1 puts everything in its exact place, 0 is a hasty table; ValueError beyond.

    `mess` are habits besides; its offsets and tilts are not used, nor what is of other tables' ponds.
    """

    seed: str
    tidiness: float = 0.3
    mess: Mess = ORDERLY
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        if not 0.0 <= self.tidiness <= 1.0:
            raise ValueError(f"Tidiness is a number from 0 to 1, not {self.tidiness}.")
        self.rng = random.Random(f"slop {self.seed}")

    def offset(self) -> float:
        """Millimetres along one axis."""
        return self._gauss(OFFSET_SD)

    def tilt(self) -> float:
        """Degrees."""
        return self._gauss(TILT_SD)

    def spread(self, sd: float) -> float:
        """An offset of a whole row, whose standard deviation is `sd` at tidiness 0."""
        return self._gauss(sd)

    def gap(self) -> float:
        """The slit between two tiles of a row, in millimetres, never negative."""
        return abs(self._gauss(0.4)) + 0.05

    def apart(self) -> float:
        """How far from its neighbour a discard is laid beyond that, in millimetres."""
        return min(8.0, self.rng.expovariate(1 / self.mess.gap)) if self.mess.gap else 0.0

    def chance(self, share: float) -> bool:
        """No number is drawn for what never happens, so that a habit changes no other table."""
        return bool(share) and self.rng.random() < share

    def sideways(self) -> float:
        """A tile is turned to the one or to the other side."""
        return self.rng.choice((90.0, -90.0))

    def _gauss(self, sd: float) -> float:
        raw = self.rng.gauss(0.0, 1.0)
        return max(-CLAMP, min(CLAMP, raw)) * sd * (1.0 - self.tidiness)

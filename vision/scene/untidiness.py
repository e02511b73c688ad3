"""How untidily people leave a table: from exact rows to knocked-over tiles (E-POND-03, -09; E-WALL-06)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np


@dataclass(frozen=True, slots=True)
class Mess:
    """`offset` (mm) and `tilt` (degrees) are standard deviations of every tile's place.

    Of a pond: `gap` is the mean slit between tiles in mm beyond touching, `drift` the slope of rows
    in degrees; the others are shares of its tiles, 0..1: `flipped` upside down to the owner, `askew`
    turned by 15 to 40 degrees, `leaning` on their neighbour, `stacked` flat upon it, `knocked` onto a
    long side. Of the table: `lowered` is the chance that the first replacement tile lies beside the
    dead wall (R-WALL-11), `corner` that dice and honba sticks lie in a player's right corner (E-MARK-01,
    -03), and `litter` how many sticks of any value lie about.
    """

    offset: float = 0.8
    tilt: float = 1.2
    gap: float = 0.0
    drift: float = 0.0
    flipped: float = 0.0
    askew: float = 0.0
    leaning: float = 0.0
    stacked: float = 0.0
    knocked: float = 0.0
    lowered: float = 0.0
    corner: float = 0.0
    litter: int = 0

    @classmethod
    def random(cls, rng: np.random.Generator) -> Self:
        """Any table between exact and wild."""
        u = float(rng.beta(1.0, 1.6))
        return cls(
            offset=0.2 + 2.6 * u,
            tilt=0.3 + 4.0 * u,
            gap=float(rng.exponential(2.0 * u)) if u > 0.1 else 0.0,
            drift=3.0 * u,
            flipped=float(rng.uniform(0.0, 0.4)),
            askew=0.12 * u,
            leaning=0.05 * u,
            stacked=0.03 * u,
            knocked=0.05 * u,
            lowered=0.5,
            corner=0.5,
            litter=int(rng.integers(0, 5)),
        )


LEVELS: Final = {
    "tidy": Mess(offset=0.25, tilt=0.4, lowered=0.5, corner=0.5),
    "loose": Mess(offset=1.2, tilt=2.0, gap=0.6, drift=0.8, flipped=0.1, lowered=0.5, corner=0.5, litter=2),
    "messy": Mess(
        offset=2.2, tilt=3.5, gap=1.8, drift=2.0, flipped=0.2, askew=0.06, leaning=0.01,
        lowered=0.5, corner=0.5, litter=3,
    ),
    "wild": Mess(
        offset=3.0, tilt=5.0, gap=3.0, drift=3.5, flipped=0.3, askew=0.15, leaning=0.06, stacked=0.04,
        knocked=0.06, lowered=0.5, corner=0.5, litter=5,
    ),
}  # fmt: skip
"""Four tables by name."""

"""A tile found in a picture."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tiles.tile import Face

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four corners in image pixels, from the tile's top left clockwise as its reader sees it."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A tile found in one frame. Coordinates in mm of the table frame.

    `odds` are calibrated probabilities of the faces, best first, at most five; the face None is
    the back. They need not sum to 1. `height` is the estimated height of the top in mm.
    """

    odds: tuple[tuple[Face | None, float], ...]
    x: float
    y: float
    angle: float
    quad: Quad
    score: float
    height: float = 20.0

    @property
    def tile(self) -> Face | None:
        return self.odds[0][0]

    @property
    def margin(self) -> float:
        """How much better the best face is than the second, 0..1."""
        return self.odds[0][1] - (self.odds[1][1] if len(self.odds) > 1 else 0.0)

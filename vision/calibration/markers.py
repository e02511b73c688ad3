"""The ArUco markers printed on the mat and glued to its rim: ids, places and sizes in mm.

With melds in the corners few corner markers stay visible, so others lie on the diagonals between
the ponds, around the centre and on the wooden rim, which no tile covers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DICTIONARY: Final = "DICT_4X4_50"
"""Name of the predefined dictionary in `cv2.aruco`."""
RIM: Final = 40.0
"""Width of the wooden rim around the mat; flush with the cloth (z = 0)."""
QUIET: Final = 5.0
"""White card around the black square on every side. With 2.5 mm (four pixels) the refined corners
jumped to the edge of the card by up to 3 px."""


@dataclass(frozen=True, slots=True)
class Marker:
    """The black square of `side` mm around (x, y) in the table frame, upright for seat 0."""

    id: int
    x: float
    y: float
    side: float

    @property
    def corners(self) -> tuple[tuple[float, float, float], ...]:
        """Top left, top right, bottom right, bottom left as the detector orders them; mm, z = 0."""
        h = self.side / 2
        return tuple((self.x + dx * h, self.y + dy * h, 0.0) for dx, dy in _ORDER)


_ORDER: Final = ((-1, 1), (1, 1), (1, -1), (-1, -1))


def _ring(first: int, places: tuple[tuple[float, float], ...], side: float) -> tuple[Marker, ...]:
    return tuple(Marker(first + i, x, y, side) for i, (x, y) in enumerate(places))


def _diagonal(d: float) -> tuple[tuple[float, float], ...]:
    return (-d, -d), (d, -d), (d, d), (-d, d)


def _axes(d: float) -> tuple[tuple[float, float], ...]:
    return (0.0, -d), (d, 0.0), (0.0, d), (-d, 0.0)


MARKERS: Final = (
    *_ring(0, _diagonal(128.0), 36.0),
    *_ring(4, _axes(52.0), 26.0),
    *_ring(8, _diagonal(395.0), 30.0),
    *_ring(12, _axes(395.0), 30.0),
)
"""Sixteen markers, each ring counter-clockwise: from the lower left corner, or from seat 0's side."""
BY_ID: Final = {m.id: m for m in MARKERS}

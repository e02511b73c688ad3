"""The ArUco markers printed on the mat and glued to its rim: ids, places and sizes in mm.

With melds in the corners few corner markers stay visible, so others lie on the diagonals between
the ponds, around the centre and on the wooden rim, which no tile covers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vision.calibration.mat import MAT_HALF

DICTIONARY: Final = "DICT_4X4_50"
"""Name of the predefined dictionary in `cv2.aruco`."""
RIM: Final = 40.0
"""Width of the wooden rim around our mat, flush with the cloth."""
HIGHEST_MM: Final = 40.0
"""So far the rim of a table may stand above its cloth."""
NARROWEST_MM: Final = 640.0
WIDEST_MM: Final = 910.0
"""Fields of tables: 650 to 900 mm, and what people measure askew."""
QUIET: Final = 5.0
"""White card around the black square on every side. With 2.5 mm (four pixels) the refined corners
jumped to the edge of the card by up to 3 px."""
SMALLEST_MM: Final = 20.0
LARGEST_MM: Final = 40.0
"""Sides of the markers on the rim, black part."""
WIDEST_CARD: Final = LARGEST_MM + 2 * QUIET


@dataclass(frozen=True, slots=True)
class Marker:
    """The black square of `side` mm around (x, y) in the table frame, `z` mm above the cloth, upright for
    seat 0."""

    id: int
    x: float
    y: float
    side: float
    z: float = 0.0

    @property
    def corners(self) -> tuple[tuple[float, float, float], ...]:
        """Top left, top right, bottom right, bottom left as the detector orders them; mm."""
        h = self.side / 2
        return tuple((self.x + dx * h, self.y + dy * h, self.z) for dx, dy in _ORDER)


_ORDER: Final = ((-1, 1), (1, 1), (1, -1), (-1, -1))


def _ring(first: int, places: tuple[tuple[float, float], ...], side: float) -> tuple[Marker, ...]:
    return tuple(Marker(first + i, x, y, side) for i, (x, y) in enumerate(places))


def _diagonal(d: float) -> tuple[tuple[float, float], ...]:
    return (-d, -d), (d, -d), (d, d), (-d, d)


def _axes(d: float) -> tuple[tuple[float, float], ...]:
    return (0.0, -d), (d, 0.0), (0.0, d), (-d, 0.0)


INNER: Final = (*_ring(0, _diagonal(128.0), 36.0), *_ring(4, _axes(52.0), 26.0))
"""Between the ponds and around the centre: as far from the middle on a field of any size."""
AT_RIM: Final = (*_ring(8, _diagonal(1.0), 1.0), *_ring(12, _axes(1.0), 1.0))
"""Where the eight of the rim lie, from the middle of the field and by their distance from it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where sixteen markers lie on a field `field` mm wide and, `marker` mm wide themselves, on its rim,
    whose top lies `rim` mm above the cloth.

    The cards of the rim touch the edge of the field, so nothing but their size, that of the field and the
    height of the rim says where they lie. Rings are counter-clockwise: from the lower left corner, or from
    seat 0's side.
    """

    field: float = 2 * MAT_HALF
    marker: float = 30.0
    rim: float = 0.0

    @property
    def reach(self) -> float:
        """The distance in mm from the middle of the field to the line through the middles of a side's
        markers."""
        return self.field / 2 + QUIET + self.marker / 2

    @property
    def markers(self) -> tuple[Marker, ...]:
        return _laid(self)

    @property
    def by_id(self) -> dict[int, Marker]:
        return {m.id: m for m in _laid(self)}


@lru_cache(maxsize=16)
def _laid(plan: Plan) -> tuple[Marker, ...]:
    far = plan.reach
    return (*INNER, *(Marker(m.id, m.x * far, m.y * far, plan.marker, plan.rim) for m in AT_RIM))


STANDARD: Final = Plan()
"""A field of 750 mm."""
MARKERS: Final = STANDARD.markers
IDS: Final = tuple(m.id for m in MARKERS)
NAMES: Final = {
    8: "lower left corner",
    9: "lower right corner",
    10: "upper right corner",
    11: "upper left corner",
    12: "lower side",
    13: "right side",
    14: "upper side",
    15: "left side",
}
"""Where the markers of the rim lie, seat 0 being below."""

"""Where the zones lie on a mat of any size, in units of its tiles: a tile is 34 units long.

With tiles of 34 mm on a mat of 750 mm a unit is a millimetre, and all lies where `vision.calibration.mat` has
it. Smaller tiles leave more room. What people place from the centre (ponds, sticks, dice) stays where it is,
what they place from the edge (hands, sets, counters) goes with the edge, and the wall has the room between.
However small their tiles, hands stand as far from the edge as arms have them: as many millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vision.calibration.mat import (
    HAND_Y,
    MAT_HALF,
    STICK_Y,
    TILE_H,
    URA_Y,
    WALL_Y,
    ZONES,
    Rect,
    Zone,
    to_table,
)

STICK_REACH: Final = Rect(-75.0, STICK_Y - 9.5, 75.0, STICK_Y + 12.0)
"""Where a stick is looked for: short of the tiles of the first row and of the centre's markers."""
KEPT_REACH: Final = Rect(-62.0, -38.0, 62.0, 38.0)
"""Where sticks of earlier hands lie, between the centre's markers (E-RIICHI-04)."""
DICE_REACH: Final = Rect(-92.0, -92.0, 92.0, 92.0)
"""Where dice are looked for: all that the first rows of the ponds leave free."""
_POND_END: Final = ZONES[Zone.POND].near
_ROOM: Final = MAT_HALF + _POND_END
"""From the pond to the edge, for the wall and the hand."""
LEAST_SHARE: Final = TILE_H / 2 / (MAT_HALF + HAND_Y)
"""With less of that room a hand laid open would lie over the edge."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A square mat that is `2 * half` units wide."""

    half: float = MAT_HALF

    @property
    def spare(self) -> float:
        """How much further from the centre the edge is than at the mat of 750 mm with tiles of 34 mm."""
        return self.half - MAT_HALF

    @property
    def fits(self) -> bool:
        """Whether ponds, walls and hands have room on the mat."""
        return _share(self.half) >= LEAST_SHARE

    @property
    def mat(self) -> Rect:
        return Rect(-self.half, -self.half, self.half, self.half)

    @property
    def zones(self) -> dict[Zone, Rect]:
        """Where each zone lies in the player frame at a tidy table."""
        return _zones(self.half)

    @property
    def bounds(self) -> dict[Zone, Rect]:
        """All of the region in which a zone is read, in the player frame; HAND stands for hand and sets."""
        return _bounds(self.half)

    @property
    def stacks(self) -> tuple[Rect, ...]:
        """Where tiles lie on others, in the table frame; ura indicators lie on the cloth before them."""
        return _stacks(self.half)

    def standard(self, zone: Zone, x: float, y: float) -> tuple[float, float]:
        """A place of a zone, in the player frame, as it would be on the mat of 750 mm with tiles of 34 mm."""
        right, back = self._moved(zone)
        return x - right, y + back

    def place(self, zone: Zone, x: float, y: float) -> tuple[float, float]:
        """The other way round: where something lies here that lies at (x, y) there."""
        right, back = self._moved(zone)
        return x + right, y - back

    def _moved(self, zone: Zone) -> tuple[float, float]:
        """How much further right and back from the middle a zone is than on the mat of 750 mm."""
        match zone:
            case Zone.MELD | Zone.COUNTERS:
                return self.spare, self.spare
            case Zone.HAND:
                return 0.0, self.spare + max(0.0, 1 - _share(self.half)) * (MAT_HALF + HAND_Y)
            case Zone.WALL if self.spare > 0:
                return 0.0, ZONES[zone].near - self.zones[zone].near
            case Zone.WALL:
                return 0.0, (_share(self.half) - 1) * (_POND_END - WALL_Y)
            case _:
                return 0.0, 0.0


STANDARD: Final = Layout()
"""A mat of 750 mm with tiles of 34 mm."""


def _share(half: float) -> float:
    """How deep the zones of hands and sets are beside those on the mat of 750 mm: as many millimetres, or as
    large a part as there is of the room."""
    return half / MAT_HALF if half >= MAT_HALF else (half + _POND_END) / _ROOM


@lru_cache(maxsize=8)
def _zones(half: float) -> dict[Zone, Rect]:
    spare, share = half - MAT_HALF, _share(half)
    hand, meld, counters = ZONES[Zone.HAND], ZONES[Zone.MELD], ZONES[Zone.COUNTERS]
    top = share * (MAT_HALF + meld.far) - half
    wall = ZONES[Zone.WALL]
    return {
        Zone.POND: ZONES[Zone.POND],
        Zone.STICK: ZONES[Zone.STICK],
        Zone.WALL: Rect(wall.left, top, wall.right, wall.far),
        Zone.HAND: Rect(
            min(hand.left, hand.left - spare), -half, hand.right, share * (MAT_HALF + hand.far) - half
        ),
        Zone.MELD: Rect(meld.left + spare, -half, half, top),
        Zone.CENTRE: ZONES[Zone.CENTRE],
        Zone.COUNTERS: Rect(
            *(counters.left + spare, counters.near - spare, counters.right + spare, counters.far - spare)
        ),
    }


@lru_cache(maxsize=8)
def _bounds(half: float) -> dict[Zone, Rect]:
    zones = _zones(half)
    hand, meld = zones[Zone.HAND], zones[Zone.MELD]
    strip = Rect(
        *(min(hand.left, meld.left), -half, max(hand.right, meld.right), max(hand.far, meld.far)),
    )
    return {
        Zone.POND: zones[Zone.POND],
        Zone.WALL: zones[Zone.WALL],
        Zone.HAND: strip,
        Zone.STICK: STICK_REACH,
        Zone.CENTRE: DICE_REACH,
        Zone.COUNTERS: zones[Zone.COUNTERS],
    }


@lru_cache(maxsize=8)
def _stacks(half: float) -> tuple[Rect, ...]:
    wall, standard = _zones(half)[Zone.WALL], ZONES[Zone.WALL]
    share = min(1.0, (wall.far - wall.near) / (standard.far - standard.near))
    far = wall.far - share * (standard.far - URA_Y + 20.0)
    return tuple(rect_of(Rect(wall.left, wall.near, wall.right, far), seat) for seat in range(4))


def rect_of(rect: Rect, seat: int) -> Rect:
    """A rectangle of the player frame of `seat` in the table frame."""
    a, b = to_table(seat, rect.left, rect.near), to_table(seat, rect.right, rect.far)
    return Rect(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))

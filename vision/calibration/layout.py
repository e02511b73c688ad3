"""Where the zones lie on a mat of any size, in units of its tiles: a tile is 34 units long.

With tiles of 34 mm on a mat of 750 mm a unit is a millimetre, and all lies where `vision.calibration.mat` has
it. Smaller tiles leave more room. What people place from the centre (ponds, sticks, dice) stays where it is,
what they place from the edge (hands, sets, counters) goes with the edge, and the wall has the room between.
However small their tiles, hands stand as far from the edge as arms have them: as many millimetres.

A unit in the middle, as bought tables have it, hides the mat there: ponds and sticks lie around it, so
far from the middle that a stick has its room before the pond.
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
_FREE: Final = -ZONES[Zone.STICK].far
"""Half of the square that ponds and sticks leave free where nothing hides the middle."""
"""From the pond to the edge, for the wall and the hand."""
LEAST_SHARE: Final = TILE_H / 2 / (MAT_HALF + HAND_Y)
"""With less of that room a hand laid open would lie over the edge."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A square mat that is `2 * half` units wide; a unit in its middle, `2 * centre` wide, hides it there."""

    half: float = MAT_HALF
    centre: float = 0.0

    @property
    def outward(self) -> float:
        """How much further from the middle the ponds lie than around the middle of our mat."""
        return max(0.0, self.centre - _FREE)

    def hidden(self, x: float, y: float) -> bool:
        """Whether the unit in the middle lies there, in any player's frame."""
        return max(abs(x), abs(y)) < self.centre

    @property
    def spare(self) -> float:
        """How much further from the centre the edge is than at the mat of 750 mm with tiles of 34 mm."""
        return self.half - MAT_HALF

    @property
    def fits(self) -> bool:
        """Whether ponds, walls and hands have room on the mat."""
        return _share(self) >= LEAST_SHARE

    @property
    def mat(self) -> Rect:
        return Rect(-self.half, -self.half, self.half, self.half)

    @property
    def zones(self) -> dict[Zone, Rect]:
        """Where each zone lies in the player frame at a tidy table."""
        return _zones(self)

    @property
    def bounds(self) -> dict[Zone, Rect]:
        """All of the region in which a zone is read, in the player frame; HAND stands for hand and sets."""
        return _bounds(self)

    @property
    def stacks(self) -> tuple[Rect, ...]:
        """Where tiles lie on others, in the table frame; ura indicators lie on the cloth before them."""
        return _stacks(self)

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
                return 0.0, self.spare + max(0.0, 1 - _share(self)) * (MAT_HALF + HAND_Y)
            case Zone.WALL if _room(self) > 1:
                return 0.0, ZONES[zone].near - self.zones[zone].near
            case Zone.WALL:
                return 0.0, self.outward + (_room(self) - 1) * (_POND_END - WALL_Y)
            case Zone.POND | Zone.STICK:
                return 0.0, self.outward
            case _:
                return 0.0, 0.0


STANDARD: Final = Layout()
"""A mat of 750 mm with tiles of 34 mm."""


def _room(layout: Layout) -> float:
    """How much room there is from the pond to the edge beside that on the mat of 750 mm."""
    return (layout.half - layout.outward + _POND_END) / _ROOM


def _share(layout: Layout) -> float:
    """How deep the zones of hands and sets are beside those on the mat of 750 mm: as many millimetres, or as
    large a part as there is of the room."""
    return min(layout.half / MAT_HALF, _room(layout))


@lru_cache(maxsize=8)
def _zones(layout: Layout) -> dict[Zone, Rect]:
    half, spare, share = layout.half, layout.spare, _share(layout)
    hand, meld, counters = ZONES[Zone.HAND], ZONES[Zone.MELD], ZONES[Zone.COUNTERS]
    top = share * (MAT_HALF + meld.far) - half
    wall, out, middle = ZONES[Zone.WALL], layout.outward, max(layout.centre, ZONES[Zone.CENTRE].far)
    return {
        Zone.POND: _back(ZONES[Zone.POND], out),
        Zone.STICK: _back(ZONES[Zone.STICK], out),
        Zone.WALL: Rect(wall.left, top, wall.right, wall.far - out),
        Zone.HAND: Rect(
            min(hand.left, hand.left - spare), -half, hand.right, share * (MAT_HALF + hand.far) - half
        ),
        Zone.MELD: Rect(meld.left + spare, -half, half, top),
        Zone.CENTRE: Rect(-middle, -middle, middle, middle),
        Zone.COUNTERS: Rect(
            *(counters.left + spare, counters.near - spare, counters.right + spare, counters.far - spare)
        ),
    }


@lru_cache(maxsize=8)
def _bounds(layout: Layout) -> dict[Zone, Rect]:
    zones, half, out = _zones(layout), layout.half, layout.outward
    hand, meld = zones[Zone.HAND], zones[Zone.MELD]
    strip = Rect(
        *(min(hand.left, meld.left), -half, max(hand.right, meld.right), max(hand.far, meld.far)),
    )
    return {
        Zone.POND: zones[Zone.POND],
        Zone.WALL: zones[Zone.WALL],
        Zone.HAND: strip,
        Zone.STICK: _back(STICK_REACH, out),
        Zone.CENTRE: Rect(
            *(DICE_REACH.left - out, DICE_REACH.near - out, DICE_REACH.right + out, DICE_REACH.far + out)
        ),
        Zone.COUNTERS: zones[Zone.COUNTERS],
    }


@lru_cache(maxsize=8)
def _stacks(layout: Layout) -> tuple[Rect, ...]:
    wall, standard = _zones(layout)[Zone.WALL], ZONES[Zone.WALL]
    share = min(1.0, (wall.far - wall.near) / (standard.far - standard.near))
    far = wall.far - share * (standard.far - URA_Y + 20.0)
    return tuple(rect_of(Rect(wall.left, wall.near, wall.right, far), seat) for seat in range(4))


def _back(rect: Rect, by: float) -> Rect:
    """The rectangle so much nearer to the player."""
    return Rect(rect.left, rect.near - by, rect.right, rect.far - by)


def rect_of(rect: Rect, seat: int) -> Rect:
    """A rectangle of the player frame of `seat` in the table frame."""
    a, b = to_table(seat, rect.left, rect.near), to_table(seat, rect.right, rect.far)
    return Rect(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))

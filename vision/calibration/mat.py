"""The mat in millimetres: sizes, zones and the frames of the table and of the players.

Table frame: origin in the middle of the mat, x to the right and y away from seat 0 as the
picture shows it, z up from the cloth; seat 0 at the bottom, 1 right, 2 top, 3 left (E-TABLE-02).
Player frame of a seat: the table frame turned so that the seat is at the bottom: x to the
player's right, y from the middle of the mat *away* from the player, so the own edge is y = -375.
Angles are degrees counter-clockwise; a tile at angle 0 in the player frame is read upright by
its owner, at +90 or -90 it lies sideways.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MAT_HALF: Final = 375.0
"""Half the side of the mat (E-TABLE-01: about 75 x 75 cm)."""
TILE_W: Final = 26.0
TILE_H: Final = 34.0
"""E-TABLE-03: at most 34 mm high."""
TILE_D: Final = 20.0
STICK_L: Final = 90.0
STICK_W: Final = 7.0


class Zone(StrEnum):
    """What a region of the mat is for (E-ZONE-01)."""

    HAND = "hand"
    MELD = "meld"
    WALL = "wall"
    POND = "pond"
    STICK = "stick"
    CENTRE = "centre"
    COUNTERS = "counters"


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle in mm: x from `left` to `right`, y from `near` to `far`."""

    left: float
    near: float
    right: float
    far: float

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.near <= y <= self.far


POND_ROW_Y: Final = (-112.0, -146.0, -180.0)
"""Middle of the three rows of a pond in the player frame; row 1 is nearest the centre (E-POND-01)."""
POND_LEFT: Final = -3 * TILE_W
"""Left edge of the first tile of a pond row in the player frame."""
STICK_Y: Final = -84.0
"""Where the riichi stick lies, immediately before the first row (E-RIICHI-03)."""
URA_Y: Final = -222.0
"""Ura indicators lie face up before their stack, between pond and wall (E-DEAD-06)."""
WALL_Y: Final = -263.0
"""Middle of the 17 stacks of a wall; a stack has its long side across the wall."""
WALL_LEFT: Final = -8.5 * TILE_W
HAND_Y: Final = -345.0
"""Middle of the row of the hand, standing or laid open."""
HAND_LEFT: Final = -200.0
"""Left edge of the first tile of a hand; it grows to the right."""
WIN_GAP: Final = 18.0
"""The drawn tile stands, and the tile of a tsumo lies, this far right of the hand (E-WINTILE-03)."""
MELD_RIGHT: Final = 372.0
"""Right edge of the first meld; further melds are laid to its left (E-MELD-02)."""
MELD_Y: Final = -354.0
"""Middle of the upright tiles of a meld; lower edges are flush at the edge of the mat."""
MELD_GAP: Final = 5.0

ZONES: Final = {
    Zone.POND: Rect(-110.0, -203.0, 240.0, -92.0),
    Zone.STICK: Rect(-60.0, -91.0, 60.0, -74.0),
    Zone.WALL: Rect(-240.0, -300.0, 240.0, -204.0),
    Zone.HAND: Rect(-215.0, -375.0, 200.0, -305.0),
    Zone.MELD: Rect(-110.0, -375.0, 375.0, -300.0),
    Zone.CENTRE: Rect(-70.0, -70.0, 70.0, 70.0),
    Zone.COUNTERS: Rect(218.0, -314.0, 328.0, -228.0),
}
"""Where each zone lies in the player frame at a tidy table. HAND and MELD share a strip: which of
the two a tile belongs to depends on how many melds the seat has, and the gap between them. COUNTERS is
the right corner between wall and sets, where honba counters lie before the dealer (E-MARK-03)."""


def to_table(seat: int, x: float, y: float) -> tuple[float, float]:
    """Player frame of `seat` to table frame."""
    for _ in range(seat % 4):
        x, y = -y, x
    return x, y


def to_player(seat: int, x: float, y: float) -> tuple[float, float]:
    """Table frame to the player frame of `seat`."""
    for _ in range(seat % 4):
        x, y = y, -x
    return x, y


def turn(seat: int, angle: float) -> float:
    """An angle in the player frame of `seat` as an angle in the table frame, -180..180."""
    return math.remainder(angle + 90.0 * seat, 360.0)

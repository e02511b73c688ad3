"""Where a tile of each zone comes to lie: places in millimetres of the owner's player frame.

Every function is pure but for the `Slop` it is given. Tiles of a row are set against the
upright bounding box of the tile before, so they never interpenetrate however they are tilted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.virtual.placement_noise import Slop
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile
from engine.tiles.wall import STACKS
from vision.calibration import mat
from vision.scene.scene import DieBody, Rest, StickBody, TileBody

DEAD_GAP: Final = 8.0
"""How far live stacks are pushed off the dead wall (E-DEAD-01: a small gap)."""
LOWERED_GAP: Final = 1.5
"""Between the first replacement tile and the stack that it was taken from."""
ROW: Final = 6
"""Tiles in a row of the pond (E-POND-01)."""
EDGE: Final = mat.MAT_HALF - 1.0
KEPT_Y: Final = (21.0, -21.0, 30.0, -30.0)
"""Rows between the dice and the marks in the centre of the mat."""
KEPT_WITHIN: Final = 50.0
"""Sticks nearer the centre than this are those of earlier hands."""
MACHINE_OFFSET: Final = 0.15
"""Millimetres: how exactly the lifts set a wall."""


@dataclass(frozen=True, slots=True)
class Place:
    """A tile's place in the player frame: middle, angle and half extents of its upright box."""

    x: float
    y: float
    angle: float

    @property
    def half_width(self) -> float:
        a = math.radians(self.angle)
        return (mat.TILE_W * abs(math.cos(a)) + mat.TILE_H * abs(math.sin(a))) / 2

    @property
    def half_height(self) -> float:
        a = math.radians(self.angle)
        return (mat.TILE_W * abs(math.sin(a)) + mat.TILE_H * abs(math.cos(a))) / 2

    @property
    def left(self) -> float:
        return self.x - self.half_width

    @property
    def right(self) -> float:
        return self.x + self.half_width

    @property
    def low(self) -> float:
        return self.y - self.half_height

    @property
    def high(self) -> float:
        return self.y + self.half_height


@dataclass(frozen=True, slots=True)
class Copy:
    """One of the 136 physical tiles and the face it bears."""

    id: int
    face: Tile


def body(seat: int, copy: Copy, place: Place, rest: Rest, z: float = 0.0) -> TileBody:
    """The tile at a place of the seat's player frame, as a body of the table frame."""
    x, y = mat.to_table(seat, place.x, place.y)
    return TileBody(copy.id, copy.face, x, y, mat.turn(seat, place.angle), rest, z)


def wall_place(stack: int, shift: float = 0.0) -> Place:
    """The `stack`-th stack (0..16) from the owner's right end, pushed `shift` mm to the right."""
    return Place(mat.WALL_LEFT + (16 - stack + 0.5) * mat.TILE_W + shift, mat.WALL_Y, 0.0)


def machine_set(place: Place, slop: Slop) -> Place:
    """A stack as the lifts leave it: nearly exact."""
    off = MACHINE_OFFSET
    return replace(place, x=place.x + slop.rng.uniform(-off, off), y=place.y + slop.rng.uniform(-off, off))


ALONG_SD: Final = 6.0
DEPTH_SD: Final = 4.0
SKEW_SD: Final = 0.8
"""How far walls of people stand to one side (mm), nearer to the edge (mm), and aslant (degrees), at
tidiness 0. [estimate: pushed together with both hands, by eye]"""


def built_row(slop: Slop) -> list[Place]:
    """The 17 stacks of a wall that people have built, from the owner's right end."""
    along, depth, skew = slop.spread(ALONG_SD), slop.spread(DEPTH_SD), slop.spread(SKEW_SD)
    out, right = [], -mat.WALL_LEFT + along
    for _ in range(STACKS):
        x = right - mat.TILE_W / 2
        right -= mat.TILE_W + slop.gap() / 4
        y = mat.WALL_Y + depth + math.tan(math.radians(skew)) * x + slop.offset() / 8
        out.append(Place(x, y, skew + slop.tilt() / 8))
    return out


def turned_on_wall(place: Place, slop: Slop) -> Place:
    """An indicator laid back on its stack, now and then upside down to its owner."""
    flip = 180.0 if slop.rng.random() < 0.15 else 0.0
    return Place(place.x + slop.offset() / 8, place.y + slop.offset(), flip + slop.tilt() / 8)


URA_ASIDE: Final = 20.0
"""How much further along the wall ura are laid where the row before it goes round a corner, mm: the last of
the other wall's reaches 15 mm into this one's place."""


def ura_place(stack: Place, slop: Slop, aside: float = 0.0) -> Place:
    """Before its stack, between wall and pond (E-DEAD-06); `aside` mm further to the owner's right."""
    return Place(stack.x + aside + slop.offset() / 8, mat.URA_Y + slop.offset() / 2, slop.tilt() / 8)


def hand_row(count: int, slop: Slop, drawn: bool = False) -> list[Place]:
    """`count` standing tiles from HAND_LEFT, as one straight, slightly skew row.

    With `drawn` the last one stands apart by WIN_GAP (E-HAND-02).
    """
    x0, y0, skew = mat.HAND_LEFT + slop.offset(), mat.HAND_Y + slop.offset(), slop.tilt() / 4
    cos, sin = math.cos(math.radians(skew)), math.sin(math.radians(skew))
    out: list[Place] = []
    for i in range(count):
        run = (i + 0.5) * (mat.TILE_W + 0.1) + (mat.WIN_GAP if drawn and i == count - 1 else 0.0)
        out.append(Place(x0 + run * cos, y0 + run * sin, skew))
    return out


def open_row(count: int, slop: Slop, apart: bool = False) -> list[Place]:
    """A hand laid open, face up; with `apart` its last tile lies WIN_GAP off (E-WINTILE-03)."""
    left = mat.HAND_LEFT + slop.offset()
    base = mat.HAND_Y + slop.offset()
    out: list[Place] = []
    for i in range(count):
        if apart and i == count - 1:
            left += mat.WIN_GAP
        place = _beside(left, base + slop.offset() / 3, slop.tilt() / 2)
        out.append(place)
        left = place.right + slop.gap()
    return out


def _beside(left: float, y: float, angle: float) -> Place:
    """The tile whose upright box begins at `left`."""
    flat = Place(0.0, y, angle)
    return replace(flat, x=left + flat.half_width)


def pond_place(pond: Sequence[Place], sideways: bool, slop: Slop) -> Place:
    """Where the next discard goes: rows of six, the third row goes on (E-POND-01, -02)."""
    row = min(len(pond) // ROW, 2)
    before = pond[row * ROW :]
    above = pond[(row - 1) * ROW : row * ROW] if row else ()
    angle = (slop.sideways() if sideways else 0.0) + slop.tilt()
    if not sideways and slop.chance(slop.mess.flipped):
        angle += 180.0
    y = mat.POND_ROW_Y[row] + slop.offset()
    left = before[-1].right + slop.gap() + slop.apart() if before else mat.POND_LEFT + slop.offset()
    place = _beside(left, y, angle)
    ceiling = min((p.low for p in above if p.left < place.right and place.left < p.right), default=math.inf)
    return replace(place, y=min(y, ceiling - 0.1 - place.half_height))


def stick_body(seat: int, stick: int, slop: Slop) -> StickBody:
    """A riichi stick immediately before the first row of the pond (E-RIICHI-03)."""
    x, y = mat.to_table(seat, 6 * slop.offset(), mat.STICK_Y + slop.offset() / 2)
    return StickBody(stick, 1000, x, y, mat.turn(seat, slop.tilt()))


def kept_stick(stick: int, index: int, slop: Slop) -> StickBody:
    """The `index`-th stick of earlier hands: apart in the centre, four side by side (E-RIICHI-04)."""
    layer, row = divmod(index, len(KEPT_Y))
    return StickBody(stick, 1000, slop.offset(), KEPT_Y[row], slop.tilt() / 5, z=5.0 * layer)


def dice_bodies(dice: tuple[int, int], slop: Slop) -> tuple[DieBody, DieBody]:
    """The thrown dice, in the middle of the table (E-MARK-01)."""
    first, second = (
        DieBody(i, value, 12.0 * (2 * i - 1), slop.offset(), slop.rng.uniform(-20, 20))
        for i, value in enumerate(dice)
    )
    return first, second


CORNER_X, CORNER_Y = 268.0, -268.0
"""Middle of the dice and counters in a player's right corner, between wall and sets."""


def put_away(dealer: int, dice: Sequence[DieBody], slop: Slop) -> tuple[DieBody, ...]:
    """The dice in the dealer's right corner (E-MARK-01)."""
    out = []
    for i, die in enumerate(dice):
        x, y = mat.to_table(dealer, CORNER_X + slop.rng.uniform(-25, 25), CORNER_Y + 24.0 + 20.0 * i)
        out.append(replace(die, x=x, y=y, angle=slop.rng.uniform(0, 90)))
    return tuple(out)


def honba_stick(dealer: int, stick: int, index: int, slop: Slop) -> StickBody:
    """A counter beside the dice (E-MARK-03)."""
    x, y = mat.to_table(dealer, CORNER_X + slop.offset(), CORNER_Y - 9.0 * (index % 5))
    return StickBody(stick, 100, x, y, mat.turn(dealer, slop.tilt()), z=4.0 * (index // 5))


def lowered_place(stack: Place, slop: Slop) -> Place:
    """The first replacement tile beside its stack, on the side of the break (R-WALL-11, E-DEAD-03)."""
    return Place(stack.x - mat.TILE_W - LOWERED_GAP, mat.WALL_Y + slop.offset(), slop.tilt() / 4)


@dataclass(frozen=True, slots=True)
class MeldTile:
    """A tile of a meld in the order from the owner's left; `added` lies before `sideways`."""

    face: Tile
    sideways: bool = False
    back: bool = False
    added: bool = False


def meld_order(seat: int, meld: Meld) -> list[MeldTile]:
    """How a set lies, left to right, with the tile that names its source sideways (E-MELD-03..07).

    The added tile of a shouminkan is the last entry, to be laid before the sideways one.
    """
    own = sorted(meld.own, key=lambda t: (t.kind, not t.red))
    if meld.type is MeldType.ANKAN:
        inner = own[:2]
        outer = own[2:]
        return [
            MeldTile(outer[0], back=True),
            MeldTile(inner[0]),
            MeldTile(inner[1]),
            MeldTile(outer[1], back=True),
        ]
    assert meld.called is not None
    assert meld.source is not None
    if meld.added is not None:
        own.remove(meld.added)
    out = [MeldTile(t) for t in own]
    # counted in turn order the right neighbour is 1, the opposite 2, the left neighbour 3
    position = {1: len(out), 2: 1, 3: 0}[(meld.source - seat) % 4]
    out.insert(position, MeldTile(meld.called, sideways=True))
    if meld.added is not None:
        out.append(MeldTile(meld.added, sideways=True, added=True))
    return out


def meld_places(right: float, tiles: Sequence[MeldTile], slop: Slop) -> list[Place]:
    """Places of a set whose right edge is at `right`, in the order of `tiles`; flush at the edge."""
    out: list[Place] = []
    floor = mat.MELD_Y - mat.TILE_H / 2
    for tile in reversed([t for t in tiles if not t.added]):
        flat = Place(0.0, 0.0, (slop.sideways() if tile.sideways else 0.0) + slop.tilt() / 2)
        low = max(floor + slop.offset(), -EDGE)
        out.append(replace(flat, x=right - flat.half_width, y=low + flat.half_height))
        right = out[-1].left - slop.gap()
    out.reverse()
    if tiles[-1].added:
        base = out[[t.sideways for t in tiles].index(True)]
        out.append(added_place(base, slop))
    return out


def added_place(sideways: Place, slop: Slop) -> Place:
    """The fourth tile in the plane beside the sideways one, towards the centre (E-MELD-06 b)."""
    # pushed against its neighbour it takes over the tilt, and so stays clear of the upright ones
    flat = Place(sideways.x, 0.0, sideways.angle)
    return replace(flat, y=sideways.high + slop.gap() + flat.half_height)

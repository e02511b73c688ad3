"""What physically lies on and above the mat: the renderer's input, in the table frame (mm)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.tiles.tile import Face


class Rest(Enum):
    """How a tile rests."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"
    STANDING = "standing"
    """On its long edge's end like a tile of a hand, face towards the owner's edge."""
    EDGE = "edge"
    """Knocked over onto a long side, its face upright."""


@dataclass(frozen=True, slots=True)
class TileBody:
    """A tile of the virtual set. `x`, `y` is its middle, `z` the height of its underside.

    `angle` is where the top of the face points: 0 is +y of the table frame, counter-clockwise;
    for a tile whose face is upright the direction of its back (away from its owner). `pitch` and
    `bank` tip it: the degrees by which its far side (along `angle`) and its right side are raised,
    so that it leans on something; `z` is then the height of its lowest corner.
    """

    id: int
    face: Face
    x: float
    y: float
    angle: float
    rest: Rest
    z: float = 0.0
    pitch: float = 0.0
    bank: float = 0.0

    @property
    def flat(self) -> bool:
        """Whether it lies on its face or its back, as tiles that can be read do."""
        return self.rest in (Rest.FACE_UP, Rest.FACE_DOWN)


@dataclass(frozen=True, slots=True)
class StickBody:
    """A stick of `value` points (negative: a black one, which is owed; 0: a player's own, without
    dots); `angle` is the direction of its long axis, 0 along +x."""

    id: int
    value: int
    x: float
    y: float
    angle: float
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class DieBody:
    """A die of `size` mm showing `value`."""

    id: int
    value: int
    x: float
    y: float
    angle: float
    size: float = 12.0


@dataclass(frozen=True, slots=True)
class ArmBody:
    """A player's hand over the mat: finger tips at `x`, `y`, the sleeve reaching to the seat's edge."""

    seat: int
    x: float
    y: float
    z: float = 30.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything at one moment. Equal bodies are the same object where nothing moved."""

    tiles: tuple[TileBody, ...] = ()
    sticks: tuple[StickBody, ...] = ()
    dice: tuple[DieBody, ...] = ()
    arms: tuple[ArmBody, ...] = field(default=())

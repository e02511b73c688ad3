"""What lies where, read from settled pixels: the only thing that leaves the eyes for the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.tiles.tile import Tile
from vision.calibration.mat import Zone
from vision.nets.detection import Quad


@dataclass(frozen=True, slots=True)
class TileSeen:
    """A tile that lies still, its odds gathered over frames; x, y, angle in the player frame.

    `sideways`: its long side lies along the owner's edge. `track` stays the same while the tile
    stays or is only nudged. `raised`: it was laid upon another of its kind (`vision.eyes.stack`).
    """

    track: int
    odds: tuple[tuple[Tile | None, float], ...]
    x: float
    y: float
    angle: float
    sideways: bool
    quad: Quad
    raised: bool = False

    @property
    def tile(self) -> Tile | None:
        return self.odds[0][0]

    @property
    def p(self) -> float:
        return self.odds[0][1]

    @property
    def margin(self) -> float:
        return self.odds[0][1] - (self.odds[1][1] if len(self.odds) > 1 else 0.0)


@dataclass(frozen=True, slots=True)
class DieSeen:
    """A die at rest, its middle in mm of the table frame; `value` is None where it is not clear.

    `margin` is how much better the best value is than the second, 0..1.
    """

    value: int | None
    margin: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class StickSeen:
    """A stick at rest, its middle in mm of the table frame, `angle` of its long axis.

    `value` in points, negative for one that is owed; None where it is not clear, or where the stick
    is none of a common set (E-RIICHI-05). `margin` as of a die.
    """

    value: int | None
    margin: float
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Observation:
    """The whole content of one zone of one seat, settled since `t` (seconds).

    `tiles` in reading order: a pond row by row from its owner's left (row 1 nearest the centre);
    hand, melds and wall from the owner's left to right. `sticks` are those of a STICK zone, of the
    COUNTERS of a dealer and of earlier hands in the CENTRE, `dice` those of the CENTRE, which is reported as
    seat 0's. Backs are included (face None)
    except in walls, where only face-up tiles are reported. Emitted when the settled content
    changes, and again when odds of a doubtful tile improve.
    """

    id: int
    zone: Zone
    seat: int
    t: float
    tiles: tuple[TileSeen, ...] = ()
    sticks: tuple[StickSeen, ...] = ()
    dice: tuple[DieSeen, ...] = ()


class Sight(StrEnum):
    """The state of the eyes as a whole."""

    OK = "ok"
    MISSING = "missing"
    DARK = "dark"
    COVERED = "covered"
    MOVED = "moved"
    UNCALIBRATED = "uncalibrated"
    """Nobody has said yet where the mat lies."""
    BLURRED = "blurred"
    FROZEN = "frozen"


@dataclass(frozen=True, slots=True)
class SightChanged:
    """The camera came, went, or cannot see the mat; `message` is one clear sentence."""

    t: float
    sight: Sight
    message: str

"""Movements of people: arms that reach in, tiles that are carried, stillness afterwards.

A `GestureStep` is the smallest thing that happens at the table and the unit of saving: it begins with
every body at rest and ends with every body at rest. Its times are seconds from its beginning.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from contract.messages.seat_panel import Button
from engine.state.events import Event
from vision.calibration import mat
from vision.scene.scene import ArmBody, DieBody, Rest, StickBody, TileBody

STILL: Final = 0.5
"""Seconds without arm or movement after everything that the table must read."""
STILL_SET: Final = 0.7
"""The same after a set was formed, which changes two places: the pond it came from and the corner."""
SEEN: Final = 0.2
"""Seconds: two frames at 10 Hz."""
CARRY_Z: Final = 55.0
"""A carried tile passes over walls (two tiles of 20 mm)."""
ARM_Z: Final = 30.0
OUTSIDE: Final = mat.MAT_HALF + 25.0


class Gate(Enum):
    """What a step waits for before it begins; only lamps and the machine, nothing of the service."""

    NONE = "none"
    COLLECTED = "collected"
    RAISED = "raised"
    THROWN = "thrown"
    """The dice have fallen, or a lamp already shows whose turn it is."""
    ASKED_TENPAI = "asked_tenpai"
    PAID = "paid"
    """All four have confirmed, or the table asks for the start of the next hand."""


@dataclass(frozen=True, slots=True)
class Carry:
    """A tile or stick on its way to `to`, its final body; `via` is how it is held meanwhile.

    It starts where it lies, or at `start` when it comes from beside the mat.
    """

    to: TileBody | StickBody
    begin: float = 0.0
    end: float = 0.0
    via: Rest | None = None
    lift: float = CARRY_Z
    start: TileBody | StickBody | None = None

    def at(self, start: TileBody | StickBody | None, t: float) -> TileBody | StickBody | None:
        """Where it is at `t`; before `begin` at `start`, from `end` on at `to`."""
        if t >= self.end:
            return self.to
        if t <= self.begin or (start := self.start or start) is None:
            return start
        u = smooth((t - self.begin) / (self.end - self.begin))
        turn = math.remainder(self.to.angle - start.angle, 360.0)
        z = start.z + (self.to.z - start.z) * u + self.lift * math.sin(math.pi * u)
        moved = replace(
            start,
            x=start.x + (self.to.x - start.x) * u,
            y=start.y + (self.to.y - start.y) * u,
            z=z,
            angle=start.angle + turn * u,
        )
        if isinstance(moved, TileBody) and self.via is not None:
            return replace(moved, rest=self.via)
        return moved

    def put(self, tiles: dict[int, TileBody], sticks: dict[int, StickBody], t: float) -> None:
        """Sets the body of this carry to where it is at `t`."""
        if isinstance(self.to, TileBody):
            tile = self.at(tiles.get(self.to.id), t)
            if isinstance(tile, TileBody):
                tiles[tile.id] = tile
        else:
            stick = self.at(sticks.get(self.to.id), t)
            if isinstance(stick, StickBody):
                sticks[stick.id] = stick


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm of `seat` through points (seconds, x, y), straight and smooth between them."""

    seat: int
    points: tuple[tuple[float, float, float], ...]

    def at(self, t: float) -> ArmBody | None:
        """The arm, or None while it is not over the mat."""
        if not self.points[0][0] < t < self.points[-1][0]:
            return None
        for (t0, x0, y0), (t1, x1, y1) in zip(self.points, self.points[1:], strict=False):
            if t0 <= t <= t1:
                u = smooth((t - t0) / (t1 - t0)) if t1 > t0 else 1.0
                x, y = x0 + (x1 - x0) * u, y0 + (y1 - y0) * u
                inside = mat.to_player(self.seat, x, y)[1] > -mat.MAT_HALF
                return ArmBody(self.seat, x, y, ARM_Z) if inside else None
        return None


def smooth(u: float) -> float:
    """Ease in and out, 0..1 to 0..1."""
    u = min(1.0, max(0.0, u))
    return u * u * (3.0 - 2.0 * u)


@dataclass(frozen=True, slots=True)
class GestureStep:
    """`seconds` of movement, then `still` seconds in which nothing moves and no arm is near.

    `events` is what has happened of the game when it is over, `presses` are the buttons said when it
    begins. `gone` are tiles, `gone_sticks` sticks that are no longer on the mat at the end; `dice`
    replaces the dice when not None.
    """

    name: str
    seconds: float = 0.0
    still: float = 0.0
    gate: Gate = Gate.NONE
    seat: int | None = None
    carries: tuple[Carry, ...] = ()
    reaches: tuple[Reach, ...] = ()
    presses: tuple[tuple[int, Button], ...] = ()
    gone: frozenset[int] = frozenset()
    gone_sticks: frozenset[int] = frozenset()
    dice: tuple[DieBody, ...] | None = None
    events: tuple[Event, ...] = ()

    @property
    def total(self) -> float:
        return self.seconds + self.still


@dataclass(frozen=True, slots=True)
class Pace:
    """`speed` 1 is human; larger makes gestures and thoughts shorter, never the stillness."""

    speed: float = 1.0

    def __post_init__(self) -> None:
        if self.speed <= 0:
            raise ValueError("A pace is a number above 0.")

    def __call__(self, seconds: float) -> float:
        return seconds / self.speed

    def seen(self, seconds: float) -> float:
        """Of a deed that the table must read: never so quick that no frame shows the arm."""
        return max(seconds / self.speed, min(seconds, SEEN))


def edge(seat: int, x: float = 0.0) -> tuple[float, float]:
    """Where the seat's arm comes from, in the table frame."""
    return mat.to_table(seat, x, -OUTSIDE)


def carry_all(
    seat: int,
    came_from: tuple[float, float],
    bodies: Iterable[TileBody | StickBody],
    via: Rest | None,
    begin: float,
    seconds: float,
) -> tuple[tuple[Carry, ...], Reach]:
    """One arm movement: reach to `came_from`, carry the bodies to their places, leave."""
    targets = tuple(bodies)
    x = sum(b.x for b in targets) / len(targets)
    y = sum(b.y for b in targets) / len(targets)
    grab, lay, out = begin + 0.3 * seconds, begin + 0.75 * seconds, begin + seconds
    home_x = mat.to_player(seat, x, y)[0]
    reach = Reach(
        seat,
        (
            (begin, *edge(seat, home_x / 2)),
            (grab, *came_from),
            (lay, x, y),
            (out, *edge(seat, home_x / 2)),
        ),
    )
    return tuple(Carry(b, grab, lay, via) for b in targets), reach


@dataclass(slots=True)
class Mat:
    """All bodies at rest between two steps."""

    tiles: dict[int, TileBody] = field(default_factory=dict)
    sticks: dict[int, StickBody] = field(default_factory=dict)
    dice: tuple[DieBody, ...] = ()

    def apply(self, step: GestureStep) -> None:
        """Everything as the step leaves it."""
        for carry in step.carries:
            if isinstance(carry.to, TileBody):
                self.tiles[carry.to.id] = carry.to
            else:
                self.sticks[carry.to.id] = carry.to
        for tile in step.gone:
            self.tiles.pop(tile, None)
        for stick in step.gone_sticks:
            self.sticks.pop(stick, None)
        if step.dice is not None:
            self.dice = step.dice

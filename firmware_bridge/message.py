"""Commands to the machine and its reports: one table is the protocol (`COMMANDS`, `REPORTS`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class MachineState(IntEnum):
    """States of the machine; the numbers go over the wire."""

    BOOT = 0
    UNHOMED = 1
    HOMING = 2
    READY = 3
    OPENING = 4
    INTAKE = 5
    CLOSING = 6
    SORTING = 7
    STAGED = 8
    RAISING = 9
    PRESENTED = 10
    LOWERING = 11
    HOLD = 12
    RECOVERING = 13
    FAULT = 14
    ESTOP = 15


@dataclass(frozen=True, slots=True)
class Home:
    """Find the zero of every axis; required after any loss of position."""


@dataclass(frozen=True, slots=True)
class Collect:
    """Lower what stands, open the centre hatch and take the tiles in."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Close the hatch, tumble and stack: ends in STAGED."""


@dataclass(frozen=True, slots=True)
class Raise:
    """Lift the four staged walls onto the mat: ends in PRESENTED."""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Spin the dice; answered by `DiceFell`."""


@dataclass(frozen=True, slots=True)
class ClearFault:
    """An operator has removed the cause of the fault."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Everything stands still; accepted in any state."""


@dataclass(frozen=True, slots=True)
class Status:
    """State of the machine, sent on every change and ten times a second while it moves.

    `progress` 0..1 of the running sequence; `fault` a stable fault number or 0.
    """

    state: MachineState
    progress: float
    fault: int = 0


@dataclass(frozen=True, slots=True)
class WallsPresented:
    """The walls stand on the mat; `stacks` per side in seat order (17 each)."""

    stacks: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class DiceFell:
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fault:
    """A latched or recovering fault: stable number, lane or axis it concerns, whether it recovers itself."""

    code: int
    lane: int
    recovering: bool


Command = Home | Collect | Shuffle | Raise | ThrowDice | ClearFault | Stop
Report = Status | WallsPresented | DiceFell | Fault

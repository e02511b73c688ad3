"""The faults of the machine: stable numbers, who clears them, and how the machine tries by itself.

Numbers are written in hexadecimal with an E in front (E21 is a jam in lane 1). A fault of a family
has one number per lane. The remedy in words is looked up by name (`controller`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

LANES: Final = 4


class FaultClass(IntEnum):
    RETRY = 0
    """The machine tries by itself and asks a person only when that does not help."""
    OPERATOR = 1
    """A person removes the cause and clears the fault."""
    LOCKOUT = 2
    """Position is lost or safety was asked for: clear, then home."""
    WARNING = 3
    """Work goes on."""


@dataclass(frozen=True, slots=True)
class Kind:
    """`attempts` of the recovery ladder before a person is asked; `limp`: finishes to a safe position."""

    number: int
    name: str
    cls: FaultClass
    attempts: int = 0
    per_lane: bool = False


_R, _O, _L, _W = FaultClass.RETRY, FaultClass.OPERATOR, FaultClass.LOCKOUT, FaultClass.WARNING

KINDS: Final = (
    Kind(0x01, "HOST_LOST", _R),
    Kind(0x02, "WATCHDOG_RESET", _L),
    Kind(0x03, "BROWNOUT", _O),
    Kind(0x04, "ESTOP", _L),
    Kind(0x05, "LID_OPEN", _O),
    Kind(0x06, "CONFIG", _L),
    Kind(0x07, "EVENT_OVERFLOW", _R),
    Kind(0x08, "MOTOR_SUPPLY", _O),
    Kind(0x09, "DRIVER_FAULT", _O),
    Kind(0x10, "DRUM_STALL", _R, 3),
    Kind(0x11, "DRUM_NO_TACH", _O),
    Kind(0x12, "DRUM_OVERCURRENT", _R, 3),
    Kind(0x13, "HATCH_NOT_CLOSED", _R, 1),
    Kind(0x20, "LANE_JAM", _R, 3, per_lane=True),
    Kind(0x24, "PICK_STARVED", _R, 3, per_lane=True),
    Kind(0x28, "LANE_FULL_EARLY", _R, 1, per_lane=True),
    Kind(0x2C, "FACE_UP", _R, 3, per_lane=True),
    Kind(0x30, "STACK_HOME", _R, 2, per_lane=True),
    Kind(0x34, "STACK_STALL", _R, 2, per_lane=True),
    Kind(0x38, "STACK_SINGLE", _R, 2, per_lane=True),
    Kind(0x40, "LIFT_TIMEOUT", _R, 1, per_lane=True),
    Kind(0x44, "LIFT_NOT_LEVEL", _R, 1),
    Kind(0x48, "LIFT_PINCH", _O, per_lane=True),
    Kind(0x50, "CENTRE_TIMEOUT", _R, 1),
    Kind(0x51, "CENTRE_PINCH", _O),
    Kind(0x60, "COUNT_SHORT", _O),
    Kind(0x61, "COUNT_OVER", _O),
    Kind(0x62, "SET_MIXED", _O),
    Kind(0x63, "OTHER_SET", _O),
    Kind(0x70, "SENSOR_STUCK", _R, 1),
    Kind(0x71, "SENSOR_IMPLAUSIBLE", _R, 1),
    Kind(0x72, "AXIS_RUNAWAY", _L),
    Kind(0x73, "AXIS_DEAD", _O),
    Kind(0x78, "SENSOR_DIRTY", _W),
    Kind(0x79, "SLOW_SORT", _W),
    Kind(0x80, "OVERTEMP", _O),
    Kind(0x90, "DICE_FAIL", _R, 1),
)


@dataclass(frozen=True, slots=True)
class MachineFault:
    """A fault of the machine, for whoever shows it: messages, journal, alerts and languages derive from it.

    False where there is none; `kind` is None then, and for a number that this release does not know.
    """

    number: int
    """As on the wire; 0 for none."""
    kind: Kind | None = None
    lane: int | None = None
    """0 to 3; None where it has none."""

    def __bool__(self) -> bool:
        return self.number != 0

    @property
    def code(self) -> str:
        """The number as people read it: E21."""
        return f"E{self.number:02X}"

    @property
    def name(self) -> str:
        """The name, such as LANE_JAM; empty for an unknown kind."""
        return "" if self.kind is None else self.kind.name


ALL: Final = tuple(
    MachineFault(kind.number + lane, kind, lane if kind.per_lane else None)
    for kind in KINDS
    for lane in range(LANES if kind.per_lane else 1)
)
"""Every fault of every lane, by number."""
NO_FAULT: Final = MachineFault(0)
_BY_NUMBER: Final = {fault.number: fault for fault in ALL}


def fault_of(number: int) -> MachineFault:
    """The fault of a number on the wire."""
    return _BY_NUMBER.get(number) or MachineFault(number)


def fault_named(code: str) -> MachineFault:
    """The fault of a number as people write it: `E21`, `e5`, `21`; ValueError for what is no number."""
    return fault_of(int(code.upper().removeprefix("E"), 16))

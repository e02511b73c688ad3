"""Commands to the machine and its reports: one table, `CODES`, is the protocol.

Payloads are little endian; the table's text is hashed into the seed of every frame's checksum, so
that a peer with another table is heard as noise and never misunderstood (MAVLink's CRC_EXTRA).
"""

from __future__ import annotations

import binascii
import struct
from dataclasses import astuple, dataclass
from enum import IntEnum
from typing import Final


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
class Heartbeat:
    """The service is alive: motion is allowed for `lease_ms` more."""

    lease_ms: int


@dataclass(frozen=True, slots=True)
class Status:
    """State of the machine, sent on every change and ten times a second while it moves.

    `progress` 0..1 of the running sequence; `fault` a stable fault number or 0.
    """

    state: MachineState
    progress: float
    fault: int = 0


@dataclass(frozen=True, slots=True)
class Sensors:
    """What the machine feels: the centre hatch is open, and stacks of two counted per lane so far."""

    hatch_open: bool
    stacks: tuple[int, int, int, int]


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


Command = Home | Collect | Shuffle | Raise | ThrowDice | ClearFault | Stop | Heartbeat
Report = Status | Sensors | WallsPresented | DiceFell | Fault

CODES: Final[dict[int, tuple[type[Command | Report], str]]] = {
    0x01: (Home, ""),
    0x02: (Collect, ""),
    0x03: (Shuffle, ""),
    0x04: (Raise, ""),
    0x05: (ThrowDice, ""),
    0x06: (ClearFault, ""),
    0x07: (Stop, ""),
    0x08: (Heartbeat, "H"),
    0x81: (Status, "BBH"),
    0x82: (WallsPresented, "BBBB"),
    0x83: (DiceFell, "BB"),
    0x84: (Fault, "HBB"),
    0x85: (Sensors, "BBBBB"),
}
"""Code on the wire -> message and the struct of its fields, in the order of the dataclass."""

SCHEMA: Final = binascii.crc_hqx(
    ";".join(f"{code:02x}{kind.__name__}{fields}" for code, (kind, fields) in CODES.items()).encode(), 0
)
_CODE_OF: Final = {kind: code for code, (kind, _) in CODES.items()}


class MessageError(ValueError):
    """A payload that no message of the table fits."""


def pack(message: Command | Report) -> tuple[int, bytes]:
    """Code and payload of a message."""
    code = _CODE_OF[type(message)]
    values: tuple[object, ...] = astuple(message)
    if isinstance(message, Status):
        values = (message.state, round(message.progress * 255), message.fault)
    elif isinstance(message, WallsPresented | DiceFell):
        values = values[0]  # type: ignore[assignment]
    elif isinstance(message, Sensors):
        values = (message.hatch_open, *message.stacks)
    return code, struct.pack("<" + CODES[code][1], *values)


def unpack(code: int, payload: bytes) -> Command | Report:
    """The message of a code and payload; MessageError when they do not fit the table."""
    entry = CODES.get(code)
    if entry is None or struct.calcsize("<" + entry[1]) != len(payload):
        raise MessageError(f"No message has code {code:#04x} and {len(payload)} bytes.")
    kind, fields = entry
    values = struct.unpack("<" + fields, payload)
    if kind is Status:
        state, progress, fault = values
        try:
            return Status(MachineState(state), progress / 255, fault)
        except ValueError as error:
            raise MessageError(f"The machine has no state {state}.") from error
    if kind is WallsPresented or kind is DiceFell:
        return kind(values)
    if kind is Sensors:
        return Sensors(bool(values[0]), values[1:])
    if kind is Fault:
        return Fault(values[0], values[1], bool(values[2]))
    return kind(*values)

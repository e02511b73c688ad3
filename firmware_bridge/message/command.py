"""What the host sends to the machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from firmware_bridge.message.wire import I16, I32, NONE, U8, U16


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The service is alive: motion is allowed for `lease_ms` more, `HOLD_MS` at most. Answered by ACK."""

    lease_ms: U16


@dataclass(frozen=True, slots=True)
class Home:
    """Find the zero of every axis; required after any loss of position."""


@dataclass(frozen=True, slots=True)
class Collect:
    """Open the centre hatch for the tiles of a set, 0 or 1: ends in INTAKE."""

    set: U8 = 0


@dataclass(frozen=True, slots=True)
class Close:
    """Everybody has pushed the tiles in: close the hatch, lower the lifts. The drum holds the set then."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Tumble and stack what the drum holds; in READY, or in PRESENTED while a hand is played."""


@dataclass(frozen=True, slots=True)
class Raise:
    """Lift the four staged rows and push them level with the mat: ends in PRESENTED."""


@dataclass(frozen=True, slots=True)
class Lower:
    """Bring the lifts down, empty: ends in READY."""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Spin the dice; answered by `DiceFell`."""


@dataclass(frozen=True, slots=True)
class ClearFault:
    """A person has removed the cause of a latched fault, or released the emergency stop."""


@dataclass(frozen=True, slots=True)
class Press:
    """A person has just pressed START. After an interruption (reset, silent host, another session, fault,
    `Stop`) nothing moves before."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Everything stops; accepted in any state, as a frame of its own type. Needs homing."""


@dataclass(frozen=True, slots=True)
class Service:
    """Enter or leave SERVICE, the only state that moves single axes."""

    on: Annotated[bool, "?"]


@dataclass(frozen=True, slots=True)
class Jog:
    """Move one axis at homing speed while the key is held: repeated before `hold_ms` (500 at most) ends."""

    axis: U8
    forward: Annotated[bool, "?"]
    hold_ms: U16


@dataclass(frozen=True, slots=True)
class Move:
    """One whole move of a stepper in SERVICE: ends at `target` or when `until` is asserted."""

    axis: U8
    target: I16
    speed: U16
    """Steps per second."""
    acceleration: U16
    """Steps per second squared."""
    until: U8
    """Input, or NONE."""
    deadline_ms: U16


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Try one axis and its sensors, or all with NONE; answered by `PartTested`, one by one."""

    axis: U8 = NONE


@dataclass(frozen=True, slots=True)
class Configure:
    """One setting (`firmware_bridge.settings`); in force after `CommitConfig`."""

    key: U8
    value: I32


@dataclass(frozen=True, slots=True)
class CommitConfig:
    """All settings are sent; refused unless this is the checksum of them all."""

    crc: U16


@dataclass(frozen=True, slots=True)
class ReadFaults:
    """Send the black box: every recorded `Fault`, oldest first, then `Done`."""


@dataclass(frozen=True, slots=True)
class ReadCounters:
    """Answered by `Counters`."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Send `Telemetry` every `period_ms`, 0 for never, and remember anew which inputs were asserted and which
    were not."""

    period_ms: U16


Command = (
    Heartbeat
    | Home
    | Collect
    | Close
    | Shuffle
    | Raise
    | Lower
    | ThrowDice
    | ClearFault
    | Press
    | Stop
    | Service
    | Jog
    | Move
    | SelfTest
    | Configure
    | CommitConfig
    | ReadFaults
    | ReadCounters
    | Watch
)

"""Enumerations of the protocol: how the machine stands, and how commands, faults and tests end."""

from __future__ import annotations

from enum import IntEnum, IntFlag


class MachineState(IntEnum):
    """States of the table; sorting one set while the other is played is `Sorter`'s matter."""

    BOOT = 0
    UNHOMED = 1
    HOMING = 2
    READY = 3
    """Nothing stands on the mat and no set is staged; the drum may hold one."""
    OPENING = 4
    INTAKE = 5
    """The hatch is open for tiles, until `Close`. Standing lifts stay up, level with the mat."""
    CLOSING = 6
    """The hatch goes down; then LOWERING, STAGED or READY."""
    SORTING = 7
    """With nothing on the mat; then STAGED."""
    STAGED = 8
    """A whole set stands under the rim and nothing on the mat; the drum may hold the other one."""
    RAISING = 9
    PRESENTED = 10
    """Walls stand on the mat; the other set may be sorted meanwhile."""
    LOWERING = 11
    HOLD = 12
    """Interrupted: everything stands; goes on where it was when the host is there and somebody presses."""
    RECOVERING = 13
    """The machine clears a fault by itself; then the state before."""
    FAULT = 14
    """Latched: waits for `ClearFault`; then the state before, or UNHOMED."""
    ESTOP = 15
    """Emergency stop or lid: power is off; leave by release, `ClearFault` and `Home`."""
    SERVICE = 16


class Sorter(IntEnum):
    """What happens to the rows under the rim."""

    EMPTY = 0
    SORTING = 1
    STAGED = 2
    """Four whole rows stand ready to be lifted."""


class Answer(IntEnum):
    DONE = 0
    """Executed at once."""
    ACCEPTED = 1
    """`Done` or `Fault` with the same action will follow."""
    REFUSED = 2


class Reason(IntEnum):
    """Why a command was refused; nothing has moved."""

    NONE = 0
    STATE = 1
    """Out of turn in the state the machine is in."""
    UNHOMED = 2
    INTERLOCK = 3
    """Hatch, lid, emergency stop or a standing row forbids it."""
    ARGUMENT = 4
    BUSY = 5
    LEASE = 6
    """No heartbeat."""
    CONFIG = 7
    """Settings are half sent or their checksum is wrong."""
    PINS = 8
    """The host's pin map is another one."""
    SUPPLY = 9
    """The motor supply is off."""
    UNKNOWN = 10
    """No such command or a payload of the wrong length."""
    QUEUE = 11
    """Too many events wait to be fetched."""
    PRESS = 12
    """Something interrupted the machine, and nobody has pressed since."""


class Outcome(IntEnum):
    """How an action or a fault ended."""

    DONE = 0
    RECOVERING = 1
    """The machine tries by itself."""
    CLEARED = 2
    """It helped."""
    LATCHED = 3
    """A person is needed."""
    WARNING = 4
    """Work goes on."""
    STOPPED = 5
    """By `Stop`, emergency stop or a lost lease."""
    RECORDED = 6
    """Read from the black box."""


class Verdict(IntEnum):
    PASS = 0
    FAIL = 1
    SKIPPED = 2


class ResetCause(IntEnum):
    POWER = 0
    EXTERNAL = 1
    BROWNOUT = 2
    WATCHDOG = 3


class Build(IntEnum):
    AVR = 0
    NATIVE = 1
    PYTHON = 2
    STM32 = 3


class Flag(IntFlag):
    """Switches of a `Status`."""

    NOTHING = 0
    SUPPLY = 1
    """The motor supply is on."""
    LEASE = 2
    HATCH_OPEN = 4
    ESTOP = 8
    LID_OPEN = 16
    PINS_AGREE = 32
    ASKED = 64
    """Somebody has pressed START since the last interruption."""
    BEGUN = 128
    """The set in the drum is not whole there: sorting it into the rows has begun and not ended."""

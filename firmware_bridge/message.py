"""Everything that host and firmware say to each other: one table, from which the C side is generated.

A field's wire format stands in its annotation (`struct` letters, little endian, no padding), so a
message is written down once. Commands go to the machine; each gets a `Reply`, and an action that takes
time ends with `Done` or a latched `Fault`. `Heartbeat`, `Status` and `Telemetry` travel unnumbered (the
next one heals a lost one); all else is executed or told exactly once (`firmware_bridge.link`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Annotated, Final

MAJOR: Final = 1
"""Peers with different ones do not move together."""
MINOR: Final = 0
BAUD: Final = 250_000
"""Exact at 16 MHz; 115200 would be 2 % off (ATmega2560 data sheet, table of baud rates)."""
MAX_PAYLOAD: Final = 56
EVENT_QUEUE: Final = 32
EVENT_RETRY_MS: Final = 100
STATUS_MS: Final = 100
HOLD_MS: Final = 300
"""Without a heartbeat for this long every motion stops; lifts keep their torque."""
POWER_OFF_MS: Final = 2000
"""Without a heartbeat for this long the motor supply goes off."""
NONE: Final = 0xFF
"""No axis, no input, no lane, no set."""

U8 = Annotated[int, "B"]
U16 = Annotated[int, "H"]
U32 = Annotated[int, "I"]
I16 = Annotated[int, "h"]
I32 = Annotated[int, "i"]
Four = Annotated[tuple[int, int, int, int], "4B"]
"""One count per lane."""
Inputs = Annotated[bytes, "5s"]
"""Inputs of `firmware_bridge.pins.Input` by bit, asserted is 1, before any debouncing."""


class FrameType(IntEnum):
    HELLO = 0
    COMMAND = 1
    REPLY = 2
    EVENT = 3
    ACK = 4
    STOP = 5


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
    """The lease ran out: everything stands; goes on where it was when the host is back."""
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


@dataclass(frozen=True, slots=True)
class HostHello:
    """Sent in HELLO until the machine answers; readable by peers of any schema, so never to be changed."""

    magic: Annotated[bytes, "2s"]
    major: U8
    minor: U8
    schema: U16
    pins: U32
    session: U16
    """Of this run of the service: another one empties the machine's cache of replies."""


@dataclass(frozen=True, slots=True)
class MachineHello:
    """The machine's answer, and its greeting after a reset; never to be changed."""

    magic: Annotated[bytes, "2s"]
    major: U8
    minor: U8
    schema: U16
    pins: U32
    config: U16
    """Checksum of the settings in force."""
    firmware: Annotated[bytes, "4s"]
    """The first bytes of the commit."""
    dirty: Annotated[bool, "?"]
    build: Annotated[Build, "B"]
    cause: Annotated[ResetCause, "B"]
    boots: U16
    life: U16
    """Drawn at every reset: another one means that the machine forgot what it was told."""
    fault: U8
    uptime_ms: U32


MAGIC: Final = b"JT"


# Commands.


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
class Stop:
    """Everything stands still; accepted in any state, as a frame of its own type. Needs homing."""


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
    """Tell the black box: every recorded `Fault`, oldest first, then `Done`."""


@dataclass(frozen=True, slots=True)
class ReadCounters:
    """Answered by `Counters`."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Send `Telemetry` every `period_ms`; 0 for never."""

    period_ms: U16


# Reports.


@dataclass(frozen=True, slots=True)
class Reply:
    answer: Annotated[Answer, "B"]
    reason: Annotated[Reason, "B"] = Reason.NONE
    action: U8 = 0
    """Number of the action begun, 1 to 255."""


@dataclass(frozen=True, slots=True)
class Status:
    """Sent on every change and ten times a second."""

    state: Annotated[MachineState, "B"]
    sorter: Annotated[Sorter, "B"] = Sorter.EMPTY
    drum_set: U8 = NONE
    """Set in the drum, or NONE; so the next two."""
    row_set: U8 = NONE
    """Set in lanes and rows."""
    standing_set: U8 = NONE
    """Set on the lifts."""
    action: U8 = 0
    step: U8 = 0
    """Of the running sequence; numbers of the firmware, for the black box."""
    percent: U8 = 0
    """Of the running sequence of the sorter, or of the table where that rests."""
    fault: U8 = 0
    axis: U8 = NONE
    flags: Annotated[Flag, "B"] = Flag.NOTHING
    stacks: Four = (0, 0, 0, 0)
    """Pairs stacked per lane so far."""
    homed: U32 = 0
    """Axes by bit."""
    inputs: Inputs = bytes(5)
    uptime_ms: U32 = 0

    @property
    def progress(self) -> float:
        """Share of the running sequence that is done, 0..1."""
        return self.percent / 100

    @property
    def hatch_open(self) -> bool:
        return Flag.HATCH_OPEN in self.flags


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What the axes do; sent while somebody watches."""

    positions: Annotated[tuple[int, ...], "9h"]
    """Steps from home of `firmware_bridge.pins.STEPPERS`."""
    analogs: Annotated[tuple[int, ...], "8H"]
    """mA, mV and tenths of a degree of `firmware_bridge.pins.Analog`."""
    drum_rpm: U16
    """Tenths of a turn per minute."""


@dataclass(frozen=True, slots=True)
class Done:
    action: U8
    outcome: Annotated[Outcome, "B"] = Outcome.DONE


@dataclass(frozen=True, slots=True)
class WallsPresented:
    """The walls stand on the mat; `stacks` per side in lane order (17 each)."""

    stacks: Four
    set: U8 = 0


@dataclass(frozen=True, slots=True)
class DiceFell:
    """`spun` is false when the cup did not turn and the firmware drew the numbers all the same."""

    dice: Annotated[tuple[int, int], "2B"]
    spun: Annotated[bool, "?"] = True


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault record: what, where, in which moment, and how it stands now."""

    code: U8
    """`firmware_bridge.faults`."""
    axis: U8 = NONE
    outcome: Annotated[Outcome, "B"] = Outcome.LATCHED
    attempt: U8 = 0
    """Of the recovery ladder."""
    state: Annotated[MachineState, "B"] = MachineState.BOOT
    step: U8 = 0
    action: U8 = 0
    detail: I16 = 0
    """Position in steps, the input that is stuck, or the number of tiles missing: see the fault."""
    current: U16 = 0
    """mA of the axis' supply."""
    before: Inputs = bytes(5)
    """The inputs 100 ms earlier."""
    after: Inputs = bytes(5)
    at_ms: U32 = 0
    cycle: U16 = 0
    """Sets sorted since the machine was built."""


@dataclass(frozen=True, slots=True)
class PartTested:
    """One line of a self-test: an axis, or an input of it."""

    axis: U8
    input: U8
    verdict: Annotated[Verdict, "B"]
    measured: I16
    """Steps of travel, mA or pulses."""


@dataclass(frozen=True, slots=True)
class Counters:
    """The machine's own statistics since it was built or, link and loop, since the reset."""

    cycles: U16
    boots: U16
    watchdogs: U16
    recovered: U16
    latched: U16
    damaged: U16
    """Frames with a wrong checksum."""
    repeated: U16
    """Commands answered from the cache."""
    overflows: U16
    longest_loop_us: U16
    free_ram: U16


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
Report = Status | Telemetry | Done | WallsPresented | DiceFell | Fault | PartTested | Counters
Message = Command | Reply | Report | HostHello | MachineHello

CODES: Final[dict[int, type[Message]]] = {
    0x00: HostHello,
    0x01: Heartbeat,
    0x02: Stop,
    0x10: Home,
    0x11: Collect,
    0x12: Close,
    0x13: Shuffle,
    0x14: Raise,
    0x15: Lower,
    0x16: ThrowDice,
    0x17: ClearFault,
    0x20: Service,
    0x21: Jog,
    0x22: Move,
    0x23: SelfTest,
    0x30: Configure,
    0x31: CommitConfig,
    0x38: ReadFaults,
    0x39: ReadCounters,
    0x3A: Watch,
    0x80: MachineHello,
    0x81: Reply,
    0x82: Status,
    0x83: Telemetry,
    0x84: Done,
    0x85: WallsPresented,
    0x86: DiceFell,
    0x87: Fault,
    0x88: PartTested,
    0x89: Counters,
}
"""The `cmd` byte of a frame -> what it carries. A REPLY carries the code of its command and a `Reply`."""

UNNUMBERED: Final = (Heartbeat, Status, Telemetry)
"""Sent with sequence 0: not repeated, not acknowledged (Heartbeat: acknowledged to measure the way)."""
ENUMS: Final = (
    FrameType,
    MachineState,
    Sorter,
    Answer,
    Reason,
    Outcome,
    Verdict,
    ResetCause,
    Build,
    Flag,
)

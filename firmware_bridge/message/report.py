"""What the machine reports to the host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from firmware_bridge.message.state import Answer, Flag, MachineState, Outcome, Reason, Sorter, Verdict
from firmware_bridge.message.wire import I16, NONE, U8, U16, U32, Four, Inputs


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
    asserted: Inputs = bytes(5)
    """Inputs that were asserted at some time since `Watch`, bouncing left out."""
    released: Inputs = bytes(5)
    """Inputs that were not."""


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


Report = Status | Telemetry | Done | WallsPresented | DiceFell | Fault | PartTested | Counters

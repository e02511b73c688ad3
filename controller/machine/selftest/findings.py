"""What the guided self-test found: of each input and each axis whether it works, or how it fails.

An input works that was seen asserted and released. An axis works that operated its own end switches, or drew
the current of a running motor. It is dead only where its switches are known to work and it moved none of
them: a switch that is stuck is no reason to blame the motor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from contract.messages import PartView
from controller.machine.selftest.acts import BY_SUPPLY, GUARDS, OF_AXIS
from firmware_bridge.faults import fault_of
from firmware_bridge.message import NONE, Fault, PartTested, Verdict
from firmware_bridge.pins import ENDS, Analog, Axis, Input

RAIL_MV: Final = 5_000
"""The motor supply is off below, and on above four times this: 24 V nominal (hardware/power.md)."""
MOST_STRAYS: Final = 4
"""Steps in which an input changed that nobody was asked to operate: a hand strays less often, a loose plug in
all of them."""
LEAST_MA: Final = 60
"""What any motor draws that turns (LEAST_MA in hardware/firmware/core/table/selftest.c)."""


class Found(StrEnum):
    WORKS = "works"
    STUCK_ON = "stuck_on"
    STUCK_OFF = "stuck_off"
    UNSTEADY = "unsteady"
    """The input changes by itself."""
    DEAD = "dead"
    """The axis does not move."""
    RUNAWAY = "runaway"
    """It moves, or draws current, when nothing asks for it."""
    BLOCKED = "blocked"
    """It moves, but not to its end, or not as a free motor."""
    NOT_TRIED = "not_tried"


@dataclass(slots=True)
class Seen:
    """Inputs that were asserted and inputs that were released, as two sets of bits (0: the first input)."""

    asserted: int = 0
    released: int = 0

    def add(self, asserted: bytes, released: bytes) -> None:
        """As `Telemetry` has them."""
        self.asserted |= int.from_bytes(asserted, "little")
        self.released |= int.from_bytes(released, "little")

    def both(self, one: Input) -> bool:
        """Whether it was seen asserted and released."""
        return bool(self.asserted & self.released & 1 << one)

    def judged(self, one: Input) -> Found:
        """What follows from that, if it should have changed."""
        on, off = self.asserted >> one & 1, self.released >> one & 1
        if on == off:
            return Found.WORKS if on else Found.NOT_TRIED
        return Found.STUCK_ON if on else Found.STUCK_OFF


@dataclass(slots=True)
class Trial:
    """One axis that the machine tried alone."""

    axis: Axis
    seen: Seen = field(default_factory=Seen)
    parts: list[PartTested] = field(default_factory=list)
    fault: Fault | None = None
    """Latched meanwhile."""

    @property
    def measured(self) -> int:
        """Steps of travel or mA; 0 where nothing was measured."""
        values = [part.measured for part in self.parts if part.measured]
        if self.fault is not None and fault_of(self.fault.code).name in ("AXIS_DEAD", "AXIS_RUNAWAY"):
            values.append(self.fault.detail)
        return values[-1] if values else 0

    @property
    def moved(self) -> bool:
        """An end switch of the axis changed, which nothing else operates."""
        return any(self.seen.both(end) for end in ENDS[self.axis])

    def of_motor(self) -> Found:
        """Of an axis without end switches, judged by its current."""
        name = None if self.fault is None else fault_of(self.fault.code).name
        if name == "AXIS_DEAD":
            return Found.DEAD
        if name not in (None, "DRUM_NO_TACH"):
            return Found.BLOCKED
        own = next((part for part in self.parts if part.input == NONE), None)
        if own is None:
            return Found.WORKS if name else Found.NOT_TRIED
        if own.verdict is Verdict.SKIPPED:
            return Found.NOT_TRIED
        if own.verdict is Verdict.PASS:
            return Found.WORKS
        return Found.DEAD if own.measured < LEAST_MA else Found.BLOCKED


def suspect(fault: Fault) -> Input | None:
    """The input that the machine itself names; None where it names the axis."""
    if fault_of(fault.code).name not in ("SENSOR_STUCK", "SENSOR_IMPLAUSIBLE"):
        return None
    return Input(fault.detail) if 0 <= fault.detail < len(Input) else None


def concerns(fault: Fault, axis: Axis) -> bool:
    """Whether a fault is of that axis or of an input that it operates."""
    named = suspect(fault)
    return fault.axis == axis and (named is None or (axis in OF_AXIS and named in OF_AXIS[axis].inputs))


class Findings:
    """Filled in as the self-test goes on; `parts` is the whole list at any time."""

    def __init__(self) -> None:
        self._inputs = dict.fromkeys(Input, Found.NOT_TRIED)
        self._trials: dict[Axis, Trial] = {}
        self._strays: Counter[Input] = Counter()
        self._ran_away: set[Axis] = set()
        self._supply = Seen()
        self._rail_low = self._rail_high = False

    def of(self, one: Input) -> Found:
        return Found.UNSTEADY if self._strays[one] >= MOST_STRAYS else self._inputs[one]

    def strayed(self, asked: Iterable[Input], seen: Seen) -> None:
        """Nobody was asked to operate others in this step; those that change in every one do it alone."""
        self._strays.update(
            one for one in Input if one not in {*asked, *GUARDS, *BY_SUPPLY} and seen.both(one)
        )

    def ran_away(self, axis: Axis) -> None:
        self._ran_away.add(axis)

    def acted(self, inputs: Iterable[Input], seen: Seen, *, done: bool) -> None:
        """A person did the act of these inputs, or (not `done`) left it out: then only what works is
        known."""
        for one in inputs:
            found = seen.judged(one)
            if self._inputs[one] is not Found.WORKS and (done or found is Found.WORKS):
                self._inputs[one] = found

    def tried(self, trial: Trial) -> None:
        """The machine tried an axis alone."""
        self._trials[trial.axis] = trial
        if trial.axis in OF_AXIS:
            self.acted(OF_AXIS[trial.axis].inputs, trial.seen, done=False)

    def supplied(self, asserted: bytes, released: bytes, millivolts: int) -> None:
        """The rail as its own input and its voltage show it."""
        self._supply.add(asserted, released)
        self._rail_low |= millivolts < RAIL_MV
        self._rail_high |= millivolts > 4 * RAIL_MV
        # Whether the input is wrong is known where the voltage was what the input denies.
        found = self._supply.judged(Input.MOTOR_POWER)
        denied = {Found.STUCK_ON: self._rail_low, Found.STUCK_OFF: self._rail_high}
        self._inputs[Input.MOTOR_POWER] = found if denied.get(found, True) else Found.NOT_TRIED

    def missing(self, axis: Axis) -> bool:
        """Whether a person has to operate the inputs of that axis, as the machine did not."""
        return any(self._inputs[one] is not Found.WORKS for one in OF_AXIS[axis].inputs)

    def left_out(self, axis: Axis) -> None:
        """Nobody operated the inputs of that axis: what the machine named itself has to do."""
        trial = self._trials.get(axis)
        if trial is None or trial.fault is None:
            return
        named = suspect(trial.fault)
        if named is not None and self._inputs[named] is Found.NOT_TRIED:
            self._inputs[named] = trial.seen.judged(named)

    def axis(self, axis: Axis) -> Found:
        trial = self._trials.get(axis)
        if axis in self._ran_away:
            return Found.RUNAWAY
        if trial is None or any(self._strays[end] >= MOST_STRAYS for end in ENDS.get(axis, ())):
            return Found.NOT_TRIED
        if axis not in ENDS:
            return trial.of_motor()
        if all(trial.seen.both(end) for end in ENDS[axis]):
            return Found.WORKS if trial.fault is None else Found.BLOCKED
        known = [self._inputs[end] is Found.WORKS for end in ENDS[axis]]
        if trial.moved:
            return Found.BLOCKED if all(known) else Found.WORKS
        named = trial.fault is not None and suspect(trial.fault) is None
        unknown = all(self._inputs[end] in (Found.WORKS, Found.NOT_TRIED) for end in ENDS[axis])
        return Found.DEAD if all(known) or (named and unknown) else Found.NOT_TRIED

    @property
    def parts(self) -> tuple[PartView, ...]:
        """Every input, then every axis."""
        inputs = [(one.name, self.of(one), 0) for one in Input]
        axes = [(a.name, self.axis(a), self._trials[a].measured if a in self._trials else 0) for a in Axis]
        return tuple(
            PartView(part=name, verdict=_VERDICT.get(found, "fail"), measured=measured, how=found.value)
            for name, found, measured in (*inputs, *axes)
        )


_VERDICT: Final = {Found.WORKS: "pass", Found.NOT_TRIED: "skipped"}


def millivolts(analogs: tuple[int, ...]) -> int:
    """Millivolts of the motor supply, in `Telemetry`."""
    return analogs[Analog.SUPPLY]

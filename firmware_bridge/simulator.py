"""The virtual machine: answers like the real one over the same bytes, with its faults.

All durations are engineering estimates for a four-lane table; no machine has been measured.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from firmware_bridge.link import HostLink, MachineLink, Port
from firmware_bridge.message import (
    ClearFault,
    Collect,
    Command,
    DiceFell,
    Fault,
    Home,
    MachineState,
    Raise,
    Report,
    Sensors,
    Shuffle,
    Status,
    Stop,
    ThrowDice,
    WallsPresented,
)

LANE_JAM: Final = 0x20
"""Fault number of a jam; the lane is told apart."""
STACKS_PER_SIDE: Final = 17


class Plant(Protocol):
    """The mat around the machine: who lies in the hatch and where the walls stand."""

    def collected(self) -> None:
        """All tiles have gone through the hatch."""

    def raised(self) -> None:
        """The four walls stand on the mat."""

    def dice(self) -> tuple[int, int]: ...


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of the machine's movements (estimates; commercial tables claim 18-60 s to sort)."""

    home: float = 2.0
    hatch: float = 1.5
    intake: float = 4.0
    sort: float = 20.0
    raise_walls: float = 4.0
    dice: float = 1.5
    unjam: float = 2.5
    status: float = 0.1

    def times(self, factor: float) -> Timing:
        return Timing(*(getattr(self, f) * factor for f in self.__dataclass_fields__))


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong: chance of a jam in a shuffle, and of each attempt to clear it to fail.

    After three failed attempts the fault stays until an operator clears it.
    """

    jam: float = 0.15
    stays_jammed: float = 0.2
    attempts: int = 3


class SimulatedMachine:
    """The state machine behind the wire. `step` is called with the time; it moves by itself."""

    def __init__(
        self,
        port: Port,
        plant: Plant,
        seed: int,
        timing: Timing | None = None,
        faults: Faults | None = None,
        state: MachineState = MachineState.UNHOMED,
    ) -> None:
        self._plant = plant
        self._random = random.Random(seed)
        self._link = MachineLink(port, boot=self._random.randrange(0x10000))
        self._timing = timing or Timing()
        self._faults = faults or Faults()
        self.state = state
        self._since = 0.0
        self._until: float | None = None
        self._then: Callable[[float], None] | None = None
        self._sort_left: float | None = None
        self._held: tuple[MachineState, float, Callable[[float], None] | None] | None = None
        self._jam_at: float | None = None
        self._jam_lane = 0
        self._attempts = 0
        self._throw_at: float | None = None
        self._fault = 0
        self._told_at = float("-inf")
        self._told: Status | None = None
        self._felt: Sensors | None = None

    def step(self, now: float) -> None:
        for command in self._link.poll(now):
            self._obey(command, now)
        self._guard_lease(now)
        if self.state is MachineState.SORTING and self._jam_at is not None and now >= self._jam_at:
            self._jam(now)
        if self._throw_at is not None and now >= self._throw_at:
            self._throw_at = None
            self._link.report(DiceFell(self._plant.dice()))
        if self._until is not None and now >= self._until and self._then is not None:
            then, self._until, self._then = self._then, None, None
            then(now)
        self._tell(now)

    def _obey(self, command: Command, now: float) -> None:
        state, timing = self.state, self._timing
        if isinstance(command, Stop):
            self._enter(MachineState.UNHOMED, now)
        elif isinstance(command, Home) and state is MachineState.UNHOMED:
            self._enter(MachineState.HOMING, now, timing.home, self._to(MachineState.READY))
        elif isinstance(command, Collect) and state in (MachineState.READY, MachineState.PRESENTED):
            self._enter(MachineState.OPENING, now, timing.hatch, self._intake)
        elif isinstance(command, Shuffle) and state is MachineState.CLOSING:
            self._sort(now)
        elif isinstance(command, Raise) and state is MachineState.STAGED:
            self._enter(MachineState.RAISING, now, timing.raise_walls, self._present)
        elif isinstance(command, ThrowDice):
            self._throw_at = now + timing.dice
        elif isinstance(command, ClearFault) and state is MachineState.FAULT:
            self._fault = 0
            self._resume_sorting(now)

    def _enter(
        self,
        state: MachineState,
        now: float,
        seconds: float | None = None,
        then: Callable[[float], None] | None = None,
    ) -> None:
        self.state, self._since = state, now
        self._until = None if seconds is None else now + seconds
        self._then = then

    def _to(self, state: MachineState) -> Callable[[float], None]:
        return lambda now: self._enter(state, now)

    def _intake(self, now: float) -> None:
        self._enter(MachineState.INTAKE, now, self._timing.intake, self._close)

    def _close(self, now: float) -> None:
        self._plant.collected()
        self._enter(MachineState.CLOSING, now)

    def _sort(self, now: float) -> None:
        if self._random.random() < self._faults.jam:
            self._jam_at = now + self._timing.sort * self._random.uniform(0.2, 0.8)
            self._jam_lane = self._random.randrange(4)
        self._enter(MachineState.SORTING, now, self._timing.sort, self._to(MachineState.STAGED))

    def _jam(self, now: float) -> None:
        left = (self._until or now) - now
        self._jam_at, self._sort_left = None, left
        self._attempts, self._fault = 0, LANE_JAM + self._jam_lane
        self._link.report(Fault(self._fault, self._jam_lane, recovering=True))
        self._enter(MachineState.RECOVERING, now, self._timing.unjam, self._unjam)

    def _unjam(self, now: float) -> None:
        self._attempts += 1
        if self._random.random() >= self._faults.stays_jammed:
            self._fault = 0
            self._resume_sorting(now)
        elif self._attempts < self._faults.attempts:
            self._enter(MachineState.RECOVERING, now, self._timing.unjam, self._unjam)
        else:
            self._link.report(Fault(self._fault, self._jam_lane, recovering=False))
            self._enter(MachineState.FAULT, now)

    def _resume_sorting(self, now: float) -> None:
        left = self._timing.sort if self._sort_left is None else self._sort_left
        self._sort_left = None
        self._enter(MachineState.SORTING, now, left, self._to(MachineState.STAGED))

    def _present(self, now: float) -> None:
        self._plant.raised()
        self._enter(MachineState.PRESENTED, now)
        n = STACKS_PER_SIDE
        self._link.report(WallsPresented((n, n, n, n)))

    def _guard_lease(self, now: float) -> None:
        """Without the service's heartbeat every movement holds, and goes on when it is back."""
        alive = now <= self._link.lease_until
        if not alive and self._until is not None and self.state is not MachineState.HOLD:
            self._held = (self.state, self._until - now, self._then)
            self._enter(MachineState.HOLD, now)
        elif alive and self.state is MachineState.HOLD and self._held is not None:
            state, left, then = self._held
            self._held = None
            self._enter(state, now, left, then)

    def _tell(self, now: float) -> None:
        status = Status(self.state, round(self._progress(now) * 255) / 255, self._fault)
        changed = self._told is None or (status.state, status.fault) != (self._told.state, self._told.fault)
        if changed or now - self._told_at >= self._timing.status:
            self._told, self._told_at = status, now
            self._link.report(status)
            felt = self._sensors(now)
            if felt != self._felt:
                self._felt = felt
                self._link.report(felt)

    def _progress(self, now: float) -> float:
        """Share of the running sequence that is done; a jam interrupts the sorting, it does not undo it."""
        if self.state in (MachineState.RECOVERING, MachineState.FAULT) and self._sort_left is not None:
            return 1 - self._sort_left / self._timing.sort
        if self._until is None:
            return 1.0
        if self.state is MachineState.SORTING:
            return max(0.0, min(1.0, 1 - (self._until - now) / self._timing.sort))
        span = self._until - self._since
        return 1.0 if span <= 0 else min(1.0, (now - self._since) / span)

    def _sensors(self, now: float) -> Sensors:
        hatch = self.state in (MachineState.OPENING, MachineState.INTAKE)
        if self.state is MachineState.STAGED:
            counts = [STACKS_PER_SIDE] * 4
        elif self.state in (MachineState.SORTING, MachineState.RECOVERING, MachineState.FAULT):
            # Lanes fill at slightly different rates; the last stacks come together.
            done = self._progress(now)
            counts = [int(STACKS_PER_SIDE * done ** (1 + lane / 8)) for lane in range(4)]
        else:
            counts = [0] * 4
        return Sensors(hatch, (counts[0], counts[1], counts[2], counts[3]))


class Pipe:
    """Two ports back to back in memory."""

    def __init__(self) -> None:
        self._to_machine = bytearray()
        self._to_host = bytearray()
        self.host: Port = _End(self._to_host, self._to_machine)
        self.machine: Port = _End(self._to_machine, self._to_host)


class _End:
    def __init__(self, inbox: bytearray, outbox: bytearray) -> None:
        self._inbox, self._outbox = inbox, outbox

    def read(self) -> bytes:
        data = bytes(self._inbox)
        self._inbox.clear()
        return data

    def write(self, data: bytes) -> None:
        self._outbox += data


class SimulatedDevice:
    """A `Device` with the simulated machine at the other end of a pipe."""

    def __init__(
        self,
        plant: Plant,
        seed: int,
        timing: Timing | None = None,
        faults: Faults | None = None,
        state: MachineState = MachineState.UNHOMED,
    ) -> None:
        pipe = Pipe()
        self._link = HostLink(pipe.host)
        self.machine = SimulatedMachine(pipe.machine, plant, seed, timing, faults, state)

    def open(self) -> None:
        """Nothing to open; the machine greets at the first poll."""

    def send(self, command: Command) -> None:
        self._link.send(command)

    def poll(self, now: float) -> list[Report]:
        reports: list[Report] = []
        # A few rounds let command, reply, event and acknowledgement pass within one frame's time.
        for _ in range(4):
            reports += self._link.poll(now)
            self.machine.step(now)
        return reports + self._link.poll(now)

    def close(self) -> None:
        """Nothing to close."""

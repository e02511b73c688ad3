"""The machine in Python: answers like the firmware over the same bytes, where no compiler is at hand.

It keeps the states, the two sets and the lease of the firmware, and knows jams; it has no motors and no
tiles. All durations are engineering estimates for a four-lane table; no machine has been measured.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from firmware_bridge import message as m
from firmware_bridge.link import Port
from firmware_bridge.message import NONE, Answer, Command, Fault, Flag, Outcome, Reason, Reply, Sorter
from firmware_bridge.message import MachineState as State
from firmware_bridge.packing import SCHEMA
from firmware_bridge.pins import PIN_HASH, Input
from firmware_bridge.virtual.machine_link import MachineLink
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulated_service import DONE, Workshop, refused
from firmware_bridge.virtual.simulated_sets import Sets
from firmware_bridge.virtual.simulated_sorter import STACKS_PER_SIDE, SimulatedSorter
from firmware_bridge.virtual.track import Track
from firmware_bridge.virtual.world_protocol import Plant

HOST_LOST: Final = 0x01
ESTOP: Final = 0x04
MOVING: Final = (
    m.Home | m.Collect | m.Close | m.Shuffle | m.Raise | m.Lower | m.ThrowDice | m.Jog | m.Move | m.SelfTest
)
"""Commands that need the lease, an agreed pin map and whole settings."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of the machine's movements (estimates; commercial tables claim 18-60 s to sort)."""

    home: float = 3.0
    hatch: float = 1.5
    lower: float = 1.5
    sort: float = 20.0
    raise_walls: float = 4.0
    dice: float = 1.5
    unjam: float = 2.5
    test: float = 0.2

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
        left: Left | None = None,
    ) -> None:
        """`state` is where it stood when it was switched off; of two `sets` one lies sorted under the rim."""
        self._plant = plant
        self._random = random.Random(seed)
        self._life = self._random.randrange(0x10000)
        self._link = MachineLink(port, self._hello, self._obey)
        self._timing = timing or Timing()
        self._workshop = Workshop(self._link.report, self._timing.test)
        self._table, self._cup = Track(), Track()
        self._sorter = SimulatedSorter(self._random, self._timing, faults or Faults(), self._raise_fault)
        self._sets = Sets.of(left or Left())
        self._state = State.UNHOMED
        self._now: float | None = None
        self._since = 0.0
        self._actions = 0
        self._action = 0
        self._held = self._stopped = self._pressed = False
        self._asked = False
        self._last_status: m.Status | None = None
        self._status_at = float("-inf")

    @property
    def state(self) -> State:
        if self._stopped:
            return State.ESTOP
        if self._held:
            return State.HOLD
        if self._sorter.latched:
            return State.FAULT
        return State.RECOVERING if self._sorter.jammed else self._state

    @property
    def left(self) -> Left:
        return self._sets.left

    @property
    def _supplied(self) -> bool:
        return self.state not in (State.UNHOMED, State.ESTOP)

    def step(self, now: float) -> None:
        """Lets the time pass until `now`."""
        passed = 0.0 if self._now is None else now - self._now
        if self._now is None:
            self._since = now
        self._now = now
        self._link.poll(now)
        self._guard_lease(now)
        if not self._held:
            for track in (self._table, self._cup, self._sorter):
                track.advance(passed)
        self._workshop.supply = self._supplied
        self._workshop.step(passed, self._link.waiting)
        self._publish(now)

    def press_stop(self, pressed: bool) -> None:
        """The emergency stop: power is off as long as it is pressed, and position is lost."""
        if pressed and not self._stopped:
            self._halt()
            self._stopped = True
            self._raise_fault(Fault(ESTOP, outcome=Outcome.LATCHED))
        self._pressed = pressed

    def touch(self, inputs: Sequence[Input]) -> None:
        """Whatever is operated answers, and lets go."""
        self._workshop.touch(inputs)

    def _hello(self) -> m.MachineHello:
        return m.MachineHello(
            *(m.MAGIC, m.MAJOR, m.MINOR, SCHEMA, PIN_HASH, self._workshop.config, bytes(4), False),
            *(m.Build.PYTHON, m.ResetCause.POWER, 1, self._life, self._sorter.fault, 0),
        )

    def _obey(self, command: Command) -> Reply:
        if isinstance(command, MOVING):
            why_not = self._forbidden(command)
            if why_not is not None:
                return refused(why_not)
        single = isinstance(command, m.Jog | m.Move | m.SelfTest)
        if single and self._state is not State.SERVICE:
            return refused(Reason.STATE)
        served = self._workshop.obey(command, self._actions % 255 + 1)
        if served is not None:
            self._actions += served.action > 0
            return served
        return self._switch(command) or self._cycle(command)

    def _forbidden(self, command: Command) -> Reason | None:
        if not self._link.pins_agree:
            return Reason.PINS
        if self._workshop.half_configured:
            return Reason.CONFIG
        if self._sorter.latched or self._stopped:
            return Reason.STATE
        if self._now is None or self._now > self._link.lease_until:
            return Reason.LEASE
        if not self._asked and not isinstance(command, m.Jog):
            return Reason.PRESS
        return None

    def _switch(self, command: Command) -> Reply | None:
        state = self.state
        match command:
            case m.Stop():
                self._halt()
                return DONE
            case m.Press():
                return self._press()
            case m.ClearFault() if state in (State.FAULT, State.ESTOP):
                return self._clear()
            case m.Service(on) if state in ((State.READY, State.UNHOMED) if on else (State.SERVICE,)):
                self._state = State.SERVICE if on else State.UNHOMED
                self._asked &= on
                return DONE
        return None

    def _cycle(self, command: Command) -> Reply:
        state, timing = self._state, self._timing
        if isinstance(command, m.ThrowDice):
            return self._throw()
        thrown = self._cup.moving and isinstance(command, m.Collect | m.Close)
        if self._table.moving or self._sorter.moving or thrown:
            return refused(Reason.BUSY)
        if state is State.UNHOMED and not isinstance(command, m.Home):
            return refused(Reason.UNHOMED)
        match command:
            case m.Home() if state is State.UNHOMED:
                return self._act(self._settle, (State.HOMING, timing.home))
            case m.Collect(chosen) if state in (State.READY, State.STAGED, State.PRESENTED):
                return self._open(chosen)
            case m.Close() if state is State.INTAKE:
                return self._close()
            case m.Lower() if state is State.PRESENTED:
                return self._act(self._lowered, (State.LOWERING, timing.lower))
            case m.Shuffle() if state in (State.READY, State.PRESENTED):
                return self._sort()
            case m.Raise() if state is State.STAGED:
                return self._act(self._present, (State.RAISING, timing.raise_walls))
        return refused(Reason.STATE)

    def _open(self, chosen: int) -> Reply:
        if chosen > 1:
            return refused(Reason.ARGUMENT)
        if self._sets.drum not in (NONE, chosen):
            return refused(Reason.INTERLOCK)

        def opened() -> None:
            self._sets.drum, self._state = chosen, State.INTAKE

        return self._act(opened, (State.OPENING, self._timing.hatch))

    def _close(self) -> Reply:
        self._plant.collected()
        timing = self._timing
        return self._act(self._lowered, (State.CLOSING, timing.hatch), (State.LOWERING, timing.lower))

    def _act(self, then: Callable[[], None], *phases: tuple[State, float]) -> Reply:
        """Passes through the phases, does what is `then` due and reports that the action is done."""
        action = self._begin_action()

        def enter(left: tuple[tuple[State, float], ...]) -> None:
            if left:
                self._state = left[0][0]
                self._table.begin(left[0][1], lambda: enter(left[1:]))
            else:
                then()
                self._link.report(m.Done(action))

        enter(phases)
        return Reply(Answer.ACCEPTED, action=action)

    def _begin_action(self) -> int:
        self._action = self._actions % 255 + 1
        self._actions += 1
        return self._action

    # ends of movements

    def _settle(self) -> None:
        self._state = State.STAGED if self._sets.sorted else State.READY

    def _lowered(self) -> None:
        self._sets.mat = NONE
        self._settle()

    def _present(self) -> None:
        sets = self._sets
        sets.mat, sets.rows, sets.sorted = sets.rows, NONE, False
        self._plant.raised()
        self._state = State.PRESENTED
        n = STACKS_PER_SIDE
        self._link.report(m.WallsPresented((n, n, n, n), sets.mat))

    def _throw(self) -> Reply:
        if self._state in (State.UNHOMED, State.SERVICE):
            return refused(Reason.STATE)
        if self._cup.moving:
            return refused(Reason.BUSY)
        action = self._begin_action()

        def fall() -> None:
            self._link.report(m.DiceFell(self._plant.dice()))
            self._link.report(m.Done(action))

        self._cup.begin(self._timing.dice, fall)
        return Reply(Answer.ACCEPTED, action=action)

    # sorting

    def _sort(self) -> Reply:
        if self._sets.drum == NONE or self._sets.rows != NONE:
            return refused(Reason.INTERLOCK)
        action = self._begin_action()
        self._sets.rows = self._sets.drum
        if self._state is State.READY:
            self._state = State.SORTING

        def staged() -> None:
            self._sets.drum, self._sets.sorted = NONE, True
            if self._state is State.SORTING:
                self._settle()
            self._link.report(m.Done(action))

        self._sorter.begin(staged)
        return Reply(Answer.ACCEPTED, action=action)

    def _press(self) -> Reply:
        if self._now is None or self._now > self._link.lease_until:
            return refused(Reason.LEASE)
        self._asked = True
        return DONE

    def _raise_fault(self, fault: Fault) -> None:
        self._asked &= fault.outcome is not Outcome.LATCHED
        self._workshop.record(fault)
        self._link.report(fault)

    def _clear(self) -> Reply:
        if not self._asked:
            return refused(Reason.PRESS)
        if self._stopped:
            if self._pressed:
                self._asked = False
                return refused(Reason.INTERLOCK)
            self._stopped = False
        self._sorter.clear()
        return DONE

    # safety

    def _halt(self) -> None:
        """Everything stands and has lost its position; a half sorted set stays where it lies, in the drum."""
        for track in (self._table, self._cup, self._sorter):
            track.cancel()
        if not self._sets.sorted:
            self._sets.rows = NONE
        self._held = self._asked = False
        self._state = State.UNHOMED

    def _guard_lease(self, now: float) -> None:
        """Without the service's heartbeat every movement holds; it goes on when a person has pressed."""
        silent = now - max(self._link.heartbeat_at, self._since)
        moving = any(t.moving for t in (self._table, self._cup, self._sorter))
        if 1000 * silent > m.POWER_OFF_MS and self._state is not State.UNHOMED:
            self._halt()
            self._raise_fault(Fault(HOST_LOST, outcome=Outcome.STOPPED))
        else:
            self._asked &= 1000 * silent <= m.HOLD_MS and not self._link.anew()
            self._held = moving and not self._asked and not self._stopped and not self._sorter.latched

    # what is reported

    def _publish(self, now: float) -> None:
        status = self._status()
        changed = self._last_status is None or (status.state, status.fault) != (
            self._last_status.state,
            self._last_status.fault,
        )
        if changed or 1000 * (now - self._status_at) >= m.STATUS_MS:
            self._last_status, self._status_at = status, now
            self._link.report(status)

    def _status(self) -> m.Status:
        sets, flags = self._sets, Flag.NOTHING
        if self.state in (State.OPENING, State.INTAKE):
            flags |= Flag.HATCH_OPEN
        if self._supplied:
            flags |= Flag.SUPPLY
        if self._stopped:
            flags |= Flag.ESTOP
        if self._asked:
            flags |= Flag.ASKED
        if self._now is not None and self._now <= self._link.lease_until:
            flags |= Flag.LEASE
        if self._link.pins_agree:
            flags |= Flag.PINS_AGREE
        if sets.rows != NONE and not sets.sorted:
            flags |= Flag.BEGUN
        n = STACKS_PER_SIDE
        done = self._sorter.done if self._sorter.moving and not self._table.moving else self._table.done
        return m.Status(
            self.state,
            Sorter.STAGED if sets.sorted else Sorter.SORTING if sets.rows != NONE else Sorter.EMPTY,
            *(sets.drum, sets.rows, sets.mat, self._action),
            percent=round(100 * done),
            fault=self._sorter.fault,
            axis=self._sorter.axis,
            flags=flags,
            stacks=(n, n, n, n) if sets.sorted else self._sorter.stacks,
            uptime_ms=round(1000 * ((self._now or 0.0) - self._since)),
        )

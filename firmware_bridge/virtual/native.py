"""The virtual machine: the real firmware, compiled for this computer, in a plant of motors and tiles.

Its bytes, its states and its faults are those of the firmware; the plant's numbers are estimates
(hardware/plant). The virtual table decides what people do and which dice its hands were dealt for.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from contract.messages import LinkView
from firmware_bridge.device import Answered, News
from firmware_bridge.faults import fault_of
from firmware_bridge.link import HostLink
from firmware_bridge.message import (
    NONE,
    Answer,
    ClearFault,
    Close,
    Collect,
    Command,
    DiceFell,
    Fault,
    MachineState,
    Outcome,
    Press,
    Shuffle,
    Status,
    WallsPresented,
)
from firmware_bridge.pins import Input
from firmware_bridge.virtual.native_library import load
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulator import Faults
from firmware_bridge.virtual.world_protocol import Plant

STEP_US: Final = 10_000
"""Between two looks of the host at its port; less than the time to the first repetition of a command."""
LONGEST_S: Final = 1.0
"""A service that was away for longer did not move the virtual machine meanwhile."""
LANE_MM: Final = (30.0, 180.0)
"""Where a tile may jam in a lane."""
OPENED_S: Final = 3.0
"""From the report of a jam to the open lid."""
CLOSED_S: Final = 9.0
"""To the closed lid, with the tile out of the lane."""
STARTED_S: Final = 10.0
"""To START."""
TOUCH_S: Final = (1.0, 1.6, 2.2)
"""From being asked to act: a sensor is made to see something, kept from it, and let go."""
MAT: Final = 0
"""`enum place` of hardware/plant."""
_BUFFER: Final = 4096


class Box:
    """Firmware and plant; the far end of the link. Time moves only by `run`."""

    def __init__(self, seed: int) -> None:
        """BuildError where the firmware cannot be built."""
        self._library = load("native")
        self._sim = self._library.sim_create(seed, None)
        self._plant = self._library.sim_plant(self._sim)
        self._bytes = (ctypes.c_uint8 * _BUFFER)()
        self._stamps = (ctypes.c_uint64 * _BUFFER)()

    def run(self, microseconds: int) -> None:
        self._library.sim_run(self._sim, microseconds)

    @property
    def now(self) -> float:
        """Seconds since the power came on."""
        return float(self._library.sim_now(self._sim)) / 1e6

    def read(self) -> bytes:
        size = self._library.sim_receive(self._sim, self._bytes, self._stamps, _BUFFER)
        return bytes(self._bytes[:size])

    def write(self, data: bytes) -> None:
        self._library.sim_send(self._sim, data, len(data))
        self._library.monitor_host(self._plant)

    def plant(self, name: str, *arguments: Any) -> Any:
        """Calls `plant_<name>` of hardware/plant/plant.h."""
        return getattr(self._library, f"plant_{name}")(self._plant, *arguments)

    def leave(self, left: Left) -> None:
        """Of a machine that has not run yet: where the sets lie, and what its memory says of them."""
        self._library.sim_left(self._sim, left.drum, left.rows)

    def close(self) -> None:
        self._library.sim_free(self._sim)


class NativeDevice:
    """A `Device` with the firmware behind it."""

    def __init__(
        self,
        plant: Plant,
        seed: int,
        faults: Faults | None = None,
        left: Left | None = None,
        sets: int = 1,
        hurry: float = 1.0,
    ) -> None:
        """As it was `left` with one set of tiles or two, else with all of them on the mat. The machine lives
        `hurry` times as fast as the table. BuildError where the firmware cannot be built."""
        self._world = plant
        self._random = random.Random(seed)
        self._faults = faults or Faults()
        self._hurry = hurry
        self._box = Box(seed)
        self._link = HostLink(self._box)
        self._status: Status | None = None
        self._left = left or Left()
        self._sets = sets
        self._loading = NONE
        self._closing = False
        self._jammed: tuple[int, float] | None = None
        self._clearing = False
        self._touched: list[tuple[float, int, Sequence[Input]]] = []
        self._last: float | None = None
        self._owed_s = 0.0

    @property
    def left(self) -> Left:
        return self._left

    def open(self) -> None:
        """Switches it on."""
        self._box.plant("takes_walls", True)
        self._box.plant("remove", 1, 0 if self._sets == 2 else 136)
        self._box.leave(self._left)

    def send(self, command: Command) -> None:
        """People press START when all tiles are pushed in, so `Close` waits for the last one of the plant,
        and when the lid is closed again over a lane that was jammed: `ClearFault` waits for that."""
        if isinstance(command, Press):
            self._link.send(command)
        elif isinstance(command, Close) and self._state is MachineState.INTAKE:
            self._closing = True
        elif isinstance(command, ClearFault) and self._jammed is not None:
            self._clearing = True
        else:
            self._closing = False
            self._link.send(command)

    def poll(self, now: float) -> list[News]:
        passed = 0.0 if self._last is None else min(now - self._last, LONGEST_S)
        self._last = now
        self._owed_s += self._hurry * passed
        news: list[News] = []
        while self._owed_s >= STEP_US / 1e6:
            self._owed_s -= STEP_US / 1e6
            if self._closing and self._pushed_in:
                self._closing = False
                self._pressed(Close())
            self._free()
            self._act()
            self._box.run(STEP_US)
            news += [self._live(item) for item in self._link.poll(self._box.now)]
        return news

    def touch(self, inputs: Sequence[Input]) -> None:
        """What was begun before is let go."""
        for _, _, before in self._touched:
            for one in before:
                self._box.plant("touch", one, 0)
        now = self._box.now
        ways = zip(TOUCH_S, (1, 2, 0), strict=True)  # enum touch of hardware/plant
        self._touched = [(now + self._hurry * after, how, inputs) for after, how in ways]

    @property
    def statistics(self) -> LinkView:
        return self._link.statistics

    def close(self) -> None:
        self._box.close()

    @property
    def _state(self) -> MachineState:
        return MachineState.BOOT if self._status is None else self._status.state

    @property
    def _pushed_in(self) -> bool:
        return bool(self._box.plant("count", self._loading, MAT) == 0)

    def _live(self, item: News) -> News:
        """What the people at the virtual table and its tiles have to do with it."""
        if isinstance(item, Status):
            self._status, self._left = item, self._left.after(item)
        match item:
            case Answered(Collect(chosen), reply) if reply.answer is Answer.ACCEPTED:
                self._loading = chosen
            case Answered(Close(), reply) if reply.answer is Answer.ACCEPTED:
                self._world.collected()
            case Answered(Shuffle(), reply) if reply.answer is Answer.ACCEPTED:
                self._perhaps_jam()
            case Status(MachineState.INTAKE):
                self._box.plant("push", self._loading)
            case Status(MachineState.CLOSING):
                self._box.plant("push", NONE)
            case WallsPresented():
                self._world.raised()
            case Fault(code, outcome=Outcome.LATCHED):
                self._look_into(code)
            case DiceFell():
                return replace(item, dice=self._world.dice())
        return item

    def _perhaps_jam(self) -> None:
        if self._random.random() >= self._faults.jam:
            return
        reversals = 1
        while reversals <= self._faults.attempts and self._random.random() < self._faults.stays_jammed:
            reversals += 1
        comes_free = reversals if reversals <= self._faults.attempts else -1
        self._box.plant("jam", self._random.randrange(4), self._random.uniform(*LANE_MM), comes_free)

    def _pressed(self, command: Command) -> None:
        """People press START only now."""
        self._link.send(Press())
        self._link.send(command)

    def _look_into(self, code: int) -> None:
        """The screens say in which lane tiles are jammed."""
        fault = fault_of(code)
        if fault.name == "LANE_JAM" and fault.lane is not None:
            self._jammed = fault.lane, self._box.now

    def _act(self) -> None:
        while self._touched and self._box.now >= self._touched[0][0]:
            _, how, inputs = self._touched.pop(0)
            for one in inputs:
                self._box.plant("touch", one, how)

    def _free(self) -> None:
        """People open the lid, take the tile out and close it; what they do by the table's clock."""
        if self._jammed is None:
            return
        lane, since = self._jammed
        passed = (self._box.now - since) / self._hurry
        self._box.plant("lid", OPENED_S <= passed < CLOSED_S)
        if passed >= OPENED_S:
            self._box.plant("jam", lane, -1.0, 0)
        if passed >= STARTED_S:
            self._jammed = None
            if self._clearing:
                self._clearing = False
                self._pressed(ClearFault())

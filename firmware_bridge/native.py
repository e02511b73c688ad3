"""The virtual machine: the real firmware, compiled for this computer, in a plant of motors and tiles.

Its bytes, its states and its faults are those of the firmware; the plant's numbers are estimates
(hardware/plant). The virtual table decides what people do and which dice its hands were dealt for.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from firmware_bridge.device import Answered, DeviceLostError, Greeted, News, Statistics
from firmware_bridge.faults import written
from firmware_bridge.link import HostLink
from firmware_bridge.message import (
    NONE,
    Answer,
    Close,
    Collect,
    Command,
    DiceFell,
    Done,
    Home,
    MachineState,
    Shuffle,
    Status,
    WallsPresented,
)
from firmware_bridge.native_library import load
from firmware_bridge.plant import Plant
from firmware_bridge.simulator import Faults

STEP_US: Final = 10_000
"""Between two looks of the host at its port; less than the time to the first repetition of a command."""
LONGEST_S: Final = 1.0
"""A service that was away for longer did not move the virtual machine meanwhile."""
PREPARE_S: Final = 300.0
LANE_MM: Final = (30.0, 180.0)
"""Where a tile may jam in a lane."""
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

    def close(self) -> None:
        self._library.sim_free(self._sim)


class NativeDevice:
    """A `Device` with the firmware behind it."""

    def __init__(
        self,
        plant: Plant,
        seed: int,
        faults: Faults | None = None,
        state: MachineState = MachineState.UNHOMED,
        sets: int = 1,
        hurry: float = 1.0,
    ) -> None:
        """`state` is where it was switched off; of two `sets` one lies sorted under the rim. The machine
        lives `hurry` times as fast as the table. BuildError where the firmware cannot be built."""
        self._world = plant
        self._random = random.Random(seed)
        self._faults = faults or Faults()
        self._hurry = hurry
        self._box = Box(seed)
        self._link = HostLink(self._box)
        self._status = Status(MachineState.BOOT)
        self._loading = NONE
        self._closing = False
        self._last: float | None = None
        self._owed_s = 0.0
        self._left = state, sets
        self._news: list[News] = []
        self._early: list[News] = []
        """Who it is was learned before the table opened, and is told at the first poll."""

    @property
    def state(self) -> MachineState:
        return self._status.state

    def open(self) -> None:
        """Switches it on and brings it to where it was switched off: what lay in it lies in it again."""
        state, sets = self._left
        self._box.plant("takes_walls", True)
        self._box.plant("remove", 1, 0 if sets == 2 else 136)
        self._wait(lambda: self._status.state is MachineState.UNHOMED)
        self._do(Home())
        inside = state in (MachineState.CLOSING, MachineState.STAGED)
        if sets == 2 or state is MachineState.STAGED:
            self._take_in(sets - 1)
            self._do(Shuffle())
        if inside and (sets == 2 or state is MachineState.CLOSING):
            self._take_in(0)

    def send(self, command: Command) -> None:
        """People press START when all tiles are pushed in, so `Close` waits for the last one of the plant."""
        if isinstance(command, Close) and self.state is MachineState.INTAKE:
            self._closing = True
        else:
            self._closing = False
            self._link.send(command)

    def poll(self, now: float) -> list[News]:
        passed = 0.0 if self._last is None else min(now - self._last, LONGEST_S)
        self._last = now
        self._owed_s += self._hurry * passed
        news, self._early = self._early, []
        while self._owed_s >= STEP_US / 1e6:
            self._owed_s -= STEP_US / 1e6
            if self._closing and self._pushed_in:
                self._closing = False
                self._link.send(Close())
            news += [self._live(item) for item in self._step()]
        return news

    @property
    def statistics(self) -> Statistics:
        return self._link.statistics

    def close(self) -> None:
        self._box.close()

    @property
    def _pushed_in(self) -> bool:
        return bool(self._box.plant("count", self._loading, MAT) == 0)

    def _step(self) -> list[News]:
        self._box.run(STEP_US)
        news = self._link.poll(self._box.now)
        for item in news:
            if isinstance(item, Status):
                self._status = item
        return news

    def _live(self, item: News) -> News:
        """What the people at the virtual table and its tiles have to do with it."""
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

    # before the table opens

    def _take_in(self, chosen: int) -> None:
        self._loading = chosen
        self._do(Collect(chosen))
        self._box.plant("push", chosen)
        self._wait(lambda: self._pushed_in)
        self._box.plant("push", NONE)
        self._do(Close())

    def _do(self, command: Command) -> None:
        """A command, to its end."""
        self._link.send(command)
        self._wait(lambda: any(isinstance(item, Done) for item in self._news))

    def _wait(self, arrived: Callable[[], bool]) -> None:
        end = self._box.now + PREPARE_S
        self._news = []
        while not arrived():
            if self._box.now > end:
                raise DeviceLostError(
                    f"The simulated machine stands in {self._status.state.name} "
                    f"with fault {written(self._status.fault)} before the game has begun."
                )
            self._news = self._step()
            self._early += [item for item in self._news if isinstance(item, Greeted)]

"""One machine in its plant, with the service's end of the link on its wires; time is simulated.

`Rig` moves both in small steps, so a scenario reads like what a host does. The same
scenario runs on the firmware compiled for the host (`native`), on its binary for the ATmega2560 (`simavr`)
and on that for the STM32F429ZI (`unicorn`).
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from enum import IntEnum
from typing import Final

from firmware_bridge.device import Answered, DeviceLostError, Greeted, News
from firmware_bridge.link import HostLink
from firmware_bridge.message import (
    Answer,
    ClearFault,
    Close,
    Collect,
    Command,
    Done,
    Fault,
    Flag,
    Home,
    Lower,
    MachineState,
    Outcome,
    Press,
    Raise,
    Reply,
    Report,
    Shuffle,
    Sorter,
    Status,
)
from firmware_bridge.virtual.native_library import FIRMWARE, build, load

NOBODY: Final = 0xFF
OUTPUTS: Final = {
    name: int(number)
    for name, number in re.findall(
        r"OUT_(\w+) = (\d+)", (FIRMWARE / "gen/pins.h").read_text(encoding="utf-8")
    )
}
"""The outputs, which only the plant has to know by number."""


class Place(IntEnum):
    MAT = 0
    DRUM = 1
    LANE = 2
    CUP = 3
    ROW = 4
    LIFT = 5
    AWAY = 6


class Ill(IntEnum):
    """What an input's wire may do (plant.h)."""

    STUCK0 = 1
    STUCK1 = 2
    FLICKER = 3
    LATE = 4


class Broken(IntEnum):
    DEAD = 1
    STALL = 2
    RUNAWAY = 3


class Unsafe(IntEnum):
    """What the monitor counts (monitor.h)."""

    TILES_LOST = 0
    INTO_END = 1
    AFTER_STOP = 2
    HOST_LOST = 3
    PINCH = 4
    DRUM_OPEN = 5
    BEFORE_GREETING = 6
    UNHOMED = 7
    BOTH_WAYS = 8
    UNASKED = 9
    UNWARNED = 10


BINARIES: Final = {"simavr": ("sim", "jantaku.elf"), "unicorn": ("armsim", "stm32.bin")}
"""Kind of rig whose firmware runs as a chip's binary -> target of the Makefile, and the machine's binary."""


def _binary(kind: str, firmware: str | None) -> bytes | None:
    if kind not in BINARIES:
        return None
    target, usual = BINARIES[kind]
    return str(build(target) / (firmware or usual)).encode()


class RefusedError(AssertionError):
    """A command that the scenario counts on was refused."""


class Rig:
    """A machine, its plant and a host. Times are seconds of the simulation."""

    def __init__(
        self,
        kind: str = "native",
        seed: int = 1,
        settings: dict[str, int] | None = None,
        step_ms: int = 1,
        firmware: str | None = None,
    ) -> None:
        """`step_ms`: how often the host looks at its port; more is quicker to simulate. `firmware`: another
        binary than the machine's."""
        self._step_us = 1000 * step_ms
        self._library = load(kind)
        self._sim = self._library.sim_create(seed, _binary(kind, firmware))
        if not self._sim:
            raise RuntimeError("The firmware's binary cannot be read.")
        self._plant = self._library.sim_plant(self._sim)
        self._bytes = (ctypes.c_uint8 * 4096)()
        self._stamps = (ctypes.c_uint64 * 4096)()
        self._settings = settings
        self.link = HostLink(self, session=seed & 0xFFFF, settings=settings)
        self.lease = True
        self.patience = 1000.0
        """Seconds after which `do` gives up, whatever the command may take."""
        self.minded = False
        """True: somebody presses START as soon as motion was interrupted."""
        self.silent = False
        """True cuts the cable: nothing comes, nothing goes."""
        self.status = Status(MachineState.BOOT)
        self.states: list[MachineState] = []
        """Every change of the state that was reported."""
        self.reports: list[Report] = []
        """All reports but `Status`."""
        self.greetings: list[Greeted] = []
        self.replies: list[Answered] = []
        self.silences = 0
        """How often the machine fell silent."""
        self.wire: Callable[[bytes, bool], bytes] = lambda data, to_machine: data
        """What the line does to the bytes."""
        self._plans: list[tuple[float, Callable[[], object]]] = []

    def close(self) -> None:
        self._library.sim_free(self._sim)

    def __enter__(self) -> Rig:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The port of the link.

    def read(self) -> bytes:
        size = self._library.sim_receive(self._sim, self._bytes, self._stamps, len(self._bytes))
        data = bytes(self._bytes[:size])
        return b"" if self.silent else self.wire(data, False)

    def write(self, data: bytes) -> None:
        if self.silent:
            return
        data = self.wire(data, True)
        self._library.sim_send(self._sim, data, len(data))
        self._library.monitor_host(self._plant)

    def read_stamped(self) -> list[tuple[bytes, float]]:
        """As `read`, byte by byte, and when each was complete (s)."""
        size = self._library.sim_receive(self._sim, self._bytes, self._stamps, len(self._bytes))
        return [(bytes(self._bytes[n : n + 1]), self._stamps[n] / 1e6) for n in range(size)]

    # Time.

    @property
    def now(self) -> float:
        return float(self._library.sim_now(self._sim)) / 1e6

    def at(self, seconds: float, what: Callable[[], object]) -> None:
        """Something happens, counted from now."""
        self._plans.append((self.now + seconds, what))

    def live(self, microseconds: int) -> None:
        """Only the machine and its plant; the host does not look."""
        self._library.sim_run(self._sim, microseconds)

    def step(self) -> list[News]:
        """One look of the host at its port."""
        for plan in [p for p in self._plans if p[0] <= self.now]:
            self._plans.remove(plan)
            plan[1]()
        self._library.sim_run(self._sim, self._step_us)
        try:
            news = self.link.poll(self.now, self.lease)
        except DeviceLostError:
            self.silences += 1
            return []
        for item in news:
            self._note(item)
        return news

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds * 1e6 / self._step_us)):
            self.step()

    def until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Runs until the condition holds; False when it did not within the time."""
        for _ in range(round(seconds * 1e6 / self._step_us)):
            if condition():
                return True
            self.step()
        return condition()

    def _note(self, item: News) -> None:
        if isinstance(item, Status):
            self.status = item
            if not self.states or self.states[-1] is not item.state:
                self.states.append(item.state)
            if self.minded and item.state is MachineState.HOLD and Flag.LEASE in item.flags:
                self.link.send(Press())
                self.pressed()
        elif isinstance(item, Greeted):
            self.greetings.append(item)
        elif isinstance(item, Answered):
            self.replies.append(item)
        else:
            self.reports.append(item)

    def pulses_of_all(self) -> list[int]:
        """The steps that the firmware has commanded of each slide since the start."""
        return [self.pulses(slide) for slide in range(9)]

    # What a host does.

    def greet(self) -> None:
        """Until the machine has answered and reported its state."""
        if not self.until(lambda: self.status.state is not MachineState.BOOT, 3):
            raise RefusedError("The machine does not answer.")
        self.run(0.2)

    def ask(self, command: Command, seconds: float = 3.0) -> Reply:
        """The machine's answer to a command, for which a person presses a key when the settings are sent."""
        self.until(lambda: self.link.under_way is None, 5.0)
        self.link.send(Press())
        self.pressed()
        before = len(self.replies)
        self.link.send(command)
        self.until(lambda: any(r.command == command for r in self.replies[before:]), seconds)
        return next((r.reply for r in self.replies[before:] if r.command == command), Reply(Answer.REFUSED))

    def do(self, command: Command, seconds: float = 30.0) -> bool:
        """A command, followed to its end; False when a fault is latched or the time is over."""
        before = len(self.reports)
        reply = self.ask(command)
        if reply.answer is Answer.REFUSED:
            raise RefusedError(f"{command} was refused in {self.status.state.name}: {reply.reason.name}.")
        if reply.answer is Answer.DONE:
            return True
        ended = Done(reply.action)
        self.until(
            lambda: ended in self.reports[before:] or self.latched is not None, min(seconds, self.patience)
        )
        return ended in self.reports[before:]

    @property
    def faults(self) -> list[Fault]:
        return [r for r in self.reports if isinstance(r, Fault)]

    @property
    def latched(self) -> Fault | None:
        """The fault that waits for a person, if the machine says that one does."""
        if self.status.state not in (MachineState.FAULT, MachineState.ESTOP):
            return None
        return next((f for f in reversed(self.faults) if f.outcome is Outcome.LATCHED), None)

    def ready(self) -> bool:
        """From greeting to READY or STAGED."""
        self.greet()
        if self.status.fault:
            self.do(ClearFault())
        return self.do(Home())

    def load(self, tile_set: int) -> bool:
        """The players push a whole set through the hatch."""
        if not self.do(Collect(tile_set)):
            return False
        self.push(tile_set)
        wanted = self.count(tile_set, Place.MAT)
        self.until(lambda: self.count(tile_set, Place.MAT) == 0, 1 + wanted * 0.02)
        self.push(NOBODY)
        return self.do(Close())

    def sort(self, seconds: float = 200.0) -> bool:
        return self.do(Shuffle(), seconds)

    def raise_walls(self) -> bool:
        return self.do(Raise())

    def lower(self) -> bool:
        return self.do(Lower())

    @property
    def staged(self) -> bool:
        return self.status.sorter is Sorter.STAGED

    # The plant.

    def __getattr__(self, name: str) -> Callable[..., int]:
        """`rig.jam(0, 20.0, 2)` calls `plant_jam` of plant.h for this machine."""
        if name.startswith("_"):
            raise AttributeError(name)
        function = getattr(self._library, f"plant_{name}")
        return lambda *arguments: function(self._plant, *arguments)

    def plant_break(self, axis: int, how: int) -> None:
        self._library.plant_break(self._plant, axis, how)

    def reset(self, cause: int) -> None:
        self._library.sim_reset(self._sim, cause)

    def left(self, drum: int = NOBODY, rows: int = NOBODY) -> None:
        """What an evening before left: a set in the drum, one sorted in the rows; sim.h. Before anything
        runs."""
        self._library.sim_left(self._sim, drum, rows)

    def hang(self) -> None:
        self._library.sim_hang(self._sim)

    def person_at_service(self, on: bool) -> None:
        self._library.monitor_service(self._plant, on)

    def pressed(self) -> None:
        """Reports to the monitor that a person pressed START."""
        self._library.monitor_press(self._plant)

    def restarted(self, session: int) -> None:
        """Another run of the service: it knows of no press."""
        self.link = HostLink(self, session=session, settings=self._settings)
        self._library.monitor_break(self._plant)

    def unsafe(self) -> dict[Unsafe, int]:
        """What the monitor saw, without zeros."""
        seen = {kind: self._library.monitor_violations(self._plant, kind) for kind in Unsafe}
        return {kind: n for kind, n in seen.items() if n}

    @property
    def stop_latency_ms(self) -> float:
        return float(self._library.monitor_stop_latency_us(self._plant)) / 1000

    @property
    def pinch_ms(self) -> int:
        return int(self._library.monitor_longest_pinch_ms(self._plant))

    @property
    def force_n(self) -> float:
        """The most that a slide has pressed onto what was in its way, in newtons (estimate)."""
        return float(self._library.monitor_most_force_n(self._plant))

    @property
    def coast_ms(self) -> int:
        """The longest time that the drum turned under an open lid."""
        return int(self._library.monitor_longest_coast_ms(self._plant))

    def busy(self, seconds: float) -> tuple[float, list[int]]:
        """Runs; share of that time in which the simulated processor was awake, and pulses per slide."""
        before, asleep = [self.pulses(s) for s in range(9)], self._asleep()
        self.run(seconds)
        share = 1 - (self._asleep() - asleep) / seconds
        return share, [self.pulses(s) - n for s, n in enumerate(before)]

    def _asleep(self) -> float:
        return float(self._library.sim_asleep_us(self._sim)) / 1e6

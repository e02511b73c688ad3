from __future__ import annotations

import os
import threading
import time
from itertools import pairwise

import pytest

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
from firmware_bridge.serial_device import SerialDevice
from firmware_bridge.simulator import Faults, SimulatedDevice, SimulatedMachine, Timing

NO_FAULTS = Faults(jam=0.0)


class Mat:
    def __init__(self) -> None:
        self.log: list[str] = []

    def collected(self) -> None:
        self.log.append("collected")

    def raised(self) -> None:
        self.log.append("raised")

    def dice(self) -> tuple[int, int]:
        self.log.append("dice")
        return 2, 5


class Bench:
    """A device on a bench: sends a command and waits for a state, in simulated time."""

    def __init__(self, device: SimulatedDevice) -> None:
        self.device, self.now = device, 0.0
        self.reports: list[Report] = []
        self.state = MachineState.BOOT

    def run(self, until: MachineState, command: Command | None = None, limit: float = 120.0) -> None:
        if command is not None:
            self.device.send(command)
        end = self.now + limit
        while self.now < end:
            self.wait(0.1)
            if self.state is until:
                return
        raise AssertionError(f"{until.name} was not reached, the machine stands in {self.state.name}")

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += 0.1
            for report in self.device.poll(self.now):
                self.reports.append(report)
                if isinstance(report, Status):
                    self.state = report.state


def cycle(bench: Bench) -> None:
    bench.run(MachineState.READY, Home())
    bench.run(MachineState.CLOSING, Collect())
    bench.run(MachineState.STAGED, Shuffle())
    bench.run(MachineState.PRESENTED, Raise())
    bench.device.send(ThrowDice())
    bench.wait(3)


def test_a_whole_cycle_ends_with_walls_and_dice() -> None:
    mat = Mat()
    bench = Bench(SimulatedDevice(mat, seed=1, faults=NO_FAULTS))
    cycle(bench)
    assert mat.log == ["collected", "raised", "dice"]
    assert WallsPresented((17, 17, 17, 17)) in bench.reports
    assert bench.reports.count(DiceFell((2, 5))) == 1


def test_a_jam_is_reported_and_clears_itself() -> None:
    bench = Bench(SimulatedDevice(Mat(), seed=3, faults=Faults(jam=1.0, stays_jammed=0.0)))
    cycle(bench)
    jams = [r for r in bench.reports if isinstance(r, Fault)]
    assert len(jams) == 1
    assert jams[0].recovering
    assert jams[0].code == 0x20 + jams[0].lane
    assert any(isinstance(r, Status) and r.state is MachineState.RECOVERING for r in bench.reports)
    assert bench.state is MachineState.PRESENTED


def test_the_lanes_count_up_while_it_sorts_and_a_jam_takes_nothing_back() -> None:
    bench = Bench(SimulatedDevice(Mat(), seed=3, faults=Faults(jam=1.0, stays_jammed=0.0)))
    cycle(bench)
    counted = [r.stacks for r in bench.reports if isinstance(r, Sensors)]
    sorting = counted[: counted.index((17, 17, 17, 17)) + 1]
    assert len(sorting) > 10
    assert all(a <= b for one, two in pairwise(sorting) for a, b in zip(one, two, strict=True))
    assert counted[-1] == (0, 0, 0, 0)


def test_the_hatch_is_open_only_while_tiles_are_taken_in() -> None:
    bench = Bench(SimulatedDevice(Mat(), seed=1, faults=NO_FAULTS))
    bench.run(MachineState.READY, Home())
    bench.run(MachineState.INTAKE, Collect())
    assert [r.hatch_open for r in bench.reports if isinstance(r, Sensors)][-1]
    bench.run(MachineState.CLOSING)
    assert not [r.hatch_open for r in bench.reports if isinstance(r, Sensors)][-1]


def test_a_jam_that_stays_waits_for_an_operator() -> None:
    bench = Bench(SimulatedDevice(Mat(), seed=3, faults=Faults(jam=1.0, stays_jammed=1.0)))
    bench.run(MachineState.READY, Home())
    bench.run(MachineState.CLOSING, Collect())
    bench.run(MachineState.FAULT, Shuffle())
    bench.wait(30)
    assert bench.state is MachineState.FAULT
    bench.run(MachineState.STAGED, ClearFault())


def test_an_order_out_of_turn_moves_nothing() -> None:
    bench = Bench(SimulatedDevice(Mat(), seed=1, faults=NO_FAULTS))
    bench.run(MachineState.UNHOMED)
    for command in (Raise(), Shuffle(), Collect()):
        bench.device.send(command)
        bench.wait(5)
        assert bench.state is MachineState.UNHOMED


def test_stop_is_obeyed_in_any_state_and_needs_homing_again() -> None:
    bench = Bench(SimulatedDevice(Mat(), seed=1, faults=NO_FAULTS))
    bench.run(MachineState.READY, Home())
    bench.run(MachineState.OPENING, Collect())
    bench.run(MachineState.UNHOMED, Stop())
    bench.run(MachineState.READY, Home())


def test_motion_holds_while_the_service_is_silent_and_goes_on_after() -> None:
    mat = Mat()
    bench = Bench(SimulatedDevice(mat, seed=1, faults=NO_FAULTS))
    bench.run(MachineState.READY, Home())
    bench.run(MachineState.CLOSING, Collect())
    bench.run(MachineState.SORTING, Shuffle())
    machine = bench.device.machine
    for _ in range(400):
        bench.now += 0.1
        machine.step(bench.now)
    assert machine.state is MachineState.HOLD
    bench.run(MachineState.STAGED)


def test_the_same_machine_answers_over_a_serial_port() -> None:
    master, slave = os.openpty()
    os.set_blocking(master, False)

    class Master:
        def read(self) -> bytes:
            try:
                return os.read(master, 4096)
            except BlockingIOError:
                return b""

        def write(self, data: bytes) -> None:
            os.write(master, data)

    machine = SimulatedMachine(Master(), Mat(), 1, Timing().times(0.02), NO_FAULTS)
    stop = threading.Event()

    def live() -> None:
        while not stop.wait(0.002):
            machine.step(time.monotonic())

    thread = threading.Thread(target=live)
    device = SerialDevice(os.ttyname(slave))
    device.open()
    thread.start()
    try:
        device.send(Home())
        end = time.monotonic() + 20
        states: set[MachineState] = set()
        while MachineState.READY not in states and time.monotonic() < end:
            states |= {r.state for r in device.poll(0.0) if isinstance(r, Status)}
            time.sleep(0.01)
        assert MachineState.READY in states
    finally:
        device.close()
        stop.set()
        thread.join()
        os.close(master)
        os.close(slave)


def test_a_missing_port_is_one_clear_sentence() -> None:
    with pytest.raises(Exception, match="cannot be opened"):
        SerialDevice("/dev/no-such-port").open()

"""The firmware behind the model: whether this computer has built it before."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from contract.messages import LinkView
from firmware_bridge.device import News
from firmware_bridge.message import Collect, Command, Done, Home
from firmware_bridge.pins import Input
from firmware_bridge.virtual import device as devices
from firmware_bridge.virtual import native_library
from firmware_bridge.virtual.device import BuiltDevice, Simulator, virtual_device
from firmware_bridge.virtual.native import NativeDevice
from firmware_bridge.virtual.native_library import BuildError
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulated_device import SimulatedDevice
from firmware_bridge.virtual.simulator import Faults, Timing
from runtime.tasks import Part, Tasks
from tests.firmware_bridge.virtual.test_simulator import Mat


def test_a_computer_that_has_built_it_before_does_not_wait_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never() -> BuiltDevice:
        raise AssertionError

    monkeypatch.setattr(native_library, "build_folder", lambda: tmp_path)
    assert BuiltDevice(never, never, Left(), wait=False).first
    (tmp_path / "libjantaku_native.so").touch()
    assert not BuiltDevice(never, never, Left(), wait=False).first


class Machine:
    """Records each call."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.calls: list[object] = []
        self.left = Left(1, 2)
        self.statistics = LinkView(sent=7)

    def open(self) -> None:
        self.calls.append("open")

    def send(self, command: Command) -> None:
        self.calls.append(command)

    def touch(self, inputs: Sequence[Input]) -> None:
        self.calls.append(("touch", tuple(inputs)))

    def poll(self, now: float) -> list[News]:
        self.calls.append(("poll", now))
        return [Done(4)]

    def close(self) -> None:
        self.calls.append("close")


class Building:
    """A build that lasts until `end` is set, or fails with `error`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> None:
        self.end, self._error = threading.Event(), error
        self.asked: list[str] = []
        monkeypatch.setattr(native_library, "load", self.load)
        monkeypatch.setattr(native_library, "built", lambda name: name == "native")
        self.firmware, self.model = Machine("firmware"), Machine("model")

    def load(self, name: str) -> None:
        self.asked.append(name)
        assert self.end.wait(60)
        if self._error is not None:
            raise self._error

    def device(self, *, wait: bool, part: Part | None = None) -> BuiltDevice:
        return BuiltDevice(lambda: self.firmware, lambda: self.model, Left(5, 6), wait=wait, part=part)


def built(device: BuiltDevice) -> list[News]:
    """What it says first."""
    for _ in range(2000):
        if news := device.poll(1.5):
            return news
        time.sleep(0.005)
    raise AssertionError("it is silent")


def test_while_it_is_built_the_machine_is_silent_and_then_obeys_in_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    building = Building(monkeypatch)
    device = building.device(wait=False)
    assert not device.first
    device.close()
    device.open()
    for command in (Home(), Collect()):
        device.send(command)
    device.touch([Input.ESTOP])
    assert (device.poll(1.0), device.left, device.statistics) == ([], Left(5, 6), LinkView())
    building.end.set()
    assert built(device) == [Done(4)]
    assert building.firmware.calls == ["open", Home(), Collect(), ("poll", 1.5)]
    device.send(Home())
    device.touch([Input.ESTOP])
    assert (device.left, device.statistics) == (Left(1, 2), LinkView(sent=7))
    device.close()
    assert building.firmware.calls[4:] == [Home(), ("touch", (Input.ESTOP,)), "close"]
    assert (building.model.calls, building.asked, device.trouble) == ([], ["native"], None)


def test_a_table_that_waits_has_its_machine_at_the_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    building = Building(monkeypatch)
    building.end.set()
    device = building.device(wait=True)
    device.open()
    assert device.poll(1.5) == [Done(4)]


@pytest.mark.parametrize(
    ("error", "trouble", "slips"),
    [
        (BuildError("There is no compiler."), "There is no compiler; its model in Python stands in.", False),
        (OSError("No such file"), "No such file; its model in Python stands in.", False),
        (
            KeyError("x"),
            "The firmware was not built by an error of the program; its model in Python stands in.",
            True,
        ),
    ],
)
def test_where_it_does_not_build_its_model_stands_in_and_it_says_why(
    monkeypatch: pytest.MonkeyPatch, error: Exception, trouble: str, slips: bool
) -> None:
    building, tasks = Building(monkeypatch, error), Tasks()
    building.end.set()
    slipped: list[Exception] = []
    part = tasks.part("firmware-build")
    monkeypatch.setattr(part, "slipped", slipped.append)
    device = building.device(wait=True, part=part)
    device.open()
    device.send(Home())
    assert device.poll(1.5) == [Done(4)]
    assert building.model.calls == ["open", Home(), ("poll", 1.5)]
    assert (building.firmware.calls, device.trouble) == ([], trouble)
    assert slipped == ([error] if slips else [])


@pytest.mark.parametrize(
    ("simulator", "lacking", "kind"),
    [
        *(("python", None, SimulatedDevice), ("python", "a compiler", SimulatedDevice)),
        *(("auto", "a compiler", SimulatedDevice), ("auto", None, BuiltDevice)),
        *(("firmware", None, NativeDevice), ("firmware", "a compiler", NativeDevice)),
    ],
)
def test_the_firmware_is_taken_where_it_can_be_built_or_is_wished(
    monkeypatch: pytest.MonkeyPatch, simulator: Simulator, lacking: str | None, kind: type
) -> None:
    monkeypatch.setattr(native_library, "lacking", lambda name: lacking if name == "native" else "all")
    made: dict[str, tuple[object, ...]] = {}

    def native(*of: object) -> NativeDevice:
        made["native"] = of
        return object.__new__(NativeDevice)

    def model(*of: object) -> SimulatedDevice:
        made["model"] = of
        return object.__new__(SimulatedDevice)

    monkeypatch.setattr(devices, "NativeDevice", native)
    monkeypatch.setattr(devices, "SimulatedDevice", model)
    plant, faults, left = Mat(), Faults(), Left(3, 4)
    device = virtual_device(simulator, plant, 9, faults, left, 2, 4.0, wait=False)
    assert type(device) is kind
    if kind is NativeDevice:
        assert made == {"native": (plant, 9, faults, left, 2, 4.0)}
    elif kind is SimulatedDevice:
        assert made == {"model": (plant, 9, Timing().times(0.25), faults, left)}
    else:
        assert (made, device.left) == ({}, left)

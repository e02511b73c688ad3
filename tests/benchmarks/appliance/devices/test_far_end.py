"""The far end of the cable: the firmware's binary, people who push tiles in, dice as they lie."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.appliance.devices.far_end import FarEnd
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from firmware_bridge.device import News
from firmware_bridge.link import HostLink
from firmware_bridge.message import (
    Close,
    Collect,
    Command,
    DiceFell,
    Home,
    MachineState,
    Press,
    Status,
    ThrowDice,
)
from firmware_bridge.virtual.native_library import lacking
from tests.hardware.socket_port import SocketPort

pytestmark = pytest.mark.skipif(lacking("sim") is not None, reason=str(lacking("sim")))


class Computer:
    """What the service has at its end of the cable."""

    def __init__(self, folder: Path) -> None:
        door = socket.socket(socket.AF_UNIX)
        door.bind(str(folder / "cable"))
        door.listen()
        self.world = VirtualTable(Ruleset.preset("rrc"), ("A", "B", "C", "D"), seed=3, hands=1)
        self.far = FarEnd(folder / "cable", self.world, 3)
        line, _ = door.accept()
        door.close()
        self._port = SocketPort(line)
        self.link, self.t, self.news = HostLink(self._port), 0.0, list[News]()
        self.far.step(0.0)

    def send(self, *commands: Command) -> None:
        for command in commands:
            self.link.send(command)

    def until(self, true: Callable[[], object], seconds: float) -> bool:
        end = self.t + seconds
        while self.t < end and not true():
            self.t += 0.01
            self.far.step(self.t)
            self.news += self.link.poll(self.t)
        return bool(true())

    def state(self) -> MachineState | None:
        return next((item.state for item in reversed(self.news) if isinstance(item, Status)), None)

    def close(self) -> None:
        self.far.close()
        self._port.close()


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Computer]:
    computer = Computer(tmp_path)
    yield computer
    computer.close()


def test_tiles_are_pushed_in_and_dice_fall_as_the_hand_lies(computer: Computer) -> None:
    assert computer.until(lambda: computer.state() is MachineState.UNHOMED, 5)
    computer.far.pressed()
    computer.send(Press(), Home())
    assert computer.until(lambda: computer.state() is MachineState.READY, 30)
    computer.far.pressed()
    computer.send(Press(), Collect(0))
    assert computer.until(lambda: computer.far.takes_in, 10), "tiles lie before the open hatch"
    assert computer.until(lambda: not computer.far.takes_in, 20), "people have pushed them in"
    computer.far.pressed()
    computer.send(Press(), Close())
    assert computer.until(lambda: computer.state() is MachineState.READY, 20)
    computer.send(ThrowDice())
    thrown = [(5, 2), (4, 4)]
    computer.world.dice = lambda: thrown.pop(0)  # type: ignore[method-assign]
    assert computer.until(lambda: any(isinstance(item, DiceFell) for item in computer.news), 30)
    assert [item.dice for item in computer.news if isinstance(item, DiceFell)] == [(5, 2)]
    assert MachineState.INTAKE in computer.far.states
    assert computer.far.unsafe == {}

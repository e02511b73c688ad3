"""What answers on the port is not the machine of this release: one sentence, and nothing moves."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli.machine.commands import machine
from firmware_bridge.device import DeviceLostError, Trouble
from firmware_bridge.message import MAJOR, Build, Home, MachineHello, MachineState
from firmware_bridge.serial_device import SerialDevice
from firmware_bridge.virtual.simulator import SimulatedMachine
from tests.firmware_bridge.ports import SerialLine
from tests.firmware_bridge.virtual.test_simulator import Mat

OTHERS: dict[str, tuple[dict[str, Any], Trouble, str]] = {
    "older": ({"major": MAJOR - 1}, Trouble.RELEASE, "is older than this release (protocol 0.4, not 1.4)"),
    "newer": ({"major": MAJOR + 1}, Trouble.RELEASE, "is newer than this release (protocol 2.4, not 1.4)"),
    "messages": ({"schema": 0x1234}, Trouble.MESSAGES, "another version of the protocol (messages 1234"),
    "wiring": ({"pins": 0xBAD0BAD}, Trouble.WIRING, "another wiring (pin map 0BAD0BAD"),
    "another device": ({"magic": b"XX"}, Trouble.STRANGER, "Something else than the machine answers"),
}


class Port(SerialLine):
    """A pseudo terminal with a machine whose greeting is changed, or with somebody who says the same
    again and again."""

    def __init__(self, change: dict[str, Any] | None = None, says: bytes = b"") -> None:
        super().__init__()
        self.mat = Mat()
        self.machine = SimulatedMachine(self, self.mat, 1)
        self.states: set[MachineState] = set()
        self._says = says
        greet = self.machine._hello

        def hello() -> MachineHello:
            return replace(greet(), build=Build.AVR, **(change or {}))

        self.machine._link._hello = hello
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._live)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        super().close()

    def _live(self) -> None:
        while not self._ended.wait(0.01):
            if self._says:
                self.read()
                self.write(self._says)
            else:
                self.machine.step(time.monotonic())
                self.states.add(self.machine.state)


@pytest.fixture(params=OTHERS)
def other(request: pytest.FixtureRequest) -> Iterator[tuple[Port, Trouble, str]]:
    change, trouble, sentence = OTHERS[request.param]
    port = Port(change)
    yield port, trouble, sentence
    port.close()


def lost(port: Port) -> DeviceLostError:
    """The sentence for a service that wants it to home."""
    device = SerialDevice(port.name)
    device.open()
    device.send(Home())
    end = time.monotonic() + 60
    try:
        while time.monotonic() < end:
            device.poll(0.0)
            time.sleep(0.01)
    except DeviceLostError as error:
        time.sleep(0.5)
        return error
    finally:
        device.close()
    raise AssertionError("it was taken for the machine")


def status(port: str, folder: Path) -> tuple[int, str, str]:
    """Exit code, the sentence and stderr of `jantaku machine status`."""
    config = folder / "table.toml"
    config.write_text(
        f'[camera]\nkind = "v4l2"\nsource = "/dev/video0"\n[machine]\nkind = "serial"\nport = "{port}"\n'
    )
    words = ["--config", str(config), "--data", str(folder), "--json", "status"]
    result = CliRunner().invoke(machine, words)
    return result.exit_code, json.loads(result.stdout)["message"], result.stderr


def test_it_is_refused_and_does_not_move(other: tuple[Port, Trouble, str]) -> None:
    port, trouble, sentence = other
    error = lost(port)
    assert error.trouble is trouble
    assert sentence in str(error)
    assert str(error).endswith(".")
    assert (port.states, port.mat.log) == ({MachineState.UNHOMED}, [])


def test_status_says_which(other: tuple[Port, Trouble, str], tmp_path: Path) -> None:
    port, _, sentence = other
    code, message, stderr = status(port.name, tmp_path)
    assert code == 1
    assert sentence in message
    assert stderr == f"{message}\n"
    assert port.states == {MachineState.UNHOMED}


@pytest.mark.parametrize(
    ("says", "trouble"), [(b"ok T:21.0 /0.0\r\n", Trouble.STRANGER), (b"", Trouble.SILENT)]
)
def test_a_port_with_something_else_on_it(says: bytes, trouble: Trouble, tmp_path: Path) -> None:
    port = Port(says=says)
    if not says:
        port._ended.set()
    try:
        assert lost(port).trouble is trouble
        code, message, stderr = status(port.name, tmp_path)
        assert (code, stderr) == (1, f"{message}\n")
    finally:
        port.close()

"""The binary for the STM32F429ZI in a machine that others wrote: QEMU's STM32F405 (`netduinoplus2`).

It has the same core, interrupt controller, system timer and serial port. It has no pins, clocks, watchdogs,
DMA and no second bank of flash: nothing can move there, and what is tested is that the binary starts, keeps
time and speaks.
"""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_bridge.device import Answered, Greeted, News
from firmware_bridge.frame import LinkFrame, encode
from firmware_bridge.link import HostLink
from firmware_bridge.message import (
    Answer,
    Build,
    Configure,
    FrameType,
    Home,
    MachineState,
    Reason,
    Status,
    Stop,
)
from firmware_bridge.packing import code_of
from firmware_bridge.pins import BOARDS
from firmware_bridge.virtual.native_library import build
from tests.hardware.conftest import need
from tests.hardware.socket_port import SocketPort

PATIENCE_S = 60.0
"""QEMU has no time of its own here; a busy computer makes it slow."""


class Qemu(SocketPort):
    """A port and its emulator."""

    def __init__(self, image: Path, folder: Path) -> None:
        path = folder / "line"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(path))
        listener.listen(1)
        serial = ("-serial", "null", "-serial", "null", "-serial", f"unix:{path}")
        quiet = ("-nodefaults", "-display", "none", "-monitor", "none")
        self._process = subprocess.Popen(
            ["qemu-system-arm", "-M", "netduinoplus2", *quiet, "-kernel", str(image), *serial],
            stdin=subprocess.DEVNULL,
        )
        listener.settimeout(PATIENCE_S)
        line, _ = listener.accept()
        listener.close()
        super().__init__(line)

    def close(self) -> None:
        super().close()
        self._process.terminate()
        self._process.wait(60)


@pytest.fixture
def qemu(tmp_path: Path) -> Iterator[Qemu]:
    need("stm32")
    if shutil.which("qemu-system-arm") is None:
        pytest.skip("qemu-system-arm missing: sudo apt install qemu-system-arm")
    emulator = Qemu(build("stm32") / "stm32.bin", tmp_path)
    yield emulator
    emulator.close()


def until(link: HostLink, found: Callable[[list[News]], bool]) -> list[News]:
    """All news until they are enough."""
    news: list[News] = []
    end = time.monotonic() + PATIENCE_S
    while not found(news):
        assert time.monotonic() < end, f"QEMU says no more than {news}."
        news += link.poll(time.monotonic())
        time.sleep(0.002)
    return news


def some(kind: type[News]) -> Callable[[list[News]], bool]:
    return lambda news: any(isinstance(item, kind) for item in news)


def test_it_greets_and_reports_its_state(qemu: Qemu) -> None:
    link = HostLink(qemu, session=1)
    news = until(link, some(Status))
    hello = next(item.hello for item in news if isinstance(item, Greeted))
    assert (hello.build, BOARDS[hello.pins]) == (Build.STM32, "NUCLEO-F429ZI")
    status = next(item for item in news if isinstance(item, Status))
    assert status.state in (MachineState.UNHOMED, MachineState.FAULT)


def test_its_millisecond_is_one(qemu: Qemu) -> None:
    link = HostLink(qemu, session=2)
    first = time.monotonic()
    news = until(link, lambda found: sum(isinstance(item, Status) for item in found) >= 12)
    took = time.monotonic() - first
    times = [item.uptime_ms for item in news if isinstance(item, Status)]
    assert all(90 <= later - earlier <= 210 for earlier, later in pairwise(times[1:]))
    assert times[-1] - times[0] <= 1000 * took + 200


def test_it_answers_commands_and_refuses_what_is_out_of_turn(qemu: Qemu) -> None:
    link = HostLink(qemu, session=3)
    until(link, some(Status))
    for command in (Configure(0, -1), Home()):
        link.send(command)
        reply = next(item.reply for item in until(link, some(Answered)) if isinstance(item, Answered))
        assert reply.answer is Answer.REFUSED
        assert reply.reason is not Reason.UNKNOWN


def test_damaged_frames_change_nothing(qemu: Qemu) -> None:
    """Noise, and a whole STOP with one bit wrong, which would be acknowledged."""
    link = HostLink(qemu, session=4)
    until(link, some(Status))
    chance = random.Random(4)
    stop = bytearray(encode(LinkFrame(FrameType.STOP, 0, 9, code_of(Stop))))
    for n in range(200):
        damaged = bytearray(stop)
        damaged[1 + n % (len(stop) - 2)] ^= 1 << chance.randrange(8)
        qemu.write(bytes(damaged) if n % 2 else chance.randbytes(chance.randrange(80)) + b"\0")
    link.send(Configure(0, -1))
    until(link, some(Answered))
    statistics = link.statistics
    assert statistics.lives == 1, "it was not reset"
    assert statistics.damaged == 0, "what it says is whole"

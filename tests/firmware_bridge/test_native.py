"""The firmware compiled for this computer, as the device of a virtual table."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import native_library
from firmware_bridge.device import Answered, Greeted, News
from firmware_bridge.message import (
    NONE,
    Build,
    Close,
    Collect,
    Command,
    DiceFell,
    Fault,
    MachineState,
    Outcome,
    Raise,
    Shuffle,
    Sorter,
    Status,
    ThrowDice,
    WallsPresented,
)
from firmware_bridge.native import NativeDevice
from firmware_bridge.native_library import BuildError
from firmware_bridge.simulator import Faults, SimulatedDevice
from firmware_bridge.virtual_device import virtual_device
from tests.firmware_bridge.test_simulator import Mat

S = MachineState
TOOLS = all(shutil.which(tool) for tool in ("make", "cc"))
needs_compiler = pytest.mark.skipif(
    not TOOLS, reason="needs make and a C compiler: sudo apt install make gcc"
)


class Table:
    """A device and what came of it, in the table's seconds."""

    def __init__(self, jam: float = 0.0, state: MachineState = S.UNHOMED, sets: int = 2) -> None:
        self.mat = Mat()
        self.device = NativeDevice(self.mat, 3, Faults(jam=jam, stays_jammed=0.0), state, sets)
        self.device.open()
        self.now = 0.0
        self.news: list[News] = []
        self.status = Status(S.BOOT)
        self.wait(0.5)

    def wait(self, seconds: float, until: MachineState | None = None) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += 0.1
            for item in self.device.poll(self.now):
                self.news.append(item)
                if isinstance(item, Status):
                    self.status = item
            if self.status.state is until:
                return
        assert until is None, f"{until} was not reached: {self.status}"

    def do(self, command: Command, until: MachineState) -> float:
        """Seconds until the state was reached."""
        begun = self.now
        self.device.send(command)
        self.wait(0.2)
        self.wait(120.0, until)
        return self.now - begun

    def play_hand(self, chosen: int) -> float:
        """From START to the dice, the players taking two seconds to push; seconds from the second START."""
        self.do(Collect(chosen), S.INTAKE)
        self.wait(2.0)
        seconds = self.do(Close(), S.STAGED) + self.do(Raise(), S.PRESENTED)
        self.device.send(ThrowDice())
        self.wait(3.0)
        return seconds


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.device.close()


@needs_compiler
def test_two_hands_with_two_sets(table: Table) -> None:
    assert (table.status.state, table.status.row_set, table.status.drum_set) == (S.STAGED, 1, NONE)
    assert table.play_hand(0) <= 8.0, "from START to the walls"
    assert table.mat.log == ["collected", "raised", "dice"]
    assert [n.dice for n in table.news if isinstance(n, DiceFell)] == [(2, 5)]
    assert [n for n in table.news if isinstance(n, WallsPresented)] == [WallsPresented((17, 17, 17, 17), 1)]
    table.do(Shuffle(), S.PRESENTED)
    table.wait(90.0)
    assert (table.status.sorter, table.status.row_set) == (Sorter.STAGED, 0)
    assert table.play_hand(1) <= 8.0
    assert [n.set for n in table.news if isinstance(n, WallsPresented)] == [1, 0]
    assert [n for n in table.news if isinstance(n, Fault)] == []


@needs_compiler
def test_it_is_the_firmware_that_answers(table: Table) -> None:
    assert not any(isinstance(n, Answered) and n.reply.reason for n in table.news)
    assert table.device.statistics.damaged == 0
    greeted = [n for n in table.news if isinstance(n, Greeted)]
    assert [g.hello.build for g in greeted] == [Build.NATIVE]


@needs_compiler
def test_a_jam_of_the_plant_is_found_and_cleared_by_the_firmware() -> None:
    table = Table(jam=1.0, state=S.CLOSING, sets=1)
    assert (table.status.state, table.status.drum_set) == (S.READY, 0)
    table.do(Shuffle(), S.STAGED)
    faults = [n for n in table.news if isinstance(n, Fault)]
    assert {f.code & ~3 for f in faults} == {0x20}
    assert [faults[0].outcome, faults[-1].outcome] == [Outcome.RECOVERING, Outcome.CLEARED]
    table.device.close()


def test_without_a_compiler_the_model_in_python_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: str) -> Path:
        raise BuildError("make and cc are missing.")

    monkeypatch.setattr(native_library, "build", fails)
    native_library.load.cache_clear()
    arguments = (Mat(), 1, Faults(), S.UNHOMED, 1, 1.0)
    assert isinstance(virtual_device("auto", *arguments), SimulatedDevice)
    with pytest.raises(BuildError, match="missing"):
        virtual_device("firmware", *arguments)


def test_products_never_lie_in_the_repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("JANTAKU_FIRMWARE_BUILD", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = native_library.build_folder()
    assert folder.parent == tmp_path / "jantaku"
    assert not folder.is_relative_to(native_library.FIRMWARE)


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(BuildError, match="make and cc missing: sudo apt install"):
        native_library.build.__wrapped__("native")

"""The firmware compiled for this computer, as the device of a virtual table."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from ctypes import CDLL
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.device import Answered, Device, Greeted, News
from firmware_bridge.faults import fault_of
from firmware_bridge.message import (
    NONE,
    Answer,
    Build,
    ClearFault,
    Close,
    Collect,
    Command,
    DiceFell,
    Fault,
    Home,
    MachineState,
    Outcome,
    Press,
    Raise,
    Reason,
    Reply,
    Shuffle,
    Sorter,
    Status,
    ThrowDice,
    WallsPresented,
)
from firmware_bridge.virtual import native_library
from firmware_bridge.virtual.device import BuiltDevice, virtual_device
from firmware_bridge.virtual.native import NativeDevice
from firmware_bridge.virtual.native_library import BuildError
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulated_device import SimulatedDevice
from firmware_bridge.virtual.simulator import Faults, Timing
from tests.firmware_bridge.virtual.test_simulator import Mat
from tests.mine import mine

S = MachineState
TOOLS = all(shutil.which(tool) for tool in ("make", "cc"))
needs_compiler = pytest.mark.skipif(
    not TOOLS, reason="needs make and a C compiler: sudo apt install make gcc"
)


class Table:
    """A device and what came of it, in the table's seconds."""

    def __init__(
        self, jam: float = 0.0, left: Left | None = None, sets: int = 2, stays_jammed: float = 0.0
    ) -> None:
        self.mat = Mat()
        left = Left.evening(sets) if left is None else left
        self.device = NativeDevice(self.mat, 3, Faults(jam=jam, stays_jammed=stays_jammed), left, sets)
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

    def press(self, command: Command) -> None:
        """A person presses START: the service sends the press, then the command."""
        self.device.send(Press())
        self.device.send(command)

    def do(self, command: Command, until: MachineState) -> float:
        """Seconds until the state was reached."""
        begun = self.now
        self.press(command)
        self.wait(0.2)
        self.wait(120.0, until)
        return self.now - begun

    def play_hand(self, chosen: int) -> float:
        """From START to the dice, the players taking two seconds to push; seconds from the second START."""
        self.do(Collect(chosen), S.INTAKE)
        self.wait(2.0)
        seconds = self.do(Close(), S.STAGED) + self.do(Raise(), S.PRESENTED)
        self.press(ThrowDice())
        self.wait(3.0)
        return seconds


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    table = Table()
    table.do(Home(), S.STAGED)
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
    table = Table(jam=1.0, left=Left(drum=0), sets=1)
    table.do(Home(), S.READY)
    assert (table.status.state, table.status.drum_set) == (S.READY, 0)
    table.do(Shuffle(), S.STAGED)
    faults = [n for n in table.news if isinstance(n, Fault)]
    assert {f.code & ~3 for f in faults} == {0x20}
    assert [faults[0].outcome, faults[-1].outcome] == [Outcome.RECOVERING, Outcome.CLEARED]
    table.device.close()


@needs_compiler
def test_people_take_the_tile_out_of_a_lane_that_stays_jammed() -> None:
    """They open the lid, which takes all power, close it and press START: nothing is reported before that."""
    table = Table(jam=0.6, left=Left(drum=0), sets=1, stays_jammed=1.0)
    table.do(Home(), S.READY)
    table.do(Shuffle(), S.FAULT)
    table.do(ClearFault(), S.UNHOMED)
    answered = [n for n in table.news if isinstance(n, Answered) and n.command == ClearFault()]
    assert [n.reply.answer for n in answered] == [Answer.DONE]
    latched = [
        fault_of(n.code).code for n in table.news if isinstance(n, Fault) and n.outcome is Outcome.LATCHED
    ]
    assert latched == ["E20", "E05"]
    table.do(Home(), S.READY)
    table.do(Shuffle(), S.STAGED)
    table.do(Raise(), S.PRESENTED)
    assert table.mat.log == ["raised"]
    table.device.close()


def first(device: Device, kind: type[Greeted] | type[Answered]) -> Any:
    """The first news of a kind, of a table that looks while its machine is built in real time."""
    for n in range(2000):
        for item in device.poll(n / 10):
            if isinstance(item, kind):
                return item
        time.sleep(0.005)
    raise AssertionError("nobody answered")


def test_without_a_compiler_the_machine_is_its_model_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    mine(monkeypatch, shutil, which=lambda _: None)
    device = virtual_device("auto", Mat(), 1, Faults(), Left(), 1, 4.0, wait=False)
    assert isinstance(device, SimulatedDevice)
    clock = (n / 100 for n in range(1000))
    while not any(isinstance(news, Greeted) for news in device.poll(next(clock))):
        pass
    device.send(Press())
    device.send(Home())
    begun = next(clock)
    while device.machine.state is not S.READY:
        device.poll(now := next(clock))
    assert now - begun == pytest.approx(Timing().home / 4, abs=0.1), "four times as fast"
    assert device.statistics.lives == 1


@needs_compiler
def test_the_table_does_not_wait_for_the_build_and_the_firmware_gets_what_was_sent_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_build = threading.Event()
    load = native_library.load

    def slow(kind: str) -> CDLL:
        may_build.wait(10.0)
        return load(kind)

    monkeypatch.setattr(native_library, "load", slow)
    device = virtual_device("auto", Mat(), 1, Faults(), Left(rows=1), 2, 1.0, wait=False)
    device.open()
    device.send(Home())
    assert device.poll(0.0) == []
    assert device.left == Left(rows=1)
    may_build.set()
    refused = Reply(Answer.REFUSED, Reason.PRESS)
    assert first(device, Answered) == Answered(Home(), refused), "it knows of no press"
    device.close()


@needs_compiler
@pytest.mark.parametrize("state", [S.UNHOMED, S.STAGED, S.SORTING, S.PRESENTED, S.INTAKE])
def test_a_machine_that_is_killed_is_found_as_it_was_left(state: MachineState) -> None:
    """Set 0 goes in while 1 is played, and is sorted; then the process dies."""
    before = Table()
    if state is not S.UNHOMED:
        before.do(Home(), S.STAGED)
    if state not in (S.UNHOMED, S.STAGED):
        before.play_hand(0)
    if state is S.SORTING:
        before.press(Shuffle())
        before.wait(10.0)
    elif state is S.PRESENTED:
        before.press(Shuffle())
        before.wait(90.0)
    elif state is S.INTAKE:
        before.do(Shuffle(), S.PRESENTED)
        before.wait(90.0)
        before.do(Collect(1), S.INTAKE)
    left = before.device.left
    before.device.close()
    assert (
        left
        == {
            S.UNHOMED: Left(rows=1),
            S.STAGED: Left(rows=1),
            S.SORTING: Left(drum=0),
            S.PRESENTED: Left(rows=0),
            S.INTAKE: Left(rows=0),
        }[state]
    )
    after = Table(left=left)
    after.do(Home(), S.READY if left.rows == NONE else S.STAGED)
    assert (after.status.drum_set, after.status.row_set) == (left.drum, left.rows)
    after.device.close()


def test_a_firmware_that_does_not_build_leaves_its_model_and_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_: str) -> Path:
        raise BuildError("make and cc are missing.")

    monkeypatch.setattr(native_library, "build", fails)
    native_library.load.cache_clear()
    arguments = (Mat(), 1, Faults(), Left(), 1, 1.0)
    device = virtual_device("auto", *arguments, wait=False)
    device.open()
    assert first(device, Greeted).hello.build is Build.PYTHON
    assert isinstance(device, BuiltDevice)
    assert device.trouble == "make and cc are missing; its model in Python stands in."
    with pytest.raises(BuildError, match="missing"):
        virtual_device("firmware", *arguments, wait=True)


def test_products_never_lie_in_the_repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("JANTAKU_FIRMWARE_BUILD", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = native_library.build_folder()
    assert folder.parent == tmp_path / "jantaku"
    assert not folder.is_relative_to(native_library.FIRMWARE)


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    mine(monkeypatch, shutil, which=lambda _: None)
    with pytest.raises(BuildError, match=r"make and cc missing: sudo apt install make gcc$"):
        native_library.build.__wrapped__("native")


@needs_compiler
def test_what_the_compiler_says_is_one_sentence_and_lies_in_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "sources"
    broken.mkdir()
    (broken / "Makefile").write_text("native:\n\t@echo 'core/x.c:1: error: no such thing' >&2; exit 1\n")
    monkeypatch.setattr(native_library, "FIRMWARE", broken)
    monkeypatch.setenv("JANTAKU_FIRMWARE_BUILD", str(tmp_path / "products"))
    with pytest.raises(BuildError) as caught:
        native_library.build.__wrapped__("native")
    log = tmp_path / "products" / "native.log"
    assert str(caught.value) == (
        f"The firmware does not build (core/x.c:1: error: no such thing): all of it is in {log}."
    )
    assert "no such thing" in log.read_text("utf-8")

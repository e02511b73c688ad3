"""New firmware for a machine whose table has stopped for it, at a simulated board with its bootloader."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
import serial

from controller.config import Config, parse
from controller.setup import firmware as module
from controller.setup.firmware import bring, has_board
from firmware_bridge.device import DeviceLostError, Trouble
from firmware_bridge.flash.bootloader import FlashError
from firmware_bridge.flash.stock import Kept
from firmware_bridge.virtual.native_library import build
from hardware.sim.board import Board, firmware, prepared, running
from tests.firmware_bridge.flash.plugged import plugged
from tests.firmware_bridge.ports import SerialLine
from tests.hardware.conftest import need


def table(data: Path, port: str) -> Config:
    machine = {"kind": "serial", "port": port}
    return parse({"data": data, "camera": {"kind": "picamera"}, "machine": machine}, "here")


@pytest.fixture
def carried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of the firmware that the release carries."""
    need("sim")
    names = ["jantaku"]
    monkeypatch.setattr(module, "of_release", lambda _: build("sim") / f"{names[0]}.hex")
    return names


def brought(board: Board, data: Path) -> tuple[str, str]:
    """How it ended, and which firmware is kept then."""
    with plugged(board) as port:
        found = bring(table(data, port))
    kept = Kept(data).image()
    return found.code, "" if kept is None else kept.identity.firmware.hex()


def test_the_machine_gets_the_firmware_of_the_release(carried: list[str], tmp_path: Path) -> None:
    assert brought(running(firmware("other")), tmp_path) == (
        "flashed",
        firmware("jantaku").identity.firmware.hex(),
    )


def test_what_does_not_greet_is_taken_back(carried: list[str], tmp_path: Path) -> None:
    Kept(tmp_path).prepare()
    Kept(tmp_path).keep(firmware())
    carried[0] = "falls"
    assert brought(running(firmware()), tmp_path) == ("back", firmware().identity.firmware.hex())


def test_a_board_with_a_bootloader_alone_gets_its_first(carried: list[str], tmp_path: Path) -> None:
    assert brought(prepared(), tmp_path)[0] == "flashed"


def test_a_port_on_which_nobody_answers_and_one_that_is_none(carried: list[str], tmp_path: Path) -> None:
    line = SerialLine()
    found = bring(table(tmp_path, line.name))
    line.close()
    assert (found.code, "switch the machine off and on" in found.message) == ("silent", True)
    assert bring(table(tmp_path, str(tmp_path / "none"))).code == "port"


def test_a_port_that_another_program_holds(carried: list[str], tmp_path: Path) -> None:
    line = SerialLine()
    with serial.Serial(line.name, exclusive=True):
        assert bring(table(tmp_path, line.name)).code == "held"
    line.close()


def test_a_port_that_this_user_may_not_open(
    carried: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port")

    monkeypatch.setattr(serial, "serial_for_url", fails)
    assert bring(table(tmp_path, "/dev/ttyACM0")).code == "denied"


@pytest.mark.parametrize("trouble", list(Trouble))
def test_no_trouble_of_the_machine_is_raised(
    carried: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    def lost(*_: object, **__: object) -> None:
        raise DeviceLostError(trouble, "It is gone.")

    monkeypatch.setattr(module, "install", lost)
    found = bring(table(tmp_path, "/dev/null"))
    assert found.message == "It is gone."
    assert found.code == (trouble if trouble in {"port", "held", "denied", "cable"} else "silent")


def test_power_that_fails_while_it_is_written_and_the_next_time(carried: list[str], tmp_path: Path) -> None:
    board = running(firmware("other"))
    with plugged(board) as port:
        board.cut_at_page(60)
        assert bring(table(tmp_path, port)).code == "cut"
        board.power()
        assert bring(table(tmp_path, port)).code == "flashed"


def test_a_machine_that_may_move_takes_none(
    carried: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def moving(*_: object, **__: object) -> None:
        raise FlashError("The machine's motor supply is on.", "busy")

    monkeypatch.setattr(module, "install", moving)
    found = bring(table(tmp_path, "/dev/null"))
    assert (found.code, found.message) == ("busy", "The machine's motor supply is on.")


def test_a_disk_that_keeps_nothing_is_said_before_anything_is_written(
    carried: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with plugged(running(firmware("other"))) as port:
        assert bring(table(file, port)).code == "failed"


@pytest.mark.parametrize(("kind", "there"), [("serial", True), ("simulated", False), ("none", False)])
def test_only_a_board_of_its_own_has_firmware_to_exchange(kind: str, there: bool) -> None:
    camera = "rendered" if kind == "simulated" else "picamera"
    machine = {"kind": kind} | ({"port": "/dev/ttyACM0"} if there else {})
    assert has_board(parse({"camera": {"kind": camera}, "machine": machine}, "here")) is there

"""`jantaku machine flash` and `version` at a simulated board, from a blank one to one that greets."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.machine import flash as module
from controller.cli.machine.commands import machine
from controller.setup.found import FoundPort
from controller.table.games import Games
from firmware_bridge.flash.boot import EXTENDED_FUSE, HIGH_FUSE, LOCK, LOW_FUSE
from firmware_bridge.flash.image import read_image, write_hex
from firmware_bridge.flash.sealed import SEALED, KeptSealed, read_sealed
from firmware_bridge.flash.stock import Kept
from firmware_bridge.virtual.native_library import build
from hardware.sim.board import Board, firmware, prepared, running
from hardware.sim.programmer import Programmer
from tests.firmware_bridge.flash.plugged import plugged, plugged_nucleo, programming
from tests.firmware_bridge.flash.stlink_tools import Tools
from tests.firmware_bridge.ports import SerialLine
from tests.hardware.conftest import need
from tests.mine import mine

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def call(*words: object) -> Result:
        return CliRunner().invoke(machine, ["--data", str(tmp_path), *map(str, words)])

    return call


def hex_of(name: str) -> Path:
    return build("sim") / f"{name}.hex"


def refused(result: Result) -> str:
    """The one sentence."""
    assert result.exit_code == 1, result.output
    assert result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.endswith(".\n")
    return result.stderr


@pytest.fixture
def simulator() -> None:
    need("sim")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("avrdude") is None, reason="avrdude missing: sudo apt install avrdude")
def test_from_a_blank_board_to_a_machine_that_greets(run: Run, simulator: None) -> None:
    """The steps of hardware/firmware.md, with the real avrdude."""
    with Board() as board:
        isp = Programmer(board)
        with programming(isp) as port:
            written = run("flash", "--programmer", "stk500v1", "--programmer-port", port)
        assert written.exit_code == 0, written.output
        assert isp.fuses == {"lfuse": LOW_FUSE, "hfuse": HIGH_FUSE, "efuse": EXTENDED_FUSE, "lock": LOCK}
        with plugged(board) as port:
            seen = run("version", "--port", port)
    assert seen.exit_code == 0, seen.output
    assert "machine" in seen.stdout
    assert "after power" in seen.stdout


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_new_firmware_goes_in_over_usb_and_the_old_is_kept(run: Run, simulator: None, tmp_path: Path) -> None:
    with prepared() as board, plugged(board) as port:
        empty = refused(run("version", "--port", port))
        assert "jantaku machine flash" in empty
        for name in ("other", "jantaku"):
            done = run("--json", "flash", hex_of(name), "--port", port)
            assert done.exit_code == 0, done.output
            lines = [json.loads(line) for line in done.stdout.splitlines()][-1]
            assert lines["firmware"] == firmware(name).identity.firmware.hex()
            assert Kept(tmp_path).image() == firmware(name)
        seen = run("--json", "version", "--port", port)
    lines = {row["what"]: row for row in map(json.loads, seen.stdout.splitlines())}
    assert lines["machine"]["firmware"] == lines["kept"]["firmware"]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_it_goes_back_when_the_new_firmware_does_not_greet(run: Run, simulator: None, tmp_path: Path) -> None:
    Kept(tmp_path).prepare()
    Kept(tmp_path).keep(firmware())
    with running(firmware()) as board, plugged(board) as port:
        done = run("flash", hex_of("falls"), "--port", port)
        assert "has its firmware from before again" in refused(done)
        assert "going back" in done.stdout
        seen = run("--json", "version", "--port", port)
    lines = {row["what"]: row for row in map(json.loads, seen.stdout.splitlines())}
    assert lines["machine"]["firmware"] == firmware().identity.firmware.hex()
    assert Kept(tmp_path).image() == firmware()


def test_power_that_fails_is_one_sentence_and_the_next_command_mends_it(run: Run, simulator: None) -> None:
    with running(firmware()) as board, plugged(board) as port:
        board.cut_at_page(60)
        assert "fell silent at" in refused(run("flash", hex_of("other"), "--port", port))
        board.power()
        assert run("flash", hex_of("other"), "--port", port).exit_code == 0


def test_another_thing_than_a_board_is_one_sentence(run: Run, simulator: None) -> None:
    line = SerialLine()
    try:
        assert "--programmer" in refused(run("flash", hex_of("jantaku"), "--port", line.name))
        assert "Nothing that we know answers" in refused(run("version", "--port", line.name))
    finally:
        line.close()


def test_a_port_that_another_program_holds_is_one_sentence(run: Run, simulator: None) -> None:
    import serial

    line = SerialLine()
    with serial.Serial(line.name, exclusive=True):
        assert f"sudo fuser -v {line.name}" in refused(run("flash", hex_of("jantaku"), "--port", line.name))
    line.close()


@pytest.mark.parametrize(
    ("number", "helps"),
    [
        (errno.EACCES, "sudo usermod -aG dialout $USER"),
        (errno.EBUSY, "sudo fuser -v /dev/ttyACM0"),
        (errno.ENOENT, "ls -l /dev/serial/by-id/"),
    ],
)
def test_a_port_that_does_not_open_says_what_helps(
    run: Run, simulator: None, monkeypatch: pytest.MonkeyPatch, number: int, helps: str
) -> None:
    import serial

    def fails(*_: object, **__: object) -> None:
        raise serial.SerialException(number, "could not open port")

    monkeypatch.setattr(serial, "serial_for_url", fails)
    assert helps in refused(run("flash", hex_of("jantaku"), "--port", "/dev/ttyACM0"))


def test_a_file_that_is_no_port_is_one_sentence(run: Run, simulator: None, tmp_path: Path) -> None:
    (tmp_path / "notes").touch()
    assert "no serial port" in refused(run("flash", hex_of("jantaku"), "--port", tmp_path / "notes"))


@pytest.mark.parametrize(
    ("found", "says"),
    [([], "No board is plugged in"), (["/dev/a", "/dev/b"], "--port /dev/a or /dev/b")],
)
def test_none_or_two_boards_are_one_sentence(
    run: Run, simulator: None, monkeypatch: pytest.MonkeyPatch, found: list[str], says: str
) -> None:
    monkeypatch.setattr(module, "ports", lambda: [FoundPort(port, port) for port in found])
    for command in (["flash", hex_of("jantaku")], ["version"]):
        assert says in refused(run(*command))


def test_a_running_table_keeps_its_machine(run: Run, simulator: None, tmp_path: Path) -> None:
    release = Games(tmp_path).lock()
    try:
        assert "systemctl stop jantaku-table" in refused(run("flash", hex_of("jantaku")))
    finally:
        release()


def test_firmware_for_another_wiring_asks_for_a_word(run: Run, simulator: None, tmp_path: Path) -> None:
    image = firmware("other")
    pins = image.identity.pins.to_bytes(4, "little")
    where = image.data.find(b"JANTAKU\x01")
    rewired = image.data[:where] + image.data[where:].replace(pins, b"\x0d\xf0\xad\xba", 1)
    path = tmp_path / "rewired.hex"
    path.write_text(write_hex(dict(enumerate(rewired))))
    assert read_image(path).identity.pins == 0xBAADF00D
    with running(firmware()) as board, plugged(board) as port:
        assert "--rewired" in refused(run("flash", path, "--port", port))


def test_a_folder_that_keeps_nothing_is_reported_before_anything_is_written(
    run: Run, simulator: None, tmp_path: Path
) -> None:
    (tmp_path / "firmware").write_text("a file stands in its way")
    assert "cannot be kept" in refused(run("flash", hex_of("jantaku"), "--port", "/dev/none"))


BAD_IMAGES = {
    "nothing": (None, "cannot be read"),
    "a picture": (b"\x89PNG\r\n\x1a\n\xff\xfe", "no firmware image"),
    "words": (b"hello\n", "line 1 is not Intel HEX"),
    "a wrong sum": (b":0100000001FF\n", "line 1 is not Intel HEX"),
    "cut off": (b":0100000001FE\n", "cut off"),
    "no bytes": (b":00000001FF\n", "no program"),
    "another program": (b":0100000001FE\n:00000001FF\n", "for something else"),
    "into the bootloader": (b":020000040003F7\n:01F0000001" + b"0E\n:00000001FF\n", "into the bootloader"),
    "too large": (b":020000040004F6\n:0100000001FE\n:00000001FF\n", "no program for an ATmega2560"),
}


@pytest.mark.parametrize("kind", BAD_IMAGES)
def test_a_file_that_is_no_firmware_is_one_sentence(run: Run, tmp_path: Path, kind: str) -> None:
    data, says = BAD_IMAGES[kind]
    path = tmp_path / "image.hex"
    if data is not None:
        path.write_bytes(data)
    sentence = refused(run("flash", path, "--port", "/dev/none"))
    assert says in sentence
    assert "leave FILE out" in sentence


def test_without_avrdude_a_programmer_is_one_sentence(
    run: Run, simulator: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    which = shutil.which
    mine(monkeypatch, shutil, which=lambda name: None if name == "avrdude" else which(name))
    assert "sudo apt install avrdude" in refused(run("flash", hex_of("jantaku"), "--programmer", "usbasp"))


@pytest.mark.timeout(120)
def test_a_nucleo_is_written_through_its_st_link_and_takes_no_firmware_of_a_mega(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("armsim")
    need("sim")
    tools = Tools(tmp_path, monkeypatch)
    with plugged_nucleo(tools.flash) as port:
        written = run("flash", build("armsim") / SEALED, "--programmer", "st-link", "--port", port)
        assert written.exit_code == 0, written.output
        assert "greets" in written.stdout
        assert KeptSealed(tmp_path).image() == read_sealed(build("armsim") / SEALED)
        for words in ((), ("--rewired",)):
            sentence = refused(run("flash", hex_of("jantaku"), *words, "--port", port))
            assert "The machine is a NUCLEO-F429ZI" in sentence
        seen = run("version", "--port", port)
        whole = tools.flash.read_bytes()
        tools.flash.write_bytes(whole[:-1])
        assert "without whole firmware" in refused(run("flash", hex_of("jantaku"), "--port", port))
        tools.flash.write_bytes(whole)
    assert seen.exit_code == 0, seen.output
    assert tools.flash.read_bytes() == (build("armsim") / SEALED).read_bytes()

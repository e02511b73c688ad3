"""What avrdude is asked, and what its words mean to a person."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware_bridge.flash.avrdude import Programmer, program, sentence, steps
from firmware_bridge.flash.bootloader import FlashError
from hardware.sim.board import Board, bootloader_of, firmware
from hardware.sim.programmer import Programmer as ArduinoIsp
from tests.firmware_bridge.flash.plugged import programming
from tests.hardware.conftest import need

REAL = pytest.mark.skipif(shutil.which("avrdude") is None, reason="avrdude missing: sudo apt install avrdude")


def test_the_commands_are_those_of_the_document() -> None:
    text = (Path(__file__).parents[3] / "hardware" / "firmware.md").read_text("utf-8")
    fuses, flash = steps(Programmer("usbasp"), Path("boot.hex"))
    assert " ".join(fuses) in text
    assert " ".join(flash) in text


def test_a_serial_programmer_has_a_port_and_perhaps_a_speed() -> None:
    first, _ = steps(Programmer("avrisp", "/dev/ttyUSB0", 19200), Path("x.hex"))
    assert first[3:9] == ("-c", "avrisp", "-P", "/dev/ttyUSB0", "-b", "19200")


@REAL
@pytest.mark.parametrize(
    ("signature", "answers", "says"),
    [
        (b"\x1e\x95\x0f", True, "no Arduino Mega 2560"),
        (b"\x00\x00\x00", True, "does not answer the programmer"),
        (b"\x1e\x98\x01", False, "does not answer the programmer"),
    ],
    ids=["an Uno", "no board", "no power"],
)
def test_a_wrong_board_is_not_written(signature: bytes, answers: bool, says: str) -> None:
    need("sim")
    with Board() as board:
        isp = ArduinoIsp(board, signature, answers)
        with programming(isp) as port, pytest.raises(FlashError, match=says):
            program(Programmer("stk500v1", port), firmware(), bootloader_of())
        assert set(board.flash(0, 0x40000)) == {0xFF}
        assert isp.fuses["hfuse"] == 0xD8


@REAL
@pytest.mark.parametrize(
    ("programmer", "says"),
    [
        (Programmer("stk500v1", "/dev/no-such-port"), "No programmer stk500v1 answers at /dev/no-such-port"),
        (Programmer("usbasp"), "No programmer usbasp answers"),
        (Programmer("usbwhat"), "avrdude knows no programmer usbwhat"),
    ],
    ids=["port", "usb", "name"],
)
def test_a_programmer_that_is_not_there_is_one_sentence(programmer: Programmer, says: str) -> None:
    need("sim")
    with pytest.raises(FlashError, match=says):
        program(programmer, firmware(), bootloader_of())


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ('avrdude: ser_open(): can\'t open device "/dev/ttyUSB0": Permission denied', "with sudo"),
        ("avrdude: warning: cannot open USB device: Operation not permitted", "with sudo"),
        ('can\'t open device "/dev/ttyUSB0": Device or resource busy', "sudo fuser -v /dev/ttyUSB0"),
        ("avrdude: verification error, first mismatch at byte 0x0000", "measure its 5 V"),
        ("avrdude: initialization failed, rc=-1\nDouble check connections", "six-pole plug"),
        ("avrdude: stk500_getsync() attempt 10 of 10: not in sync: resp=0x00", "No programmer"),
        ("something new", "avrdude failed (something new)"),
        ("", "avrdude failed (no word)"),
    ],
)
def test_words_of_avrdude_become_one_sentence(said: str, means: str) -> None:
    advice = sentence(said, Programmer("avrisp", "/dev/ttyUSB0"))
    assert means in advice
    assert advice.endswith(".")
    assert "\n" not in advice

"""Firmware through an ST-Link: stand-ins for stlink-tools, and the real binary in Unicorn at the port."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware_bridge.flash.bootloader import FlashError, RealClock
from firmware_bridge.flash.sealed import SealedImage, read_sealed
from firmware_bridge.flash.stlink import StLink, write
from firmware_bridge.serial_device import SerialPort
from firmware_bridge.virtual.native_library import build
from tests.firmware_bridge.flash.plugged import plugged_nucleo
from tests.firmware_bridge.flash.stlink_tools import PROBE, Tools
from tests.firmware_bridge.flash.test_sealed import reseal
from tests.hardware.conftest import need


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tools:
    return Tools(tmp_path, monkeypatch)


@pytest.fixture
def image() -> SealedImage:
    need("armsim")
    return read_sealed(build("armsim") / "stm32.bin")


def mute(image: SealedImage) -> SealedImage:
    """Whole by its seal, but a reset begins where the vectors of faults lead."""
    data = reseal(image.data[:4] + image.data[12:16] + image.data[8:])
    return SealedImage(data, image.identity)


WRONG = {
    "none": ("Found 0 stlink programmers\n", "No ST-Link is plugged in"),
    "two": (PROBE.format(chip="0x0419").replace("Found 1", "Found 2"), "Several ST-Links"),
    "an F446": (PROBE.format(chip="0x0421"), "is no NUCLEO-F429ZI .its chip says 0x0421"),
    "no power": (PROBE.format(chip="0x0000"), "does not answer the ST-Link"),
    "no rights": ("LIBUSB_ERROR_ACCESS\n", "sudo"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_board_is_one_sentence_and_is_not_written(
    tools: Tools, image: SealedImage, kind: str
) -> None:
    said, sentence = WRONG[kind]
    tools.say(said)
    with pytest.raises(FlashError, match=sentence):
        write(image)
    assert not tools.flash.exists()


def test_a_failure_of_the_tool_is_one_sentence(tools: Tools, image: SealedImage) -> None:
    tools.fails("ERROR common: write protected")
    with pytest.raises(FlashError, match="st-flash failed"):
        write(image)


def test_without_the_tool_it_says_what_to_install(
    image: SealedImage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(FlashError, match="sudo apt install stlink-tools"):
        write(image)


@pytest.mark.timeout(120)
def test_from_a_blank_board_to_one_that_greets_and_back_when_it_does_not(
    tools: Tools, image: SealedImage
) -> None:
    said: list[str] = []
    with plugged_nucleo(tools.flash) as name:
        port = SerialPort(name)
        link = StLink(port, RealClock(), said.append)
        assert link.run(image, None).firmware == image.identity.firmware
        assert tools.flash.read_bytes() == image.data
        with pytest.raises(FlashError, match="has its firmware from before again"):
            link.run(mute(image), image)
        assert tools.flash.read_bytes() == image.data
        with pytest.raises(FlashError, match="none is kept to go back to"):
            link.run(mute(image), None)
        port.close()
    assert len(said) == 1
    assert "going back" in said[0]

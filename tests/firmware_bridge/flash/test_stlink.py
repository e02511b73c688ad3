"""Firmware through an ST-Link: stand-ins for stlink-tools, and the real binary in Unicorn at the port."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.flash.bootloader import FlashError, RealClock
from firmware_bridge.flash.image import Identity
from firmware_bridge.flash.sealed import SealedImage, read_sealed
from firmware_bridge.flash.stlink import StLink, write
from firmware_bridge.message import MachineHello
from firmware_bridge.serial_device import SerialPort
from firmware_bridge.virtual.native_library import build
from tests.firmware_bridge.flash.plugged import plugged_nucleo
from tests.firmware_bridge.flash.stlink_tools import PROBE, Tools
from tests.firmware_bridge.flash.test_exchange import hello
from tests.firmware_bridge.flash.test_sealed import reseal
from tests.hardware.conftest import need
from tests.mine import mine


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
    mine(monkeypatch, shutil, which=lambda _: None)
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


IMAGE = SealedImage(b"image", Identity(1, 4, 2, 3, b"newe", False))
BEFORE = SealedImage(b"before", Identity(1, 4, 2, 3, b"olde", False))


class Ran:
    """Stands in for the programs: what each says, and how it ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.commands: list[tuple[str, ...]] = []
        self.written: list[bytes] = []
        self.said = {"st-info": PROBE.format(chip="0x0419"), "st-flash": ""}
        self.ends = {"st-info": 0, "st-flash": 0}
        self.hangs = ""
        mine(monkeypatch, shutil, which=lambda name: f"/usr/bin/{name}")
        mine(monkeypatch, subprocess, run=self.run)

    def run(self, words: tuple[str, ...], timeout: float, **how: object) -> subprocess.CompletedProcess[str]:
        assert (timeout, how["capture_output"], how["text"]) == (120, True, True)
        assert how["errors"] == "replace", "what a tool says need not be UTF-8"
        self.commands.append(words)
        if words[0] == self.hangs:
            raise subprocess.TimeoutExpired(words, timeout)
        if words[0] == "st-flash":
            self.written.append(Path(words[4]).read_bytes())
        return subprocess.CompletedProcess(words, self.ends[words[0]], "", self.said[words[0]])


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Ran:
    return Ran(monkeypatch)


def test_the_board_is_looked_at_before_it_is_written_from_the_beginning_of_its_flash(ran: Ran) -> None:
    write(IMAGE)
    probe, flash = ran.commands
    assert probe == ("st-info", "--probe")
    assert flash[:4] == ("st-flash", "--connect-under-reset", "--reset", "write")
    assert flash[5:] == ("0x8000000",)
    assert ran.written == [b"image"]
    assert not Path(flash[4]).exists(), "nothing is left of it"


@pytest.mark.parametrize(
    ("probe", "sentence"),
    [
        ("", "No ST-Link is plugged in: plug in the USB cable of the NUCLEO-F429ZI, and no other one."),
        ("Found 0 stlink programmers", "No ST-Link is plugged in: "),
        ("Found 12 stlink programmers", "Several ST-Links are plugged in: "),
        ("Found 1 stlink programmers", "The chip does not answer the ST-Link: "),
        (PROBE.format(chip="0x0000"), "The chip does not answer the ST-Link: "),
        (PROBE.format(chip="0x0420"), "The board is no NUCLEO-F429ZI (its chip says 0x0420, not 0x419), "),
        (
            "Insufficient Permissions",
            "The ST-Link may not be opened by this user: give the command with sudo.",
        ),
        ("libusb_error_access", "The ST-Link may not be opened by this user: give the command with sudo."),
    ],
)
def test_what_the_probe_says_decides_before_anything_is_written(ran: Ran, probe: str, sentence: str) -> None:
    ran.said["st-info"] = probe
    with pytest.raises(FlashError) as refused:
        write(IMAGE)
    assert str(refused.value).startswith(sentence)
    assert (ran.written, len(ran.commands)) == ([], 1)


@pytest.mark.parametrize(("said", "last"), [("one\n  two \n\n", "two"), ("", "no word"), (" \n", "no word")])
@pytest.mark.parametrize("name", ["st-info", "st-flash"])
def test_the_last_word_of_a_tool_that_fails_is_said(ran: Ran, name: str, said: str, last: str) -> None:
    ran.ends[name], ran.said[name] = 1, said
    with pytest.raises(FlashError) as refused:
        write(IMAGE)
    assert str(refused.value) == (
        f"{name} failed ({last}): see to the cable and give the same command again."
    )


def test_a_tool_that_hangs_is_ended_and_one_that_is_missing_is_named(
    ran: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran.hangs = "st-flash"
    with pytest.raises(FlashError, match=r"^st-flash was not done after 120 s: check the cable"):
        write(IMAGE)
    mine(monkeypatch, shutil, which=lambda name: None)
    with pytest.raises(FlashError, match=r"^A NUCLEO-F429ZI needs st-flash, which is missing: sudo apt"):
        write(IMAGE)


class Line:
    """Port and clock of a machine. The firmware that was written last greets where it is one of `alive`."""

    def __init__(self, ran: Ran, *alive: SealedImage, present: bool = True) -> None:
        self._ran, self._alive, self._present = ran, alive, present
        self.time = 0.0
        self.waits: list[float] = []
        self._coming = b""

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds
        assert self.time < 120, "it asks for ever"
        if seconds > 1:
            self.waits.append(seconds)

    def read(self) -> bytes:
        coming, self._coming = self._coming, b""
        return coming

    def write(self, data: bytes) -> None:
        if not self._ran.written:
            self._coming += hello(BEFORE.identity, 99_000) if self._present else b""
            return
        for each in self._alive:
            if each.data == self._ran.written[-1]:
                self._coming += hello(each.identity, round(1000 * self.time))


def put(line: Line, before: SealedImage | None) -> tuple[MachineHello | str, list[str]]:
    said: list[str] = []
    try:
        return StLink(line, line, said.append).run(IMAGE, before), said
    except FlashError as error:
        return str(error), said


@pytest.mark.parametrize("present", [True, False])
def test_motors_have_lost_their_supply_before_a_firmware_is_replaced(ran: Ran, present: bool) -> None:
    """docs/machine.md: a machine whose host is silent takes it off after two seconds."""
    line = Line(ran, IMAGE, present=present)
    found, said = put(line, None)
    assert isinstance(found, MachineHello)
    assert (found.firmware, said, ran.written) == (b"newe", [], [b"image"])
    assert line.waits == ([2.5] if present else [])


def test_firmware_from_before_comes_back_through_the_st_link(ran: Ran) -> None:
    found, said = put(Line(ran, BEFORE), BEFORE)
    assert said == [f"The new firmware does not greet: going back to {BEFORE.identity}."]
    assert found == (
        "The new firmware does not greet; the machine has its firmware from before again "
        f"({BEFORE.identity}): report it with `jantaku support`."
    )
    assert ran.written == [b"image", b"before"]


def test_where_there_is_no_way_back_it_says_so(ran: Ran) -> None:
    found, said = put(Line(ran, BEFORE), None)
    assert isinstance(found, str)
    assert "none is kept to go back to" in found
    assert (said, ran.written) == ([], [b"image"])
    ran.written.clear()
    found, _ = put(Line(ran), BEFORE)
    assert found == "Neither the new firmware nor the one from before greets: measure the 3.3 V."
    assert ran.written == [b"image", b"before"]

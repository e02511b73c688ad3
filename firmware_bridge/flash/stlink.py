"""A NUCLEO-F429ZI: firmware through the ST-Link on the board, by Debian's stlink-tools.

The ST-Link reaches the chip whatever runs in it: there is no bootloader, and a way back from every firmware.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.flash.bootloader import Bootloader, Clock, FlashError
from firmware_bridge.flash.exchange import standing
from firmware_bridge.flash.sealed import NUCLEO, SealedImage
from firmware_bridge.link import Port
from firmware_bridge.message import MachineHello

PROGRAMMER: Final = "st-link"
CHIP: Final = 0x419
"""STM32F42x and F43x (RM0090, 38.6.1): the chips with the second bank of flash that the firmware needs."""
BEGIN: Final = "0x8000000"
QUIET_S: Final = 2.5
"""A machine whose host is silent takes its motor supply off after 2 s."""
LONGEST_S: Final = 120
_RIGHTS: Final = "give the command with sudo"


def write(image: SealedImage) -> None:
    """Writes and verifies. FlashError with one sentence; nothing was written where it is another chip."""
    if shutil.which("st-flash") is None:
        raise FlashError(f"A {NUCLEO} needs st-flash, which is missing: sudo apt install stlink-tools.")
    _right_chip(_run(("st-info", "--probe")))
    with tempfile.TemporaryDirectory(prefix="jantaku-flash-") as folder:
        path = Path(folder) / "image.bin"
        path.write_bytes(image.data)
        _run(("st-flash", "--connect-under-reset", "--reset", "write", str(path), BEGIN))


def _right_chip(said: str) -> None:
    found = re.search(r"found (\d+) stlink", said, re.IGNORECASE)
    count = int(found[1]) if found else 0
    if count != 1:
        which = "No ST-Link is" if count == 0 else "Several ST-Links are"
        raise FlashError(f"{which} plugged in: plug in the USB cable of the {NUCLEO}, and no other one.")
    chip = re.search(r"chipid:\s*(0x[0-9a-f]+)", said, re.IGNORECASE)
    if chip is None or int(chip[1], 16) == 0:
        raise FlashError("The chip does not answer the ST-Link: check the board's power (JP3) and try again.")
    if int(chip[1], 16) != CHIP:
        raise FlashError(
            f"The board is no {NUCLEO} (its chip says {chip[1]}, not {CHIP:#x}), and nothing was written: "
            "check which board is plugged in."
        )


def _run(words: tuple[str, ...]) -> str:
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, errors="replace", check=False, timeout=LONGEST_S
        )
    except subprocess.TimeoutExpired:
        raise FlashError(
            f"{words[0]} was not done after {LONGEST_S} s: check the cable and try again."
        ) from None
    said = done.stdout + done.stderr
    if re.search(r"LIBUSB_ERROR_ACCESS|insufficient permissions", said, re.IGNORECASE):
        raise FlashError(f"The ST-Link may not be opened by this user: {_RIGHTS}.")
    if done.returncode:
        last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "no word")
        raise FlashError(f"{words[0]} failed ({last}): see to the cable and give the same command again.")
    return said


@dataclass(frozen=True, slots=True)
class StLink:
    """The machine at the port that the ST-Link gives, and how what happens is reported."""

    port: Port
    clock: Clock
    say: Callable[[str], None]

    def run(self, new: SealedImage, before: SealedImage | None) -> MachineHello:
        """The greeting of the new firmware. FlashError otherwise, with the one from before in its place, if
        there is one."""
        host = Bootloader(self.port, self.clock)
        if host.look() is not None:
            self.clock.sleep(QUIET_S)
        hello = self._installed(host, new)
        if hello is not None:
            return hello
        if before is None:
            raise FlashError(
                "The new firmware does not greet, and none is kept to go back to: give the same command with "
                "the FILE of one that worked."
            )
        self.say(f"The new firmware does not greet: going back to {before.identity}.")
        if self._installed(host, before) is None:
            raise FlashError("Neither the new firmware nor the one from before greets: measure the 3.3 V.")
        raise FlashError(
            f"The new firmware does not greet; the machine has its firmware from before again "
            f"({before.identity}): report it with `jantaku support`."
        )

    def _installed(self, host: Bootloader, image: SealedImage) -> MachineHello | None:
        write(image)
        self._forget_what_waited()
        return standing(host, self.clock, image.identity)

    def _forget_what_waited(self) -> None:
        """Greetings of the firmware from before, which may be the same."""
        while self.port.read():
            pass

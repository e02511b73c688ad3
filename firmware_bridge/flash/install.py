"""Firmware into the machine at a serial port that no other program holds, and back where it does not work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from firmware_bridge.flash import stlink
from firmware_bridge.flash.boot import BootHello
from firmware_bridge.flash.bootloader import FlashError, RealClock
from firmware_bridge.flash.exchange import Exchange, Reporting
from firmware_bridge.flash.image import Identity, Image, identity_of
from firmware_bridge.flash.sealed import NUCLEO
from firmware_bridge.flash.stock import Kept
from firmware_bridge.message import MachineHello
from firmware_bridge.pins import BOARDS
from firmware_bridge.serial_device import SerialPort


@contextmanager
def opened(port: str) -> Iterator[SerialPort]:
    """The port; DeviceLostError where it does not open."""
    line = SerialPort(port)
    try:
        yield line
    finally:
        line.close()


def install(
    port: str, image: Image, kept: Kept, reporting: Reporting, *, rewired: bool = False
) -> MachineHello:
    """The greeting of `image`, which is kept then. `rewired`: the table was wired anew for its pin map.

    FlashError where it is not written or does not greet, DeviceLostError where the port does not open.
    """
    with opened(port) as line:
        exchange = Exchange(line, RealClock(), reporting)
        present = exchange.look()
        if isinstance(present, BootHello) and present.pages == 0:
            raise FlashError(
                f"The machine is a {NUCLEO} without whole firmware: jantaku machine flash --programmer "
                f"{stlink.PROGRAMMER} brings it.",
                "board",
            )
        running = identity_of(present) if isinstance(present, MachineHello) else None
        _same_wiring(running, image, rewired)
        hello = exchange.run(image, kept.before(image, running))
    kept.keep(image)
    return hello


def _same_wiring(running: Identity | None, image: Image, rewired: bool) -> None:
    if running is not None and BOARDS.get(running.pins) == NUCLEO:
        raise FlashError(
            f"The machine is a {NUCLEO}, and this firmware is for the Arduino Mega 2560: jantaku machine "
            f"flash --programmer {stlink.PROGRAMMER} brings its own.",
            "board",
        )
    if running is not None and running.pins != image.identity.pins and not rewired:
        raise FlashError(
            f"The machine is wired by pin map {running.pins:08X}, and this firmware is for "
            f"{image.identity.pins:08X}: "
            "wire it anew by hardware/pinout.md, then give the command with --rewired.",
            "wiring",
        )

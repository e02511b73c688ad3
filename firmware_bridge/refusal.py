"""Whether the machine that answers is the one this release may move, and if not, why."""

from __future__ import annotations

from typing import Final

from firmware_bridge.device import DeviceLostError, Trouble
from firmware_bridge.message import MAGIC, MAJOR, MINOR, MachineHello
from firmware_bridge.packing import SCHEMA
from firmware_bridge.pins import BOARDS

SILENT: Final = "The machine does not answer: check its power, its cable and the port in the configuration."
STRANGER: Final = "Something else than the machine answers on its port: check the port in the configuration."
EMPTY: Final = (
    "The machine has no whole firmware and waits in its bootloader: install the firmware of this release "
    "(jantaku machine flash)."
)
INSTALL: Final = "install the firmware of this release (jantaku machine flash)"


def refusal(hello: MachineHello) -> DeviceLostError | None:
    """Why this machine must not be moved; None when it may."""
    if hello.magic != MAGIC:
        return DeviceLostError(Trouble.STRANGER, STRANGER)
    theirs, ours = (hello.major, hello.minor), (MAJOR, MINOR)
    if theirs[0] != ours[0]:
        age = "older" if theirs < ours else "newer"
        return DeviceLostError(
            Trouble.RELEASE,
            f"The machine's firmware is {age} than this release (protocol {theirs[0]}.{theirs[1]}, "
            f"not {MAJOR}.{MINOR}): {INSTALL}.",
        )
    if hello.schema != SCHEMA:
        return DeviceLostError(
            Trouble.MESSAGES,
            "The machine's firmware speaks another version of the protocol "
            f"(messages {hello.schema:04X}, not {SCHEMA:04X}): {INSTALL}.",
        )
    if hello.pins not in BOARDS:
        known = " or ".join(f"{pins:08X} of the {board}" for pins, board in BOARDS.items())
        return DeviceLostError(
            Trouble.WIRING,
            f"The machine's firmware was built for another wiring (pin map {hello.pins:08X}, "
            f"not {known}): {INSTALL}.",
        )
    return None

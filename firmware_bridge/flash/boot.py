"""What host and bootloader say to each other, and where everything lies in the chip: one table, from which
the C side is generated (`hardware/firmware/gen/boot.h`).

A bootloader is written once and outlives every release, so nothing of this may change. Its frames are those
of the link (`firmware_bridge.frame`), all of type HELLO, whose checksum knows no schema: firmware of any
release receives `ENTER`. A page is one frame; the answer names the sequence number of the question in `ack`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from firmware_bridge.frame import LinkFrame, encode
from firmware_bridge.message import FrameType

FLASH: Final = 0x40000
START: Final = 0x3F000
"""Of the bootloader: the last 4 kB, by the fuses BOOTSZ."""
PAGE: Final = 256
PAGES: Final = START // PAGE
"""What the bootloader may write. The last one is the seal: the firmware counts only while it fits."""
LISTEN_MS: Final = 100
"""After every reset, so that firmware which hangs can be replaced. Other bytes than `ENTER` do not prolong
it."""
PATIENCE_MS: Final = 10_000
"""Without a frame for so long the bootloader starts the firmware, if it is whole."""

LOW_FUSE: Final = 0xFF
"""Crystal of 16 MHz, slow start (65 ms), as Arduino delivers it."""
HIGH_FUSE: Final = 0xD2
"""Reset into the bootloader (BOOTRST), 2048 words of it (BOOTSZ 01), the EEPROM kept when the chip is erased
(EESAVE: counters and where the sets lie), JTAG off (its pins measure currents), programming by SPI on."""
EXTENDED_FUSE: Final = 0xFC
"""Brown-out at 4.3 V (BODLEVEL 100): below it a 5 V chip at 16 MHz may do anything."""
LOCK: Final = 0xEF
"""The program in the lower part may not write the bootloader (BLB1 mode 2)."""


class BootCode(IntEnum):
    """The code byte of a frame. To the machine below 0x80, from it above."""

    ENTER = 0x70
    """`ENTER_MAGIC`: to the firmware, which goes to the bootloader if the motor supply is off, and to the
    bootloader, which stays. Answered by HELLO or REFUSED."""
    WRITE = 0x71
    """Number of the page and its bytes. Answered by WRITTEN."""
    START = 0x72
    """Run the firmware if it is whole. Answered by HELLO."""
    HELLO = 0xF0
    """`BootHello`, also for every HELLO of the service while there is no whole firmware."""
    WRITTEN = 0xF1
    """Number of the page and a `Written`."""
    REFUSED = 0xF2
    """By the firmware: the motor supply is on."""


class Written(IntEnum):
    DONE = 0
    BEYOND = 1
    """No such page, or it is the bootloader's."""
    DIFFERS = 2
    """What the flash holds is not what was written: the chip is worn or its supply too low."""


ENTER_MAGIC: Final = b"JTBOOT"
BOOT_MAGIC: Final = b"JB"
SEAL_MAGIC: Final = 0x4C414553
VERSION: Final = 1

BOOT_HELLO: Final = struct.Struct("<2sBBHH")
"""BOOT_MAGIC, VERSION, 1 if the firmware is whole, PAGE, PAGES."""
WRITTEN: Final = struct.Struct("<HB")
SEAL: Final = struct.Struct("<IIH")
"""SEAL_MAGIC, length of the firmware, CRC-16 (CCITT, seed 0xFFFF) of it."""
IDENTITY_MAGIC: Final = b"JANTAKU\x01"
IDENTITY: Final = struct.Struct("<8sBBHI4s?")
"""Lies once in every image: magic, major and minor of the protocol, schema, pin map, commit, dirty."""


@dataclass(frozen=True, slots=True)
class BootHello:
    version: int
    whole: bool
    page: int
    pages: int


def question(seq: int, code: BootCode, payload: bytes = b"") -> bytes:
    """The bytes on the wire, after a zero: of a question before it the end may have been lost."""
    return b"\0" + encode(LinkFrame(FrameType.HELLO, seq, 0, code, payload), longest=PAGE + 2)


def boot_hello(frame: LinkFrame) -> BootHello | None:
    """What a bootloader says of itself; None for any other frame."""
    if frame.type is not FrameType.HELLO or frame.code != BootCode.HELLO:
        return None
    if len(frame.payload) < BOOT_HELLO.size:
        return None
    magic, version, whole, page, pages = BOOT_HELLO.unpack_from(frame.payload)
    return BootHello(version, bool(whole), page, pages) if magic == BOOT_MAGIC else None

"""A firmware image: an Intel HEX file that says of itself which firmware it is."""

from __future__ import annotations

import binascii
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.flash.boot import FLASH, IDENTITY, IDENTITY_MAGIC, PAGE, PAGES, SEAL, SEAL_MAGIC
from firmware_bridge.message import MachineHello

TAKE: Final = "take jantaku.hex of a release, or leave FILE out for the firmware of this one"
ROOM: Final = (PAGES - 1) * PAGE
_RECORD: Final = 32
_DATA, _END, _SEGMENT, _LINEAR = 0, 1, 2, 4
_BASES: Final = {_SEGMENT: 4, _LINEAR: 16}
_STARTS: Final = (3, 5)
"""Where a program begins: of no meaning for this chip."""


class ImageError(Exception):
    """No firmware for the machine; one sentence."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which firmware an image holds, or which one greets."""

    major: int
    minor: int
    schema: int
    pins: int
    firmware: bytes
    dirty: bool

    def __str__(self) -> str:
        changed = ", changed since" if self.dirty else ""
        return (
            f"{self.firmware.hex()}{changed}, protocol {self.major}.{self.minor}, "
            f"messages {self.schema:04X}, pin map {self.pins:08X}"
        )


def identity_of(hello: MachineHello) -> Identity:
    return Identity(hello.major, hello.minor, hello.schema, hello.pins, hello.firmware, hello.dirty)


@dataclass(frozen=True, slots=True)
class Image:
    """`data` from address 0 on."""

    data: bytes
    identity: Identity

    def pages(self) -> Iterator[tuple[int, bytes]]:
        """All that the bootloader is given, in the order in which it may be given; the seal is the last."""
        for at in range(0, len(self.data), PAGE):
            yield at // PAGE, self.data[at : at + PAGE].ljust(PAGE, b"\xff")
        yield PAGES - 1, self.seal.ljust(PAGE, b"\xff")

    @property
    def seal(self) -> bytes:
        return SEAL.pack(SEAL_MAGIC, len(self.data), binascii.crc_hqx(self.data, 0xFFFF))


def read_image(path: Path) -> Image:
    """ImageError with one sentence for whatever is not firmware for the machine."""
    memory = read_hex(path)
    if max(memory) >= ROOM:
        raise ImageError(f"{path} is not the machine's firmware: it reaches into the bootloader; {TAKE}.")
    data = bytes(memory.get(at, 0xFF) for at in range(max(memory) + 1))
    where = data.find(IDENTITY_MAGIC)
    if where < 0 or where + IDENTITY.size > len(data):
        raise ImageError(f"{path} is a program for something else than the machine; {TAKE}.")
    _, *fields = IDENTITY.unpack_from(data, where)
    return Image(data, Identity(*fields))


def read_hex(path: Path) -> dict[int, int]:
    """Address -> byte, at least one. ImageError when it is no Intel HEX, or not for this chip."""
    try:
        lines = path.read_text("ascii").split()
    except OSError as error:
        raise ImageError(f"{path} cannot be read ({error.strerror}); {TAKE}.") from error
    except UnicodeDecodeError:
        raise ImageError(f"{path} is no firmware image (Intel HEX); {TAKE}.") from None
    memory: dict[int, int] = {}
    base = 0
    for number, line in enumerate(lines, 1):
        kind, offset, data = _record(path, number, line)
        if kind == _END:
            break
        if kind in _BASES:
            base = int.from_bytes(data, "big") << _BASES[kind]
        elif kind == _DATA:
            memory |= {base + offset + n: byte for n, byte in enumerate(data)}
    else:
        raise ImageError(f"{path} is cut off: it does not end as Intel HEX does; {TAKE}.")
    if not memory or max(memory) >= FLASH:
        raise ImageError(f"{path} holds no program for an ATmega2560; {TAKE}.")
    return memory


def _record(path: Path, number: int, line: str) -> tuple[int, int, bytes]:
    try:
        raw = bytes.fromhex(line[1:])
    except ValueError:
        raw = b""
    whole = line.startswith(":") and len(raw) >= 5 and len(raw) == raw[0] + 5 and sum(raw) % 256 == 0
    if not whole or raw[3] not in (_DATA, _END, *_BASES, *_STARTS):
        raise ImageError(f"{path} is no firmware image: line {number} is not Intel HEX; {TAKE}.")
    return raw[3], int.from_bytes(raw[1:3], "big"), raw[4:-1]


def whole_chip(image: Image, bootloader: Mapping[int, int]) -> str:
    """Firmware, its seal and the bootloader as one Intel HEX file, for a programmer."""
    memory = {page * PAGE + n: byte for page, data in image.pages() for n, byte in enumerate(data)}
    return write_hex(memory | dict(bootloader))


def write_hex(memory: Mapping[int, int]) -> str:
    """Address -> byte as Intel HEX; a gap within a record is 0xFF, as in an erased chip."""
    lines, base = [], -1
    for at in sorted({address // _RECORD * _RECORD for address in memory}):
        if at >> 16 != base:
            base = at >> 16
            lines.append(_line(_LINEAR, 0, base.to_bytes(2, "big")))
        here = [n for n in range(_RECORD) if at + n in memory]
        data = bytes(memory.get(at + n, 0xFF) for n in range(here[-1] + 1))
        lines.append(_line(_DATA, at & 0xFFFF, data))
    return "\n".join([*lines, _line(_END, 0, b""), ""])


def _line(kind: int, offset: int, data: bytes) -> str:
    raw = bytes([len(data), *offset.to_bytes(2, "big"), kind]) + data
    return ":" + (raw + bytes([-sum(raw) & 0xFF])).hex().upper()

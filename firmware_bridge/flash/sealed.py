"""Firmware for a NUCLEO-F429ZI: a binary image with its seal behind it, as `make stm32` makes it."""

from __future__ import annotations

import binascii
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.flash.boot import IDENTITY, IDENTITY_MAGIC, SEAL, SEAL_MAGIC
from firmware_bridge.flash.image import Identity, ImageError
from firmware_bridge.pins import BOARDS
from runtime.stored import replace_file

NUCLEO: Final = "NUCLEO-F429ZI"
SEALED: Final = "stm32.bin"
_TAKE: Final = f"take {SEALED} of `make stm32`, or leave FILE out"


@dataclass(frozen=True, slots=True)
class SealedImage:
    """`data` from the beginning of the chip's flash on, with the seal."""

    data: bytes
    identity: Identity


def read_sealed(path: Path) -> SealedImage:
    """ImageError with one sentence for whatever is not whole firmware for a NUCLEO-F429ZI."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{path} cannot be read ({error.strerror}); {_TAKE}.") from error
    body, seal = data[: -SEAL.size], data[-SEAL.size :]
    if len(seal) < SEAL.size or SEAL.unpack(seal)[0] != SEAL_MAGIC:
        raise ImageError(f"{path} is cut off, or no firmware for a {NUCLEO}: it has no seal; {_TAKE}.")
    if SEAL.unpack(seal)[1:] != (len(body), binascii.crc_hqx(body, 0xFFFF)):
        raise ImageError(f"{path} is damaged: its seal does not fit; {_TAKE}.")
    where = body.find(IDENTITY_MAGIC)
    if where < 0 or where + IDENTITY.size > len(body):
        raise ImageError(f"{path} is a program for something else than the machine; {_TAKE}.")
    _, *fields = IDENTITY.unpack_from(body, where)
    identity = Identity(*fields)
    if BOARDS.get(identity.pins) not in (NUCLEO, None):
        raise ImageError(f"{path} is firmware for the {BOARDS[identity.pins]}, no {NUCLEO}; {_TAKE}.")
    return SealedImage(data, identity)


class KeptSealed:
    """The image in a table's data that greeted last."""

    def __init__(self, data: Path) -> None:
        self.path = data / "firmware" / SEALED

    def image(self) -> SealedImage | None:
        """None where nothing whole is kept."""
        try:
            return read_sealed(self.path)
        except ImageError:
            return None

    def keep(self, image: SealedImage) -> None:
        """Writes it into a folder that `stock.Kept.prepare` has made."""
        replace_file(self.path, image.data)

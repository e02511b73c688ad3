"""Which files are firmware for a NUCLEO-F429ZI."""

from __future__ import annotations

import binascii
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.flash.boot import IDENTITY, IDENTITY_MAGIC, SEAL, SEAL_MAGIC
from firmware_bridge.flash.image import ImageError
from firmware_bridge.flash.sealed import NUCLEO, KeptSealed, SealedImage, read_sealed
from firmware_bridge.pins import BOARDS, PIN_HASH
from firmware_bridge.virtual.native_library import build
from tests.hardware.conftest import need

OURS = next(pins for pins, board in BOARDS.items() if board == NUCLEO)


def image(pins: int = OURS, magic: bytes = IDENTITY_MAGIC) -> bytes:
    """A small one, whole."""
    body = b"\x01" * 50 + IDENTITY.pack(magic, 1, 1, 0xABCD, pins, b"\xde\xad\xbe\xef", False) + b"\x02" * 9
    return body + SEAL.pack(SEAL_MAGIC, len(body), binascii.crc_hqx(body, 0xFFFF))


def reseal(data: bytes) -> bytes:
    body = data[: -SEAL.size]
    return body + SEAL.pack(SEAL_MAGIC, len(body), binascii.crc_hqx(body, 0xFFFF))


BAD = {
    "nothing": (b"", "has no seal"),
    "cut off": (image()[:-20], "has no seal"),
    "a bit": (bytes([image()[0] ^ 1]) + image()[1:], "is damaged"),
    "another program": (image(magic=b"NOTHING!"), "a program for something else"),
    "the Mega's": (image(PIN_HASH), "is firmware for the Arduino Mega 2560"),
    "hex": (b":00000001FF\n", "has no seal"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_firmware_is_refused_in_one_sentence(kind: str, tmp_path: Path) -> None:
    data, sentence = BAD[kind]
    path = tmp_path / "x.bin"
    path.write_bytes(data)
    with pytest.raises(ImageError, match=sentence) as refused:
        read_sealed(path)
    assert str(refused.value).endswith(".")


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="cannot be read"):
        read_sealed(tmp_path / "none.bin")


def test_an_older_pin_map_is_read_and_what_is_kept_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(image(0x01020304))
    read = read_sealed(path)
    assert read.identity.pins == 0x01020304
    kept = KeptSealed(tmp_path / "data")
    assert kept.image() is None
    kept.path.parent.mkdir(parents=True)
    kept.keep(read)
    assert kept.image() == read
    assert replace(read, data=b"") == SealedImage(b"", read.identity)


def test_the_compiled_firmware_is_one() -> None:
    need("stm32")
    read = read_sealed(build("stm32") / "stm32.bin")
    assert read.identity.pins == OURS
    assert len(read.data) < 65536


def test_the_identity_may_be_the_last_of_a_program_and_no_part_of_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    whole = image()[: -SEAL.size - 9]
    path.write_bytes(reseal(whole + bytes(SEAL.size)))
    assert read_sealed(path).identity.pins == OURS
    path.write_bytes(reseal(whole[:-1] + bytes(SEAL.size)))
    with pytest.raises(ImageError, match="a program for something else"):
        read_sealed(path)

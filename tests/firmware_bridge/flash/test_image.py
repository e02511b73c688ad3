"""Images: what the bootloader is given of them, and Intel HEX there and back."""

from __future__ import annotations

import binascii
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.flash.boot import FLASH, IDENTITY, IDENTITY_MAGIC, PAGE, PAGES, SEAL, SEAL_MAGIC, START
from firmware_bridge.flash.image import (
    Identity,
    Image,
    ImageError,
    read_hex,
    read_image,
    whole_chip,
    write_hex,
)

IDENTITY_1 = Identity(1, 1, 0xABCD, 0x01020304, b"\xde\xad\xbe\xef", False)
BYTES = IDENTITY.pack(IDENTITY_MAGIC, 1, 1, 0xABCD, 0x01020304, b"\xde\xad\xbe\xef", False)


@given(st.dictionaries(st.integers(0, FLASH - 1), st.integers(0, 255), min_size=1, max_size=80))
def test_what_is_written_is_read_again(memory: dict[int, int]) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "image.hex"
        file.write_text(write_hex(memory), "ascii")
        found = read_hex(file)
    assert memory.items() <= found.items()
    assert all(byte == 0xFF for at, byte in found.items() if at not in memory)
    assert max(found) == max(memory)


def test_each_64_kib_that_are_begun_have_one_address_record() -> None:
    """Intel's Hexadecimal Object File Format (1988): a linear address holds until the next one."""
    lines = write_hex(dict.fromkeys(range(0xFFE0, 0x10040), 0)).splitlines()
    assert [line for line in lines if line[7:9] == "04"] == [":020000040000FA", ":020000040001F9"]


@pytest.mark.parametrize(("last", "holds"), [(0x3FFFF, True), (0x40000, False)])
def test_a_program_beyond_the_256_kib_of_the_chip_is_refused(tmp_path: Path, last: int, holds: bool) -> None:
    """The flash of an ATmega2560 (datasheet, table 2-1)."""
    file = tmp_path / "image.hex"
    file.write_text(write_hex({0: 1, last: 1}))
    if holds:
        assert max(read_hex(file)) == last
        return
    with pytest.raises(ImageError, match="holds no program for an ATmega2560"):
        read_hex(file)


@given(st.integers(0, 3 * PAGE))
def test_the_seal_comes_last_and_names_what_it_covers(more: int) -> None:
    image = Image(BYTES + bytes(more), IDENTITY_1)
    *pages, (last, seal) = image.pages()
    assert [page for page, _ in pages] == list(range(len(pages)))
    assert all(len(data) == PAGE for _, data in [*pages, (last, seal)])
    whole = b"".join(data for _, data in pages)
    assert whole[: len(image.data)] == image.data
    assert set(whole[len(image.data) :]) <= {0xFF}
    assert last == PAGES - 1
    assert SEAL.unpack_from(seal) == (SEAL_MAGIC, len(image.data), binascii.crc_hqx(image.data, 0xFFFF))


def test_an_image_says_which_firmware_it_is(tmp_path: Path) -> None:
    path = tmp_path / "image.hex"
    data = bytes(1000) + BYTES + bytes(5)
    path.write_text(write_hex(dict(enumerate(data))))
    assert read_image(path) == Image(data, IDENTITY_1)
    assert str(IDENTITY_1) == "deadbeef, protocol 1.1, messages ABCD, pin map 01020304"


@pytest.mark.parametrize("data", [bytes(1000), bytes(1000) + BYTES[:-1]], ids=["none", "cut off"])
def test_a_program_that_does_not_say_which_it_is_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "image.hex"
    path.write_text(write_hex(dict(enumerate(data))))
    with pytest.raises(ImageError, match="a program for something else"):
        read_image(path)


def test_a_programmer_is_given_firmware_seal_and_bootloader(tmp_path: Path) -> None:
    image, bootloader = Image(BYTES, IDENTITY_1), {START: 1, START + 1: 2}
    path = tmp_path / "whole.hex"
    path.write_text(whole_chip(image, bootloader))
    found = read_hex(path)
    assert bytes(found[at] for at in range(len(BYTES))) == BYTES
    assert (found[START], found[START + 1]) == (1, 2)
    assert bytes(found[(PAGES - 1) * PAGE + n] for n in range(SEAL.size)) == image.seal

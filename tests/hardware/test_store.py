"""What the STM32's firmware keeps in flash, while power fails: `store.c` over a model of a flash."""

from __future__ import annotations

import ctypes
import random
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.virtual.native_library import FIRMWARE
from tests.hardware.conftest import need

MODEL = Path(__file__).parent / "flash_model.c"
BYTES, WORDS = 512, 4096


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    need("native")
    product = tmp_path_factory.mktemp("store") / "store.so"
    sources = [FIRMWARE / "stm32/store.c", FIRMWARE / "core/base/crc.c", MODEL]
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", *warnings, "-o", product, *sources], check=True)
    found = ctypes.CDLL(str(product))
    for name in ("store_write", "store_ready", "model_dead"):
        getattr(found, name).restype = ctypes.c_bool
    found.store_read.restype = ctypes.c_uint8
    found.model_new.argtypes = [ctypes.c_uint64]
    return found


class Kept:
    """The store on a new flash; `what` is what it should hold."""

    def __init__(self, library: ctypes.CDLL, seed: int = 1) -> None:
        self.library = library
        self.what = dict.fromkeys(range(BYTES), 0xFF)
        library.model_new(seed)
        library.store_init()

    def write(self, address: int, byte: int) -> bool:
        """As the firmware does: again until it is taken. False: power has failed meanwhile."""
        for _ in range(10_000):
            taken = self.library.store_write(address, byte)
            if self.library.model_dead():
                return False
            if taken:
                self.what[address] = byte
                return True
        raise AssertionError("The store never takes the byte.")

    def restart(self) -> None:
        self.library.model_power()
        self.library.store_init()

    def prepare(self) -> None:
        """As the firmware does at its start."""
        for _ in range(10_000):
            if self.library.store_ready():
                return
        raise AssertionError("The store is never ready.")

    @property
    def held(self) -> dict[int, int]:
        return {address: self.library.store_read(address) for address in range(BYTES)}


@pytest.fixture
def kept(library: ctypes.CDLL) -> Kept:
    return Kept(library)


def test_a_new_chip_holds_nothing_and_then_what_was_written(kept: Kept) -> None:
    assert set(kept.held.values()) == {0xFF}
    for address, byte in ((0, 1), (511, 2), (7, 0xFF), (0, 3)):
        kept.write(address, byte)
    assert kept.held == kept.what
    kept.restart()
    assert kept.held == kept.what
    assert not kept.library.store_write(512, 1)
    assert kept.library.store_read(512) == 0xFF


def test_a_full_sector_goes_on_in_the_other_one_again_and_again(kept: Kept) -> None:
    for n in range(5 * WORDS):
        kept.write(n % 30, n % 251)
    assert kept.held == kept.what
    kept.restart()
    assert kept.held == kept.what
    assert 5 <= kept.library.model_erasures() <= 7


def test_a_start_makes_room_for_an_evening(kept: Kept) -> None:
    """A byte that comes meanwhile has to wait, and a reset meanwhile is forgotten."""
    for n in range(WORDS - 100):
        kept.write(n % 30, n % 251)
    kept.restart()
    kept.prepare()
    assert kept.held == kept.what
    before = kept.library.model_erasures()
    for n in range(2000):
        kept.write(n % 30, n % 253)
    assert kept.library.model_erasures() == before


def test_a_byte_that_is_there_wears_nothing(kept: Kept) -> None:
    kept.write(3, 4)
    for _ in range(3 * WORDS):
        assert kept.library.store_write(3, 4) or kept.library.store_write(3, 4)
    assert kept.library.model_erasures() == 1


def test_a_word_that_the_flash_does_not_keep_is_written_behind_it(kept: Kept) -> None:
    kept.write(0, 0)
    kept.library.model_bad(40)
    for n in range(100):
        kept.write(n % 9, n)
    while not kept.library.store_write(8, 200):
        pass
    kept.what[8] = 200
    kept.library.store_write(8, 200)
    kept.restart()
    assert kept.held == kept.what


@pytest.mark.parametrize("seed", range(40))
def test_after_a_cut_at_any_moment_every_byte_is_the_old_or_the_new_one(
    library: ctypes.CDLL, seed: int
) -> None:
    """Cuts at random operations, many of them in the copying and the erasure of a sector that is full."""
    chance = random.Random(seed)
    kept = Kept(library, seed)
    for n in range(WORDS - 40):
        kept.write(n % 20, n % 256)
    for _ in range(60):
        library.model_cut_at(chance.randint(1, 50))
        address, byte = 0, 0
        for _ in range(60):
            address, byte = chance.randrange(24), chance.randrange(256)
            if not kept.write(address, byte):
                break
        kept.restart()
        held = kept.held
        assert held[address] in (byte, kept.what[address])
        assert held | {address: 0} == kept.what | {address: 0}
        kept.what = held

"""A board as it is bought: an ATmega2560 with nothing in it, in its plant, and a host at its serial port.

Its chip is written as a real one is: fuses and bootloader by a programmer, firmware by the bootloader. Time
is simulated; a `Board` is port and clock of a `Bootloader`.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_bridge.flash.boot import EXTENDED_FUSE, HIGH_FUSE, LOW_FUSE, PAGE, BootHello
from firmware_bridge.flash.bootloader import Bootloader, FlashError
from firmware_bridge.flash.image import Image, read_hex, read_image
from firmware_bridge.message import MachineHello, ResetCause
from firmware_bridge.virtual.native_library import build, load


class Board:
    """`silent` pulls the serial cable."""

    def __init__(self, seed: int = 1) -> None:
        self._library = load("simavr")
        self._sim = self._library.sim_create(seed, None)
        self._bytes = (ctypes.c_uint8 * 4096)()
        self._stamps = (ctypes.c_uint64 * 4096)()
        self._plans: list[tuple[float, Callable[[], object]]] = []
        self.silent = False
        self.reset_line = False
        """RESET-EN is not cut: who opens the port resets the board."""
        self.received = bytearray()
        """All that the chip has said."""

    def close(self) -> None:
        self._library.sim_free(self._sim)

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The serial port and the host's clock.

    def read(self) -> bytes:
        size = self._library.sim_receive(self._sim, self._bytes, self._stamps, len(self._bytes))
        data = bytes(self._bytes[:size])
        self.received += data
        return b"" if self.silent else data

    def write(self, data: bytes) -> None:
        if not self.silent and not self.dead:
            self._library.sim_send(self._sim, data, len(data))

    def now(self) -> float:
        return float(self._library.sim_now(self._sim)) / 1e6

    def pulse_reset(self) -> None:
        if self.reset_line:
            self.reset(ResetCause.EXTERNAL)

    def sleep(self, seconds: float) -> None:
        for plan in [p for p in self._plans if p[0] <= self.now()]:
            self._plans.remove(plan)
            plan[1]()
        self._library.sim_run(self._sim, round(seconds * 1e6))

    def run(self, seconds: float, step: float = 0.001) -> None:
        end = self.now() + seconds
        while self.now() < end:
            self.sleep(step)

    def at(self, seconds: float, what: Callable[[], object]) -> None:
        """Something happens, counted from now."""
        self._plans.append((self.now() + seconds, what))

    # A programmer at the ISP connector.

    def fuses(self, low: int = LOW_FUSE, high: int = HIGH_FUSE, extended: int = EXTENDED_FUSE) -> None:
        self._library.board_fuses(self._sim, low, high, extended)

    def erase(self) -> None:
        self._library.board_erase(self._sim)

    def program(self, memory: Mapping[int, int]) -> None:
        """Address -> byte; what is not there stays as it was."""
        addresses = sorted(memory)
        starts = [at for at in addresses if at - 1 not in memory]
        ends = [at + 1 for at in addresses if at + 1 not in memory]
        for start, end in zip(starts, ends, strict=True):
            data = bytes(memory[at] for at in range(start, end))
            self._library.board_program(self._sim, start, data, len(data))

    def flash(self, at: int, size: int) -> bytes:
        found = (ctypes.c_uint8 * size)()
        self._library.board_read(self._sim, at, found, size)
        return bytes(found)

    # The supply, and what resets the chip.

    def cut(self) -> None:
        self._library.board_cut(self._sim)

    def cut_at_page(self, n: int) -> None:
        """In the middle of the n-th page that is erased or written from now on."""
        self._library.board_cut_at_page(self._sim, n)

    @property
    def dead(self) -> bool:
        return bool(self._library.board_dead(self._sim))

    def power(self) -> None:
        self._library.board_power(self._sim)

    def dip(self, mv: int) -> bool:
        return bool(self._library.board_dip(self._sim, mv))

    def reset(self, cause: ResetCause) -> None:
        self._library.sim_reset(self._sim, cause)

    def hang(self) -> None:
        self._library.sim_hang(self._sim)


def bootloader_of() -> dict[int, int]:
    return read_hex(build("sim") / "boot.hex")


def firmware(name: str = "jantaku") -> Image:
    """`jantaku`; `other`, which works, too; `mute`, which says nothing; `falls`, which greets and hangs."""
    return read_image(build("sim") / f"{name}.hex")


def prepared(seed: int = 1) -> Board:
    """With fuses and bootloader, and no firmware."""
    board = Board(seed)
    board.fuses()
    board.program(bootloader_of())
    board.power()
    return board


def running(image: Image, seed: int = 1) -> Board:
    """With fuses, bootloader and firmware, as a programmer leaves it."""
    board = prepared(seed)
    board.program({page * PAGE + n: byte for page, data in image.pages() for n, byte in enumerate(data)})
    board.power()
    return board


def install(board: Board, image: Image) -> MachineHello | None:
    """What greets after the firmware was exchanged. FlashError when it could not be."""
    host = Bootloader(board, board)
    host.enter()
    host.write(image, lambda share: None)
    host.start()
    return host.greeting()


@dataclass(frozen=True, slots=True)
class Cut:
    """What an exchange of firmware came to that power failed in, and the next one."""

    where: str
    failed: bool
    between: MachineHello | BootHello | None
    """Who answered when power came back."""
    after: MachineHello | None


def cut_and_again(seed: int, image: Image) -> Cut:
    """A board with another firmware, every page of which differs, is given this one; power fails at some
    moment of it, or in the middle of a page that is erased or written, and it is given it again."""
    chance = random.Random(seed)
    with running(firmware("other"), seed) as board:
        board.run(0.3)
        page = chance.randrange(1, 2 * len(list(image.pages())) + 1)
        after_s = chance.uniform(0.0, 3.2)
        where = f"page operation {page}" if seed % 2 else f"{after_s:.3f} s"
        if seed % 2:
            board.cut_at_page(page)
        else:
            board.at(after_s, board.cut)
        failed = False
        try:
            install(board, image)
        except FlashError:
            failed = True
        board.power()
        between = Bootloader(board, board).look()
        return Cut(where, failed, between, install(board, image))

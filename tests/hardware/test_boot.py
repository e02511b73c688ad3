"""Bootloader and firmware in one simulated chip: every reset begins as on a real board."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from firmware_bridge.device import DeviceLostError, Trouble
from firmware_bridge.flash.boot import (
    LISTEN_MS,
    PAGE,
    PAGES,
    PATIENCE_MS,
    START,
    WRITTEN,
    BootCode,
    BootHello,
    Written,
    question,
)
from firmware_bridge.flash.bootloader import Bootloader, BusyMachineError
from firmware_bridge.frame import Decoder
from firmware_bridge.link import HostLink
from firmware_bridge.message import Fault, Flag, Home, MachineHello, Press, ReadFaults, ResetCause, Status
from firmware_bridge.virtual.native_library import build
from hardware.sim.board import Board, cut_and_again, firmware, install, prepared, running
from tests.hardware.conftest import need

STOCK_EXTENDED_FUSE = 0xFD
"""As Arduino delivers the board: brown-out at 2.7 V."""


BYTE_S: Final = 4.5e-6
"""For the checksum of a byte of the firmware: 65 cycles of 16 MHz, and the way to its greeting."""


@pytest.fixture(autouse=True)
def simulator() -> None:
    need("sim")


@pytest.fixture
def board() -> Iterator[Board]:
    """Fuses, bootloader and firmware, which has just greeted."""
    with running(firmware()) as board:
        board.run(0.3)
        assert b"JT" in board.read()
        yield board


def greeting(board: Board, seconds: float = 1.0) -> MachineHello:
    found = Bootloader(board, board).look(seconds)
    assert isinstance(found, MachineHello)
    return found


def service(board: Board, seconds: float) -> tuple[HostLink, list[object]]:
    """The service at its machine for so long, and what it received."""
    link = HostLink(board, session=7)
    return link, talk(board, link, seconds)


def talk(board: Board, link: HostLink, seconds: float) -> list[object]:
    news: list[object] = []
    end = board.now() + seconds
    while board.now() < end:
        news += link.poll(board.now())
        board.sleep(0.005)
    return news


def test_a_chip_without_firmware_stays_in_its_bootloader_and_says_so() -> None:
    with prepared() as board:
        board.run(3 * LISTEN_MS / 1000)
        assert Bootloader(board, board).look(0.6) == BootHello(1, False, PAGE, PAGES)


def test_the_service_says_that_there_is_no_firmware() -> None:
    with prepared() as board, pytest.raises(DeviceLostError, match="jantaku machine flash") as lost:
        service(board, 2.0)
    assert lost.value.trouble is Trouble.EMPTY


def test_what_was_written_is_what_the_chip_holds_and_greets(board: Board) -> None:
    image = firmware("other")
    install(board, image)
    assert board.flash(0, len(image.data)) == image.data
    assert greeting(board).firmware == image.identity.firmware


CAUSES = {
    ResetCause.POWER: Board.power,
    ResetCause.EXTERNAL: lambda board: board.reset(ResetCause.EXTERNAL),
    ResetCause.BROWNOUT: lambda board: board.dip(4200),
    ResetCause.WATCHDOG: Board.hang,
}


@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.name)
def test_the_firmware_distinguishes_each_cause_of_a_reset(board: Board, cause: ResetCause) -> None:
    CAUSES[cause](board)
    board.run(0.06)
    assert greeting(board).cause is cause


def test_at_the_brown_out_level_of_a_new_board_a_dip_is_not_noticed(board: Board) -> None:
    board.fuses(extended=STOCK_EXTENDED_FUSE)
    assert not board.dip(4200)


def test_after_an_exchange_no_fault_waits(board: Board) -> None:
    """The way into the bootloader is a reset by the watchdog, which is otherwise fault E02."""
    hello = install(board, firmware("other"))
    assert hello is not None
    assert (hello.cause, hello.fault) == (ResetCause.EXTERNAL, 0)


@pytest.mark.parametrize("begin", [Board.power, Board.hang], ids=["power", "watchdog"])
def test_a_service_that_says_hello_holds_nothing_up(board: Board, begin: object) -> None:
    link = HostLink(board, session=7)
    assert callable(begin)
    begin(board)
    at = board.now()
    while not any(isinstance(news, Status) for news in link.poll(board.now())):
        board.sleep(0.005)
        assert board.now() - at < 1.0


def test_bytes_without_end_hold_nothing_up(board: Board) -> None:
    board.power()
    for n in range(40):
        board.write(bytes([0x1B, 0, n, n ^ 0x55, 0x30, 0x20]) * 40)
        board.run(0.01)
    board.read()
    assert greeting(board).uptime_ms > 100


def test_the_bootloader_takes_a_tenth_of_a_second_and_the_checksum(board: Board) -> None:
    board.power()
    at, board.received[:] = board.now(), b""
    board.read()
    while not board.received:
        board.sleep(0.001)
        board.read()
    checked = BYTE_S * len(firmware().data)
    assert LISTEN_MS / 1000 < board.now() - at < LISTEN_MS / 1000 + checked


def test_faults_outlive_a_reset_through_the_bootloader(board: Board) -> None:
    for _ in range(2):
        board.hang()
        board.run(0.4)
    link, _ = service(board, 1.0)
    link.send(ReadFaults())
    faults = [news for news in talk(board, link, 2.0) if isinstance(news, Fault)]
    assert [fault.code for fault in faults].count(0x02) >= 2


def test_nobody_takes_a_machine_that_may_move(board: Board) -> None:
    link, _ = service(board, 0.5)
    link.send(Press())
    link.send(Home())
    answers = talk(board, link, 1.0)
    assert any(isinstance(news, Status) and news.flags & Flag.SUPPLY for news in answers)
    with pytest.raises(BusyMachineError, match="motor supply"):
        Bootloader(board, board).enter(0.2)
    assert not isinstance(Bootloader(board, board).enter(), MachineHello)  # the silent host ends it


def test_a_frame_that_only_looks_like_it_takes_nobody_into_the_bootloader(board: Board) -> None:
    board.write(question(1, BootCode.ENTER, b"JTBOOK"))
    board.write(question(2, BootCode.START))
    board.write(question(3, BootCode.WRITE, bytes(PAGE + 2)))
    board.run(0.5)
    assert greeting(board).uptime_ms > 500
    assert board.flash(0, PAGE) == firmware().data[:PAGE]


def test_the_bootloader_is_left_by_itself_and_stays_while_there_is_nothing_to_start(board: Board) -> None:
    Bootloader(board, board).enter()
    board.run(PATIENCE_MS / 1000 - 0.5)
    assert isinstance(Bootloader(board, board).enter(), BootHello)
    board.run(PATIENCE_MS / 1000 + 0.5)
    board.read()
    assert greeting(board).cause is ResetCause.EXTERNAL


@pytest.mark.parametrize("page", [PAGES, PAGES + 15, 0xFFFF])
def test_the_bootloader_does_not_write_itself(board: Board, page: int) -> None:
    Bootloader(board, board).enter()
    before = board.flash(START, 0x40000 - START)
    board.run(0.3)
    board.read()
    board.write(question(9, BootCode.WRITE, page.to_bytes(2, "little") + bytes(PAGE)))
    board.run(0.05)
    (answer,) = [frame for frame in Decoder().feed(board.read()) if frame.code == BootCode.WRITTEN]
    assert (answer.ack, *WRITTEN.unpack(answer.payload)) == (9, page, Written.BEYOND)
    assert board.flash(START, 0x40000 - START) == before


@pytest.mark.parametrize("at", [0, 20_000, -1])
def test_firmware_of_which_a_bit_has_flipped_never_runs(board: Board, at: int) -> None:
    where = at % len(firmware().data)
    board.program({where: board.flash(where, 1)[0] ^ 0x10})
    board.power()
    assert Bootloader(board, board).look(1.0) == BootHello(1, False, PAGE, PAGES)


@pytest.mark.parametrize("seal", [b"\xff" * 10, b"\x00" * 10, bytes(range(10))])
def test_without_a_seal_that_fits_nothing_runs(board: Board, seal: bytes) -> None:
    board.program({(PAGES - 1) * PAGE + n: byte for n, byte in enumerate(seal)})
    board.power()
    assert isinstance(Bootloader(board, board).look(1.0), BootHello)
    assert install(board, firmware()) is not None


def test_firmware_that_falls_at_once_is_replaced_without_a_hand(board: Board) -> None:
    """Between two resets by the watchdog the bootloader listens."""
    install(board, firmware("falls"))
    board.run(1.0)
    assert install(board, firmware()) is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_after_a_cut_at_any_moment_the_next_exchange_ends_with_a_greeting(seed: int) -> None:
    """A hundred of them: python -m benchmarks.machine --flashes 100."""
    image = firmware()
    cut = cut_and_again(seed, image)
    assert cut.failed
    assert cut.between is not None
    assert cut.after is not None
    assert cut.after.firmware == image.identity.firmware


def test_the_memory_of_the_bootloader_lies_above_that_of_the_firmware() -> None:
    """Or the black box would not outlive a reset. The stack has half a kilobyte."""

    def sections(name: str) -> dict[str, tuple[int, int]]:
        said = subprocess.run(
            ["avr-size", "-A", str(build("sim") / name)], capture_output=True, text=True, check=True
        ).stdout
        rows = [line.split() for line in said.splitlines() if line.startswith(".")]
        return {row[0]: (int(row[1]), int(row[2]) - 0x800000) for row in rows}

    ours, theirs = sections("boot.elf"), sections("jantaku.elf")
    lowest = min(ours[name][1] for name in (".data", ".bss", ".noinit") if name in ours)
    highest = max(sum(ours[name]) for name in (".data", ".bss", ".noinit") if name in ours)
    assert max(sum(theirs[name]) for name in (".data", ".bss", ".noinit")) < lowest
    assert highest <= 0x2200 - 512


def test_the_image_says_which_firmware_it_is(board: Board) -> None:
    hello, image = greeting(board), firmware()
    assert replace(image.identity) == image.identity
    assert (hello.schema, hello.pins, hello.firmware, hello.dirty) == (
        image.identity.schema,
        image.identity.pins,
        image.identity.firmware,
        image.identity.dirty,
    )

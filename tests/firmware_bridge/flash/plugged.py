"""A simulated board on this computer: its USB port and a programmer, as pseudo terminals that live in a
thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware.sim.board import Board
from hardware.sim.programmer import Programmer
from hardware.sim.rig import Rig
from tests.firmware_bridge.ports import SerialLine

TURN_S = 0.002


@contextmanager
def _living(turn: Callable[[], None]) -> Iterator[None]:
    alive = threading.Event()
    alive.set()

    def live() -> None:
        while alive.is_set():
            turn()
            time.sleep(TURN_S)

    thread = threading.Thread(target=live)
    thread.start()
    try:
        yield
    finally:
        alive.clear()
        thread.join()


@contextmanager
def plugged(board: Board) -> Iterator[str]:
    """The name of the port. The board's time goes as the clock's, or slower where the computer is busy."""
    line = SerialLine()
    last = time.monotonic()

    def turn() -> None:
        nonlocal last
        now = time.monotonic()
        board.write(line.read())
        board.run(min(now - last, 0.02))
        last = now
        line.write(board.read())

    with _living(turn):
        yield line.name
    line.close()


@contextmanager
def plugged_nucleo(flash: Path) -> Iterator[str]:
    """The port of a NUCLEO-F429ZI that runs what lies in `flash`, and begins anew when that is written; it
    runs nothing while there is no such file."""
    line = SerialLine()
    rig: Rig | None = None
    written, last = 0, time.monotonic()

    def turn() -> None:
        nonlocal rig, written, last
        now, came = time.monotonic(), line.read()
        stamp = flash.stat().st_mtime_ns if flash.exists() else 0
        if stamp != written:
            rig, written = Rig("unicorn", firmware=str(flash)), stamp
        if rig is not None:
            rig.write(came)
            rig.live(round(1e6 * min(now - last, 0.02)))
            line.write(rig.read())
        last = now

    with _living(turn):
        yield line.name
    line.close()


@contextmanager
def programming(programmer: Programmer) -> Iterator[str]:
    line = SerialLine()
    with _living(lambda: line.write(programmer.feed(line.read()))):
        yield line.name
    line.close()

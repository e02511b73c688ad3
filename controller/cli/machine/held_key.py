"""A key of the terminal that is held down: the terminal repeats it, and silence means that it was let go."""

from __future__ import annotations

import os
import select
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def held_key(terminal: int) -> Iterator[Callable[[float], str]]:
    """A function that waits up to some seconds for a key of the `terminal` (a file descriptor) and gives the
    last one that came, "" for none; keys are not shown, and need no Enter."""
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)

    def pressed(seconds: float) -> str:
        ready, _, _ = select.select([terminal], [], [], seconds)
        return os.read(terminal, 1024).decode("utf-8", "replace")[-1:] if ready else ""

    try:
        yield pressed
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)

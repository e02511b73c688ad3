"""How a process that runs for days takes memory from its computer."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Final

M_ARENA_MAX: Final = -8
"""mallopt(3)."""


def one_heap() -> None:
    """All threads take memory from one heap from now on; to be called before any other thread begins.

    The C library of GNU gives threads heaps of their own, up to eight for each processor. What a thread gives
    back stays in its heap, where the others do not find it. Other C libraries have no such heaps, and nothing
    is done.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)

"""Kills threads by an exception that nobody expects, as an error of the program would."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterable


class KilledError(BaseException):
    """Nobody catches it by accident."""


def kill(thread: threading.Thread) -> None:
    """Raises it in the thread as soon as that runs Python again."""
    assert thread.ident is not None
    raised = ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident), ctypes.py_object(KilledError)
    )
    assert raised == 1


def named(beginning: str) -> threading.Thread:
    """The one thread whose name begins so."""
    (found,) = [thread for thread in threading.enumerate() if thread.name.startswith(beginning)]
    return found


def until(
    true: Callable[[], object], seconds: float = 5.0, step: Callable[[], object] = lambda: None
) -> bool:
    """Whether something became so in this time; `step` is done meanwhile."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        step()
        time.sleep(0.002)
    return True


def left(before: Iterable[threading.Thread], seconds: float = 3.0) -> list[str]:
    """Names of the threads that were begun since and do not end."""
    known = set(before)
    until(lambda: not set(threading.enumerate()) - known, seconds)
    return sorted(thread.name for thread in set(threading.enumerate()) - known)

"""Threads share one heap, as the C library itself tells (malloc_info(3))."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

HEAPS = """
import ctypes, sys, threading
from runtime.memory import one_heap
if "one" in sys.argv:
    one_heap()
meet = threading.Barrier(4)
def work():
    meet.wait()
    held = [bytearray(50_000) for _ in range(100)]
    meet.wait()
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
libc = ctypes.CDLL(None)
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""


def heaps(*words: str) -> int:
    result = subprocess.run([sys.executable, "-c", HEAPS, *words], capture_output=True, text=True, check=True)
    return result.stdout.count("<heap nr=")


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="not the C library of GNU")
def test_threads_share_one_heap() -> None:
    assert heaps("one") == 1
    assert heaps() > 1, "the C library gives each thread its own"

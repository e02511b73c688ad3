"""The program in the virtual machine: keys close lines, lamps and the clock go out."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from benchmarks.appliance.devices import inside
from benchmarks.appliance.devices.outside import Outside

_LINES = """
import pathlib, runpy, sys
inside = runpy.run_path(sys.argv.pop(1))
import socket
line = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
header = inside["Header"](pathlib.Path(sys.argv[1]), line, [4])
stream = line.makefile("rb")
while head := stream.read(inside["HEAD"].size):
    kind, length = inside["HEAD"].unpack(head)
    found = stream.read(length)
    if kind == inside["KEYS"]:
        header.close(__import__("json").loads(found))
    else:
        pathlib.Path(sys.argv[1], "picture").write_bytes(found)
"""


def until(true: Callable[[], bool], seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not true():
        time.sleep(0.01)
    return true()


def test_keys_close_lines_and_lamps_and_the_time_come_out(tmp_path: Path) -> None:
    """The folder stands for the one that the kernel has for its simulated chip."""
    for number in range(inside.LINES):
        line = tmp_path / f"sim_gpio{number}"
        line.mkdir()
        (line / "value").write_text("0\n")
        (line / "pull").write_text("pull-up\n")
    with closing(Outside()) as outside:
        words = [sys.executable, "-c", _LINES, inside.__file__, str(tmp_path), str(outside.port)]
        with subprocess.Popen(words) as program:
            try:
                outside.close_contacts([9, 12])
                outside.show(b"a picture")
                assert until(lambda: (tmp_path / "sim_gpio12/pull").read_text() == "pull-down")
                assert (tmp_path / "sim_gpio9/pull").read_text() == "pull-down"
                assert until((tmp_path / "picture").exists)
                outside.close_contacts([9])
                assert until(lambda: (tmp_path / "sim_gpio12/pull").read_text() == "pull-up")
                assert outside.high == frozenset()
                (tmp_path / "sim_gpio4/value").write_text("1\n")
                assert until(lambda: outside.high == {4})
                before = outside.t
                assert until(lambda: outside.t > before), "the clock goes on"
            finally:
                program.kill()

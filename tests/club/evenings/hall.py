"""The hub as a club starts it: an empty folder and the one command of the README."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
COMMAND: Final = ("club", "hub", "--port", "0")
"""`jantaku club hub`, at a port that is free."""
START_S: Final = 120.0
END_S: Final = 60.0
LINK: Final = re.compile(r"Sign in as its director, once: (\S+)")


@dataclass(frozen=True, slots=True)
class Hub:
    """A hub that runs; `link` is what it has printed for the director."""

    link: str

    @property
    def url(self) -> str:
        """The address of its first page."""
        return self.link.rpartition("/")[0] + "/"


@contextmanager
def opened(folder: Path) -> Iterator[Hub]:
    """From an empty folder to the end of the evening, which has to be a clean one."""
    output, complaints = folder / "stdout", folder / "stderr"
    with output.open("wb") as out, complaints.open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-c", "from controller.cli import main; main()", *COMMAND],
            stdout=out,
            stderr=err,
            env=_environment(folder),
            cwd=folder,
        )
    try:
        yield Hub(_link(process, output, complaints))
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            code = process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
    assert (code, complaints.read_text("utf-8")) == (0, "")


def _link(process: subprocess.Popen[bytes], printed: Path, complaints: Path) -> str:
    end = time.monotonic() + START_S
    while (found := LINK.search(printed.read_text("utf-8"))) is None:
        assert process.poll() is None, complaints.read_text("utf-8")
        assert time.monotonic() < end, "the hub has printed no link"
        time.sleep(0.05)
    return found[1]


def _environment(folder: Path) -> dict[str, str]:
    own = {"HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"), "PYTHONPATH": str(ROOT)}
    return {**os.environ, **own, "PYTHONUNBUFFERED": "1"}

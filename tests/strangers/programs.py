"""The product as a person starts it, in a computer of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from tests.strangers.doors import fetch
from tests.strangers.network import Computer

ROOT: Final = Path(__file__).resolve().parents[2]
START_S: Final = 90.0


@dataclass
class Program:
    """A command that runs and the first JSON lines that it printed."""

    process: subprocess.Popen[bytes]
    lines: list[dict[str, Any]]

    def said(self, key: str) -> Any:
        """The value that one of the lines has under the key."""
        return next(line[key] for line in self.lines if key in line)


@contextmanager
def started(computer: Computer, folder: Path, words: Sequence[str], key: str) -> Iterator[Program]:
    """`jantaku ...` inside the computer, from the line on that has the key; ended with SIGTERM."""
    output = folder / "stdout"
    with computer.inside(), output.open("wb") as out, (folder / "stderr").open("wb") as err:
        process = subprocess.Popen(command(*words), stdout=out, stderr=err, env=environment(folder), cwd=ROOT)
    try:
        lines: list[dict[str, Any]] = []

        def begun() -> bool:
            assert process.poll() is None, (folder / "stderr").read_text()
            lines[:] = [json.loads(line) for line in output.read_text().splitlines() if line.startswith("{")]
            return any(key in line for line in lines)

        until(begun, START_S)
        yield Program(process, lines)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def command(*words: str) -> list[str]:
    return [sys.executable, "-c", "from controller.cli import main; main()", *words]


def asked(computer: Computer, folder: Path, *words: str) -> str:
    """What `jantaku ...` prints, run once inside the computer."""
    with computer.inside():
        done = subprocess.run(
            command(*words), capture_output=True, env=environment(folder), cwd=ROOT, check=False, timeout=60
        )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def environment(folder: Path) -> dict[str, str]:
    state = {"HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"), "PYTHONPATH": str(ROOT)}
    return {**os.environ, **state, "PYTHONUNBUFFERED": "1"}


def signed_in(computer: Computer, link: str) -> tuple[str, str]:
    """The account that this computer's link gives a browser."""
    parts = urlsplit(link)
    ticket = parts.fragment.partition("here=")[2].partition("&")[0]
    host, port = str(parts.hostname), int(parts.port or 80)
    headers = {"Content-Type": "application/json", "Origin": f"http://{host}:{port}"}
    with computer.inside():
        status, body = fetch(
            host,
            port,
            "/pair/here",
            method="POST",
            body=json.dumps({"ticket": ticket}).encode(),
            headers=headers,
        )
    assert status == 200, (status, body)
    found = json.loads(body)
    return found["device"], found["key"]


def until(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)

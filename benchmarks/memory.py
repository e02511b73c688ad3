"""What a running table keeps in memory: `python -m benchmarks.memory --camera virtual`.

`jantaku run` in a process of its own, followed from outside. With `--camera virtual` it is a virtual table,
whose own process draws the pictures, too. With `--camera stream` it is a table of people without a machine,
whose pictures come from this process as MJPEG over HTTP: an empty mat, and then a full table that nobody
touches. Printed: what it holds at the end, by what it is for, the most it held, and the processor time it
took. Exit 1 when it holds more than it may.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.progress import Command, Options, no_broker, passing
from tests.controller.screens.club_camera import ClubCamera
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer

LIMIT_MB: Final = {"virtual": 400.0, "stream": 300.0}
"""What it may hold at the end."""
PROGRAM: Final = "from controller.cli import main; main()"
LAST_S: Final = 30.0
"""What it holds at the end is the mean of so long."""
EVERY_S: Final = 0.5
EMPTY_S: Final = 30.0
"""So long the streaming camera shows an empty mat."""
TABLE: Final = """
[camera]
kind = "rtsp"
source = "{url}"
[machine]
kind = "none"
"""


class Held(NamedTuple):
    """MB in memory of a process, of these its own, those of libraries and files; seconds of the processor."""

    resident: float
    own: float
    files: float
    processor: float


def held(process: int) -> Held:
    """Of now, as proc(5) says."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    kb = {name: int(size) for name, size in re.findall(r"^(Rss\w+|VmRSS):\s+(\d+) kB", status, re.MULTILINE)}
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return Held(kb["VmRSS"] / 1024, kb["RssAnon"] / 1024, kb["RssFile"] / 1024, seconds)


def largest(process: int, count: int = 8) -> dict[str, float]:
    """The largest parts of it in MB, by the names of their mappings (`smaps`)."""
    found: dict[str, float] = {}
    name = ""
    for line in Path(f"/proc/{process}/smaps").read_text("utf-8").splitlines():
        if re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
            name = Path(line.split(maxsplit=5)[5]).name if len(line.split(maxsplit=5)) > 5 else "(anonymous)"
        elif line.startswith("Rss:"):
            found[name] = found.get(name, 0.0) + int(line.split()[1]) / 1024
    ordered = sorted(found.items(), key=lambda part: -part[1])
    return {name: round(size, 1) for name, size in ordered[:count]}


@contextmanager
def camera(folder: Path) -> Iterator[tuple[ClubCamera, Path]]:
    """A streaming camera over an empty mat, and the configuration of a table that looks through it."""
    with ClubCamera(Renderer()).running() as streaming:
        file = folder / "table.toml"
        file.write_text(TABLE.format(url=streaming.url), "utf-8")
        yield streaming, file


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def follow(more: list[str], folder: Path, seconds: float, streaming: ClubCamera | None) -> dict[str, object]:
    """Runs a table for so long; MB and seconds."""
    command = [sys.executable, "-c", PROGRAM, "run", "--no-browser", "--port", str(free_port())]
    command += ["--data", str(folder / "data"), *more]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    looks: list[Held] = []
    try:
        with passing("table", seconds):
            began = time.monotonic()
            while (since := time.monotonic() - began) < seconds:
                time.sleep(EVERY_S)
                if process.poll() is not None:
                    raise SystemExit("The table ended before its time: what it said stands above.")
                looks.append(held(process.pid))
                if streaming is not None and since >= EMPTY_S:
                    streaming.lay(demo_scene(3))
        last = looks[-round(LAST_S / EVERY_S) :]
        return {
            "MB": round(sum(look.resident for look in last) / len(last), 1),
            "most MB": round(max(look.resident for look in looks), 1),
            "its own MB": round(sum(look.own for look in last) / len(last), 1),
            "of files MB": round(sum(look.files for look in last) / len(last), 1),
            "processor s": round(looks[-1].processor, 1),
            "largest parts": largest(process.pid),
            "load": round(os.getloadavg()[1], 1),
        }
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def measure(kind: str, seconds: float, seed: int) -> dict[str, object]:
    """A table of this kind; `MB` is what it held in the last LAST_S."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if kind == "virtual":
            return follow(["--seed", str(seed)], folder, seconds, None)
        with camera(folder) as (streaming, file):
            return follow(["--config", str(file)], folder, seconds, streaming)


def takes(options: Options) -> float:
    return float(options.seconds) + 5


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--camera", choices=tuple(LIMIT_MB), default="virtual")
    options.add_argument("--seconds", type=float, default=150.0, help="at least 60")
    options.add_argument("--seed", type=int, default=3)
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_broker())
    if given.seconds < 2 * LAST_S:
        options.stop("--seconds must be at least 60")
    found = measure(given.camera, given.seconds, given.seed)
    found["reached"] = float(str(found["MB"])) <= LIMIT_MB[given.camera]
    if given.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name:<14}{value}" for name, value in found.items()))
    return 0 if found["reached"] else 1


if __name__ == "__main__":
    sys.exit(main())

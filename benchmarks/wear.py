"""What a table writes to its card: `python -m benchmarks.wear --seconds 300`.

Runs a virtual table at speed 1, in a process of its own, and reads from the kernel what the table and its
broker cause to be written to the disk. Said an hour and a year of evenings, with the files that grew. Its
players discard faster than people do. The folder must lie on a disk: a memory file system writes nothing.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from benchmarks.progress import Command, Options, Progress, no_broker

HOURS: Final = 4 * 100
"""Of play in a year: a hundred evenings of four hours."""
PROGRAM: Final = "from controller.cli import main; main()"
WARM_S: Final = 30.0
"""Until the first hand is dealt."""


def written(process: int) -> int:
    """Bytes that a process and those it started have caused to be written (`write_bytes` of proc(5))."""
    found = 0
    for each in (process, *_below(process)):
        lines = Path(f"/proc/{each}/io").read_text("ascii").splitlines()
        fields = dict(line.split(": ") for line in lines)
        found += int(fields["write_bytes"]) - int(fields["cancelled_write_bytes"])
    return found


def _below(process: int) -> list[int]:
    said = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    found = [int(word) for word in said.split()]
    return [*found, *(below for each in found for below in _below(each))]


def sizes(folder: Path) -> Counter[str]:
    """Bytes that lie in the folder, by the ending of the files."""
    out: Counter[str] = Counter()
    for path in folder.rglob("*"):
        if path.is_file():
            out[path.suffix or path.name] += path.stat().st_size
    return out


def measure(folder: Path, seconds: float, seed: int) -> dict[str, float]:
    """Bytes an hour: what the kernel wrote, and what lies there by kind of file."""
    command = [sys.executable, "-c", PROGRAM, "run", "--seed", str(seed)]
    command += ["--no-browser", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with Progress("play", WARM_S + seconds) as progress:
            for second in range(round(WARM_S + seconds)):
                if second == round(WARM_S):
                    bytes_before, lying, began = written(process.pid), sizes(folder), time.monotonic()
                time.sleep(1.0)
                progress.step()
        hours = (time.monotonic() - began) / 3600
        grown = sizes(folder) - lying
        rates = {kind: size / hours for kind, size in grown.most_common()}
        return {"written": (written(process.pid) - bytes_before) / hours, **rates}
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def takes(options: Options) -> float:
    return WARM_S + float(options.seconds) + 5


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--seconds", type=float, default=300.0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--folder", type=Path, help="on the disk that is looked at")
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_broker())
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        found = measure(Path(folder), given.seconds, given.seed)
    if given.json:
        print(json.dumps(found))
        return 0
    for kind, size in found.items():
        print(f"{kind:<12}{size / 1e6:>9.1f} MB an hour{size * HOURS / 1e9:>9.1f} GB a year")
    return 0


if __name__ == "__main__":
    sys.exit(main())

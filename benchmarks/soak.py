"""A table that plays for hours: does it grow?

    python -m benchmarks.soak --minutes 480

One virtual table in a process of its own plays game after game at the highest speed there is. Each minute
the kernel is asked for the memory, the open files and the threads of the table and its broker, and the disk
for the size of the data; the table is asked for nothing. Said at the end: the slope of each by least squares
after the first part, in per cent of its mean an hour with its standard error, and how much was played then.
"""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from benchmarks.progress import Command, Options, Progress, no_broker, tell

PROGRAM: Final = "from controller.cli import main; main()"
EACH_S: Final = 60.0
FASTEST: Final = 20.0
"""Of `jantaku run --speed`. Where the processor cannot, the table's clock waits: nothing is left out."""


@dataclass(frozen=True, slots=True)
class Sample:
    """`seconds` since the start; sizes in bytes. `played` are finished hands."""

    seconds: float
    rss: int
    broker_rss: int
    files: int
    threads: int
    disk: int
    evidence: int
    """Of it pictures and clips, which are bounded by themselves."""
    played: int


def sample(process: int, data: Path, began: float) -> Sample:
    """What a table and its broker hold now. OSError where it has ended."""
    broker = _children(process)
    sizes = {path: path.stat().st_size for path in data.rglob("*") if path.is_file()}
    return Sample(
        seconds=time.monotonic() - began,
        rss=_rss(process),
        broker_rss=sum(map(_rss, broker)),
        files=sum(1 for each in (process, *broker) for _ in Path(f"/proc/{each}/fd").iterdir()),
        threads=sum(1 for _ in Path(f"/proc/{process}/task").iterdir()),
        disk=sum(sizes.values()),
        evidence=sum(size for path, size in sizes.items() if path.parent.suffix == ".evidence"),
        played=sum(
            path.read_bytes().count(b'"hand_ended"') for path in (data / "games").glob("*.jsonl")
        ),
    )  # fmt: skip


def _rss(process: int) -> int:
    lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def _children(process: int) -> list[int]:
    return [
        int(word)
        for task in Path(f"/proc/{process}/task").iterdir()
        for word in (task / "children").read_text("ascii").split()
    ]


def slope(at_s: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """By least squares, in per cent of the mean an hour, and its standard error; three values at least."""
    n = len(values)
    hours = [each / 3600 for each in at_s]
    middle, mean = sum(hours) / n, sum(values) / n
    spread = sum((hour - middle) ** 2 for hour in hours)
    rise = sum((hour - middle) * (value - mean) for hour, value in zip(hours, values, strict=True)) / spread
    rest = sum(
        (value - mean - rise * (hour - middle)) ** 2 for hour, value in zip(hours, values, strict=True)
    )
    if mean == 0:
        return 0.0, 0.0
    return 100 * rise / mean, 100 * math.sqrt(rest / (n - 2) / spread) / mean


def play(data: Path, minutes: int, seed: int, speed: float, out: Path | None) -> list[Sample]:
    """A sample a minute; fewer where the table has ended before."""
    command = [sys.executable, "-c", PROGRAM, "run", "--no-browser", "--seed", str(seed)]
    command += ["--speed", str(speed), "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    began, found = time.monotonic(), list[Sample]()
    try:
        with Progress("play", minutes) as progress:
            for minute in range(1, minutes + 1):
                time.sleep(max(0.0, began + minute * EACH_S - time.monotonic()))
                if process.poll() is not None:
                    tell(f"The table has ended with {process.returncode}.")
                    break
                found.append(sample(process.pid, data, began))
                if out is not None:
                    with out.open("a", encoding="utf-8") as lines:
                        lines.write(json.dumps(asdict(found[-1])) + "\n")
                progress.step()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    return found


def lines_of(found: Sequence[Sample], first: int) -> list[str]:
    """Lines about the samples after the first `first`."""
    after = found[first:]
    if len(after) < 3:
        return ["Fewer than three samples after the first part: play longer."]
    hours = (after[-1].seconds - after[0].seconds) / 3600
    played = after[-1].played - after[0].played
    lines = [f"{len(after)} samples in {hours:.2f} h after the first {first}: {played} hands"]
    for each in fields(Sample)[1:-1]:
        values = [getattr(one, each.name) for one in after]
        rise, error = slope([one.seconds for one in after], values)
        lines.append(
            f"{each.name:<11}{values[0]:>14} .. {values[-1]:>14}  {rise:+8.2f} % an hour (se {error:.2f})"
        )
    return lines


def takes(options: Options) -> float:
    return float(60 * options.minutes)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--minutes", type=int, default=480)
    options.add_argument(
        "--first", type=int, default=None, help="Minutes that do not count (default: a third)."
    )
    options.add_argument("--speed", type=float, default=FASTEST)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, help="Each sample as a line of JSON.")
    given = options.begin()
    options.need(no_broker())
    with tempfile.TemporaryDirectory() as folder:
        found = play(Path(folder), given.minutes, given.seed, given.speed, given.out)
    for line in lines_of(found, given.minutes // 3 if given.first is None else given.first):
        tell(line)
    return 0 if len(found) == given.minutes else 1


if __name__ == "__main__":
    sys.exit(main())

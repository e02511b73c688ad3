"""Whether a table comes up: `jantaku run` over damaged folders and without its devices, and its page.

    python -m benchmarks.comes_up                  # each fault once
    python -m benchmarks.comes_up --against FOLDER # the program of another checkout

A table is begun and ended in order, then it is spoilt and begun again. Counted are faults after which any
page is shown, and those after which the table plays.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.progress import Command, each, no_broker, tell

PROGRAM: Final = "from controller.cli import main; main()"
PATIENCE_S: Final = 40.0
FAULT_S: Final = 8.0
"""Two starts of a table."""
SCORES: Final = '[camera]\nkind = "none"\n[machine]\nkind = "none"\n'
EYES: Final = '[camera]\nkind = "v4l2"\nsource = "/dev/video-none"\n'
PEOPLE: Final = EYES + '[machine]\nkind = "none"\n'
PAIR: Final = '[web]\ncertificate = "/x"\nkey = "/x"\n'
SERIAL: Final = EYES + '[machine]\nkind = "serial"\nport = "/dev/tty-none"\n'


@dataclass(frozen=True)
class Fault:
    """`config` None is a virtual table. `spoil` gets the data folder of a table that has begun before, and
    the file of its configuration."""

    name: str
    config: str | None
    spoil: Callable[[Path, Path], None]


def flipped(data: Path, _: Path) -> None:
    """One bit of the journal, in its middle."""
    (path,) = (data / "games").glob("*.jsonl")
    whole = path.read_bytes()
    at = len(whole) // 2
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])


def emptied(pattern: str) -> Callable[[Path, Path], None]:
    """A file of the data folder is empty."""

    def spoil(data: Path, _: Path) -> None:
        for path in list(data.glob(pattern)) or [data / pattern]:
            path.write_bytes(b"")

    return spoil


def in_the_way(data: Path, _: Path) -> None:
    """The data folder is none."""
    data.rename(data.with_name("moved"))
    data.write_text("in the way")


def reconfigured(text: str) -> Callable[[Path, Path], None]:
    """The configuration says something else."""
    return lambda _data, config: _written(config, text)


def _written(path: Path, text: str) -> None:
    path.write_text(text)


FAULTS: Final = (
    Fault("a flipped bit, virtual", None, flipped),
    Fault("a flipped bit", SCORES, flipped),
    Fault("an empty world.json", None, emptied("games/*.world.json")),
    Fault("an empty accounts.json", SCORES, emptied("broker/accounts.json")),
    Fault("an empty calibration.json", PEOPLE, emptied("calibration.json")),
    Fault("data that cannot be written", SCORES, in_the_way),
    Fault("a machine that is not there", SCORES, reconfigured(SERIAL)),
    Fault("a camera that is not there", SCORES, reconfigured(PEOPLE)),
    Fault("a configuration that is no TOML", SCORES, reconfigured("[camera\n")),
    Fault("a configuration full of zeros", SCORES, reconfigured("\0" * 200)),
    Fault("a key that there is not", SCORES, reconfigured(SCORES + "[web]\nprot = 1\n")),
    Fault("rules that there are not", SCORES, reconfigured(SCORES + '[table]\npreset = "nope"\n')),
    Fault("a tile set that is not there", SCORES, reconfigured(PEOPLE.replace("[m", 'tile_set = "x"\n[m'))),
    Fault(
        "a certificate that is not there",
        SCORES,
        reconfigured(SCORES + PAIR),
    ),
    Fault("a seat panel that is not there", SCORES, reconfigured(PEOPLE + '[panel]\nkind = "gpio"\n')),
)


class Table:
    """A process of the program in `checkout`."""

    def __init__(self, checkout: Path, data: Path, config: Path | None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = int(free.getsockname()[1])
        words = ["run", "--no-browser", "--port", str(self._port), "--data", str(data)]
        words += [] if config is None else ["--config", str(config)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words],
            cwd=checkout,
            env=os.environ | {"PYTHONPATH": str(checkout)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def shown(self) -> tuple[bool, bool]:
        """Whether there is a page in the end, and whether it is the table's own."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and self._process.poll() is None:
            if self._asked("table.html") in {200, 503}:
                return True, self._asked("config.json") == 200
            time.sleep(0.1)
        return False, False

    def _asked(self, path: str) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/{path}", timeout=20) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def end(self) -> None:
        """In order, as a service manager does."""
        with suppress(ProcessLookupError):
            self._process.terminate()
        self._process.wait(30)


def tried(fault: Fault, checkout: Path, folder: Path) -> tuple[bool, bool]:
    """Page and table after the fault."""
    data, config = folder / "data", folder / "table.toml"
    config.write_text(fault.config or "")
    given = None if fault.config is None else config
    first = Table(checkout, data, given)
    assert first.shown() == (True, True), "the table does not begin before it is spoilt"
    time.sleep(1.0)  # its first lines are written
    first.end()
    fault.spoil(data, config)
    again = Table(checkout, data, given)
    try:
        return again.shown()
    finally:
        again.end()


def main() -> None:
    """Prints a line a fault, and the sum."""
    parser = Command(__doc__, lambda _: FAULT_S * len(FAULTS))
    parser.add_argument("--against", type=Path, help="Another checkout of the program.")
    checkout = parser.begin().against or Path(__file__).resolve().parents[1]
    parser.need(no_broker())
    found = []
    for fault in each("faults", FAULTS):
        with tempfile.TemporaryDirectory() as folder:
            found.append(tried(fault, checkout.resolve(), Path(folder)))
        page, table = found[-1]
        tell(f"{fault.name:<34} {'a page' if page else 'no page':<8} {'a table' if table else 'no table'}")
    pages, tables = (sum(each) for each in zip(*found, strict=True))
    tell(f"{pages} of {len(found)} pages, {tables} of {len(found)} tables")


if __name__ == "__main__":
    main()

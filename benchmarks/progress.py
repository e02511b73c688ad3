"""A benchmark's command line, and how far it has come.

Its help and its first line say how long it takes. While it runs, a line names the part, what of it is done,
and how long it will still take. All of that goes to the standard error, so that results stay clean: on a
terminal one line that is drawn again and again, elsewhere a line every `LINE_S` seconds, whatever the
benchmark waits for.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from runtime.mosquitto import MissingError, find_mosquitto
from tests.controller import browser

DRAWN_S: Final = 0.5
"""Between two drawings of the line on a terminal."""
LINE_S: Final = 15.0
"""Between two lines elsewhere."""
ALONE_S: Final = 1.0
"""A part that takes less says nothing."""
CLEAR: Final = "\r\x1b[K"
Options = argparse.Namespace
Item = TypeVar("Item")


class Command(argparse.ArgumentParser):
    """The options of a benchmark; `takes` gives the seconds that a run with such options takes on two quiet
    cores."""

    def __init__(self, about: str | None, takes: Callable[[Options], float]) -> None:
        super().__init__(
            prog=program(), description=about, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        self._takes = takes

    def format_help(self) -> str:
        usual = {action.dest: action.default for action in self._actions}
        self.epilog = f"Without options it takes about {lasting(self._takes(Options(**usual)))}."
        return super().format_help()

    def begin(self) -> Options:
        """The options that were given; says how long it will take. From here on the run that is ended by
        SIGTERM ends as by Ctrl-C: what it has started and laid down goes with it."""
        given = self.parse_args()
        signal.signal(signal.SIGTERM, _ended)
        note(f"takes about {lasting(self._takes(given))}.")
        return given

    def need(self, *reasons: str | None) -> None:
        """Ends the run with the first of the reasons why it cannot be; None is no reason."""
        for why in filter(None, reasons):
            self.stop(why)

    def stop(self, why: str) -> NoReturn:
        """Ends the run with a sentence and exit status 2."""
        self.exit(2, f"{self.prog}: {why}\n")


def _ended(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)


def program() -> str:
    """The name of the benchmark that runs: of its module."""
    path = Path(sys.argv[0])
    return path.parent.name if path.stem == "__main__" else path.stem


def note(text: str) -> None:
    """Says it beside the results."""
    print(f"{program()}: {text}", file=sys.stderr, flush=True)


def no_browser() -> str | None:
    """Why pages cannot be opened, or None."""
    return browser.missing()


def no_broker() -> str | None:
    """Why no broker can be started, or None."""
    try:
        find_mosquitto()
    except MissingError:
        return "mosquitto is absent: run `sudo apt install mosquitto`"
    return None


def no_folder(folder: Path | None, holds: str) -> str | None:
    """Why what a folder holds is not at hand, or None; a folder that nobody asks for is not missed."""
    if folder is None or folder.is_dir():
        return None
    return f"{folder} is absent: it should hold {holds}"


def no_file(file: Path, remedy: str) -> str | None:
    """Why a file cannot be read and what helps, or None."""
    return None if file.is_file() else f"{file} is absent: {remedy}"


class Progress:
    """A part under way, used as a context: `total` things, of which `done` says how many are done, or `step`;
    one thing is not counted.

    `done` is called from another thread.
    """

    def __init__(self, part: str, total: float, done: Callable[[], float] | None = None) -> None:
        self._part, self._total = part, total
        self._counted = 0.0
        self._done = done or (lambda: self._counted)
        self._begun = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._live, name="progress", daemon=True)

    def __enter__(self) -> Progress:
        self._begun = time.monotonic()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        if sys.stderr.isatty():
            print(CLEAR, end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._begun >= ALONE_S:
            print(self.line(), file=sys.stderr, flush=True)

    def step(self, count: float = 1) -> None:
        """So many more are done."""
        self._counted += count

    def line(self) -> str:
        """Where it stands, in words."""
        done, since = min(self._done(), self._total), time.monotonic() - self._begun
        count = f" {done:.0f} of {self._total:.0f}" if self._total > 1 else ""
        line = f"{program()}: {self._part}{count}, {lasting(since)} so far"
        if 0 < done < self._total:
            line += f", about {lasting(since * (self._total - done) / done)} left"
        return line

    def _live(self) -> None:
        drawn = sys.stderr.isatty()
        while not self._over.wait(DRAWN_S if drawn else LINE_S):
            print(CLEAR + self.line() if drawn else self.line(), end="" if drawn else "\n", file=sys.stderr)
            sys.stderr.flush()


def each(part: str, items: Sequence[Item]) -> Iterator[Item]:
    """The items, one done whenever the next is asked for."""
    with Progress(part, len(items)) as progress:
        for item in items:
            yield item
            progress.step()


def passing(part: str, seconds: float) -> Progress:
    """A part that takes so long, whatever happens."""
    begun = time.monotonic()
    return Progress(part, seconds, lambda: time.monotonic() - begun)


def tell(result: str) -> None:
    """Prints a result; a line of progress on the same terminal gives way to it."""
    if sys.stderr.isatty():
        print(CLEAR, end="", file=sys.stderr, flush=True)
    print(result, flush=True)


def lasting(seconds: float) -> str:
    """A length of time in words, as exactly as an estimate deserves."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"

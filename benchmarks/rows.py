"""A benchmark of many parts: rows of what is wanted and what was found, asked for part by part."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from benchmarks.progress import Command, Options, note, tell


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is asked for: `found` is to be at least `wanted`, or at most where `most`."""

    what: str
    wanted: float
    found: float
    most: bool = False

    @property
    def reached(self) -> bool:
        return self.found <= self.wanted if self.most else self.found >= self.wanted

    def __str__(self) -> str:
        sign = "<=" if self.most else ">="
        return f"{'yes' if self.reached else 'NO':4}{self.what:70}{sign} {self.wanted:<9g}{self.found:g}"


Parts = Mapping[str, Callable[[Options], Iterator[Row]]]


def output(module: str, *options: object) -> str:
    """What a benchmark prints; CalledProcessError if it dies.

    Falling short (exit 1) is no death; what one lacks (exit 2) it has said itself.
    """
    command = [sys.executable, "-m", f"benchmarks.{module}", *map(str, options)]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode == 2:
        sys.exit(2)
    if done.returncode not in (0, 1) or not done.stdout:
        raise subprocess.CalledProcessError(done.returncode, command)
    return done.stdout


def parser(about: str | None, parts: Parts, seconds: Callable[[str, Options], float]) -> Command:
    """With the option by which some of the parts are asked for; `seconds` says how long a part takes."""
    made = Command(about, lambda options: sum(seconds(part, options) for part in options.only))
    made.add_argument("--only", nargs="+", choices=parts, default=list(parts), metavar="PART")
    return made


def asked(parts: Parts, options: Options) -> int:
    """Prints the rows of the parts that are asked for; the exit status, 1 when anything falls short."""
    all_reached = True
    for number, name in enumerate(options.only, 1):
        note(f"part {number} of {len(options.only)}: {name}")
        for row in parts[name](options):
            tell(str(row))
            all_reached &= row.reached
    return 0 if all_reached else 1

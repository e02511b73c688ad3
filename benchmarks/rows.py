"""A benchmark of many parts: rows of what is wanted and what was found, asked for part by part."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

Options = argparse.Namespace


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
    """What a benchmark prints; CalledProcessError if it dies. Falling short (exit 1) is no death."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *map(str, options)]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1) or not done.stdout:
        raise subprocess.CalledProcessError(done.returncode, command)
    return done.stdout


def parser(about: str | None, parts: Parts) -> argparse.ArgumentParser:
    """With the option by which some of the parts are asked for."""
    made = argparse.ArgumentParser(description=about)
    made.add_argument("--only", nargs="+", choices=parts, default=list(parts), metavar="PART")
    return made


def tell(parts: Parts, options: Options) -> int:
    """Prints the rows of the parts that are asked for; the exit status, 1 when anything falls short."""
    all_reached = True
    for name in options.only:
        for row in parts[name](options):
            print(row, flush=True)
            all_reached &= row.reached
    return 0 if all_reached else 1

"""Many runs of one thing with a bar of progress; an interrupt ends a campaign and keeps what was done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

import click

J = TypeVar("J")
R = TypeVar("R")


def campaign(name: str, run: Callable[[J], R], jobs: Sequence[J], processes: int) -> list[R]:
    """The results of the jobs, in their order; of fewer when a key interrupted."""
    done: list[R] = []
    try:
        with click.progressbar(length=len(jobs), label=name, file=sys.stderr) as bar:
            if processes == 1:
                for job in jobs:
                    done.append(run(job))
                    bar.update(1)
            else:
                with ProcessPoolExecutor(processes) as pool:
                    for result in pool.map(run, jobs, chunksize=4):
                        done.append(result)
                        bar.update(1)
    except KeyboardInterrupt:
        print(f"{name}: interrupted after {len(done)} of {len(jobs)}.", file=sys.stderr)
    return done

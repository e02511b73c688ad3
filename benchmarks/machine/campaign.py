"""Many runs of one thing ; an interrupt ends a campaign and keeps what was done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from benchmarks.progress import Progress, note

J = TypeVar("J")
R = TypeVar("R")


def campaign(name: str, run: Callable[[J], R], jobs: Sequence[J], processes: int) -> list[R]:
    """The results of the jobs, in their order; of fewer when a key interrupted."""
    done: list[R] = []
    try:
        with Progress(name, len(jobs), lambda: len(done)):
            if processes == 1:
                done.extend(map(run, jobs))
            else:
                with ProcessPoolExecutor(processes) as pool:
                    done.extend(pool.map(run, jobs, chunksize=4))
    except KeyboardInterrupt:
        note(f"{name}: interrupted after {len(done)} of {len(jobs)}.")
    return done

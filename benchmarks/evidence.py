"""What keeping evidence costs the main loop: `python -m benchmarks.evidence --seconds 120 --seed 1`.

Runs one virtual table at speed 1 and switches the evidence on and off every five seconds, so that both
see the same load and the same game. Exit 1 when handing over costs more than 3 % of a turn's own time.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest import mock

from benchmarks.progress import Command, Options, no_broker, passing
from controller.assembly.resuming import Wishes
from controller.assembly.run import start
from controller.config import parse
from controller.evidence.keeper import Evidence
from controller.loop.service import Service

LIMIT: Final = 0.03
"""Most of a turn that handing over may take."""
SWITCH_S: Final = 5.0


@dataclass
class Costs:
    """Processor seconds of the main loop by turn, with the evidence on and off, and of handing over."""

    on: list[float] = field(default_factory=list)
    off: list[float] = field(default_factory=list)
    handing: list[float] = field(default_factory=list)
    thread: float = 0.0
    wall: float = 0.0
    keeps: bool = False


def measure(seed: int, seconds: float) -> Costs:
    """Plays for so long; times are those of the threads, so that other programs do not count."""
    costs = Costs()
    step, feed, take = Service.step, Evidence.feed, Evidence._take

    def stepped(self: Service, now: float) -> Any:
        costs.keeps = int(time.monotonic() / SWITCH_S) % 2 == 0
        began = time.thread_time()
        out = step(self, now)
        (costs.on if costs.keeps else costs.off).append(time.thread_time() - began)
        return out

    def fed(self: Evidence, *rest: Any, **named: Any) -> None:
        if costs.keeps:
            began = time.thread_time()
            feed(self, *rest, **named)
            costs.handing.append(time.thread_time() - began)

    def taken(self: Evidence, turn: Any) -> None:
        began = time.thread_time()
        take(self, turn)
        costs.thread += time.thread_time() - began

    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(Service, "step", stepped),
        mock.patch.object(Evidence, "feed", fed),
        mock.patch.object(Evidence, "_take", taken),
    ):
        running = start(parse({"data": Path(folder)}, "The benchmark"), Wishes(seed=seed, new=True))
        try:
            began = time.monotonic()
            with passing("seconds", seconds):
                while time.monotonic() - began < seconds:
                    running.step()
            costs.wall = time.monotonic() - began
        finally:
            running.close()
    return costs


def report(costs: Costs) -> dict[str, Any]:
    """Milliseconds, and shares of 1."""
    share = sum(costs.handing) / sum(costs.on)
    return {
        "turns": len(costs.on) + len(costs.off),
        "turn_on_ms": round(1000 * statistics.mean(costs.on), 2),
        "turn_off_ms": round(1000 * statistics.mean(costs.off), 2),
        "handing_over_ms": round(1000 * statistics.mean(costs.handing), 3),
        "share_of_a_turn": round(share, 4),
        "share_of_a_core": round(costs.thread / (costs.wall / 2), 4),
        "reached": share <= LIMIT,
    }


def takes(options: Options) -> float:
    return float(5 + options.seconds)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--seconds", type=float, default=120.0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_broker())
    found = report(measure(given.seed, given.seconds))
    if given.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name:<18}{value}" for name, value in found.items()))
    return 0 if found["reached"] else 1


if __name__ == "__main__":
    sys.exit(main())

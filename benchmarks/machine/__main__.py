"""Run: python -m benchmarks.machine [--all] [--sorts N] [--mishaps N] [--rough N] [--evenings N] [--first N]
     [--binary N] [--binary-evenings N] [--flashes N] [--single] [--load] [--coverage] [--frames N]
     [--seconds N] [--processes N]

Without options a short run; `--all` is what docs/measurements.md reports. Every line says what is asked for.
Times are simulated; the plant's numbers are estimates.
"""

from __future__ import annotations

import os
from typing import Final

from benchmarks.machine import binary, evenings, flashes, link, moments
from benchmarks.progress import Command, Options
from firmware_bridge.virtual.native_library import BuildError, build

ALL = {
    "sorts": 200,
    "mishaps": 2000,
    "rough": 10_000,
    "evenings": 5000,
    "binary": 200,
    "flashes": 100,
    "frames": 1_000_000,
    "seconds": 600.0,
}
ALL |= {"single": True, "load": True, "coverage": True}


COST: Final = {
    "sorts": 0.9,
    "mishaps": 0.35,
    "rough": 0.05,
    "evenings": 0.7,
    "binary": 2.5,
    "binary_evenings": 50.0,
    "flashes": 3.0,
    "frames": 0.0002,
    "seconds": 0.5,
}
"""Seconds of one core that one of these takes."""


def takes(options: Options) -> float:
    wished = vars(options) | (ALL if options.all else {})
    once = 30 + 60 * wished["single"] + 40 * wished["load"] + 180 * wished["coverage"]
    return float(once + sum(each * wished[name] for name, each in COST.items()) / wished["processes"])


def _parser() -> Command:
    parser = Command(__doc__, takes)
    parser.add_argument("--all", action="store_true", help=f"the long campaigns: {ALL}")
    parser.add_argument("--sorts", type=int, default=20)
    parser.add_argument("--mishaps", type=int, default=50)
    parser.add_argument("--rough", type=int, default=100)
    parser.add_argument("--evenings", type=int, default=20, help="random ones with two or three faults")
    parser.add_argument("--first", type=int, default=0, help="seed of the first of them")
    parser.add_argument("--binary", type=int, default=0, help="rough evenings of the binary in simavr")
    parser.add_argument("--binary-evenings", type=int, default=0, help="random ones of the binary")
    parser.add_argument("--flashes", type=int, default=0, help="firmware exchanged while power fails")
    parser.add_argument("--single", action="store_true", help="all 217 single faults")
    parser.add_argument("--load", action="store_true", help="nine steppers at 4 kHz in simavr and in Unicorn")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=30.0, help="simulated, of every bad line")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    return parser


def main() -> None:
    parser = _parser()
    wished = parser.begin()
    if wished.all:
        vars(wished).update(ALL)
    try:
        build("native")
        build("all")
        if wished.binary or wished.binary_evenings or wished.flashes or wished.load:
            build("sim")
    except BuildError as error:
        parser.stop(str(error))
    if wished.sorts:
        evenings.sorts(wished.sorts, wished.processes)
    if wished.mishaps:
        evenings.mishaps(wished.mishaps, wished.processes)
    if wished.rough:
        evenings.roughs(wished.rough, "native", wished.processes)
    if wished.binary:
        evenings.roughs(wished.binary, "simavr", wished.processes)
    if wished.evenings:
        evenings.evenings(wished.evenings, "native", wished.first, wished.processes)
    if wished.binary_evenings:
        evenings.evenings(wished.binary_evenings, "simavr", wished.first, wished.processes)
    flashes.flashes(wished.flashes, wished.first, wished.processes)
    if wished.single:
        evenings.singles(wished.processes)
    moments.stops()
    moments.silence()
    moments.again()
    moments.reconnect()
    if wished.frames:
        link.frames(wished.frames)
    if wished.seconds:
        link.lines(wished.seconds)
    binary.size()
    if wished.load:
        binary.loads()
    if wished.coverage:
        binary.coverage()


if __name__ == "__main__":
    main()

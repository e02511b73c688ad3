"""The machine's figures, on the firmware itself in its plant. Simulated time; the plant is an estimate.

Run: python -m benchmarks.machine_figures [--sorts N] [--mishaps N] [--rough N] [--binary N]
     [--single] [--load] [--coverage]

Without options a short run; all of it with --sorts 200 --mishaps 2000 --rough 10000 --binary 200 --single
--load --coverage. Every line says what is asked for.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from firmware_bridge.message import Close, Collect, MachineState, Raise, Shuffle
from firmware_bridge.native_library import FIRMWARE, build
from hardware.sim.rig import NOBODY, Place, Rig
from hardware.sim.scenario import (
    evening,
    mishap_evening,
    right,
    rough_evening,
    single_faults,
    small_rig,
)

SET = 136
LOAD_S = 1.0


def sorted_in(seed: int) -> tuple[float, float]:
    """Seconds to sort 136 tiles, and from START (the hatch closes) to standing walls of the other set."""
    with Rig(seed=seed, step_ms=10) as rig:
        rig.ready()
        rig.load(0)
        begun = rig.now
        if not rig.sort():
            return float("inf"), float("inf")
        took = rig.now - begun
        rig.do(Collect(1))
        rig.push(1)
        rig.until(lambda: rig.count(1, Place.MAT) == 0, 10)
        rig.push(NOBODY)
        begun = rig.now
        rig.do(Close())
        rig.do(Raise())
        return took, rig.now - begun


def sorts(count: int, pool: ProcessPoolExecutor) -> None:
    times = list(pool.map(sorted_in, range(count)))
    took, walls = sorted(t for t, _ in times), sorted(w for _, w in times)
    print(
        f"sort and stack {SET} tiles, {count} runs: median {statistics.median(took):.1f} s (<= 60), ", end=""
    )
    print(f"p95 {took[int(0.95 * (count - 1))]:.1f} s (<= 90), longest {took[-1]:.1f} s")
    print(f"from START to standing walls: longest {walls[-1]:.1f} s (<= 8)")


def mishap(seed: int) -> tuple[str, bool, bool, bool]:
    what, _, ending, named = mishap_evening(seed)
    return what.name, ending.done, named, bool(ending.unsafe)


def mishaps(count: int, pool: ProcessPoolExecutor) -> None:
    results = list(pool.map(mishap, range(count), chunksize=8))
    done, named = sum(r[1] for r in results), sum(r[2] for r in results)
    print(f"{count} evenings with a mishap that passes: {done / count:.1%} without a person (>= 95 %)")
    unsafe = sum(r[3] for r in results)
    print(f"  {named / count:.1%} with the right names and lanes (>= 98 %), {unsafe} unsafe (0)")
    missed = Counter(r[0] for r in results if not r[1])
    if missed:
        print(f"  a person was needed after: {dict(missed)}")


def rough(job: tuple[int, str]) -> tuple[int, str]:
    seed, kind = job
    return seed, ", ".join(u.name for u in rough_evening(seed, kind).unsafe)


def roughs(count: int, kind: str, pool: ProcessPoolExecutor) -> None:
    results = list(pool.map(rough, ((seed, kind) for seed in range(count)), chunksize=4))
    bad = [(seed, what) for seed, what in results if what]
    print(f"{count} rough evenings, {kind}: {len(bad)} with an unsafe state (0) {bad[:5]}")


def single(number: int) -> tuple[str, bool, bool]:
    trouble = single_faults()[number]
    with small_rig() as rig:
        ending = evening(rig, trouble)
    told = None if ending.latched is None else f"E{ending.latched.code:02X}"
    return f"{trouble}: {ending.state.name} {told}", right(trouble, ending), bool(ending.unsafe)


def singles(pool: ProcessPoolExecutor) -> None:
    results = list(pool.map(single, range(len(single_faults())), chunksize=4))
    wrong = [r[0] for r in results if not r[1]]
    print(
        f"{len(results)} single faults: {len(results) - len(wrong)} end as listed, with code and axis (all)"
    )
    print(f"  {sum(r[2] for r in results)} unsafe (0){''.join(f'; {w}' for w in wrong)}")


def stops() -> None:
    """Emergency stop at random moments of sorting, pinches at random heights."""
    chance = random.Random(1)
    slowest, longest = 0.0, 0
    for seed in range(20):
        with small_rig(seed=seed) as rig:
            rig.ready()
            rig.load(0)
            rig.ask(Shuffle())
            rig.run(chance.uniform(1, 6))
            (rig.estop if seed % 2 else rig.lid)(True)
            rig.run(0.1)
            slowest = max(slowest, rig.stop_latency_ms)
        with small_rig(seed=seed) as rig:
            rig.ready()
            rig.load(0)
            rig.sort()
            rig.obstacle(4 + seed % 4, chance.uniform(0.1, 0.9), 1)
            rig.ask(Raise())
            rig.run(3)
            longest = max(longest, rig.pinch_ms)
    print(f"emergency stop or lid to all outputs off: longest {slowest:.2f} ms (<= 5)")
    print(f"pinch to standing lift: longest {longest} ms (<= 30)")


def silence() -> None:
    with Rig(step_ms=1) as rig:
        rig.ready()
        rig.load(0)
        rig.ask(Shuffle())
        rig.run(2)
        sent = rig.link.statistics.sent
        rig.until(lambda: rig.link.statistics.sent > sent, 0.2)
        rig.silent, begun = True, rig.now
        rig.until(lambda: not any(rig.get_output(o) for o in range(31, 46)), 1)
        held = rig.now - begun
        rig.until(lambda: not rig.get_output(21), 3)
        print(f"host silent: motors stand after {1000 * held:.0f} ms (280..320), ", end="")
        print(f"power off after {rig.now - begun:.2f} s (1.9..2.1)")


def again() -> None:
    def trace() -> int:
        with small_rig(seed=7) as rig:
            ending = evening(rig)
            return hash((tuple(ending.states), tuple(rig.reports), rig.now))

    print(f"the same seed: {len({trace() for _ in range(10)})} different traces in 10 (1)")


def reconnect() -> None:
    longest = 0.0
    for seed in range(10):
        with small_rig(seed=seed) as rig:
            rig.ready()
            rig.load(0)
            rig.ask(Shuffle())
            rig.run(1 + 0.1 * seed)
            lives = len(rig.greetings)
            rig.reset(1)
            begun = rig.now
            while len(rig.greetings) == lives and rig.now - begun < 5:
                rig.step()
            longest = max(longest, rig.now - begun)
            rig.run(0.3)
            assert rig.status.state is MachineState.UNHOMED
    print(f"after a reset: heard again within {longest:.2f} s (<= 2), and UNHOMED")


def load() -> None:
    """The binary with nine steppers at 4 kHz; see hardware/firmware/avr/load.c."""
    build("sim")
    with Rig("simavr", firmware="load.elf") as rig:
        for slide in range(9):
            rig.travel(slide, 1_000_000)
        rig.run(0.3)
        share, pulses = rig.busy(LOAD_S)
        rig.run(6.5 - rig.now)
        lost = sum(rig.lost(s) for s in range(9))
        made = [rig.pulses(s) for s in range(9)]
        print(f"nine steppers at {min(pulses) / LOAD_S:.0f} steps/s: {share:.1%} of the processor (<= 40 %)")
        print(f"  {min(made)} of 20000 steps each, {lost} lost by a rotor (0)")
        trips = rig.link.statistics
        print(f"  heartbeats on the way meanwhile: median {trips.median_ms} ms, p99 {trips.p99_ms} ms (<= 5)")


def size() -> None:
    folder = build("all")
    command = ["make", "-s", "-C", str(FIRMWARE), f"BUILD={folder}", "size"]
    print(subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip())


def coverage() -> None:
    """Lines of the core that the tests reach, by gcov."""
    if shutil.which("gcov") is None:
        sys.exit("gcov missing: sudo apt install gcc")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["make", "-s", "-C", str(FIRMWARE), f"BUILD={folder}", "COVERAGE=1", "native"], check=True
        )
        tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/hardware"]
        left_out = ["--deselect", "tests/hardware/test_binary.py", "-k", "not binary and not simavr"]
        environment = os.environ | {"JANTAKU_FIRMWARE_BUILD": folder, "COVERAGE": "1"}
        subprocess.run([*tests, *left_out], env=environment, check=False, stdout=subprocess.DEVNULL)
        notes = [n for n in sorted(Path(folder, "host").glob("*.gcda")) if not n.name.startswith("plant_")]
        total = reached = 0
        for note in notes:
            out = subprocess.run(
                ["gcov", "-n", "-o", str(note.parent), str(note)], capture_output=True, text=True, check=False
            ).stdout
            percent, lines = _lines(out)
            total, reached = total + lines, reached + round(percent * lines / 100)
            print(f"  {note.stem:14} {percent:6.1f} % of {lines}")
        print(f"lines of the core reached by the tests: {reached / total:.1%} (>= 90 %)")


def _lines(report: str) -> tuple[float, int]:
    """Of the first file in a report of gcov: `Lines executed:97.50% of 40`."""
    line = next(x for x in report.splitlines() if x.startswith("Lines executed"))
    percent, _, count = line.removeprefix("Lines executed:").partition("% of ")
    return float(percent), int(count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sorts", type=int, default=20)
    parser.add_argument("--mishaps", type=int, default=50)
    parser.add_argument("--rough", type=int, default=100)
    parser.add_argument("--binary", type=int, default=0, help="rough evenings of the binary in simavr")
    parser.add_argument("--single", action="store_true", help="all 217 single faults")
    parser.add_argument("--load", action="store_true", help="nine steppers at 4 kHz in simavr")
    parser.add_argument("--coverage", action="store_true")
    wished = parser.parse_args()
    build("native")
    with ProcessPoolExecutor() as pool:
        sorts(wished.sorts, pool)
        mishaps(wished.mishaps, pool)
        roughs(wished.rough, "native", pool)
        if wished.binary:
            roughs(wished.binary, "simavr", pool)
        if wished.single:
            singles(pool)
    stops()
    silence()
    again()
    reconnect()
    size()
    if wished.load:
        load()
    if wished.coverage:
        coverage()


if __name__ == "__main__":
    main()

"""Whole evenings: sorting times, mishaps that pass, single faults, unsafe states that the monitor counts."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass

from benchmarks.machine.campaign import campaign
from benchmarks.machine.people import Spent, spend
from firmware_bridge.message import Close, Collect, Outcome, Raise
from hardware.sim.rig import NOBODY, Place, Rig
from hardware.sim.scenario import evening, mishap_evening, right, rough_evening, single_faults, small_rig

SET = 136


def sorted_in(seed: int) -> tuple[float, float]:
    """Seconds to sort 136 tiles, and from START (the hatch closes) to standing walls of the other set."""
    with Rig(seed=seed, step_ms=20) as rig:
        rig.left(drum=0)
        rig.ready()
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


def sorts(count: int, processes: int) -> None:
    times = campaign("sorts", sorted_in, range(count), processes)
    took, walls = sorted(t for t, _ in times), sorted(w for _, w in times)
    print(
        f"sort and stack {SET} tiles, {len(times)} runs: median {statistics.median(took):.1f} s (<= 60), ",
        end="",
    )
    print(f"p95 {took[int(0.95 * (len(took) - 1))]:.1f} s (<= 90), longest {took[-1]:.1f} s")
    print(f"from START to standing walls: longest {walls[-1]:.1f} s (<= 8)", flush=True)


@dataclass(frozen=True, slots=True)
class Passed:
    """What became of an evening with a mishap."""

    what: str
    noticed: bool
    """The machine tried something, or asked for a person."""
    done: bool
    named: bool
    unsafe: bool


def mishap(seed: int) -> Passed:
    what, _, ending, named = mishap_evening(seed)
    tried = any(f.outcome in (Outcome.RECOVERING, Outcome.LATCHED) for f in ending.faults)
    return Passed(what.name, tried, ending.done, named, bool(ending.unsafe))


def mishaps(count: int, processes: int) -> None:
    results = campaign("mishaps", mishap, range(count), processes)
    noticed = [r for r in results if r.noticed]
    print(f"{len(results)} evenings with a mishap that passes: ", end="")
    print(f"{sum(r.done for r in results) / len(results):.1%} without a person (>= 95 %)")
    print(f"  of the {len(noticed)} in which the machine had to do something: ", end="")
    print(f"{sum(r.done for r in noticed) / max(1, len(noticed)):.1%}")
    print(
        f"  {sum(r.named for r in results) / len(results):.1%} with the right names and lanes (>= 98 %), ",
        end="",
    )
    print(f"{sum(r.unsafe for r in results)} unsafe (0)")
    for title, missed in (
        ("a person was needed after", [r.what for r in results if not r.done]),
        ("another name or lane was reported after", [r.what for r in results if not r.named]),
    ):
        if missed:
            print(f"  {title}: {dict(Counter(missed))}", flush=True)


def rough(job: tuple[int, str]) -> tuple[int, str]:
    seed, kind = job
    return seed, ", ".join(u.name for u in rough_evening(seed, kind).unsafe)


def roughs(count: int, kind: str, processes: int) -> None:
    results = campaign(f"rough, {kind}", rough, [(seed, kind) for seed in range(count)], processes)
    bad = [(seed, what) for seed, what in results if what]
    print(
        f"{len(results)} rough evenings, {kind}: {len(bad)} with an unsafe state (0) {bad[:5] or ''}",
        flush=True,
    )


def spent(job: tuple[int, str]) -> Spent:
    return spend(*job)


def evenings(count: int, kind: str, first: int, processes: int) -> None:
    """Two or three faults at random moments, and people who do what the screen asks for."""
    jobs = [(first + n, kind) for n in range(count)]
    results = campaign(f"evenings, {kind}", spent, jobs, processes)
    stuck = sum(not r.went_on for r in results)
    unsafe = Counter(kind.name for r in results for kind in r.unsafe)
    print(f"{len(results)} random evenings, {kind}, from seed {first}: ", end="")
    print(f"{1 - stuck / max(1, len(results)):.2%} go on (>= 99.5 %), ", end="")
    print(
        f"{sum(r.serviced for r in results)} of them with a technician; unsafe {dict(unsafe)} (none); ",
        end="",
    )
    print(f"walls that hold both sets {sum(r.mixed for r in results)} (0)")
    for (seed, _), r in zip(jobs, results, strict=False):
        if r.unsafe or r.mixed or not r.went_on:
            seen = "".join(f"; {kind.name}" for kind in r.unsafe)
            print(f"  {seed}: {r.hands} hands; {'; '.join(r.troubles)}; {r.stands}{seen}", flush=True)


def single(number: int) -> tuple[str, bool, bool]:
    trouble = single_faults()[number]
    with small_rig() as rig:
        ending = evening(rig, trouble)
    fault = None if ending.latched is None else f"E{ending.latched.code:02X}"
    return f"{trouble}: {ending.state.name} {fault}", right(trouble, ending), bool(ending.unsafe)


def singles(processes: int) -> None:
    results = campaign("single faults", single, range(len(single_faults())), processes)
    wrong = [r[0] for r in results if not r[1]]
    print(
        f"{len(results)} single faults: {len(results) - len(wrong)} end as listed, with code and axis (all)"
    )
    print(f"  {sum(r[2] for r in results)} unsafe (0){''.join(f'; {w}' for w in wrong)}", flush=True)

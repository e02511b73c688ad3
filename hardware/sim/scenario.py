"""A short evening at the table with something going wrong, and what must come of it.

Both sets are sorted, raised and collected once, with dice between; small rows (`TILES`) keep it short, and
a `past` of one set in the rows and one in the drum leaves out the first half.
Every input may be stuck, flicker or come late, every axis may be dead, stalled or run away: the list
follows from the pin table (`single_faults`), and `expected` says which fault may stand at the end.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.faults import fault_of
from firmware_bridge.message import NONE, Fault, MachineState, Outcome, Stop, ThrowDice
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import Broken, Ill, Place, RefusedError, Rig, Unsafe

TILES: Final = 8
"""Per lane."""
FEW: Final = 4
"""Per lane, where it is about what moves and not about the tiles."""
PATIENCE_S: Final = 30.0
"""So few are sorted in less; a host that receives nothing gives up."""
SETTINGS: Final = {"TILES_PER_LANE": TILES}
SEEN_S: Final = 0.03
"""From a single fault to the host's next command: of two things within one sample of the machine either may
be reported first, and that is not what the scenarios ask."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that goes wrong for good."""

    what: Input | Axis
    how: Ill | Broken

    def __str__(self) -> str:
        return f"{self.what.name} {self.how.name.lower()}"


@dataclass(slots=True)
class Ending:
    """What became of an evening."""

    done: bool
    state: MachineState
    latched: Fault | None
    faults: list[Fault]
    unsafe: dict[Unsafe, int]
    seconds: float
    states: list[MachineState] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return {fault_of(f.code).name for f in self.faults}

    @property
    def name(self) -> str | None:
        """Of the fault that waits for a person."""
        return None if self.latched is None else fault_of(self.latched.code).name

    @property
    def recovered(self) -> bool:
        return self.done and any(f.outcome is Outcome.CLEARED for f in self.faults)


def single_faults() -> list[Trouble]:
    """Four per input, three per axis."""
    return [Trouble(i, how) for i in Input for how in Ill] + [Trouble(a, how) for a in Axis for how in Broken]


def inject(rig: Rig, trouble: Trouble) -> None:
    if isinstance(trouble.what, Input):
        rig.ill(trouble.what, trouble.how)
    else:
        rig.plant_break(trouble.what, trouble.how)


def small_rig(kind: str = "native", seed: int = 1, tiles: int = TILES, step_ms: int = 20) -> Rig:
    rig = Rig(kind, seed, settings=SETTINGS | {"TILES_PER_LANE": tiles}, step_ms=step_ms)
    rig.small(tiles)
    return rig


def evening(rig: Rig, trouble: Trouble | None = None, past: bool = False) -> Ending:
    """Homing, then both sets once round, or only the second one from a `past`; ends at the first fault that
    waits for a person."""
    if past:
        rig.left(drum=1, rows=0)
    begun = rig.now
    done = False
    try:
        if rig.ready():
            if trouble is not None:
                inject(rig, trouble)
                rig.run(SEEN_S)
            done = (past or _first_half(rig)) and _second_half(rig)
    except RefusedError:
        done = False
    rig.run(0.3)
    return Ending(
        done, rig.status.state, rig.latched, rig.faults, rig.unsafe(), rig.now - begun, list(rig.states)
    )


def _first_half(rig: Rig) -> bool:
    return rig.do(ThrowDice()) and rig.load(0) and rig.sort() and rig.load(1)


def _second_half(rig: Rig) -> bool:
    return (
        rig.raise_walls()
        and rig.do(ThrowDice())
        and rig.sort()
        and rig.load(0)
        and rig.raise_walls()
        and rig.until(lambda: rig.latched is not None, 2.0) is False
    )


# What may stand at the end. A sensor that is stuck at what it should say at that moment shows later, or
# as the fault of what it watches; both are right. None: nothing, the evening goes on.

_SLIDE: Final = {
    "STACK": {"STACK_HOME", "STACK_STALL", "SENSOR_STUCK", "SENSOR_IMPLAUSIBLE"},
    "LIFT": {"LIFT_TIMEOUT", "LIFT_PINCH", "LIFT_NOT_LEVEL", "SENSOR_STUCK", "SENSOR_IMPLAUSIBLE"},
    "CENTRE": {"CENTRE_TIMEOUT", "CENTRE_PINCH", "SENSOR_STUCK", "SENSOR_IMPLAUSIBLE", "HATCH_NOT_CLOSED"},
}
_SENSOR: Final[set[str | None]] = {"SENSOR_STUCK", "SENSOR_IMPLAUSIBLE"}
_INPUT: Final[dict[str, set[str | None]]] = {
    "ENTRY": {*_SENSOR, "LANE_JAM"},
    "BACK_UP": {*_SENSOR, "FACE_UP"},
    "AT_STACK": {*_SENSOR},
    "ROW_FULL": {*_SENSOR, "LANE_FULL_EARLY"},
    "DRUM_TACH": {*_SENSOR, "DRUM_NO_TACH"},
    "ESTOP": {"ESTOP", None},
    "LID_OPEN": {"LID_OPEN", None},
    "MOTOR_POWER": {"MOTOR_SUPPLY", "SENSOR_IMPLAUSIBLE", None},
    "HATCH_CLOSED": {*_SENSOR, "HATCH_NOT_CLOSED"},
    "DRIVER_FAULT": {"DRIVER_FAULT", "SENSOR_IMPLAUSIBLE", None},
}
_AXIS: Final[dict[str, set[str | None]]] = {
    "DRUM": {"DRUM_STALL", "DRUM_NO_TACH", "AXIS_DEAD", "AXIS_RUNAWAY"},
    "PICK": {"PICK_STARVED", "AXIS_DEAD", "AXIS_RUNAWAY"},
    "CONV": {"LANE_JAM", "AXIS_DEAD", "AXIS_RUNAWAY"},
    "DICE": {"AXIS_RUNAWAY", "DICE_FAIL", None},
}


def expected(trouble: Trouble) -> set[str | None]:
    """Names of the faults that may stand at the end; None where the evening may go on."""
    name = trouble.what.name
    benign: set[str | None] = {None} if trouble.how is Ill.LATE else set()
    for prefix, faults in _SLIDE.items():
        if name.startswith(prefix):
            # A runaway pushes against its stop, where the firmware wants it anyway.
            return {*faults, *benign} | ({None} if trouble.how is Broken.RUNAWAY else set())
    table = _INPUT if isinstance(trouble.what, Input) else _AXIS
    for prefix, found in table.items():
        if name.startswith(prefix):
            return found | benign
    raise KeyError(name)


def right(trouble: Trouble, ending: Ending) -> bool:
    """Ends as expected, and names the axis of what is broken (or an axis of its lane)."""
    if ending.latched is None:
        return ending.done and None in expected(trouble)
    return ending.name in expected(trouble) and _same_place(trouble.what, ending.latched)


def _same_place(what: Input | Axis, fault: Fault) -> bool:
    lane = fault_of(fault.code).lane
    if fault.axis == NONE and lane is None:
        return True
    named = Axis(fault.axis).name
    place = next((c for c in what.name if c.isdigit()), None)
    if place is None:
        group = "CENTRE" if what.name == "HATCH_CLOSED" else what.name.split("_")[0]
        return named == group
    return named.endswith(place)


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that passes: the machine is to get over it. `faults` may be reported meanwhile at `place`."""

    name: str
    happens: Callable[[Rig, random.Random, int], object]
    faults: frozenset[str]
    per_lane: bool = True


def _for_a_while(rig: Rig, chance: random.Random, axis: int) -> None:
    rig.plant_break(axis, Broken.STALL)
    rig.at(chance.uniform(0.3, 1.5), lambda: rig.plant_break(axis, 0))


def _silence(rig: Rig, chance: random.Random, _: int) -> None:
    rig.silent = True

    def back() -> None:
        rig.silent = False

    rig.at(chance.uniform(0.1, 1.8), back)


def _noise(rig: Rig, chance: random.Random, _: int) -> None:
    def flip(data: bytes, to_machine: bool) -> bytes:
        del to_machine
        return bytes(b ^ (1 << chance.randrange(8)) if chance.random() < 0.01 else b for b in data)

    rig.wire = flip


JAM_MM: Final = (15.0, 60.0, 120.0, 190.0)
"""Entry, middle and end of a lane."""

MISHAPS: Final = (
    Mishap(
        "jam",
        lambda rig, chance, lane: rig.jam(lane, chance.choice(JAM_MM), chance.randint(1, 3)),
        frozenset({"LANE_JAM"}),
    ),
    Mishap(
        "belt stalls",
        lambda rig, chance, lane: _for_a_while(rig, chance, Axis.CONV0 + lane),
        frozenset({"LANE_JAM"}),
    ),
    Mishap(
        "wheel stalls",
        lambda rig, chance, lane: _for_a_while(rig, chance, Axis.PICK0 + lane),
        frozenset({"PICK_STARVED"}),
    ),
    Mishap(
        "stacker stalls",
        lambda rig, chance, lane: _for_a_while(rig, chance, Axis.STACK0 + lane),
        frozenset({"STACK_STALL", "STACK_HOME", "SENSOR_STUCK", "SENSOR_IMPLAUSIBLE", "STACK_SINGLE"}),
    ),
    Mishap(
        "drum stalls",
        lambda rig, chance, _: _for_a_while(rig, chance, Axis.DRUM),
        frozenset({"DRUM_STALL", "DRUM_OVERCURRENT"}),
        per_lane=False,
    ),
    Mishap(
        "weak tile",
        lambda rig, chance, _: [rig.alter(s, chance.randint(1, 2), 0) for s in (0, 1)],
        frozenset({"PICK_STARVED", "SLOW_SORT", "COUNT_SHORT"}),
        per_lane=False,
    ),
    Mishap(
        "tile in the hatch",
        lambda rig, *_: rig.hatch_blocked(1),
        frozenset({"HATCH_NOT_CLOSED"}),
        per_lane=False,
    ),
    Mishap("host pauses", _silence, frozenset(), per_lane=False),
    Mishap("noisy line", _noise, frozenset(), per_lane=False),
)


def mishap_evening(seed: int, kind: str = "native") -> tuple[Mishap, int, Ending, bool]:
    """One random mishap at a random time: what, in which lane, how it ended, and whether all that the machine
    reported had the right name and lane."""
    chance = random.Random(seed)
    mishap, lane = chance.choice(MISHAPS), chance.randrange(4)
    with small_rig(kind, seed) as rig:
        rig.minded = True
        rig.at(chance.uniform(3.0, 30.0), lambda: mishap.happens(rig, chance, lane))
        ending = evening(rig, past=True)
    reported = [f for f in ending.faults if fault_of(f.code).name != "SLOW_SORT"]
    named = all(
        fault_of(f.code).name in mishap.faults
        and (not mishap.per_lane or Axis(f.axis).name.endswith(str(lane)))
        for f in reported
    )
    return mishap, lane, ending, named


def rough_evening(seed: int, kind: str = "native") -> Ending:
    """Anything may break at any time, and people press, open, reach in and unplug; for the safety monitor."""
    chance = random.Random(seed)
    past = chance.random() < 0.8
    longest = 30.0 if past else 60.0
    with small_rig(kind, seed, FEW, step_ms=50) as rig:
        rig.patience = PATIENCE_S
        trouble = chance.choice(single_faults())
        rig.at(chance.uniform(0.0, longest), lambda: inject(rig, trouble))
        for _ in range(chance.randint(1, 2)):
            _person(rig, chance, chance.uniform(2.0, longest))
        ending = evening(rig, past=past)
        rig.run(2.5)
        ending.unsafe = rig.unsafe()
        return ending


def _person(rig: Rig, chance: random.Random, when: float) -> None:
    slide, share = chance.randrange(4, 9), chance.uniform(0.1, 0.9)
    choices: list[Callable[[], object]] = [
        lambda: rig.estop(True),
        lambda: rig.lid(True),
        lambda: rig.obstacle(slide, share, chance.choice((1, -1))),
        lambda: setattr(rig, "silent", True),
        lambda: setattr(rig, "lease", False),
        rig.hang,
        lambda: rig.reset(chance.randrange(3)),
        lambda: rig.link.send(Stop()),
        lambda: rig.supply(18000.0, 350.0),
        lambda: rig.driver_fault(True),
    ]
    rig.at(when, chance.choice(choices))


def tiles_kept(rig: Rig) -> bool:
    """No tile of a set left the table."""
    return all(sum(rig.count(s, p) for p in Place) == 4 * TILES for s in (0, 1))

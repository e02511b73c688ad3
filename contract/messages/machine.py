"""What `machine` carries of the machine itself, for whoever repairs it (see docs/mqtt.md)."""

from __future__ import annotations

from typing import Literal

from contract.messages.snapshot import Alert
from contract.messages.tree import SCHEMA, Model


class LinkView(Model):
    """The link since the service opened it."""

    sent: int = 0
    heard: int = 0
    damaged: int = 0
    """Frames that arrived with a wrong checksum and were dropped."""
    repeated: int = 0
    """Commands sent once more."""
    lives: int = 0
    """Lives of the machine that were met: more than one means that it restarted."""
    median_ms: float | None = None
    """Round trips of heartbeats; null before the first."""
    p99_ms: float | None = None


class PartView(Model):
    """One line of a self-test."""

    part: str
    """An axis, such as `LIFT2`, or an input."""
    verdict: Literal["pass", "fail", "skipped"]
    measured: int
    """Steps of travel, mA or pulses."""
    how: Literal[
        "", "works", "stuck_on", "stuck_off", "unsteady", "dead", "runaway", "blocked", "not_tried"
    ] = ""
    """Of a guided self-test: how it fails. An input is `stuck_on` that never let go, `stuck_off` that never
    answered, `unsteady` that changes by itself; an axis is `dead` that does not move, `runaway` that moves by
    itself, and `blocked` that does not move as far or as freely as it should."""


class GuideView(Model):
    """What a guided self-test asks for now."""

    step: int
    """Number of this step, from 1; an answer names it."""
    steps: int
    """How many there are as far as is known; more follow where something fails."""
    act: str
    """What to do: `estop`, `lid`, `entry`, `cup`, `row`, `plug`, `pusher`, `lift`, `hatch`, `drum`; `go` and
    `go_on`: the machine waits for START before it moves; `moving`: it moves."""
    place: str = ""
    """Where to act, or what moves, in `/machine/plan.json`; empty where it is nowhere."""
    lane: int | None = None
    """0 to 3; null where it is of no lane."""
    axis: str | None = None
    """Such as `LIFT2`: what the machine tries, or was to."""
    waits_for: tuple[str, ...] = ()
    """Inputs that have to change both ways."""
    seen: tuple[str, ...] = ()
    """Those that did."""
    words: tuple[Literal["go", "fails", "skip", "stop"], ...] = ()
    """The answers that `machine.step` takes now."""


class CountersView(Model):
    """What the machine has counted since it was built."""

    cycles: int
    """Sets of tiles sorted."""
    boots: int
    """Starts."""
    watchdogs: int
    """Starts by the watchdog."""
    recovered: int
    """Faults that it cleared itself."""
    latched: int
    """Faults that a person cleared."""


class FaultView(Model):
    """A fault as the machine remembers it; a reset leaves it there, without supply it is gone."""

    fault: str
    """Number as people write it, such as `E21`."""
    cause: str
    """Name of the fault."""
    lane: int | None = None
    """0 to 3; null where the fault has none."""
    axis: str | None = None
    """Such as `LIFT2`."""
    state: str = ""
    """What the machine did then, as in `MachineView`."""
    cycle: int = 0
    """Sets sorted until then since it was built."""


class MachineReport(Model):
    """`machine`, retained: how the machine stands in detail, at most once a second."""

    table_schema: str = SCHEMA
    state: str
    """As in `MachineView`; `lost` while it does not answer or must not be moved."""
    fault: str | None = None
    """Number as people write it, such as `E21`."""
    cause: str = ""
    """Name of the fault."""
    sorter: str = "empty"
    """empty, sorting, staged"""
    drum_set: int | None = None
    """Set of tiles that lies there, 0 or 1; so the next two."""
    row_set: int | None = None
    standing_set: int | None = None
    homed: tuple[str, ...] = ()
    """Axes whose position is known."""
    inputs: tuple[str, ...] = ()
    """Inputs that are asserted."""
    supply: bool = False
    """The motor supply is on."""
    build: str = ""
    """avr, native or python; empty before the machine has identified itself."""
    firmware: str = ""
    """First bytes of the commit, with a plus when it was changed since."""
    protocol: str = ""
    pins: str = ""
    """Pin map, as a hexadecimal number."""
    boots: int = 0
    reset: str = ""
    """Cause of the last start: power, external, brownout or watchdog."""
    link: LinkView = LinkView()
    alerts: tuple[Alert, ...] = ()
    """Those of `state` that concern the machine."""
    testing: bool = False
    """A self-test runs."""
    tested: tuple[PartView, ...] = ()
    """Of the last self-test, in its order."""
    guide: GuideView | None = None
    """What a guided self-test asks for; null while none runs."""
    counters: CountersView | None = None
    """When they were last asked for by `machine.read`; null before."""
    remembered: tuple[FaultView, ...] = ()
    """The machine's last faults as of then, the newest first."""

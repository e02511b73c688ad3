"""What the screens are sent about the machine, report by report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from contract.messages import (
    Alert,
    CountersView,
    FaultView,
    GuideView,
    LinkView,
    MachineCode,
    MachineReport,
    MachineView,
    PartView,
)
from firmware_bridge.faults import NO_FAULT, MachineFault, fault_of
from firmware_bridge.message import (
    NONE,
    Counters,
    Fault,
    Flag,
    MachineHello,
    Outcome,
    PartTested,
    Status,
)
from firmware_bridge.pins import STEPPERS, Axis, Input


def seen(view: MachineView, report: Status | Fault) -> MachineView:
    """The view after one more report."""
    if isinstance(report, Fault):
        fault = NO_FAULT if report.outcome is Outcome.CLEARED else fault_of(report.code)
        return view.model_copy(update=_fault(fault))
    fields = {
        "state": MachineCode(report.state.name.lower()),
        "progress": report.progress,
        "hatch_open": report.hatch_open,
        "stacks": list(report.stacks),
    }
    return view.model_copy(update=fields | _fault(fault_of(report.fault)))


def _fault(fault: MachineFault) -> dict[str, int | str | None]:
    return {"fault": fault.number, "cause": fault.name, "lane": fault.lane}


@dataclass(frozen=True, slots=True)
class SelfTested:
    """How far a self-test is."""

    runs: bool = False
    parts: Sequence[PartView] = ()
    """Of the one that runs, or of the last one."""
    guide: GuideView | None = None
    """What a guided one asks for."""


def report(
    hello: MachineHello | None,
    status: Status | None,
    link: LinkView,
    *,
    alerts: Sequence[Alert] = (),
    test: SelfTested = SelfTested(),
    counters: CountersView | None = None,
    remembered: Sequence[FaultView] = (),
) -> MachineReport:
    """The machine in detail; `status` is None while it does not answer."""
    who = {} if hello is None else _who(hello)
    how = {"state": "lost"} if status is None else _how(status)
    return MachineReport(
        **who,
        **how,
        link=link,
        alerts=tuple(alerts),
        tested=tuple(test.parts),
        testing=test.runs,
        guide=test.guide,
        counters=counters,
        remembered=tuple(remembered),
    )


def _who(hello: MachineHello) -> dict[str, Any]:
    return {
        "build": hello.build.name.lower(),
        "firmware": hello.firmware.hex() + ("+" if hello.dirty else ""),
        "protocol": f"{hello.major}.{hello.minor}",
        "pins": f"{hello.pins:08X}",
        "boots": hello.boots,
        "reset": hello.cause.name.lower(),
    }


def _how(status: Status) -> dict[str, Any]:
    places = (status.drum_set, status.row_set, status.standing_set)
    drum, rows, standing = (None if place == NONE else place for place in places)
    fault = fault_of(status.fault)
    asserted = int.from_bytes(status.inputs, "little")
    return {
        "state": status.state.name.lower(),
        "fault": fault.code if fault else None,
        "cause": fault.name,
        "sorter": status.sorter.name.lower(),
        "drum_set": drum,
        "row_set": rows,
        "standing_set": standing,
        "homed": tuple(axis.name for axis in STEPPERS if status.homed >> axis & 1),
        "inputs": tuple(i.name for i in Input if asserted >> i & 1),
        "supply": Flag.SUPPLY in status.flags,
    }


def part(tested: PartTested) -> PartView:
    """A line of a self-test."""
    name = Input(tested.input).name if tested.input != NONE else Axis(tested.axis).name
    verdict: Any = tested.verdict.name.lower()
    return PartView(part=name, verdict=verdict, measured=tested.measured)


def counted(counters: Counters) -> CountersView:
    """What the machine has counted since it was built."""
    return CountersView(
        cycles=counters.cycles,
        boots=counters.boots,
        watchdogs=counters.watchdogs,
        recovered=counters.recovered,
        latched=counters.latched,
    )


def remembered(fault: Fault) -> FaultView:
    """A line of the machine's memory of faults."""
    known = fault_of(fault.code)
    return FaultView(
        fault=known.code,
        cause=known.name,
        lane=known.lane,
        axis=None if fault.axis == NONE else Axis(fault.axis).name,
        state=fault.state.name.lower(),
        cycle=fault.cycle,
    )


def noted(fault: Fault) -> dict[str, int | bool | None]:
    """What the journal keeps of a fault."""
    lane, recovering = fault_of(fault.code).lane, fault.outcome is Outcome.RECOVERING
    return {
        "code": fault.code,
        "lane": lane,
        "axis": fault.axis,
        "recovering": recovering,
    }

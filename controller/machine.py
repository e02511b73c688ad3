"""What the screens are told of the machine, report by report."""

from __future__ import annotations

from controller.topics import MachineView
from firmware_bridge.faults import kind_of
from firmware_bridge.message import Fault, Outcome, Status


def seen(view: MachineView, report: Status | Fault) -> MachineView:
    """The view after one more report."""
    if isinstance(report, Fault):
        code = 0 if report.outcome is Outcome.CLEARED else report.code
        return view.model_copy(update={"fault": code, "lane": lane(code)})
    told = {
        "state": report.state.name.lower(),
        "progress": report.progress,
        "fault": report.fault,
        "lane": lane(report.fault),
        "hatch_open": report.hatch_open,
        "stacks": list(report.stacks),
    }
    return view.model_copy(update=told)


def noted(fault: Fault) -> dict[str, int | bool | None]:
    """What the journal keeps of a fault."""
    recovering = fault.outcome is Outcome.RECOVERING
    return {"code": fault.code, "lane": lane(fault.code), "axis": fault.axis, "recovering": recovering}


def lane(fault: int) -> int | None:
    """Lane of a fault number; None where it has none."""
    try:
        return kind_of(fault)[1]
    except KeyError:
        return None

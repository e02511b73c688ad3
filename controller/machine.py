"""What the screens are told of the machine, report by report."""

from __future__ import annotations

from controller.topics import MachineView
from firmware_bridge.message import Fault, Sensors, Status


def seen(view: MachineView, report: Status | Sensors | Fault) -> MachineView:
    """The view after one more report."""
    if isinstance(report, Status):
        lane = view.lane if report.fault else None
        told = {
            "state": report.state.name.lower(),
            "progress": report.progress,
            "fault": report.fault,
            "lane": lane,
        }
    elif isinstance(report, Sensors):
        told = {"hatch_open": report.hatch_open, "stacks": list(report.stacks)}
    else:
        told = {"fault": report.code, "lane": report.lane}
    return view.model_copy(update=told)

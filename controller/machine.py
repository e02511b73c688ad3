"""What the screens are told of the machine, report by report."""

from __future__ import annotations

import json
from functools import cache

from controller.catalogue import FOLDER
from controller.topics import MachineView
from firmware_bridge.faults import kind_of
from firmware_bridge.message import Fault, Outcome, Status


def seen(view: MachineView, report: Status | Fault) -> MachineView:
    """The view after one more report."""
    if isinstance(report, Fault):
        code = 0 if report.outcome is Outcome.CLEARED else report.code
        return view.model_copy(update={"fault": code, "cause": cause(code), "lane": lane(code)})
    told = {
        "state": report.state.name.lower(),
        "progress": report.progress,
        "fault": report.fault,
        "cause": cause(report.fault),
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


def cause(fault: int) -> str:
    """Name of a fault number; empty for none and for one that this release does not know."""
    try:
        return kind_of(fault)[0].name
    except KeyError:
        return ""


@cache
def _texts(language: str) -> dict[str, str]:
    texts: dict[str, dict[str, str]] = json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    return texts["remedy"]


def remedy(fault: int, language: str = "en") -> str:
    """What happened and what to do, one sentence; KeyError for a number that this release does not know."""
    kind, where = kind_of(fault)
    return _texts(language)[kind.name].format(lane=(where or 0) + 1)

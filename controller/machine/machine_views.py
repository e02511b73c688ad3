"""What the screens are told of the machine, report by report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from contract.messages import Alert, LinkView, MachineReport, MachineView, PartView, Reply
from firmware_bridge.device import Statistics, Trouble
from firmware_bridge.faults import kind_of, written
from firmware_bridge.message import (
    NONE,
    Fault,
    Flag,
    MachineHello,
    Outcome,
    PartTested,
    Reason,
    Status,
)
from firmware_bridge.pins import STEPPERS, Axis, Input
from words import catalogue
from words.message import filled


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


def report(
    hello: MachineHello | None,
    status: Status | None,
    statistics: Statistics,
    *,
    alerts: Sequence[Alert] = (),
    tested: Sequence[PartView] = (),
    testing: bool = False,
) -> MachineReport:
    """The machine in detail; `status` is None while nothing is heard of it."""
    who = {} if hello is None else _who(hello)
    how = {"state": "lost"} if status is None else _how(status)
    return MachineReport(
        **who,
        **how,
        link=LinkView(**asdict(statistics)),
        alerts=tuple(alerts),
        tested=tuple(tested),
        testing=testing,
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
    asserted = int.from_bytes(status.inputs, "little")
    return {
        "state": status.state.name.lower(),
        "fault": written(status.fault) if status.fault else None,
        "cause": cause(status.fault),
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


def _texts(language: str, family: str) -> Mapping[str, str]:
    texts: Mapping[str, str] = catalogue(language, "table")[family]
    return texts


def remedy(fault: int, language: str = "en") -> str:
    """What happened and what to do, one sentence; KeyError for a number that this release does not know."""
    kind, where = kind_of(fault)
    return filled(_texts(language, "remedy")[kind.name], language, {"lane": (where or 0) + 1})


def refused(reason: Reason, language: str = "en") -> str:
    """Why the machine refused a command and what to do, one sentence."""
    return _texts(language, "alert")[f"machine_refused_{reason.name.lower()}"]


def why_not(reply: Reply, language: str) -> str:
    """Why the table does not do what was asked, one sentence."""
    text = None if language == "en" else _texts(language, "reason").get(reply.reason)
    return reply.message if text is None else text.format(**reply.values)


def lost(trouble: Trouble, language: str) -> str:
    """Why there is no machine to move, one sentence without the particulars of the error's own."""
    return _texts(language, "alert")[f"machine_lost_{trouble}"]


def sentences(report: MachineReport, language: str) -> list[str]:
    """What a person should know of it: the fault's remedy, and the alerts of the machine."""
    out = []
    if report.fault is not None:
        number = int(report.fault.removeprefix("E"), 16)
        out.append(f"{report.fault}: {remedy(number, language)}" if report.cause else report.fault)
    told = [alert for alert in report.alerts if alert.code not in ("machine_fault", "machine_jam")]
    return out + [_said(alert, language) for alert in told]


def _said(alert: Alert, language: str) -> str:
    texts = _texts(language, "alert")
    return texts[alert.code] if language != "en" and alert.code in texts else alert.message

"""What the machine has to say to people, one sentence each, in the languages of the screens."""

from __future__ import annotations

from collections.abc import Mapping

from contract.messages import Alert, GuideView, MachineReport, Reply
from firmware_bridge.device import Trouble
from firmware_bridge.faults import MachineFault, fault_named
from firmware_bridge.message import Reason
from words import catalogue
from words.message import filled


def _texts(language: str, family: str) -> Mapping[str, str]:
    texts: Mapping[str, str] = catalogue(language, "table")[family]
    return texts


def remedy(fault: MachineFault, language: str = "en") -> str:
    """What happened and what to do, one sentence; empty where the fault has no kind."""
    if fault.kind is None:
        return ""
    return filled(_texts(language, "remedy")[fault.name], language, {"lane": (fault.lane or 0) + 1})


def refused(reason: Reason, language: str = "en") -> str:
    """Why the machine refused a command and what to do, one sentence."""
    return _texts(language, "alert")[f"machine_refused_{reason.name.lower()}"]


def why_not(reply: Reply, language: str) -> str:
    """Why the table does not do what was asked, one sentence."""
    text = None if language == "en" else _texts(language, "reason").get(reply.reason)
    return reply.message if text is None else filled(text, language, reply.values)


def lost(trouble: Trouble, language: str) -> str:
    """One sentence that says why the machine cannot be reached, without the text of the error itself."""
    return _texts(language, "alert")[f"machine_lost_{trouble}"]


def selftest(name: str, language: str = "en", **values: object) -> str:
    """A text of the guided self-test."""
    return filled(_texts(language, "selftest")[name], language, values)


def step(view: GuideView, language: str = "en") -> str:
    """What a step of it asks for, or what the machine does meanwhile."""
    name = view.act if view.act in ("go", "go_on", "moving") else f"act_{view.act}"
    if name == "moving" and view.axis is None:
        name = "switching_on"
    return selftest(name, language, lane=(view.lane or 0) + 1, axis=view.axis or "")


def sentences(report: MachineReport, language: str) -> list[str]:
    """What a person should know of it: the fault's remedy, and the alerts of the machine."""
    out = []
    if report.fault is not None:
        what = remedy(fault_named(report.fault), language)
        out.append(f"{report.fault}: {what}" if what else report.fault)
    others = [alert for alert in report.alerts if alert.code not in ("machine_fault", "machine_jam")]
    return out + [_said(alert, language) for alert in others]


def _said(alert: Alert, language: str) -> str:
    texts = _texts(language, "alert")
    return texts[alert.code] if language != "en" and alert.code in texts else alert.message

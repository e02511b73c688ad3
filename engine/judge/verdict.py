"""Every finding of a hand, in the order in which they happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.judge.case import Case
from engine.judge.finding import CHECKS, Finding, Waived
from engine.state.events import Sanction


def judge(case: Case) -> tuple[Finding, ...]:
    """What all registered checks find in a hand.

    Nothing in Chinese Classical, whose rules name no breaches and no sanctions.
    """
    if case.rules.game != "riichi":
        return ()
    found = [finding for check in CHECKS.values() for finding in check.run(case)]
    found.sort(key=lambda finding: case.place(finding.events[-1]))
    return tuple(found if case.rules.flag("chombo.several_offenders") else _one_chombo(found))


def _one_chombo(found: Iterable[Finding]) -> Iterator[Finding]:
    """Only the first offender receives chombo, where the rules say so (R-CHOMBO-07)."""
    offender: int | None = None
    for finding in found:
        if finding.sanction is Sanction.CHOMBO and offender is None:
            offender = finding.seat
        if finding.sanction is Sanction.CHOMBO and finding.seat != offender:
            yield replace(finding, sanction=None, minimum=None, waived=Waived.SECOND_OFFENDER)
        else:
            yield finding

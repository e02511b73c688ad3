"""Indicators turned at the wrong time or at the wrong place (R-WALL-12, R-WALL-14, R-KAN-06, R-KAN-07)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.judge.case import Case, CaseStep
from engine.judge.finding import Found, Kind, check
from engine.state import events as ev
from engine.state.events import Sanction
from engine.state.faults import Fault


@check(
    Kind.INDICATOR_LATE,
    "R-WALL-12",
    needs="when the first indicator is turned",
    sanction=Sanction.REMINDER,
)
def late(case: Case) -> Iterator[Found]:
    """The first indicator was still face down at its deadline.

    The deal ends with the dealer's fourteenth tile, the first draw; machines deal in any order.
    """
    before_deal = case.rules.choice("wall.dora_reveal_deadline") == "before_deal"
    limit = ev.Drawn if before_deal else ev.Discarded
    for step, _ in itertools.islice(case.of(limit), 1):
        if not step.hand.indicators:
            yield Found(None, (step.id,))


@check(Kind.INDICATOR_WRONG, "R-WALL-14", "P-41", needs="the correction")
def wrong(case: Case) -> Iterator[Found]:
    """An indicator was corrected: a wrong one had been turned, or it had been misread."""
    for each in case.replaced:
        turned = [e for e in each.gone if isinstance(e.event, ev.DoraRevealed)]
        right = [e for e in each.events if isinstance(e, ev.DoraRevealed)]
        for old, new in zip(turned, right, strict=False):
            if old.event != new:
                assert isinstance(old.event, ev.DoraRevealed)
                details = {"turned": old.event.tile, "right": new.tile}
                yield Found(None, (old.id, each.entry.id), details=details)


def _owed(step: CaseStep) -> int:
    """Indicators of kans that should lie open by now."""
    return max(0, min(step.hand.kans, step.hand.dora_due))


@check(
    Kind.KAN_DORA_LATE,
    "R-KAN-06",
    needs="when the indicator of a kan is turned",
    sanction=Sanction.REMINDER,
)
def kan_dora_late(case: Case) -> Iterator[Found]:
    """The indicator of a kan was still face down when it had to be open."""
    strict = case.rules.choice("kan.dora_vs_replacement") == "indicator_first"
    seen = 0
    for step in case.steps:
        event = step.event
        if step.refused:
            continue
        deadline = isinstance(event, ev.Discarded) or (
            isinstance(event, ev.Drawn) and (strict or not event.replacement)
        )
        if deadline and _owed(step) and step.hand.kans > seen:
            seen = step.hand.kans
            yield Found(None, (step.id,), details={"kans": step.hand.kans})


@check(Kind.KAN_DORA_EARLY, "R-KAN-07", "P-41", needs="when the indicator of a kan is turned")
def kan_dora_early(case: Case) -> Iterator[Found]:
    """An indicator was turned before its time: after the discard, or for no kan at all."""
    for step, _ in case.of(ev.DoraRevealed):
        # An earlier kan's may be turned beside the next kan: so records write it (R-KAN-06).
        if not step.hand.dora_due and not step.hand.dora_open:
            yield Found(None, (step.id,))
    for step, _ in case.tried(ev.DoraRevealed, Fault.INDICATOR_NOT_DUE):
        yield Found(None, (step.id,))

"""Declarations with a hand that is dead, or that should be (R-DEAD)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.judge.case import Case
from engine.judge.finding import CHECKS, Found, Kind, Waived, check
from engine.judge.wins import winners
from engine.state import events as ev
from engine.state.events import Sanction
from engine.state.faults import Fault

Declaration = ev.RiichiDeclared | ev.Called | ev.KanDeclared | ev.WinDeclared | ev.AbortDeclared

_CAUSES = (
    Kind.KUIKAE,
    Kind.CALL_INVALID,
    Kind.CALLED_TILE_LEFT,
    Kind.REPLACEMENT_NOT_TAKEN,
    Kind.RIICHI_TILE_SWAPPED,
)
"""Breaches that play went on after, and that make the hand dead."""
_SERIOUS = (Sanction.DEAD_HAND, Sanction.CHOMBO)


@check(Kind.DEAD_HAND_DECLARES, "R-DEAD-01", "P-15", needs="the words and the rulings")
def announced(case: Case) -> Iterator[Found]:
    """A declaration after the hand was said to be dead."""
    for step in case.steps:
        event = step.event
        if isinstance(event, Declaration) and Fault.DEAD_HAND in step.faults:
            yield Found(event.seat, (_ruling(case, event.seat), step.id), waived=_waived(case, event))


def _ruling(case: Case, seat: int) -> int:
    """What made the hand dead."""
    return next(s.id for s in case.steps if s.after.hand is not None and s.after.hand.seats[seat].dead)


def _waived(case: Case, event: Declaration) -> Waived | None:
    if not case.rules.flag("chombo.dead_hand_call"):
        return Waived.RULES
    together = isinstance(event, ev.WinDeclared) and winners(case) - {event.seat}
    return Waived.SAVED if together and case.rules.flag("chombo.cancelled_by_win") else None


@check(Kind.DEAD_TO_BE_DECLARES, "R-DEAD-03", "P-16", needs="what made the hand dead, and the words")
def unannounced(case: Case) -> Iterator[Found]:
    """The first declaration after a breach that nobody had noticed: it only makes the hand dead."""
    found = (finding for kind in _CAUSES for finding in CHECKS[kind].run(case))
    causes = [(case.place(f.events[-1]), f) for f in found if f.sanction in _SERIOUS]
    for seat in range(4):
        place, first = min(
            ((n, f) for n, f in causes if f.seat == seat), default=(0, None), key=lambda c: c[0]
        )
        if first is None:
            continue
        for step in case.steps[place + 1 :]:
            said = isinstance(step.event, Declaration) and step.event.seat == seat
            if said and not step.refused and not step.hand.seats[seat].dead:
                yield Found(seat, (first.events[-1], step.id), details={"cause": first.kind})
                break

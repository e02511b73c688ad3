"""Results that are not what the hand was worth, and abortive draws that were none (R-PAY, R-ABORT)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.judge.case import Case
from engine.judge.finding import Found, Kind, check
from engine.result.settle import result
from engine.state import events as ev
from engine.state.events import Sanction
from engine.state.faults import Fault

_NO_ABORT = Fault.NOT_FIRST_TURN | Fault.NOT_NINE_KINDS | Fault.ABORT_NOT_PLAYED | Fault.OUT_OF_TURN


@check(Kind.PAYMENT_WRONG, "R-PAY-01", needs="the payment and the hands shown")
def payment(case: Case) -> Iterator[Found]:
    """A payment that differs from the one computed, and was not put right."""
    if case.ended is not None:
        return
    for step, event in case.tried(ev.HandEnded, Fault.WRONG_RESULT):
        right = result(step.before, trust=True)
        assert right is not None
        yield Found(None, (step.id,), details={"paid": event.deltas, "right": right.deltas})


@check(Kind.RESULT_NOT_AS_SHOWN, "R-WIN-11", needs="the result people entered and the hands shown")
def entered(case: Case) -> Iterator[Found]:
    """People entered another result than the hands shown are worth; theirs counts."""
    for step, _ in case.of(ev.ResultEntered):
        seen, said = result(step.before), result(step.after)
        if seen is not None and said is not None and (seen.reason, seen.deltas) != (said.reason, said.deltas):
            details = {"entered": said.deltas, "shown": seen.deltas}
            yield Found(None, (step.id,), details=details)


@check(Kind.ABORT_INVALID, "R-ABORT-01", "P-39", needs="the words, and the tiles shown")
def abort(case: Case) -> Iterator[Found]:
    """Nine kinds were claimed too late, or are fewer; the hand laid open costs it (P-39)."""
    for step in case.steps:
        if not isinstance(step.event, ev.AbortDeclared):
            continue
        seat = step.event.seat
        shown = None if step.refused else case.next(step, ev.HandShown, seat)
        faults = step.faults & _NO_ABORT
        if shown is not None:
            faults |= shown[0].faults & Fault.NOT_NINE_KINDS
        if faults:
            events = (step.id,) if shown is None else (step.id, shown[0].id)
            mild = Sanction.REMINDER if shown is None else None
            names = tuple(str(fault.name) for fault in faults)
            yield Found(seat, events, sanction=mild, details={"faults": names})

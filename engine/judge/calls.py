"""Sets called out of time, wrongly, or misused (R-CALL, R-KUI)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import events as ev
from engine.check import kuikae as forbidden
from engine.events import Sanction
from engine.faults import Fault
from engine.hand import Phase, Source
from engine.judge.case import WINDOW_MS, Case, Step
from engine.judge.finding import Found, Kind, Waived, check
from engine.meld import MeldType

_INVALID_CALL = (
    Fault.CALL_WRONG_TILE
    | Fault.CALL_OWN_TILE
    | Fault.CHI_NOT_FROM_LEFT
    | Fault.TILE_NOT_IN_HAND
    | Fault.RIICHI_CALL
    | Fault.CALL_LAST_DISCARD
    | Fault.HAND_IS_DRAWN
    | Fault.KAN_FIFTH
    | Fault.WALL_EMPTY
)
_INVALID_KAN = (
    Fault.KAN_AFTER_CALL | Fault.NO_SUCH_PON | Fault.TILE_NOT_IN_HAND | Fault.KAN_FIFTH | Fault.WALL_EMPTY
)


def _call_before(case: Case, step: Step) -> Step | None:
    """The accepted step just before, if it is a call."""
    last = next((s for s in case.before(step) if not s.refused), None)
    return last if last is not None and isinstance(last.event, ev.Called) else None


@check(Kind.KUIKAE, "R-KUI-02", "P-18", needs="the discard after a call")
def kuikae(case: Case) -> Iterator[Found]:
    """The discard would have completed the set just called."""
    unpunished = case.rules.choice("call.kuikae_sanction") == "none"
    for seat in range(4):
        for step, tile in case.laid(seat):
            if step.hand.source is not Source.CALL or tile is None:
                continue
            call = next(s for s in case.before(step) if not s.refused and isinstance(s.event, ev.Called))
            meld = step.hand.seats[seat].melds[-1]
            if tile.kind in forbidden(case.rules, meld):
                waived = Waived.RULES if unpunished else None
                details = {"called": meld.called, "discard": tile}
                yield Found(seat, (call.id, step.id), waived=waived, details=details)


def _laid(case: Case, call: Step) -> Step | None:
    """The last discard of the seat that a call claims from."""
    if not isinstance(call.event, ev.Called):
        return None
    source = call.event.meld.source
    laid = (s for s in case.before(call) if not s.refused and isinstance(s.event, ev.Discarded))
    return next((s for s in laid if isinstance(s.event, ev.Discarded) and s.event.seat == source), None)


def _claims_old_tile(case: Case, call: Step) -> bool:
    """The tile of a refused call is a discard that had been a possible one before."""
    discard, event = _laid(case, call), call.event
    if discard is None or not isinstance(event, ev.Called):
        return False
    assert isinstance(discard.event, ev.Discarded)
    return discard.event.tile in (None, event.meld.called) and (
        bool(call.refused & (Fault.WINDOW_CLOSED | Fault.CALL_AFTER_DRAW))
        or any(not s.refused and isinstance(s.event, ev.Discarded) for s in _between(case, discard, call))
    )


def _between(case: Case, first: Step, last: Step) -> tuple[Step, ...]:
    return case.steps[first.place + 1 : last.place]


@check(Kind.CALL_LATE, "R-CALL-02", "P-09", needs="the words; times where three seconds count")
def late(case: Case) -> Iterator[Found]:
    """A set called after the window: the discard is dead for calls."""
    timed = case.rules.choice("call.late_after_draw") == "within_3s_return_tile"
    for step in case.steps:
        discard = _laid(case, step)
        if discard is None or not isinstance(step.event, ev.Called):
            continue
        waited = step.later_than(discard)
        if step.refused:
            closed = _claims_old_tile(case, step) and not _in_time_over_chi(case, step)
        else:
            after_draw = step.hand.phase is Phase.DISCARD
            closed = timed and after_draw and waited is not None and waited > WINDOW_MS
        if closed:
            yield Found(step.event.seat, (discard.id, step.id), details={"milliseconds": waited})


def _in_time_over_chi(case: Case, step: Step) -> Step | None:
    """The chi that a refused pon or kan should have overridden within three seconds (R-CALL-05)."""
    event, chi, discard = step.event, _call_before(case, step), _laid(case, step)
    if not isinstance(event, ev.Called) or chi is None or discard is None:
        return None
    if case.rules.choice("call.pon_override_deadline") != "3_seconds_after_discard":
        return None
    assert isinstance(chi.event, ev.Called)
    waited = step.later_than(discard)
    over = chi.event.meld.type is MeldType.CHI and event.meld.type is not MeldType.CHI
    same = event.meld.called == chi.event.meld.called and event.seat != chi.event.seat
    return chi if over and same and waited is not None and waited <= WINDOW_MS else None


@check(Kind.CALL_OVERRIDES_CHI, "R-CALL-05", needs="the words with their times")
def overrides_chi(case: Case) -> Iterator[Found]:
    """A pon or kan came within its time and takes precedence over the chi; nobody is to blame."""
    for step, event in case.tried(ev.Called, Fault.WINDOW_CLOSED):
        chi = _in_time_over_chi(case, step)
        if chi is not None:
            assert isinstance(chi.event, ev.Called)
            yield Found(None, (chi.id, step.id), details={"pon": event.seat, "chi": chi.event.seat})


@check(Kind.CALL_INVALID, "R-CALL-10", "P-10", "P-17", needs="the words and the tiles laid open")
def invalid(case: Case) -> Iterator[Found]:
    """A set that cannot be called: noticed at once it is cancelled, later the hand is dead."""
    for step in case.steps:
        if isinstance(step.event, ev.Called | ev.KanDeclared) and not _claims_old_tile(case, step):
            faults = step.faults & (_INVALID_CALL if isinstance(step.event, ev.Called) else _INVALID_KAN)
            if faults:
                penalty = "P-10" if step.refused else "P-17"
                names = tuple(str(fault.name) for fault in faults)
                yield Found(step.event.seat, (step.id,), penalty, details={"faults": names})


@check(
    Kind.CALLED_TILE_LEFT, "R-CALL-08", needs="when the called tile is fetched", sanction=Sanction.DEAD_HAND
)
def left_in_pond(case: Case) -> Iterator[Found]:
    """A called tile was not fetched before the discards that the rules allow."""
    allowed = case.rules.number("call.late_pickup_discards")
    for step, event in case.of(ev.Discarded):
        if Fault.NOT_FETCHED in step.faults:
            yield Found(event.seat, (step.id,), sanction=Sanction.REMINDER)
        for seat, (before, after) in enumerate(_left(step)):
            if allowed and after == allowed != before:
                call = next(
                    s for s in case.before(step) if isinstance(s.event, ev.Called) and s.event.seat == seat
                )
                yield Found(seat, (call.id, step.id))


def _left(step: Step) -> Iterator[tuple[int | None, int | None]]:
    """By seat the discards of others since its called tile was left, before and after the step."""
    assert step.after.hand is not None
    for before, after in zip(step.hand.seats, step.after.hand.seats, strict=True):
        yield before.unfetched, after.unfetched

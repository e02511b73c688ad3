"""Sets called out of time, wrongly, or misused (R-CALL, R-KUI)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.judge.case import WINDOW_MS, Case, CaseStep
from engine.judge.finding import Found, Kind, Waived, check
from engine.play.check import kuikae as forbidden
from engine.state import events as ev
from engine.state.events import Sanction
from engine.state.faults import Fault
from engine.state.hand import Phase, Source
from engine.tiles.meld import MeldType

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


@check(Kind.KUIKAE, "R-KUI-02", "P-18", needs="the discard after a call")
def kuikae(case: Case) -> Iterator[Found]:
    """The discard would have completed the set just called."""
    unpunished = case.rules.choice("call.kuikae_sanction") == "none"
    for seat in range(4):
        for step, tile in case.discards(seat):
            call = case.last(step, ev.Called) if step.hand.source is Source.CALL else None
            if call is not None and tile is not None and tile.kind in forbidden(case.rules, call[1].meld):
                waived = Waived.RULES if unpunished else None
                details = {"called": call[1].meld.called, "discard": tile}
                yield Found(seat, (call[0].id, step.id), waived=waived, details=details)


def _claims(case: Case) -> Iterator[tuple[CaseStep, ev.Called, CaseStep]]:
    """Every call, accepted or not, with the discard that it claims."""
    for step in case.steps:
        if isinstance(step.event, ev.Called):
            laid = case.last(step, ev.Discarded, step.event.meld.source)
            if laid is not None:
                yield step, step.event, laid[0]


def _too_late(case: Case, call: CaseStep, laid: CaseStep) -> bool:
    """A refused call on a tile that is dead for calls; nothing else matters then."""
    newest = case.last(call, ev.Discarded)
    closed = call.refused & (Fault.WINDOW_CLOSED | Fault.CALL_AFTER_DRAW)
    return bool(closed) or (bool(call.refused) and newest is not None and newest[0] is not laid)


@check(Kind.CALL_LATE, "R-CALL-02", "P-09", needs="the words; times where three seconds count")
def late(case: Case) -> Iterator[Found]:
    """A set called after the window: the discard is dead for calls."""
    timed = case.rules.choice("call.late_after_draw") == "within_3s_return_tile"
    for step, event, laid in _claims(case):
        waited = step.later_than(laid)
        if step.refused:
            closed = _too_late(case, step, laid) and _overridden(case, step, event, laid) is None
        else:
            over_chi = step.hand.offer is None
            after_draw = step.hand.phase is Phase.DISCARD
            closed = (over_chi or (timed and after_draw)) and waited is not None and waited > WINDOW_MS
        if closed:
            yield Found(event.seat, (laid.id, step.id), details={"milliseconds": waited})


def _overridden(case: Case, step: CaseStep, event: ev.Called, laid: CaseStep) -> CaseStep | None:
    """The chi on the same discard that a pon or kan comes in time for (R-CALL-05)."""
    chi = case.last(step, ev.Called)
    if chi is None or chi[0].place < laid.place or chi[1].meld.type is not MeldType.CHI:
        return None
    waited = step.later_than(laid)
    timed = case.rules.choice("call.pon_override_deadline") == "3_seconds_after_discard"
    in_time = timed and waited is not None and waited <= WINDOW_MS
    return chi[0] if in_time and event.meld.type is not MeldType.CHI else None


@check(Kind.CALL_OVERRIDES_CHI, "R-CALL-05", needs="the words with their times")
def overrides_chi(case: Case) -> Iterator[Found]:
    """A pon or kan came within its time and takes precedence over the chi; nobody is to blame."""
    for step, event, laid in _claims(case):
        chi = _overridden(case, step, event, laid)
        if chi is not None:
            assert isinstance(chi.event, ev.Called)
            yield Found(None, (chi.id, step.id), details={"pon": event.seat, "chi": chi.event.seat})


@check(Kind.CALL_INVALID, "R-CALL-10", "P-10", "P-17", needs="the words and the tiles laid open")
def invalid(case: Case) -> Iterator[Found]:
    """A set that cannot be called: noticed at once it is cancelled, later the hand is dead."""
    late_ones = {step.place for step, _, laid in _claims(case) if _too_late(case, step, laid)}
    for step in case.steps:
        if not isinstance(step.event, ev.Called | ev.KanDeclared) or step.place in late_ones:
            continue
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
        for seat in _reaching(step, allowed):
            call = case.last(step, ev.Called, seat)
            assert call is not None
            yield Found(seat, (call[0].id, step.id))


def _reaching(step: CaseStep, discards: int) -> Iterator[int]:
    """Seats whose called tile has been left while others made exactly so many discards, not none."""
    assert step.after.hand is not None
    for seat, (before, after) in enumerate(zip(step.hand.seats, step.after.hand.seats, strict=True)):
        if before.unfetched != after.unfetched == discards:
            yield seat

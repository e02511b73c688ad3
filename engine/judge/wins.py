"""Wins that were none: furiten, shape, yaku, and declared out of time (R-WIN, R-FURITEN)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.judge.case import WINDOW_MS, Case, CaseStep
from engine.judge.finding import Found, Kind, Waived, check
from engine.result.settle import WinResult, wins
from engine.state import events as ev
from engine.state.faults import Fault
from engine.state.furiten import Furiten, furiten
from engine.state.hand import Phase
from engine.tiles.tile import ALL

_OPEN = "the hand shown, or known tiles"
_MISTAKEN = ("P-14", "P-13")
_CLOSED = Fault.WINDOW_CLOSED | Fault.CALL_AFTER_DRAW | Fault.OUT_OF_TURN
_PLAYING = (Phase.DRAW, Phase.DISCARD, Phase.CALLS, Phase.KAN)


def claims(case: Case) -> Iterator[tuple[CaseStep, WinResult]]:
    """The wins that were declared and not withdrawn, as far as their tiles are known in the end."""
    found = {won.seat: won for won in wins(case.final)}
    steps = {event.seat: step for step, event in case.of(ev.WinDeclared)}
    for seat, won in found.items():
        yield steps[seat], won


def winners(case: Case) -> frozenset[int]:
    """Seats with a valid win."""
    return frozenset(won.seat for won in wins(case.final) if won.value is not None)


def mistaken(case: Case, claim: CaseStep, seat: int, *proof: int, **details: object) -> Found:
    """A win that does not count: chombo once the hand was exposed, a dead hand before (P-14, P-13).

    One beside a valid win on the same tile is saved (R-CHOMBO-09).
    """
    exposed = tuple(s.id for s in case.after(claim) if _exposes(s, seat))[:1]
    together = not claim.refused or bool(claim.hand.wins)
    saved = together and winners(case) - {seat} and case.rules.flag("chombo.cancelled_by_win")
    return Found(
        seat,
        (*proof, claim.id, *exposed),
        "P-14" if exposed else "P-13",
        waived=Waived.SAVED if saved else None,
        details=details,
    )


def _exposes(step: CaseStep, seat: int) -> bool:
    """The hand is laid open for a win, also one that the table has refused."""
    if not isinstance(step.event, ev.HandShown) or step.event.seat != seat:
        return False
    return bool(step.refused & (Fault.WRONG_MOMENT | Fault.NOT_A_WINNER)) or any(
        won.seat == seat for won in step.hand.wins
    )


def _furiten(case: Case, kind: str) -> Iterator[Found]:
    for claim, won in claims(case):
        if Fault.FURITEN not in won.faults:
            continue
        flags = furiten(case.hand, won.seat, case.rules)
        if flags is not None and flags[Furiten._fields.index(kind)]:
            kinds = case.hand.seats[won.seat].waits or frozenset()
            proof = _own(case, won.seat, kinds) if kind == "own" else _missed(case, won.seat, kinds)
            yield mistaken(case, claim, won.seat, *proof, waits=tuple(ALL[k] for k in sorted(kinds)))


def _own(case: Case, seat: int, kinds: frozenset[int]) -> list[int]:
    return [step.id for step, tile in case.discards(seat) if tile is not None and tile.kind in kinds]


def _missed(case: Case, seat: int, kinds: frozenset[int]) -> list[int]:
    out = []
    for offer in case.hand.passed(seat):
        if offer.tile is None or offer.tile.kind not in kinds:
            continue
        if offer.index is None:
            kans = case.of(ev.KanDeclared, offer.seat)
            out += [step.id for step, event in kans if offer.tile in event.meld.tiles][-1:]
        else:
            out += [step.id for step, _ in case.discards(offer.seat)][offer.index : offer.index + 1]
    return out


@check(Kind.RON_IN_OWN_FURITEN, "R-FURITEN-01", *_MISTAKEN, needs=_OPEN)
def own_furiten(case: Case) -> Iterator[Found]:
    """A tile that completes the hand lies among the own discards."""
    return _furiten(case, "own")


@check(Kind.RON_IN_TEMPORARY_FURITEN, "R-FURITEN-04", *_MISTAKEN, needs=_OPEN)
def temporary_furiten(case: Case) -> Iterator[Found]:
    """A tile that completes the hand was passed since the own last turn."""
    return _furiten(case, "temporary")


@check(Kind.RON_IN_RIICHI_FURITEN, "R-FURITEN-05", *_MISTAKEN, needs=_OPEN)
def riichi_furiten(case: Case) -> Iterator[Found]:
    """A tile that completes the hand was passed after the own riichi."""
    return _furiten(case, "riichi")


def _faulty(case: Case, fault: Fault) -> Iterator[Found]:
    for claim, won in claims(case):
        if fault in won.faults:
            yield mistaken(case, claim, won.seat)


@check(Kind.WIN_NOT_COMPLETE, "R-WIN-01", *_MISTAKEN, needs=_OPEN)
def not_complete(case: Case) -> Iterator[Found]:
    """The tiles make no winning shape."""
    return _faulty(case, Fault.NOT_COMPLETE)


@check(Kind.WIN_WITHOUT_YAKU, "R-WIN-01", *_MISTAKEN, needs=_OPEN)
def without_yaku(case: Case) -> Iterator[Found]:
    """The hand is complete and has no yaku, or fewer han of yaku than this hand asks for."""
    return _faulty(case, Fault.NO_YAKU)


@check(Kind.WIN_ROBBING_CLOSED_KAN, "R-KAN-12", *_MISTAKEN, needs=_OPEN)
def robbing_closed_kan(case: Case) -> Iterator[Found]:
    """A closed kan was robbed by another hand than thirteen orphans."""
    return _faulty(case, Fault.ROB_NOT_KOKUSHI)


@check(Kind.WIN_WITHDRAWN, "R-WIN-13", "P-13", needs="the words")
def withdrawn(case: Case) -> Iterator[Found]:
    """A win was declared and taken back."""
    for step, event in case.of(ev.WinWithdrawn):
        claim = case.last(step, ev.WinDeclared, event.seat)
        assert claim is not None
        by_ron = claim[1].source != event.seat
        if not (by_ron and case.rules.flag("call.ron_revocable")):
            yield Found(event.seat, (claim[0].id, step.id))


@check(Kind.WIN_OUT_OF_PLACE, "R-WIN-02", "P-13", "P-14", needs="the words")
def out_of_place(case: Case) -> Iterator[Found]:
    """Tsumo without a drawn tile: in another's turn, or directly after a call."""
    faults = Fault.OUT_OF_TURN | Fault.WRONG_MOMENT | Fault.TSUMO_AFTER_CALL
    for step, event in case.tried(ev.WinDeclared, faults):
        if event.seat == event.source:
            yield mistaken(case, step, event.seat)


def _late(case: Case, offered: type[ev.OfSeat], option: str, seconds: str) -> Iterator[Found]:
    """Rons on what `offered` laid, refused after the window or accepted after three seconds."""
    timed = case.rules.choice(option) == seconds
    for step in case.steps:
        event = step.event
        if not isinstance(event, ev.WinDeclared) or event.seat == event.source:
            continue
        tile = _claimed(case, step, event.source)
        if tile is None or not isinstance(tile.event, offered):
            continue
        waited = step.later_than(tile)
        if timed and waited is not None:
            late = waited > WINDOW_MS
        else:
            late = bool(step.refused & _CLOSED) and step.hand.phase in _PLAYING
        if late:
            yield mistaken(case, step, event.seat, tile.id, milliseconds=waited)


def _claimed(case: Case, claim: CaseStep, source: int) -> CaseStep | None:
    """The discard or kan that a ron is declared on."""
    found = [case.last(claim, ev.Discarded, source), case.last(claim, ev.KanDeclared, source)]
    return max((each[0] for each in found if each is not None), default=None, key=lambda step: step.place)


@check(Kind.RON_LATE, "R-WIN-04", "P-13", "P-14", needs="the words; times where three seconds count")
def ron_late(case: Case) -> Iterator[Found]:
    """Ron on a discard after its time."""
    return _late(case, ev.Discarded, "call.ron_deadline", "3_seconds_after_discard")


@check(Kind.CHANKAN_LATE, "R-KAN-10", "P-13", "P-14", needs="the words; times where three seconds count")
def chankan_late(case: Case) -> Iterator[Found]:
    """Ron on the tile of a kan after its time."""
    return _late(case, ev.KanDeclared, "kan.chankan_deadline", "3_seconds")

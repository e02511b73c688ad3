"""Riichi that should not have been, and hands changed after it (R-RIICHI)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.judge.case import Case, CaseStep
from engine.judge.finding import Found, Kind, check
from engine.judge.wins import winners
from engine.state import events as ev
from engine.state.events import Sanction
from engine.state.faults import Fault
from engine.state.hand import Riichi, Seat
from engine.tiles.shape import riichi_kan_allowed, tenpai
from engine.tiles.tile import Tile

_NOT_ALLOWED = Fault.RIICHI_OPEN_HAND | Fault.RIICHI_AFTER_CALL | Fault.RIICHI_TOO_LATE | Fault.RIICHI_POINTS


def drawn_game(case: Case) -> bool:
    """The hand ended without a win, whatever was ruled afterwards."""
    ending = case.hand.overruled or case.hand.ending
    if ending is None and case.ended is not None:
        ending = case.ended.reason
    return ending is not None and ending is not ev.EndReason.WIN and not ending.void


def _come_to_light(case: Case) -> Iterator[tuple[int, Seat, tuple[Tile, ...]]]:
    """Riichi hands that were shown, at a draw or a win of their own, when nobody else won (R-CHOMBO-08)."""
    for seat, me in enumerate(case.hand.seats):
        if me.riichi.stands and me.shown is not None and not me.merged and not winners(case) - {seat}:
            yield seat, me, me.shown


def _declared(case: Case, seat: int) -> tuple[int, ...]:
    """The word of the riichi that stands."""
    return tuple(step.id for step, _ in case.of(ev.RiichiDeclared, seat))[-1:]


def _shown(case: Case, seat: int) -> tuple[int, ...]:
    return tuple(step.id for step, _ in case.of(ev.HandShown, seat))


@check(Kind.RIICHI_NOTEN, "R-RIICHI-16", "P-21", needs="the hand shown at a draw or at an own win")
def noten(case: Case) -> Iterator[Found]:
    """Riichi without tenpai; not examined when another player wins (R-RIICHI-17)."""
    rule = case.rules.choice("draw.no_live_wait_rule")
    for seat, me, shown in _come_to_light(case):
        # A kan that broke the tenpai of the declaration is the breach itself (P-24).
        kans = _kans(case, seat)
        declared = [*shown, *(tile for _, event in kans for tile in event.meld.tiles[:3])]
        if not tenpai(declared, me.melds[: len(me.melds) - len(kans)], rule):
            yield Found(seat, _declared(case, seat) + _shown(case, seat))


@check(Kind.RIICHI_HIDDEN, "R-RIICHI-16", "P-21", needs="the end of the hand")
def hidden(case: Case) -> Iterator[Found]:
    """A hand in riichi that stayed closed at a draw: an admission of noten."""
    for step, event in case.of(ev.NotenDeclared):
        if Fault.NOTEN_IN_RIICHI in step.faults:
            yield Found(event.seat, (*_declared(case, event.seat), step.id))


def _kans(case: Case, seat: int) -> list[tuple[CaseStep, ev.KanDeclared]]:
    return [(s, e) for s, e in case.of(ev.KanDeclared, seat) if s.hand.seats[seat].riichi.stands]


@check(Kind.RIICHI_KAN, "R-RIICHI-11", "P-24", needs="the hand shown at a draw or at an own win")
def kan(case: Case) -> Iterator[Found]:
    """A kan after riichi that changed the waits or the readings of the hand."""
    for seat, _, shown in _come_to_light(case):
        for step in _changed(case, seat, shown):
            yield Found(seat, (*_declared(case, seat), step.id, *_shown(case, seat)))


def _changed(case: Case, seat: int, shown: Sequence[Tile]) -> Iterator[CaseStep]:
    """The kans after riichi that were not allowed; before each the hand held three of its tiles."""
    rule = case.rules.choice("riichi.ankan")
    rest = list(shown)
    for step, event in reversed(_kans(case, seat)):
        rest += event.meld.tiles[:3]
        melds = step.hand.seats[seat].melds
        allowed = riichi_kan_allowed(rest, event.meld.tiles[0], melds, rule)
        if Fault.RIICHI_KAN in step.faults or not allowed:
            yield step


@check(
    Kind.RIICHI_TILE_SWAPPED, "R-RIICHI-10", "P-23", needs="the drawn tile, or that it was not the discard"
)
def swapped(case: Case) -> Iterator[Found]:
    """A discard from the hand in riichi: a dead hand, chombo when the hand ends in a draw."""
    more = Sanction.CHOMBO if drawn_game(case) else None
    for seat in range(4):
        for step, tile in case.discards(seat):
            assert isinstance(step.event, ev.Discarded)
            drawn = step.hand.drawn
            unseen = drawn is None or tile is None
            other = step.event.tsumogiri is False if unseen else tile != drawn
            if other and step.hand.seats[seat].riichi.stands:
                yield Found(seat, (*_declared(case, seat), step.id), sanction=more)


@check(Kind.RIICHI_NOT_ALLOWED, "R-RIICHI-01", "P-12", needs="the words")
def not_allowed(case: Case) -> Iterator[Found]:
    """Riichi with an open hand, too few tiles in the wall, or too few points.

    Taken back before the discard it has no consequences (R-RIICHI-05).
    """
    for step, event in case.tried(ev.RiichiDeclared, _NOT_ALLOWED):
        laid = _laid_sideways(case, step, event.seat)
        reasons = tuple(str(fault.name) for fault in step.refused & _NOT_ALLOWED)
        mild = None if laid else Sanction.REMINDER
        yield Found(event.seat, (step.id, *laid), sanction=mild, details={"faults": reasons})


def _laid_sideways(case: Case, word: CaseStep, seat: int) -> tuple[int, ...]:
    """The discard after the word, if the tile was laid sideways or tried to be."""
    for step in case.after(word):
        if isinstance(step.event, ev.Discarded) and step.event.seat == seat:
            return (step.id,) if step.event.sideways else ()
    return ()


@check(Kind.RIICHI_AFTER_DISCARD, "R-RIICHI-06", "P-12", needs="the words")
def after_discard(case: Case) -> Iterator[Found]:
    """Riichi said after the discard does not count: a reminder."""
    for step, event in case.tried(ev.RiichiDeclared, Fault.WRONG_MOMENT | Fault.OUT_OF_TURN):
        last = case.last(step, ev.Discarded)
        if last is not None and last[1].seat == event.seat and not step.refused & Fault.RIICHI_TWICE:
            yield Found(event.seat, (last[0].id, step.id), sanction=Sanction.REMINDER)


@check(Kind.RIICHI_WITHDRAWN, "R-RIICHI-05", "P-12", needs="the words")
def withdrawn(case: Case) -> Iterator[Found]:
    """Riichi taken back after the discard and before the stick."""
    for step, event in case.of(ev.RiichiWithdrawn):
        if step.hand.seats[event.seat].riichi is Riichi.DISCARDED:
            yield Found(event.seat, (*_declared(case, event.seat), step.id))


@check(Kind.RIICHI_NOT_SIDEWAYS, "R-RIICHI-08", "P-20", needs="how the discard lies")
def not_sideways(case: Case) -> Iterator[Found]:
    """The declaration tile, or the next one when it was called, does not lie sideways."""
    for step, event in case.of(ev.Discarded):
        me = step.hand.seats[event.seat]
        if not event.sideways and (me.riichi is Riichi.DECLARED or me.owes_sideways):
            yield Found(event.seat, (*_declared(case, event.seat), step.id))


@check(Kind.RIICHI_UNPAID, "R-RIICHI-09", needs="the stick", sanction=Sanction.REMINDER)
def unpaid(case: Case) -> Iterator[Found]:
    """The stick is missing when others have discarded, though nobody won on the declaration tile."""
    void = case.hand.void_deposit(case.rules)
    for seat, me in enumerate(case.hand.seats):
        if me.riichi is not Riichi.DISCARDED or seat == void:
            continue
        own = [step.place for step, _ in case.of(ev.Discarded, seat)]
        if any(step.place > own[-1] and event.seat != seat for step, event in case.of(ev.Discarded)):
            yield Found(seat, _declared(case, seat))

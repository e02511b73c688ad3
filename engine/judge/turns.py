"""Tiles taken at the wrong time, at the wrong place, or in a wrong number (R-TURN, R-KAN, R-SET, R-DEAD)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.judge.case import Case, CaseStep
from engine.judge.finding import Found, Kind, check
from engine.state import events as ev
from engine.state.faults import Fault
from engine.state.hand import Hand, Phase
from engine.state.tile_count import limit
from engine.tiles.tile import Tile


@check(Kind.TURN_OUT_OF_ORDER, "R-TURN-02", "P-05", needs="the draw, or the discard that follows it")
def out_of_turn(case: Case) -> Iterator[Found]:
    """A tile drawn, or discarded, in another player's turn."""
    for kind in (ev.Drawn, ev.Discarded):
        for step, event in case.tried(kind, Fault.OUT_OF_TURN):
            yield Found(event.seat, (step.id,), details={"turn": step.hand.turn})


@check(Kind.WRONG_WALL_END, "R-WALL-10", "P-06", needs="where the draw came from")
def wrong_end(case: Case) -> Iterator[Found]:
    """A replacement tile without a kan, or a tile of the live wall after one."""
    for step, event in case.tried(ev.Drawn, Fault.WRONG_WALL_END):
        yield Found(event.seat, (step.id,), details={"replacement": event.replacement})


@check(Kind.REPLACEMENT_NOT_TAKEN, "R-KAN-09", "P-02", needs="the discard after a kan")
def no_replacement(case: Case) -> Iterator[Found]:
    """A discard after a kan without the replacement tile leaves the hand one tile short.

    Taken before anything else happened it repairs the hand.
    """
    for step, event in case.tried(ev.Discarded, Fault.WRONG_MOMENT):
        if step.hand.phase is not Phase.KAN or step.hand.turn != event.seat:
            continue
        following = case.next(step, ev.OfSeat)
        if following is None or not isinstance(following[1], ev.Drawn):
            made = [case.last(step, ev.KanDeclared), case.last(step, ev.Called)]
            kan = max(each[0].place for each in made if each is not None)
            yield Found(event.seat, (case.steps[kan].id, step.id))


@check(Kind.TILE_COUNT, "R-DEAD-05", "P-02", needs="the hand shown")
def tile_count(case: Case) -> Iterator[Found]:
    """The hand was shown with too few or too many tiles, and never with the right number."""
    for step, event in case.tried(ev.HandShown, Fault.SHOWN_COUNT):
        if step.hand.ending is ev.EndReason.KYUUSHU:
            continue
        claim = any(w.seat == event.seat == w.source for w in step.hand.wins)
        right = step.hand.seats[event.seat].resting + claim
        tiles = len(event.tiles) + (event.win_tile is not None)
        if tiles != right and not any(case.of(ev.HandShown, event.seat)):
            yield Found(event.seat, (step.id,), details={"tiles": tiles, "expected": right})


class Place(NamedTuple):
    """Where a tile lies: `pond`, `meld`, `hand`, `indicator` or `ura`, and its number there from 0."""

    zone: str
    seat: int | None
    number: int


def places(hand: Hand, tile: Tile) -> tuple[Place, ...]:
    """Everywhere a face is known to lie; a called tile counts where its set lies."""
    out = [Place("indicator", None, i) for i, t in enumerate(hand.indicators) if t == tile]
    out += [Place("ura", None, i) for i, t in enumerate(hand.ura) if t == tile]
    for seat, me in enumerate(hand.seats):
        out += [
            Place("pond", seat, i) for i, p in enumerate(me.pond) if p.tile == tile and p.called_by is None
        ]
        out += [Place("meld", seat, i) for i, m in enumerate(me.melds) for t in m.tiles if t == tile]
        out += [Place("hand", seat, i) for i, t in enumerate(me.known) if t == tile]
    return tuple(out)


def _faces(event: ev.Event) -> tuple[Tile, ...]:
    """The tiles that an event brings into view."""
    match event:
        case ev.Discarded(tile=Tile() as tile) | ev.Drawn(tile=Tile() as tile):
            return (tile,)
        case ev.DoraRevealed(tile=tile) | ev.Identified(tile=tile):
            return (tile,)
        case ev.Called(meld=meld):
            return meld.own
        case ev.KanDeclared(meld=meld):
            return meld.tiles if meld.added is None else (meld.added,)
        case ev.HandShown(tiles=tiles, win_tile=win_tile):
            return tiles if win_tile is None else (*tiles, win_tile)
        case ev.UraRevealed(tiles=tiles):
            return tiles
    return ()


@check(Kind.FIVE_COPIES, "R-SET-01", needs="the tiles in view")
def five_copies(case: Case) -> Iterator[Found]:
    """More copies of a tile than the set has: one was misread, or the set is wrong."""
    reported: set[Tile] = set()
    for step in case.steps:
        if Fault.FIVE_COPIES not in step.refused:
            continue
        for tile in dict.fromkeys(_faces(step.event)):
            lying = places(step.hand, tile)
            if tile not in reported and _too_many(step, tile, lying):
                reported.add(tile)
                yield Found(None, (step.id,), details={"tile": tile, "places": lying})


def _too_many(step: CaseStep, tile: Tile, lying: Sequence[Place]) -> bool:
    """What a player lays open comes from the own hand, so that its known tiles do not count twice."""
    seat = step.event.seat if isinstance(step.event, ev.OfSeat) else None
    others = sum(place.zone != "hand" or place.seat != seat for place in lying)
    return others + _faces(step.event).count(tile) > limit(step.before.rules, tile)

"""The rules as questions: is this event legal, what can this seat do now, and why not.

`legal` and `Fault` are for whoever has an event, `moves` for a player who knows the own tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.play.apply import apply
from engine.play.check import faults_of, kuikae
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault, IllegalEventError, sentence
from engine.state.hand import Game, Hand, OfferKind, Phase, Riichi
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, sort_key

__all__ = ["LEGAL", "Fault", "IllegalEventError", "legal", "moves", "sentence"]


def legal(game: Game | None, event: ev.Event, *, trust: bool = False) -> Fault:
    """All that forbids the event now; `Fault(0)` when it is legal. `trust` as in `state.apply`.

    Breaches of the rules are named here too, though the state holds them (`faults.BREACHES`).
    """
    if not isinstance(event, ev.Correct):
        return faults_of(game, event, trust=trust)
    try:
        apply(game, event, trust=trust)
    except IllegalEventError as refused:
        return refused.faults
    return LEGAL


def moves(game: Game, seat: int) -> tuple[ev.Event, ...]:
    """Every legal choice of a seat whose tiles are known; draws and passing are no choices.

    A declaration of riichi comes as the word alone; the discards that may follow are offered
    once it is said. Late claims, after the next player has drawn, are left out, and calls that leave
    no discard but kuikae.
    """
    hand = game.in_play
    if hand is None or hand.seats[seat].unknown:
        return ()
    if hand.phase is Phase.DISCARD and hand.turn == seat:
        options = _own_turn(hand, seat)
    elif hand.phase in (Phase.CALLS, Phase.KAN, Phase.SHOWING):
        options = _claims(hand, seat)
    else:
        return ()
    found = (event for event in options if faults_of(game, event) is LEGAL)
    return tuple(event for event in found if not _stuck(game.rules, hand, event))


def _stuck(rules: Ruleset, hand: Hand, event: ev.Event) -> bool:
    """Whether every tile left after a chi or pon would be kuikae (R-KUI-01)."""
    if not isinstance(event, ev.Called) or event.meld.type.kan:
        return False
    rest = list(hand.seats[event.seat].known)
    for tile in event.meld.own:
        rest.remove(tile)
    return {tile.kind for tile in rest} <= kuikae(rules, event.meld)


def _own_turn(hand: Hand, seat: int) -> Iterator[ev.Event]:
    me = hand.seats[seat]
    yield ev.WinDeclared(seat, seat)
    if me.riichi is Riichi.NO:
        yield ev.RiichiDeclared(seat)
    yield ev.ReadyDeclared(seat)
    yield ev.AbortDeclared(seat)
    for kind in sorted({tile.kind for tile in me.known}):
        four = [tile for tile in me.known if tile.kind == kind]
        if len(four) == 4:
            yield ev.KanDeclared(seat, Meld(MeldType.ANKAN, tuple(sorted(four, key=sort_key))))
        for pon in me.melds:
            if pon.type is MeldType.PON and pon.kind == kind:
                yield ev.KanDeclared(seat, extended(pon, four[0]))
    sideways = me.riichi is Riichi.DECLARED or me.owes_sideways
    for tile in dict.fromkeys(me.known):
        yield ev.Discarded(seat, tile, sideways, tsumogiri=tile == hand.drawn)


def extended(pon: Meld, tile: Tile) -> Meld:
    """The added kan of a pon and the fourth tile."""
    tiles = tuple(sorted((*pon.tiles, tile), key=sort_key))
    return Meld(MeldType.SHOUMINKAN, tiles, pon.called, pon.source, tile)


def _claims(hand: Hand, seat: int) -> Iterator[ev.Event]:
    offer = hand.offer
    if offer is None or offer.seat == seat:
        return
    yield ev.WinDeclared(seat, offer.seat)
    if hand.phase is Phase.CALLS and offer.kind is OfferKind.DISCARD and offer.tile is not None:
        for meld in calls(hand, seat, offer.tile, offer.seat):
            yield ev.Called(seat, meld)


def calls(hand: Hand, seat: int, tile: Tile, source: int) -> Iterator[Meld]:
    """The different sets that the known tiles of a seat make with a discard, red fives distinguished."""
    me = hand.seats[seat]
    same = [t for t in me.known if t.kind == tile.kind]
    for kind, size in ((MeldType.PON, 2), (MeldType.DAIMINKAN, 3)):
        for own in dict.fromkeys(combinations(same, size)):
            yield _meld(kind, own, tile, source)
    if tile.honour or (seat - source) % 4 != 1:
        return
    for low in range(tile.number - 2, tile.number + 1):
        if not 1 <= low <= 7:
            continue
        first, second = (tile.kind + low + i - tile.number for i in range(3) if low + i != tile.number)
        near = [t for t in me.known if t.kind in (first, second)]
        pairs = [(a, b) for a, b in combinations(near, 2) if {a.kind, b.kind} == {first, second}]
        for pair in dict.fromkeys(pairs):
            yield _meld(MeldType.CHI, pair, tile, source)


def _meld(kind: MeldType, own: tuple[Tile, ...], called: Tile, source: int) -> Meld:
    return Meld(kind, tuple(sorted((*own, called), key=sort_key)), called, source)

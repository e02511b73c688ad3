"""Steps of the state machine inside a turn: wall, deal, draw, riichi, discard (R-TURN, R-RIICHI)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Hand, Offer, OfferKind, Phase, PondTile, Riichi, Seat, Source
from engine.state.replace_fast import evolve
from engine.tiles.tile import Tile, sort_key

_CLOSED_BY_DRAW: Final = ("next_player_draw", "replacement_taken")


def seated(hand: Hand, seat: int, new: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    """The seats of the hand with one of them replaced."""
    a, b, c, d = (new if i == seat else old for i, old in enumerate(hand.seats))
    return a, b, c, d


def each(hand: Hand, change: Callable[[Seat], Seat]) -> tuple[Seat, Seat, Seat, Seat]:
    """The seats of the hand, every one changed."""
    a, b, c, d = (change(seat) for seat in hand.seats)
    return a, b, c, d


def changed(hand: Hand, seat: int, **changes: Any) -> Hand:
    """The hand with some fields of one seat changed."""
    return evolve(hand, seats=seated(hand, seat, evolve(hand.seats[seat], **changes)))


def passed(hand: Hand) -> Hand:
    """The open offer was not won on: it joins those that passed."""
    if hand.offer is None:
        return hand
    return evolve(hand, offer=None, flow=(*hand.flow, hand.offer), before=None)


def without(concealed: tuple[Tile | None, ...], tiles: Iterable[Tile | None]) -> tuple[Tile | None, ...]:
    """The concealed part after tiles left it: the known tile itself, else an unknown one."""
    rest = list(concealed)
    for tile in tiles:
        rest.remove(tile if tile in rest else None)
    return tuple(rest)


def ordered(concealed: tuple[Tile | None, ...]) -> tuple[Tile | None, ...]:
    """The known tiles in order, the unknown ones behind them."""
    known = [tile for tile in concealed if tile is not None]
    known.sort(key=sort_key)
    return (*known, *((None,) * (len(concealed) - len(known))))


def bound(rules: Ruleset, seat: Seat) -> bool:
    """Whether a missed win bars ron for the rest of the hand (R-FURITEN-05)."""
    return seat.riichi.stands and rules.flag("riichi.missed_win_furiten")


def dice(_rules: Ruleset, hand: Hand, event: ev.DiceThrown) -> Hand:
    if hand.dice is not None:
        return evolve(hand, second=event.dice)
    return evolve(hand, dice=event.dice, phase=Phase.THROWN)


def dealt(_rules: Ruleset, hand: Hand, event: ev.Dealt) -> Hand:
    a, b, c, d = (Seat(ordered(_thirteen(tiles or ()))) for tiles in event.hands)
    phase = Phase.DRAW if hand.indicators else Phase.DEALT
    return evolve(hand, seats=(a, b, c, d), live_left=70, phase=phase)


def _thirteen(tiles: tuple[Tile, ...]) -> tuple[Tile | None, ...]:
    """The tiles of a deal with unseen ones for those it does not name."""
    return (*tiles, *(None,) * (13 - len(tiles)))


def dora(_rules: Ruleset, hand: Hand, event: ev.DoraRevealed) -> Hand:
    phase = Phase.DRAW if hand.phase is Phase.DEALT else hand.phase
    return evolve(hand, indicators=(*hand.indicators, event.tile), phase=phase)


def drawn(rules: Ruleset, hand: Hand, event: ev.Drawn) -> Hand:
    # A deadline in seconds leaves the window open: the journal's time stamps decide, not the draw.
    window = "kan.chankan_deadline" if event.replacement else "call.ron_deadline"
    late_call = not event.replacement and rules.choice("call.late_after_draw") != "void"
    if rules.choice(window) in _CLOSED_BY_DRAW and not late_call:
        hand = passed(hand)
    me = hand.seats[event.seat]
    over = len(hand.flow) + (hand.offer is not None)
    since = me.since if bound(rules, me) else over
    return evolve(
        hand,
        seats=seated(hand, event.seat, evolve(me, concealed=(*me.concealed, event.tile), since=since)),
        phase=Phase.DISCARD,
        turn=event.seat,
        source=Source.REPLACEMENT if event.replacement else Source.WALL,
        drawn=event.tile,
        live_left=hand.live_left - (not event.replacement or rules.flag("wall.dead_wall_refill")),
        since_before=me.since,
        carried=0,
    )


def riichi(_rules: Ruleset, hand: Hand, event: ev.RiichiDeclared) -> Hand:
    return changed(hand, event.seat, riichi=Riichi.DECLARED)


def riichi_withdrawn(_rules: Ruleset, hand: Hand, event: ev.RiichiWithdrawn) -> Hand:
    """Free before the discard; afterwards the hand is dead (R-RIICHI-05)."""
    dead = hand.seats[event.seat].dead or hand.seats[event.seat].riichi is Riichi.DISCARDED
    hand = changed(
        hand,
        event.seat,
        riichi=Riichi.NO,
        double_riichi=False,
        ippatsu=False,
        owes_sideways=False,
        dead=dead,
    )
    if hand.offer is not None and hand.offer.seat == event.seat:
        return evolve(hand, offer=replace(hand.offer, riichi=False))
    return hand


def discarded(rules: Ruleset, hand: Hand, event: ev.Discarded) -> Hand:
    hand = passed(hand)
    me = hand.seats[event.seat]
    declares = me.riichi is Riichi.DECLARED
    since = me.since
    if not bound(rules, me) and rules.choice("furiten.temporary_ends") == "own_discard":
        since = len(hand.flow)
    me = evolve(
        me,
        concealed=ordered(without(me.concealed, (event.tile,))),
        pond=(*me.pond, PondTile(event.tile, event.sideways, None, event.tsumogiri)),
        riichi=Riichi.DISCARDED if declares else me.riichi,
        double_riichi=me.double_riichi or (declares and hand.intact and not me.pond),
        ippatsu=declares,
        since=since,
        owes_sideways=(declares or me.owes_sideways) and not event.sideways,
    )
    offer = Offer(event.seat, event.tile, index=len(me.pond) - 1, last=hand.live_left == 0, riichi=declares)
    if any(seat.unfetched is not None for seat in hand.seats):
        hand = evolve(hand, seats=each(hand, _waited))
    return evolve(
        hand,
        seats=seated(hand, event.seat, me),
        phase=Phase.CALLS,
        source=None,
        drawn=None,
        pending=0,
        offer=offer,
        before=None,
        before_kan=None,
    )


def _waited(seat: Seat) -> Seat:
    """One more discard while a called tile lies in the pond (R-CALL-08)."""
    return seat if seat.unfetched is None else evolve(seat, unfetched=seat.unfetched + 1)


def fetched(_rules: Ruleset, hand: Hand, event: ev.Fetched) -> Hand:
    return changed(hand, event.seat, unfetched=None)


def identified(_rules: Ruleset, hand: Hand, event: ev.Identified) -> Hand:
    me = hand.seats[event.seat]
    pond = tuple(replace(p, tile=event.tile) if i == event.index else p for i, p in enumerate(me.pond))

    def named(offer: Offer) -> Offer:
        mine = offer.kind is OfferKind.DISCARD and (offer.seat, offer.index) == (event.seat, event.index)
        return replace(offer, tile=event.tile) if mine else offer

    return evolve(
        hand,
        seats=seated(hand, event.seat, evolve(me, pond=pond)),
        flow=tuple(named(offer) for offer in hand.flow),
        offer=None if hand.offer is None else named(hand.offer),
    )


def paid(_rules: Ruleset, hand: Hand, event: ev.RiichiPaid) -> Hand:
    return changed(hand, event.seat, riichi=Riichi.PAID)

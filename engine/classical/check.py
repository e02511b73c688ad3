"""Which events are possible in Chinese Classical: what riichi checks, and what differs.

As there, what hangs on tiles that nobody has seen is let pass and examined when the hand is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.classical.flower import with_flowers
from engine.classical.shape import waits
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Game, Hand, OfferKind, Phase, Seat, Source
from engine.state.hand_showing import check_shown
from engine.tiles.meld import MeldType

Check = Callable[[Game, Hand, Any], Fault]


def check(game: Game, hand: Hand, event: ev.Event, riichi: Mapping[type, Check]) -> Fault:
    """All that forbids an event of a hand now; `riichi` are the checks of the game it is like."""
    kind = type(event)
    if kind in _OWN:
        return _OWN[kind](game, hand, event)
    if kind not in _ALIKE:
        return Fault.NOT_PLAYED
    loose = isinstance(event, ev.KanDeclared) or (isinstance(event, ev.Drawn) and event.replacement)
    # Loose tiles are counted apart from the live wall (C-WALL-08).
    seen = replace(hand, live_left=hand.loose) if loose else hand
    return riichi[kind](game, seen, event) | _ALIKE[kind](game, hand, event)


def ready(me: Seat) -> bool | None:
    """Whether one tile is missing, in the own turn after some discard; None while tiles are unknown."""
    if me.unknown:
        return None
    if len(me.known) == me.resting:
        return bool(waits(me.known, me.melds))
    return any(waits((*me.known[:i], *me.known[i + 1 :]), me.melds) for i in range(len(me.known)))


def _frozen(game: Game, me: Seat) -> bool:
    """A declared ready hand that may not change; the discard of the declaration was free (C-READY-03)."""
    stands = me.ready is not None and len(me.pond) > me.ready
    return stands and game.rules.flag("classical.ready_freezes_hand")


def _nothing(_game: Game, _hand: Hand, _event: ev.Event) -> Fault:
    return LEGAL


def _discarded(game: Game, hand: Hand, event: ev.Discarded) -> Fault:
    held = event.tsumogiri is False or hand.drawn not in (None, event.tile)
    return Fault.READY_FROZEN if held and _frozen(game, hand.seats[event.seat]) else LEGAL


def _called(game: Game, hand: Hand, event: ev.Called) -> Fault:
    return Fault.READY_FROZEN if _frozen(game, hand.seats[event.seat]) else LEGAL


def _kong(game: Game, hand: Hand, event: ev.KanDeclared) -> Fault:
    faults = Fault.READY_FROZEN if _frozen(game, hand.seats[event.seat]) else LEGAL
    added = event.meld.added if event.meld.type is MeldType.SHOUMINKAN else None
    held = added is not None and hand.drawn not in (None, added)
    if held and game.rules.flag("classical.added_kong_only_drawn_tile"):
        faults |= Fault.KAN_HELD_TILE
    return faults


def _mahjong(game: Game, hand: Hand, event: ev.WinDeclared) -> Fault:
    """Only a declared ready hand wins (C-READY-01); by option only the next player robs (C-KONG-06)."""
    faults = Fault.NOT_READY if hand.seats[event.seat].ready is None else LEGAL
    robs = hand.offer is not None and hand.offer.kind is OfferKind.KAN and event.seat != event.source
    anybody = game.rules.flag("classical.rob_out_of_turn")
    if robs and not anybody and event.seat != (event.source + 1) % 4:
        faults |= Fault.OUT_OF_TURN
    return faults


def _entered(_game: Game, _hand: Hand, event: ev.ResultEntered) -> Fault:
    """People can enter a draw; a mahjong is counted from the hands."""
    drawn = event.reason in (ev.EndReason.EXHAUSTIVE, ev.EndReason.REDEAL)
    return LEGAL if drawn and not event.riichi and not any(event.tenpai) else Fault.NOT_PLAYED


def _ready(_game: Game, hand: Hand, event: ev.ReadyDeclared) -> Fault:
    """In the own turn, before or right after the discard (C-READY-03).

    Whether an unseen hand was still ready nobody knows, so it may be declared again.
    """
    me = hand.seats[event.seat]
    faults = LEGAL if hand.phase in (Phase.DISCARD, Phase.CALLS) else Fault.WRONG_MOMENT
    if event.seat != hand.turn:
        faults |= Fault.OUT_OF_TURN
    if me.ready is not None and not me.unknown:
        faults |= Fault.READY_TWICE
    return faults | (Fault.READY_NOTEN if ready(me) is False else LEGAL)


def _flower(game: Game, hand: Hand, event: ev.FlowerLaid) -> Fault:
    """A flower is shown at once when it was drawn, those of the deal before the first draw (C-FLOWER-02,
    C-FLOWER-03)."""
    faults = LEGAL if with_flowers(game.rules) else Fault.NOT_PLAYED
    if hand.phase not in (Phase.DRAW, Phase.DISCARD):
        faults |= Fault.WRONG_MOMENT
    elif hand.phase is Phase.DISCARD and (event.seat != hand.turn or hand.source is Source.CALL):
        faults |= Fault.OUT_OF_TURN
    if any(event.flower in seat.flowers for seat in hand.seats):
        faults |= Fault.FIVE_COPIES
    return faults | (LEGAL if hand.seats[event.seat].unknown else Fault.TILE_NOT_IN_HAND)


def _shown(game: Game, hand: Hand, event: ev.HandShown) -> Fault:
    """After a mahjong all four hands are shown and counted (C-SCORE-01)."""
    faults = check_shown(game, hand, event)
    if hand.ending is not ev.EndReason.WIN:
        return faults | Fault.WRONG_MOMENT
    if any(won.seat == event.seat for won in hand.wins):
        return faults
    whole = len(event.tiles) == hand.seats[event.seat].resting and event.win_tile is None
    return faults & ~Fault.NOT_A_WINNER | (LEGAL if whole else Fault.SHOWN_COUNT)


_ALIKE: Final[dict[type, Check]] = {
    ev.DiceThrown: _nothing,
    ev.Dealt: _nothing,
    ev.Drawn: _nothing,
    ev.Discarded: _discarded,
    ev.Identified: _nothing,
    ev.Called: _called,
    ev.Fetched: _nothing,
    ev.KanDeclared: _kong,
    ev.WinDeclared: _mahjong,
    ev.WinWithdrawn: _nothing,
    ev.ResultEntered: _entered,
}
"""Events that are those of riichi, with what forbids them besides."""

_OWN: Final[dict[type, Check]] = {
    ev.ReadyDeclared: _ready,
    ev.FlowerLaid: _flower,
    ev.HandShown: _shown,
}

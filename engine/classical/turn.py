"""Steps of the state machine that differ from riichi: deal, draw, discard, ready hand, flowers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from engine.classical.check import ready
from engine.classical.flower import with_flowers
from engine.classical.wall import DEALT, LIVE, LOOSE
from engine.play import claim, turn
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Hand, Phase, Source
from engine.tiles.tile import Flower


def live_tiles(rules: Ruleset) -> int:
    """Tiles to be dealt and drawn: without the loose tiles and the seven stacks (C-WALL-06, C-WALL-07)."""
    return LIVE + (len(Flower) if with_flowers(rules) else 0)


def hand_started(rules: Ruleset, event: ev.HandStarted) -> Hand:
    """A hand before its deal; no dora is turned in it."""
    return Hand(event, turn=event.dealer, live_left=live_tiles(rules), loose=LOOSE, most_indicators=0)


def _dealt(rules: Ruleset, hand: Hand, event: ev.Dealt) -> Hand:
    """Thirteen tiles each; East draws first like everybody (C-DEAL-01)."""
    return replace(turn.dealt(rules, hand, event), live_left=live_tiles(rules) - DEALT, phase=Phase.DRAW)


def _drawn(rules: Ruleset, hand: Hand, event: ev.Drawn) -> Hand:
    now = turn.drawn(rules, hand, event)
    if not event.replacement:
        return now
    now = _replenished(replace(now, live_left=hand.live_left, loose=hand.loose - 1))
    me = now.seats[event.seat]
    if len(me.concealed) == me.resting:
        # It replaces a flower of the deal: East has still to draw the first tile (C-FLOWER-03).
        return replace(now, phase=Phase.DRAW, turn=hand.dealer, source=None, drawn=None)
    return now


def _replenished(hand: Hand) -> Hand:
    """Two tiles from the end of the wall when both loose tiles are used (C-WALL-08)."""
    if hand.loose:
        return hand
    taken = min(LOOSE, hand.live_left)
    return replace(hand, loose=taken, live_left=hand.live_left - taken)


def _discarded(rules: Ruleset, hand: Hand, event: ev.Discarded) -> Hand:
    """Only the tile just drawn can be the last of the wall; a hand no longer ready lapses (C-READY-03)."""
    now = turn.discarded(rules, hand, event)
    assert now.offer is not None
    last = now.offer.last and hand.source is Source.WALL and event.tsumogiri is not False
    now = replace(now, offer=replace(now.offer, last=last))
    return turn.changed(now, event.seat, ready=None) if ready(now.seats[event.seat]) is False else now


def _ready(_rules: Ruleset, hand: Hand, event: ev.ReadyDeclared) -> Hand:
    discards = len(hand.seats[event.seat].pond) - (hand.phase is Phase.CALLS)
    return turn.changed(hand, event.seat, ready=discards)


def _flower(_rules: Ruleset, hand: Hand, event: ev.FlowerLaid) -> Hand:
    """The seat must now take a loose tile, as after a kong."""
    me = hand.seats[event.seat]
    rest, flowers = turn.without(me.concealed, (None,)), (*me.flowers, event.flower)
    hand = turn.changed(turn.passed(hand), event.seat, concealed=rest, flowers=flowers)
    return replace(hand, phase=Phase.KAN, turn=event.seat, source=None, drawn=None)


def _win_withdrawn(rules: Ruleset, hand: Hand, event: ev.WinWithdrawn) -> Hand:
    """A word taken back costs nothing: the game knows no dead hand."""
    return turn.changed(claim.win_withdrawn(rules, hand, event), event.seat, dead=False)


STEPS: Final[dict[type, Callable[[Ruleset, Hand, Any], Hand]]] = {
    ev.Dealt: _dealt,
    ev.Drawn: _drawn,
    ev.Discarded: _discarded,
    ev.ReadyDeclared: _ready,
    ev.FlowerLaid: _flower,
    ev.WinWithdrawn: _win_withdrawn,
}

"""Furiten: why a seat may not win by ron (R-FURITEN)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from engine.rules.ruleset import Ruleset
from engine.state.hand import Hand, Offer, OfferKind
from engine.tiles.tile import ALL
from engine.value.score import value
from engine.value.win import Win


class Furiten(NamedTuple):
    """The three reasons that forbid ron, kept apart (R-FURITEN-09)."""

    own: bool
    temporary: bool
    riichi: bool


def furiten(hand: Hand, seat: int, rules: Ruleset) -> Furiten | None:
    """Why ron is forbidden; None while the hand is unknown or holds a tile too many.

    (R-FURITEN-01..05, R-FURITEN-07.)
    """
    me = hand.seats[seat]
    kinds = me.waits
    if kinds is None:
        return None
    if not kinds or rules.game == "classical":
        return Furiten(False, False, False)
    discarded = me.discarded(rules.flag("furiten.called_away_counts"))
    own = discarded & _barring(hand, seat, rules, kinds)
    if own and not rules.flag("furiten.yakuless_counts"):
        own = yaku_waits(hand, seat, rules, own)
    missed = (o.tile.kind for o in hand.passed(seat) if o.tile is not None and _counts(o, rules))
    passed = kinds.intersection(missed)
    if passed and not rules.flag("furiten.temporary_yakuless"):
        passed = yaku_waits(hand, seat, rules, passed)
    bound = bool(passed) and me.riichi.stands and rules.flag("riichi.missed_win_furiten")
    return Furiten(bool(own), bool(passed) and not bound, bound)


def _barring(hand: Hand, seat: int, rules: Ruleset, kinds: frozenset[int]) -> frozenset[int]:
    """Waits that, once discarded, forbid ron: all of them, or only the kind that is offered now."""
    offer = hand.offer
    if rules.flag("furiten.any_wait_blocks_all") or offer is None or offer.seat == seat or offer.tile is None:
        return kinds
    return kinds & {offer.tile.kind}


def _counts(offer: Offer, rules: Ruleset) -> bool:
    """Whether letting the tile pass is a missed win; a closed kan may be robbed too seldom for that."""
    chankan = offer.kind is OfferKind.KAN and rules.flag("furiten.missed_chankan_counts")
    return offer.kind is OfferKind.DISCARD or chankan


def yaku_waits(
    hand: Hand, seat: int, rules: Ruleset, kinds: Collection[int], *, tsumo: bool = False
) -> frozenset[int]:
    """Those of the waits on which a win would have a yaku, chance yaku of the moment left out.

    ValueError while the hand is unknown.
    """
    me = hand.seats[seat]
    if me.ready_tiles is None:
        raise ValueError("The hand is not known: its waits cannot be valued.")
    wind, stands = hand.wind(seat), me.riichi.stands
    return frozenset(
        kind
        for kind in kinds
        if value(Win(me.ready_tiles, me.melds, ALL[kind], tsumo, wind, hand.round_wind, stands), rules)
    )

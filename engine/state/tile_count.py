"""Counting tiles: what may still be in an unseen hand, and that no tile exists too often (R-SET)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rules.ruleset import Ruleset
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Hand, Seat
from engine.tiles.tile import KINDS, Tile


def missing(me: Seat, tiles: Iterable[Tile]) -> list[Tile] | None:
    """The tiles that must be among the unknown ones of a hand; None when there is no room for them."""
    known, fresh = list(me.known), []
    for tile in tiles:
        if tile in known:
            known.remove(tile)
        else:
            fresh.append(tile)
    return fresh if len(fresh) <= me.unknown else None


def limit(rules: Ruleset, tile: Tile) -> int:
    """Copies of a face in the set: red fives replace plain ones (R-SET-02)."""
    if tile.kind >= 27 or tile.number != 5:
        return 4
    red = rules.counts("tiles.red_fives")[tile.suit]
    return red if tile.red else 4 - red


def copies(rules: Ruleset, hand: Hand, new: Iterable[Tile]) -> Fault:
    """FIVE_COPIES when the set does not hold the tiles known so far and the new ones."""
    fresh = list(new)
    if not fresh:
        return LEGAL
    seen = (*hand.seen(), *fresh)
    return Fault.FIVE_COPIES if any(seen.count(tile) > limit(rules, tile) for tile in fresh) else LEGAL


def seen_by(hand: Hand, seat: int) -> tuple[int, ...]:
    """Copies by kind that lie open before a seat: in ponds, in the others' sets and as indicators."""
    seen = [0] * KINDS
    for tile in hand.indicators:
        seen[tile.kind] += 1
    for other, player in enumerate(hand.seats):
        for laid in player.pond:
            if laid.tile is not None and laid.called_by is None:
                seen[laid.tile.kind] += 1
        for meld in player.melds if other != seat else ():
            for tile in meld.tiles:
                seen[tile.kind] += 1
    return tuple(seen)

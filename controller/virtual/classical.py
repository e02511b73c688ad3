"""A person who plays Chinese Classical: sets quickly, pungs gladly, and says when one tile is missing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from engine.classical.shape import waits
from engine.state import events as ev
from engine.state.hand import Game, Seat
from engine.tiles.meld import Meld, MeldType
from engine.tiles.shape import shanten_forms
from engine.tiles.tile import KINDS, Tile

CHOW: Final = 0.45
"""How often a chow that helps is called: it is worth nothing, so the hand often stays concealed."""
PUNG: Final = 0.9
KONG: Final = 0.8


class ClassicalPlayer:
    """Decides for one seat; the same seed and the same game give the same decisions."""

    def __init__(self, seat: int, rng: random.Random) -> None:
        self.seat = seat
        self.rng = rng

    def turn(self, game: Game, moves: Sequence[ev.Event]) -> ev.Event:
        """The event of the own turn, one of `moves`."""
        for move in moves:
            if isinstance(move, ev.WinDeclared):
                return move
        me = _seat(game, self.seat)
        for move in moves:
            if isinstance(move, ev.KanDeclared) and self._kong(me, move.meld):
                return move
        discards = {m.tile: m for m in moves if isinstance(m, ev.Discarded) and m.tile is not None}
        tile = self._discard(game, me, tuple(discards))
        for move in moves:
            if isinstance(move, ev.ReadyDeclared) and waits(_without(me.known, tile), me.melds):
                return move
        return discards[tile]

    def claim(self, game: Game, moves: Sequence[ev.Event]) -> ev.Event | None:
        """A mahjong, a set that brings the hand on, or nothing."""
        me = _seat(game, self.seat)
        now = _short(me.known, me.melds)
        for move in moves:
            if isinstance(move, ev.WinDeclared):
                return move
        for move in moves:
            if isinstance(move, ev.Called) and self._helps(me, move.meld, now):
                return move
        return None

    def _helps(self, me: Seat, meld: Meld, now: int) -> bool:
        willing = CHOW if meld.type is MeldType.CHI else PUNG
        rest = list(me.known)
        for tile in meld.own:
            rest.remove(tile)
        return _short(rest, (*me.melds, meld)) < now and self.rng.random() < willing

    def _kong(self, me: Seat, meld: Meld) -> bool:
        gone = [meld.added] if meld.added is not None else list(meld.tiles)
        rest = list(me.known)
        for tile in gone:
            rest.remove(tile)
        melds = [m for m in me.melds if not (m.type is MeldType.PON and m.kind == meld.kind)]
        after = _short(rest, (*melds, meld))
        return after <= _short(me.known, me.melds) and self.rng.random() < KONG

    def _discard(self, game: Game, me: Seat, choices: Sequence[Tile]) -> Tile:
        """The tile that leaves the hand nearest to ready, with the most tiles that bring it on."""
        after = {tile: _short(_without(me.known, tile), me.melds) for tile in choices}
        least = min(after.values())
        seen = _seen(game)
        best = [tile for tile in choices if after[tile] == least]
        return max(best, key=lambda tile: (self._ways(me, tile, least, seen), -_pull(me, tile), tile))

    def _ways(self, me: Seat, tile: Tile, short: int, seen: Sequence[int]) -> int:
        """Copies left of the kinds that bring the hand without `tile` on."""
        rest = _without(me.known, tile)
        ways = 0
        for kind in range(KINDS):
            left = 4 - seen[kind] - sum(t.kind == kind for t in me.known)
            if left > 0 and _short((*rest, Tile(kind)), me.melds) < short:
                ways += left
        return ways


def _seat(game: Game, seat: int) -> Seat:
    assert game.hand is not None
    return game.hand.seats[seat]


def _short(tiles: Sequence[Tile], melds: Sequence[Meld]) -> int:
    """Shanten of four sets and a pair: the shape that nearly every mahjong has (C-WIN-01)."""
    return shanten_forms(tiles, melds).standard


def _without(tiles: Sequence[Tile], tile: Tile) -> tuple[Tile, ...]:
    rest = list(tiles)
    rest.remove(tile)
    return tuple(rest)


def _pull(me: Seat, tile: Tile) -> int:
    """How much the rest of the hand holds on to a tile: equal and near ones."""
    near = [t for t in me.known if not t.honour and t.suit == tile.suit and not tile.honour]
    return 3 * sum(t.kind == tile.kind for t in me.known) + sum(abs(t.kind - tile.kind) < 3 for t in near)


def _seen(game: Game) -> list[int]:
    """Copies by kind in ponds and in sets of all."""
    assert game.hand is not None
    seen = [0] * KINDS
    for other in game.hand.seats:
        for discard in other.pond:
            if discard.tile is not None and discard.called_by is None:
                seen[discard.tile.kind] += 1
        for meld in other.melds:
            for tile in meld.tiles:
                seen[tile.kind] += 1
    return seen

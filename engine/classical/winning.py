"""The tiles of a declared mahjong, as far as they are known (C-WIN)."""

from __future__ import annotations

from engine.classical.shape import complete
from engine.state.events import WinDeclared
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Hand
from engine.tiles.tile import Tile

Taken = tuple[tuple[Tile, ...], Tile]
"""The concealed tiles without the winning one, and that one."""


def winning_tiles(hand: Hand, declared: WinDeclared) -> tuple[Taken, ...]:
    """What the winner holds and wins with; nothing while that is unknown.

    Several ways where the drawn tile was shown among the others and nobody knows which it is.
    """
    me = hand.seats[declared.seat]
    if declared.seat != declared.source:
        tiles, tile = me.ready_tiles, None if hand.offer is None else hand.offer.tile
        return () if tiles is None or tile is None else ((tiles, tile),)
    if me.shown is not None and me.win_tile is not None:
        return ((me.shown, me.win_tile),)
    held = me.known if me.shown is None else me.shown
    if me.shown is None and (me.unknown or hand.drawn is None):
        return ()
    drawn = dict.fromkeys(held) if hand.drawn is None else (hand.drawn,)
    return tuple((_without(held, tile), tile) for tile in drawn)


def _without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    i = tiles.index(tile)
    return (*tiles[:i], *tiles[i + 1 :])


def check_mahjong(hand: Hand, declared: WinDeclared) -> Fault:
    """What is wrong with a declared mahjong, as far as its tiles are known (C-WIN-01)."""
    melds = len(hand.seats[declared.seat].melds)
    found = winning_tiles(hand, declared)
    return LEGAL if all(complete((*tiles, tile), melds) for tiles, tile in found) else Fault.NOT_COMPLETE

"""A hand laid open in the hand zone: its tiles, and the one that lies apart after a tsumo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.infer.reading import Allowed, read_tile
from engine.tile import Tile
from vision.mat import TILE_W, WIN_GAP
from vision.observation import TileSeen


@dataclass(frozen=True, slots=True)
class HandSeen:
    """An opened hand. `tiles` are complete only without `doubts`; `apart` is not among them."""

    tiles: tuple[Tile, ...]
    apart: Tile | None
    doubts: tuple[tuple[TileSeen, tuple[Tile, ...]], ...] = ()
    """Tiles that could not be read with certainty, each with its candidates."""


def concealed(zone: Sequence[TileSeen]) -> bool:
    """Whether nothing of the hand is open."""
    return all(tile.tile is None for tile in zone)


def read_hand(zone: Sequence[TileSeen], size: int, drawn: bool, allowed: Allowed) -> HandSeen | None:
    """The hand of `size` tiles, with one more when the seat has `drawn`; None while it is not all open.

    Without a tile apart, a hand with a drawn tile is given whole in `tiles`: the winning tile was
    merged into it (R-WIN-08).
    """
    if len(zone) != size + drawn or any(tile.tile is None for tile in zone):
        return None
    row = sorted(zone, key=lambda t: t.x)
    apart = _apart(row) if drawn else None
    tiles: list[Tile] = []
    winning: Tile | None = None
    doubts: list[tuple[TileSeen, tuple[Tile, ...]]] = []
    for seen in row:
        reading = read_tile(seen, allowed)
        if reading.tile is None:
            doubts.append((seen, reading.candidates))
        elif seen is apart:
            winning = reading.tile
        else:
            tiles.append(reading.tile)
    return HandSeen(tuple(tiles), winning, tuple(doubts))


def _apart(row: Sequence[TileSeen]) -> TileSeen | None:
    """The first or last tile when a gap of at least half of `WIN_GAP` sets it off (E-WINTILE-03)."""
    if len(row) < 2:
        return row[0] if row else None
    right = row[-1].x - row[-2].x - TILE_W
    left = row[1].x - row[0].x - TILE_W
    if max(left, right) < WIN_GAP / 2:
        return None
    return row[-1] if right >= left else row[0]

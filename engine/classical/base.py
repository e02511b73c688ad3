"""Base values: what sets, pair, flowers and the win itself count before doubles (C-SCORE-02, C-SCORE-03)."""

from __future__ import annotations

from engine.classical.rack import Mahjong, Rack
from engine.classical.reading import DRAGONS, Reading, Set, pair_parts
from engine.classical.shape import waits
from engine.tiles.tile import ALL

Parts = tuple[tuple[str, int], ...]
"""Ids with their points or factors."""


def base_parts(rack: Rack, reading: Reading, won: Mahjong | None) -> Parts:
    """Everything that counts, by id; `won` is None for a loser."""
    parts = [(set_id(part), set_points(part)) for part in reading.pungs]
    parts += [(name, 2) for name in pair_parts(rack, reading.pair)]
    parts += [("flower", 4)] * len(rack.flowers)
    if won is not None:
        parts.append(("win", 20))
        if won.from_wall:
            parts.append(("win_from_wall", 2))
        if len(waits(rack.tiles, rack.melds)) == 1:
            parts.append(("only_tile", 2))
    return tuple(parts)


def set_id(part: Set) -> str:
    """The id of a pung or kong by its tiles."""
    tile = ALL[part.kind]
    if part.kind in DRAGONS:
        family = "dragon"
    elif tile.honour:
        family = "wind"
    else:
        family = "terminal" if tile.terminal else "simple"
    return f"{'kong' if part.kong else 'pung'}_{family}"


def set_points(part: Set) -> int:
    """Concealed is twice open, terminals and honours twice simples, a kong four times a pung (C-SCORE-02)."""
    concealed, yaochuu = not part.open, ALL[part.kind].yaochuu
    return 2 << concealed + yaochuu + 2 * part.kong

"""From the tiles of a region to what the game asks for: content in reading order."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

from engine.tiles.tile import Flower
from vision.calibration.layout import STANDARD, Layout
from vision.calibration.mat import POND_ROW_Y, TILE_H, TILE_W, WALL_LEFT, Zone, to_player, turn
from vision.eyes.observation import TileSeen
from vision.eyes.track import Track

ROW_STEP: Final = POND_ROW_Y[0] - POND_ROW_Y[1]
SAME_ROW: Final = ROW_STEP / 2
"""Neighbours whose middles differ less than this in y lie in one row (E-POND: rows drift by half a tile)."""
SIX_END: Final = 3 * TILE_W + TILE_H / 2
"""Middles of the first six tiles of a row lie left of this, and no row begins beyond."""
MELD_REACH: Final = 60.0
"""The first meld's right edge lies nearer to the edge than this, a hand of 14 tiles does not reach it."""
MELD_CHAIN: Final = 26.0
"""Gap (mm) up to which tiles left of a meld belong to the melds; a hand keeps away further, since
four kans leave 34 mm to the last tile."""
SET: Final = 3
"""Of fewer tiles is no set: a tile that is not seen leaves a hole, in the first set at most beside the next
one. A hand lies further away from one set."""
WIDE: Final = TILE_W + (TILE_H - TILE_W) / 4
"""Two tiles of which one lies sideways have their middles further apart than two upright ones."""
LOWER: Final = (TILE_H - TILE_W) / 8
"""The middle of a sideways tile lies nearer to the edge than those of its neighbours by more than this."""
MISSED: Final = 3
"""Tiles' widths from one tile of a wall to the next, at most: two between them were not seen."""
WALL_END: Final = -WALL_LEFT - TILE_W
SIDEWAYS: Final = math.sin(math.radians(45.0))


def seen(track: Track, seat: int, raised: bool = False) -> TileSeen:
    """A track in the player frame of `seat`; `raised` as of a `TileSeen`."""
    x, y = to_player(seat, track.x, track.y)
    angle = turn(-seat, track.angle)
    sideways = abs(math.sin(math.radians(angle))) > SIDEWAYS
    odds = tuple((face, p) for face, p in track.odds() if not isinstance(face, Flower))
    return TileSeen(track.id, odds, x, y, angle, sideways, track.quad, raised)


def contents(
    zone: Zone, seat: int, tracks: Iterable[Track], layout: Layout, raised: Container[int] = ()
) -> dict[Zone, tuple[TileSeen, ...]]:
    """The tiles of a region by the zone of the observation: the HAND strip is hand and melds.

    They lie where they would on the mat of 750 mm with tiles of 34 mm. `raised` are the tracks of tiles that
    lie upon others.
    """
    found = _contents(zone, seat, tracks, layout, raised)
    return {each: tuple(_moved(tile, layout, each) for tile in tiles) for each, tiles in found.items()}


def _moved(tile: TileSeen, layout: Layout, zone: Zone) -> TileSeen:
    if layout == STANDARD:
        return tile
    x, y = layout.standard(zone, tile.x, tile.y)
    return replace(tile, x=x, y=y)


def _contents(
    zone: Zone, seat: int, tracks: Iterable[Track], layout: Layout, raised: Container[int]
) -> dict[Zone, tuple[TileSeen, ...]]:
    """As they lie on this mat."""
    tiles = [seen(track, seat, track.id in raised) for track in tracks]
    if zone is Zone.POND:
        return {Zone.POND: pond_order(tiles)}
    if zone is Zone.HAND:
        hand, melds = split_strip(tiles, layout)
        return {Zone.HAND: hand, Zone.MELD: melds}
    return {zone: wall_order(tiles)}


def wall_order(tiles: Sequence[TileSeen]) -> tuple[TileSeen, ...]:
    """Face-up tiles from the owner's left; a sideways one at the end of the wall is the neighbour's."""
    own = [t for t in tiles if t.tile is not None and not (t.sideways and abs(t.x) > WALL_END)]
    return tuple(sorted(own, key=lambda t: t.x))


def stacks(tiles: Sequence[TileSeen]) -> int:
    """How many stacks a wall has, from the tiles of its region; one that is not seen between two that are
    counts, since a wall without a gap is pushed together. 0 where no row is.
    """
    row = [t.x for t in wall_row(tiles)]
    if not row:
        return 0
    steps = [round((right - left) / TILE_W) for left, right in pairwise(row)]
    return 0 if any(step > MISSED for step in steps) else 1 + sum(steps)


def wall_row(tiles: Sequence[TileSeen]) -> list[TileSeen]:
    """The tiles of a wall's region that lie in its row, from the owner's left."""
    own = sorted((t for t in tiles if not (t.sideways and abs(t.x) > WALL_END)), key=lambda t: t.x)
    if not own:
        return []
    level = sorted(t.y for t in own)[len(own) // 2]
    return [t for t in own if abs(t.y - level) < SAME_ROW]


def pond_order(tiles: Sequence[TileSeen]) -> tuple[TileSeen, ...]:
    """Row by row from the centre, each from the owner's left; strays off the right end are left out."""
    return tuple(tile for row in pond_rows(tiles) for tile in row)


def pond_rows(tiles: Sequence[TileSeen]) -> list[list[TileSeen]]:
    """The rows of a pond, nearest the centre first.

    A row is a chain of neighbours at nearly one height, so a row may be pushed or slanted as a
    whole; chains at one height with a hole between them (a called tile) are one row.
    """
    chains: list[list[TileSeen]] = []
    for tile in sorted(tiles, key=lambda t: t.x):
        chain = min(
            (c for c in chains if abs(c[-1].y - tile.y) < SAME_ROW),
            key=lambda c: (abs(c[-1].y - tile.y), -c[-1].x),
            default=None,
        )
        if chain is None and tile.x <= SIX_END:
            chains.append([tile])
        elif chain is not None and gap(chain[-1], tile) <= _hole(tile):
            chain.append(tile)
    return sorted(chains, key=lambda c: -sum(t.y for t in c) / len(c))


def _half_width(tile: TileSeen) -> float:
    return (TILE_H if tile.sideways else TILE_W) / 2


def gap(left: TileSeen, right: TileSeen) -> float:
    """Millimetres between two tiles of a row."""
    return right.x - _half_width(right) - left.x - _half_width(left)


def _hole(right: TileSeen) -> float:
    """How far before `right` its row may end: five called tiles in the six-wide part of the pond, one
    beyond it, where the neighbour's ura indicators begin."""
    return 5 * TILE_H if right.x <= SIX_END else 1.5 * TILE_H


def split_strip(
    tiles: Sequence[TileSeen], layout: Layout
) -> tuple[tuple[TileSeen, ...], tuple[TileSeen, ...]]:
    """Hand and melds of the strip along the edge, each from the owner's left (E-MELD-01, -02).

    Melds are the tiles chained to the owner's right corner; an added fourth tile beside the
    sideways one counts by its x.
    """
    ordered = sorted(tiles, key=lambda t: t.x)
    edge, border = layout.half, len(ordered)
    while border:
        tile = ordered[border - 1]
        right, count = tile.x + _half_width(tile), len(ordered) - border
        chain = MELD_CHAIN + TILE_H if count < SET else MELD_CHAIN
        if right < (edge - chain if count else layout.half - MELD_REACH):
            break
        edge = min(edge, tile.x - _half_width(tile))
        border -= 1
    return tuple(ordered[:border]), _turned(ordered[border:])


def _turned(melds: Sequence[TileSeen]) -> tuple[TileSeen, ...]:
    """The same with the sideways one of three or four like tiles as such, though none was seen to lie so: of
    white dragons and circles hardly a stroke shows it. Its neighbours make room for it, and it lies nearer
    to the edge (E-MELD-03).
    """
    out: list[TileSeen] = []
    for kind, run in groupby(melds, key=lambda t: None if t.tile is None else t.tile.kind):
        row = list(run)
        if kind is not None and len(row) >= SET and not any(t.sideways for t in row):
            wide = [b.x - a.x > WIDE for a, b in pairwise(row)]
            rooms = [wide[max(0, n - 1) : n + 1] for n in range(len(row))]
            high = sorted(t.y for t in row)[1] - LOWER
            those = [n for n, room in enumerate(rooms) if all(room) and len(room) == sum(wide)]
            row = [replace(t, sideways=[n] == those and t.y < high) for n, t in enumerate(row)]
        out += row
    return tuple(out)

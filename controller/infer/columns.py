"""A meld zone as columns: the tiles of each set side by side, as they lie from right to left (E-MELD)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from controller.infer.reading import CERTAIN, WHITE
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile
from vision.calibration.mat import MELD_GAP, MELD_RIGHT, TILE_H, TILE_W
from vision.eyes.observation import TileSeen

HOLE: Final = 0.7 * TILE_W
"""A gap in mm in which a tile lies that the eyes do not see."""
UNSEEN: Final = 0
"""The track of a tile that must lie there and was never seen: tracks count from 1."""
UNSEEN_FIRST: Final = -1
"""The same of one that may lie before the first tile of an open hand."""
CLOSED: Final = {4: ((0, 3), (1, 2)), 3: ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))}
"""Places of the backs of a closed kan (E-MELD-07) by the number of its tiles that are seen."""
MELD_COLUMNS: Final = {
    MeldType.CHI: 3,
    MeldType.PON: 3,
    MeldType.SHOUMINKAN: 3,
    MeldType.DAIMINKAN: 4,
    MeldType.ANKAN: 4,
}


@dataclass(frozen=True, slots=True)
class Column:
    """A tile of a set; `added` lies beyond a sideways one, on the side of the centre, or upon it and hides
    it: then both are the same tile (E-MELD-06)."""

    tile: TileSeen
    added: TileSeen | None = None

    @property
    def stacked(self) -> bool:
        return self.added is self.tile

    @property
    def lying(self) -> tuple[TileSeen, ...]:
        """The tiles of the column that are seen."""
        return (self.tile,) if self.added is None or self.stacked else (self.tile, self.added)


def columns(tiles: Sequence[TileSeen]) -> list[Column]:
    """The tiles from the owner's right to left, added ones with the tile they belong to."""
    out: list[Column] = []
    for tile in sorted(tiles, key=lambda t: (t.sideways and _stacked(t, tiles), -t.x)):
        base = next((n for n, c in enumerate(out) if tile.sideways and _over(tile, c.tile)), None)
        if base is None:
            out.append(Column(tile, tile if tile.raised and tile.sideways else None))
        else:
            out[base] = Column(out[base].tile, tile)
    return out


def _over(upper: TileSeen, lower: TileSeen) -> bool:
    return (
        lower.sideways
        and upper is not lower
        and abs(upper.x - lower.x) < TILE_W / 2
        and upper.y - lower.y > TILE_W / 2
    )


def _stacked(tile: TileSeen, tiles: Sequence[TileSeen]) -> bool:
    return any(_over(tile, other) for other in tiles)


def added_to(known: Sequence[Meld], zone: Sequence[Column]) -> tuple[int, TileSeen] | None:
    """The place of a known pon beside which a fourth tile lies, and that tile."""
    for place, (meld, group) in enumerate(zip(known, portions(known, zone)[0], strict=True)):
        if meld.type is MeldType.PON:
            for column in group:
                if column.added is not None:
                    return place, column.added
    return None


def portions(known: Sequence[Meld], zone: Sequence[Column]) -> tuple[list[list[Column]], list[Column]]:
    """What lies there of each set that is known already, and what lies to the left of them all."""
    groups: list[list[Column]] = []
    rest = list(zone)
    for meld in known:
        border = right_border(groups)
        span = 1 if alone(meld, rest, border) else _span(meld, rest, border)
        groups.append(rest[:span])
        rest = rest[span:]
    return groups, rest


def _span(meld: Meld, zone: Sequence[Column], border: float) -> int:
    """How many columns belong to a known set: one fewer where the next one is clearly of another."""
    width = MELD_COLUMNS[meld.type]
    group, short = zone[:width], zone[: width - 1]
    if len(group) < width:
        return len(group)
    whole = all(_of(meld, column) for column in group)
    if meld.type is MeldType.ANKAN:
        near = max(gap(*pair) for pair in pairwise(group)) < HOLE
        whole = whole and near and bool(form_of(group, [c.tile.tile for c in group]))
    elif not any(c.tile.sideways for c in short):
        right = border - group[0].tile.x - half(group[0])
        whole = whole or max(right, *(gap(*pair) for pair in pairwise(group))) < HOLE
    return width if whole or not all(_of(meld, column) for column in short) else width - 1


def alone(meld: Meld, zone: Sequence[Column], border: float) -> bool:
    """Whether only the sideways tile of a known set is seen: another set lies beyond its holes."""
    if len(zone) < 2 or not zone[0].tile.sideways or zone[1].tile.tile in meld.tiles:
        return False
    return sum(holes(zone, border)) + 1 >= MELD_COLUMNS[meld.type]


def _of(meld: Meld, column: Column) -> bool:
    """Whether a column may belong to the set, however it reads unless that is clear."""
    tile = column.tile
    back = tile.tile is None or (tile.tile == WHITE and meld.type is MeldType.ANKAN)
    return tile.p < CERTAIN or back or tile.tile in meld.tiles


def fresh(known: Sequence[Meld], zone: Sequence[Column]) -> list[Column]:
    """What lies to the left of the sets that are known already."""
    return portions(known, zone)[1]


def right_border(groups: Sequence[Sequence[Column]]) -> float:
    """Where the right edge of the next set belongs: left of the known ones, as `portions` gives them."""
    left = [min(c.tile.x - half(c) for c in group) for group in groups if group]
    return min(left) - MELD_GAP if left else MELD_RIGHT


def holes(rest: Sequence[Column], border: float) -> tuple[int, int]:
    """How many upright tiles have room to the right and, up to the next set, to the left of the first one."""
    left = gap(rest[0], rest[1]) - MELD_GAP if len(rest) > 1 else 0.0
    right = border - rest[0].tile.x - half(rest[0])
    return max(0, int((right + TILE_W - HOLE) / TILE_W)), max(0, int((left + TILE_W - HOLE) / TILE_W))


def gap(right: Column, left: Column) -> float:
    """Millimetres between the edges of two columns."""
    return right.tile.x - left.tile.x - half(right) - half(left)


def half(column: Column) -> float:
    """Half of what it is wide in its row, mm."""
    return (TILE_H if column.tile.sideways else TILE_W) / 2


def form_of(group: Sequence[Column], faces: Sequence[Tile | None]) -> tuple[int, ...]:
    """Places of the sideways tiles, or of the backs of a closed kan; empty when it is no form.

    Nothing but a closed kan holds a back, so it is one without its fourth tile, too (E-MELD-07).
    """
    sideways = turned(group)
    if len(sideways) == 1:
        return sideways
    backs = tuple(n for n, face in enumerate(covered(faces)[: len(group)]) if face is None)
    return backs if not sideways and backs in CLOSED.get(len(group), ()) else ()


def covered(faces: Sequence[Tile | None]) -> tuple[Tile | None, ...]:
    """The faces of upright tiles as those of a closed kan: beside two of another kind a white dragon is a
    back, on which the light makes one look like the other."""
    others = [face for face in faces if face not in (None, WHITE)]
    if len(faces) != 4 or len(others) != 2 or len({face.kind for face in others if face}) != 1:
        return tuple(faces)
    return tuple(None if face == WHITE else face for face in faces)


def turned(group: Sequence[Column]) -> tuple[int, ...]:
    """Places of the sideways tiles."""
    return tuple(n for n, c in enumerate(group) if c.tile.sideways)

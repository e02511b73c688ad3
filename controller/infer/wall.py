"""Face-up tiles of the walls: dora indicators, ura indicators, and what should not be open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from controller.infer.reading import COPIES, WHITE
from engine.tiles.tile import Tile
from engine.tiles.wall import Wall, WallPlace
from vision.calibration.mat import TILE_W, URA_Y, WALL_LEFT, WALL_Y
from vision.eyes.observation import TileSeen

Walls = Mapping[int, Sequence[TileSeen]]
"""Face-up tiles by the seat whose wall they lie in."""


INDICATORS: Final = 5
"""The first, and one for each of four kans."""
GLARING: Final = 2
"""From so many white dragons on in the stacks they are backs on which light falls: nobody turns two."""


def stack_x(place: WallPlace) -> float:
    """Middle of a stack in the player frame of its side, in mm."""
    return -WALL_LEFT - (place.stack + 0.5) * TILE_W


def indicator(wall: Wall, n: int, seen: Walls) -> TileSeen | None:
    """The open tile on the stack of the `n`-th indicator; none follows the last, `n` of 4 (R-WALL-10)."""
    return None if n == INDICATORS else _at(wall.indicator(n), seen, WALL_Y)


def ura(wall: Wall, n: int, indicators: int, seen: Walls) -> TileSeen | None:
    """The open tile before the stack of the `n`-th of so many open indicators (E-DEAD-06).

    The order along the wall decides: round a corner of the walls there is no room exactly before
    the stacks, and the row is laid further along. None until the whole row of that wall is there.
    """
    place = wall.indicator(n)
    stacks, row = _ura_row(wall, place.side, indicators, seen)
    return row[stacks.index(stack_x(place))] if len(row) == len(stacks) else None


def _ura_row(wall: Wall, side: int, indicators: int, seen: Walls) -> tuple[list[float], list[TileSeen]]:
    """Where a side's open indicators stand, and the tiles laid before them, both from the left."""
    places = (wall.indicator(n) for n in range(indicators))
    stacks = sorted(stack_x(place) for place in places if place.side == side)
    row = [
        tile
        for tile in seen.get(side, ())
        if _row(tile) == URA_Y and any(abs(tile.x - x) < TILE_W for x in stacks)
    ]
    return stacks, sorted(row, key=lambda t: t.x)


def _at(place: WallPlace, seen: Walls, y: float) -> TileSeen | None:
    fitting = [t for t in seen.get(place.side, ()) if abs(t.x - stack_x(place)) < TILE_W / 2 and _row(t) == y]
    return min(fitting, key=lambda t: abs(t.x - stack_x(place)), default=None)


def _row(tile: TileSeen) -> float:
    return URA_Y if abs(tile.y - URA_Y) < abs(tile.y - WALL_Y) else WALL_Y


def misread(seen: Walls, elsewhere: Iterable[Tile]) -> set[int]:
    """Kinds of which more tiles lie open than there are, with those known to lie `elsewhere`.

    Stacks stand with their backs up (E-WALL-01): what reads as such a kind there is a back.
    """
    kinds = Counter(tile.kind for tile in elsewhere)
    kinds.update(t.tile.kind for side in seen.values() for t in side if t.tile is not None)
    return {kind for kind, count in kinds.items() if count > COPIES}


def without(seen: Walls, kinds: Container[int]) -> dict[int, tuple[TileSeen, ...]]:
    """The open tiles but those of stacks that read as one of the `kinds`."""
    return {
        side: tuple(t for t in tiles if t.tile is None or t.tile.kind not in kinds or _row(t) != WALL_Y)
        for side, tiles in seen.items()
    }


def strangers(wall: Wall, indicators: int, seen: Walls, *, ura_open: bool) -> list[tuple[int, TileSeen]]:
    """Open tiles that are neither an indicator, one of them still to come, nor allowed ura tiles; `GLARING`
    white dragons in the stacks are none.
    """
    expected = [t for n in range(indicators) if (t := indicator(wall, n, seen)) is not None]
    if ura_open:
        expected += [tile for side in seen for tile in _ura_row(wall, side, indicators, seen)[1]]
    found = [(side, t) for side in sorted(seen) for t in seen[side] if t not in expected]
    pale = [one for one in found if one[1].tile == WHITE and _row(one[1]) == WALL_Y]
    return found if len(pale) < GLARING else [one for one in found if one not in pale]

"""Face-up tiles of the walls: dora indicators, ura indicators, and what should not be open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from controller.infer.columns import UNSEEN
from controller.infer.reading import COPIES, WHITE
from engine.tiles.tile import Tile
from engine.tiles.wall import DEAD_STACKS, STACKS, Wall, WallPlace
from vision.calibration.mat import TILE_W, URA_Y, WALL_LEFT, WALL_Y
from vision.eyes.observation import Observation, TileSeen

Walls = Mapping[int, Sequence[TileSeen]]
"""Face-up tiles by the seat whose wall they lie in."""


INDICATORS: Final = 5
"""The first, and one for each of four kans."""
GLARING: Final = 2
"""From so many white dragons on in the stacks they are backs on which light falls: nobody turns two."""


REACH: Final = 2.5 * TILE_W
"""How far a wall may stand to one side that people built, in mm: a tile and a half, and a nudge."""


@dataclass(slots=True)
class Anchor:
    """The tile by which the place of a wall is known: its track, where it would lie in a wall that a machine
    raised, and how far to the right of that it lies, in mm."""

    track: int
    x: float
    shift: float


@dataclass(slots=True)
class Standing:
    """What is known of where walls stand that no machine of ours raised."""

    anchors: dict[int, Anchor] = field(default_factory=dict)
    """By the side."""
    opened: Wall | None = None
    """The wall as its first indicator says that it was broken; None where the dice say it, or nothing yet."""


def stack_x(place: WallPlace) -> float:
    """Middle of a stack in the player frame of its side, in mm."""
    return -WALL_LEFT - (place.stack + 0.5) * TILE_W


def indicator(wall: Wall, n: int, seen: Walls) -> TileSeen | None:
    """The open tile on the stack of the `n`-th indicator; none follows the last, `n` of 4 (R-WALL-10)."""
    return None if n == INDICATORS else _stands(wall.indicator(n), seen)


def ura(
    wall: Wall, n: int, indicators: int, seen: Walls, named: Mapping[int, Tile] = MappingProxyType({})
) -> TileSeen | None:
    """The open tile before the stack of the `n`-th of so many open indicators (E-DEAD-06).

    The order along the wall decides: round a corner of the walls there is no room exactly before
    the stacks, and the row is laid further along. None until the whole row of that wall is there, but for
    the one that people `named`, by the side.
    """
    place = wall.indicator(n)
    stacks, row = _ura_row(wall, place.side, indicators, seen)
    said, hole = named.get(place.side), ura_hole(wall, place.side, indicators, seen)
    if hole is not None and said is not None:
        row.insert(_hole(stacks, row), replace(hole, odds=((said, 1.0),)))
    return row[stacks.index(stack_x(place))] if len(row) == len(stacks) else None


def ura_hole(wall: Wall, side: int, indicators: int, seen: Walls) -> TileSeen | None:
    """The only one of several ura tiles of a side that the eyes do not see, of the track `UNSEEN`: it lies
    from the next one as its indicator does from that one's. None where that is not known."""
    stacks, row = _ura_row(wall, side, indicators, seen)
    if not row or len(row) != len(stacks) - 1:
        return None
    hole = _hole(stacks, row)
    beside = hole - 1 if hole else 1
    next_one = row[beside if beside < hole else 0]
    over, over_next = (_over(stacks[n], seen.get(side, ())) for n in (hole, beside))
    if over is None or over_next is None:
        return None
    a, b, c, d = (
        (x + to_x - from_x, y + to_y - from_y)
        for (x, y), (to_x, to_y), (from_x, from_y) in zip(
            next_one.quad, over.quad, over_next.quad, strict=True
        )
    )
    x = next_one.x + over.x - over_next.x
    return replace(next_one, track=UNSEEN, odds=((None, 0.0),), x=x, quad=(a, b, c, d))


def _hole(stacks: Sequence[float], row: Sequence[TileSeen]) -> int:
    """Before which of the stacks no tile lies: the others lie alike beside theirs, and near them."""

    def unlike(hole: int) -> tuple[int, float]:
        others = (*stacks[:hole], *stacks[hole + 1 :])
        beside = [tile.x - x for tile, x in zip(row, others, strict=True)]
        return round((max(beside) - min(beside)) / TILE_W), max(map(abs, beside))

    return min(range(len(stacks)), key=unlike)


def _ura_row(wall: Wall, side: int, indicators: int, seen: Walls) -> tuple[list[float], list[TileSeen]]:
    """Where a side's open indicators stand, and the tiles laid before them, both from the left."""
    places = (wall.indicator(n) for n in range(indicators))
    stacks = sorted(stack_x(place) for place in places if place.side == side)
    row = [
        tile for tile in seen.get(side, ()) if before(tile) and any(abs(tile.x - x) < TILE_W for x in stacks)
    ]
    return stacks, sorted(row, key=lambda t: t.x)


def _stands(place: WallPlace, seen: Walls) -> TileSeen | None:
    return _over(stack_x(place), seen.get(place.side, ()))


def _over(x: float, seen: Sequence[TileSeen]) -> TileSeen | None:
    """The open tile on the stack at `x`."""
    fitting = [t for t in seen if abs(t.x - x) < TILE_W / 2 and not before(t)]
    return min(fitting, key=lambda t: abs(t.x - x), default=None)


def before(tile: TileSeen) -> bool:
    """Whether an open tile lies before the wall, as an ura indicator does, and not on it (E-DEAD-06)."""
    return abs(tile.y - URA_Y) < abs(tile.y - WALL_Y)


def aligned(wall: Wall, indicators: int, seen: Walls, anchors: dict[int, Anchor]) -> Walls:
    """The open tiles as they would lie in walls that a machine raised.

    People set walls a little to one side, and move them. Where open tiles lie like the first indicators of a
    side, its stacks stand accordingly; the leftmost of these tiles is its anchor from then on.
    """
    due: dict[int, list[float]] = {}
    for place in map(wall.indicator, range(min(indicators, INDICATORS))):
        due.setdefault(place.side, []).append(stack_x(place))
    for side, places in due.items():
        stacks = sorted((t for t in seen.get(side, ()) if not before(t)), key=lambda t: t.x)
        anchor = anchors.get(side) or _anchor(places, stacks)
        if anchor is not None:
            anchors[side] = anchor
            anchor.shift = next((t.x - anchor.x for t in stacks if t.track == anchor.track), anchor.shift)
    return {
        side: tuple(replace(tile, x=tile.x - anchors[side].shift) for tile in tiles)
        if side in anchors
        else tuple(tiles)
        for side, tiles in seen.items()
    }


def _anchor(due: Sequence[float], stacks: Sequence[TileSeen]) -> Anchor | None:
    """The leftmost open tile, if all lie beside each other like as many of the first that are `due`."""
    places = sorted(due[: len(stacks)])
    if not stacks or len(stacks) > len(due) or abs(stacks[0].x - places[0]) >= REACH:
        return None
    shift = stacks[0].x - places[0]
    like = all(abs(t.x - x - shift) < TILE_W / 2 for t, x in zip(stacks, places, strict=True))
    return Anchor(stacks[0].track, places[0], shift) if like else None


def turned(seen: Walls) -> list[tuple[int, TileSeen]]:
    """The open tiles that lie on stacks, with their side; `GLARING` white dragons are backs."""
    found = [(side, t) for side in sorted(seen) for t in seen[side] if not before(t)]
    pale = [one for one in found if one[1].tile == WHITE]
    return found if len(pale) < GLARING else [one for one in found if one not in pale]


def opened(seen: Walls, indicators: int) -> Wall | None:
    """How the wall was broken of which so many indicators lie open and no other tile; None where they do not
    lie in one row of stacks.

    It says only where the dead wall stands: where people push it on, all of it goes with its indicators.
    """
    lying = turned(seen)
    if len(lying) != indicators:
        return None
    tried = {Wall(side, _stack_at(tile.x) + _BEFORE_FIRST) for side, tile in lying}
    off = {found: miss for found in tried if (miss := _off(found, lying)) is not None}
    return min(off, key=lambda found: (off[found], found.side, found.stacks), default=None)


_BEFORE_FIRST: Final = DEAD_STACKS - INDICATORS + 1
"""Stacks between the break and that of the first indicator, and this one."""


def _stack_at(x: float) -> int:
    """The stack that stands nearest to there."""
    return min(STACKS - 1, max(0, round((-WALL_LEFT - x) / TILE_W - 0.5)))


def _off(found: Wall, lying: Sequence[tuple[int, TileSeen]]) -> float | None:
    """How many mm all open tiles together lie beside their stacks; None where they do not lie like
    indicators."""
    places = sorted((place.side, stack_x(place)) for place in map(found.indicator, range(len(lying))))
    rows = sorted((side, tile.x) for side, tile in lying)
    if [side for side, _ in places] != [side for side, _ in rows]:
        return None
    shifts = [(side, x - at) for (side, at), (_, x) in zip(places, rows, strict=True)]
    first = dict(reversed(shifts))
    if any(abs(by) >= REACH or abs(by - first[side]) >= TILE_W / 2 for side, by in shifts):
        return None
    return sum(abs(by) for _, by in shifts)


def misread(seen: Walls, elsewhere: Iterable[Tile]) -> set[int]:
    """Kinds of which more tiles lie open than there are, with those known to lie `elsewhere`.

    Stacks stand with their backs up (E-WALL-01): what reads as such a kind there is a back.
    """
    kinds = Counter(tile.kind for tile in elsewhere)
    kinds.update(t.tile.kind for side in seen.values() for t in side if t.tile is not None)
    return {kind for kind, count in kinds.items() if count > COPIES}


def pale(walls: Iterable[Observation]) -> set[int]:
    """The kinds that backs are taken for in walls that stand as they were built: no tile lies open there yet,
    and a light back may look like a white dragon.
    """
    open_ = (tile for seen in walls for tile in seen.tiles if not before(tile))
    return {WHITE.kind for tile in open_ if tile.tile == WHITE}


def without(seen: Walls, kinds: Container[int]) -> Walls:
    """The open tiles but those of stacks that read as one of the `kinds`."""
    return {
        side: tuple(t for t in tiles if t.tile is None or t.tile.kind not in kinds or before(t))
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
    pale = [one for one in found if one[1].tile == WHITE and not before(one[1])]
    return found if len(pale) < GLARING else [one for one in found if one not in pale]

"""A bought table between two hands: people push the tiles in, and the walls of its other set rise.

They rise while the last tiles are still being pushed in. No dice are seen: they lie under a dome.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.virtual.gesture import STILL, Carry, Gate, GestureStep, Pace, Reach, edge
from controller.virtual.layout import Layout
from controller.virtual.placement_noise import Slop
from engine.tiles.wall import WallPlace
from vision.calibration import mat
from vision.scene.scene import TileBody

SETS: Final = 2
"""Sets of tiles in such a table, of which one is played."""
PUSH: Final = 4.0
"""Seconds at human pace in which four people push a set of tiles into the middle."""
RISE: Final = 0.8
"""Share of that time after which the walls rise: no tile lies any more where they do."""
LATE: Final = 5
"""Tiles at most that somebody has forgotten and pushes in when the walls stand already."""
LATE_AFTER: Final = (0.3, 2.5)
"""Seconds until somebody sees them."""
LOOKED_OVER: Final = (2.0, 4.0)
"""Seconds from the last tile pushed in to the first one taken, never shorter: the dice roll under a dome."""
STAND_UP: Final = 2.0
"""Seconds in which people stand up the tiles that were dealt to them."""


def walls_that_rise(layout: Layout, *, slop: Slop, pace: Pace) -> list[GestureStep]:
    """The steps from the mat of the hand before to four walls of the other set."""
    old = _taken(layout)
    return _risen(old, layout.walls(), slop, pace)


def dealt_hands(
    layout: Layout, deal: Mapping[int, Sequence[WallPlace]], *, slop: Slop, pace: Pace
) -> list[GestureStep]:
    """The same where the table deals: `deal` are the places in the walls of the tiles of each seat.

    The hands lie face down before their owners, and the first indicator is turned already.
    """
    old = _taken(layout)
    layout.walls()
    for seat, spots in deal.items():
        layout.lay_dealt(seat, spots)
    layout.turn_indicator()
    steps = _risen(old, list(layout.mat.tiles.values()), slop, pace)
    seconds = pace(STAND_UP)
    stood = [body for seat in range(4) for body in layout.sort(seat)]
    carries = tuple(Carry(body, 0.2 * seconds, 0.8 * seconds, lift=15.0) for body in stood)
    arms = tuple(_arm(seat, mat.HAND_Y, seconds) for seat in range(4))
    return [*steps, GestureStep("stand up", seconds, still=STILL, carries=carries, reaches=arms)]


def _taken(layout: Layout) -> list[TileBody]:
    """The tiles of the hand before, which are not of the set that rises."""
    old = list(layout.mat.tiles.values())
    layout.mat.tiles.clear()
    layout.mat.dice = ()
    return old


def _risen(old: Sequence[TileBody], raised: Iterable[TileBody], slop: Slop, pace: Pace) -> list[GestureStep]:
    """People push the `old` tiles in, what is `raised` stands all at once, the last old ones follow."""
    seconds = max(pace(PUSH), 4 * STILL) if old else 0.0
    late = set(slop.rng.sample(range(len(old)), min(len(old), slop.rng.randint(0, LATE))))
    forgotten = [_aside(tile, slop) for n, tile in enumerate(old) if n in late]
    carries = [_pushed(tile, seconds) for n, tile in enumerate(old) if n not in late]
    carries += [Carry(tile, 0.2 * seconds, 0.7 * seconds, lift=0.0) for tile in forgotten]
    carries += [Carry(tile, RISE * seconds, RISE * seconds) for tile in raised]
    arms = tuple(_arm(seat, -120.0, seconds) for seat in range(4)) if old else ()
    gone = frozenset(tile.id for n, tile in enumerate(old) if n not in late)
    pushed = GestureStep("pushed in", seconds, gate=Gate.RAISED, carries=tuple(carries), reaches=arms)
    steps = [replace(pushed, gone=gone, dice=())]
    if forgotten:
        steps += _forgotten(forgotten, slop, pace)
    waited = max(LOOKED_OVER[0], pace(slop.rng.uniform(*LOOKED_OVER)))
    return [*steps, GestureStep("looked over", still=waited)]


def _pushed(tile: TileBody, seconds: float) -> Carry:
    """Into the middle, the nearest first."""
    far = max(abs(tile.x), abs(tile.y)) / mat.MAT_HALF
    hole = replace(tile, x=tile.x / 20, y=tile.y / 20, z=0.0)
    return Carry(hole, 0.4 * far * seconds, (0.4 * far + 0.6) * seconds, lift=0.0)


def _aside(tile: TileBody, slop: Slop) -> TileBody:
    """Where a tile comes to lie that the others were pushed past: before the ponds."""
    far = max(abs(tile.x), abs(tile.y), 1.0)
    x, y = (part / far * slop.rng.uniform(120.0, 180.0) for part in (tile.x, tile.y))
    return replace(tile, x=x, y=y, z=0.0, angle=slop.rng.uniform(-180.0, 180.0))


def _forgotten(tiles: Sequence[TileBody], slop: Slop, pace: Pace) -> list[GestureStep]:
    """Somebody sees the last tiles and pushes them in."""
    seconds, seat = max(pace(1.0), STILL), slop.rng.randrange(4)
    carries = tuple(_pushed(tile, seconds) for tile in tiles)
    gone = frozenset(tile.id for tile in tiles)
    seen = pace(slop.rng.uniform(*LATE_AFTER))
    return [
        GestureStep("forgotten", still=seen),
        GestureStep("last ones", seconds, carries=carries, gone=gone, reaches=(_arm(seat, -90.0, seconds),)),
    ]


def _arm(seat: int, y: float, seconds: float) -> Reach:
    """An arm that sweeps before its seat, as far in as `y`."""
    points = [(0.0, *edge(seat))]
    for n, x in enumerate((-120.0, 40.0, 130.0, -60.0), start=1):
        points.append((seconds * n / 5, *mat.to_table(seat, x, y - 60.0 * (n % 2))))
    return Reach(seat, (*points, (seconds, *edge(seat))))

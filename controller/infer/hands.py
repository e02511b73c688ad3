"""A hand laid open in the hand zone: its tiles, and the one that lies apart after a tsumo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from controller.infer.reading import COPIES, Allowed, Reading, may_be_open, read_tile
from engine.tile import Tile
from vision.mat import TILE_W, WIN_GAP
from vision.observation import TileSeen

Left = Callable[[Sequence[Tile]], Allowed]
MOSTLY: Final = 4
"""One tile in so many of a hand laid open may look like a back, beside four white dragons that nearly do."""


@dataclass(frozen=True, slots=True)
class HandSeen:
    """An opened hand. `tiles` are complete only without `doubts`; `apart` is not among them.

    `doubts` are tiles that could not be read with certainty, each with how it was read. Without any,
    `row` is what lies there for the `tiles` and the one `apart`, in this order.
    """

    tiles: tuple[Tile, ...]
    apart: Tile | None
    doubts: tuple[tuple[TileSeen, Reading], ...] = ()
    row: tuple[TileSeen, ...] = ()

    @property
    def read(self) -> tuple[Tile, ...]:
        """The faces of the `row`."""
        return self.tiles if self.apart is None else (*self.tiles, self.apart)


def laid_open(zone: Sequence[TileSeen]) -> bool:
    """Whether a hand is shown, although a few of its tiles may look like backs."""
    backs = [tile for tile in zone if tile.tile is None]
    blank = sum(map(may_be_open, backs))
    return bool(zone) and blank <= COPIES and len(backs) - blank <= len(zone) // MOSTLY


def read_hand(zone: Sequence[TileSeen], size: int, drawn: bool, left: Left) -> HandSeen | None:
    """The hand of `size` tiles, with one more when the seat has `drawn`; None while it is not laid open
    or not all there.

    `left` tells of which faces copies are left beside those read already; clear tiles are read first.
    Without a tile apart, a hand with a drawn tile is given whole in `tiles`: the winning tile was
    merged into it (R-WIN-08).
    """
    if len(zone) != size + drawn or not laid_open(zone):
        return None
    row = sorted(zone, key=lambda t: t.x)
    lone = apart(row) if drawn else None
    faces: dict[int, Tile] = {}
    doubts: list[tuple[TileSeen, Reading]] = []
    for seen in sorted(row, key=lambda t: -t.p):
        reading = read_tile(seen, left(tuple(faces.values())))
        if reading.tile is None:
            doubts.append((seen, reading))
        else:
            faces[seen.track] = reading.tile
    rest = [seen for seen in row if seen.track in faces and seen is not lone]
    winning = None if lone is None else faces.get(lone.track)
    order = rest if lone is None else [*rest, lone]
    return HandSeen(tuple(faces[seen.track] for seen in rest), winning, tuple(doubts), tuple(order))


def apart(row: Sequence[TileSeen]) -> TileSeen | None:
    """The first or last tile when a gap of at least half of `WIN_GAP` sets it off (E-WINTILE-03)."""
    if len(row) < 2:
        return row[0] if row else None
    right = row[-1].x - row[-2].x - TILE_W
    left = row[1].x - row[0].x - TILE_W
    if max(left, right) < WIN_GAP / 2:
        return None
    return row[-1] if right >= left else row[0]

"""Players of the virtual table who answer the questions on its screens by looking at the tile."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from contract.messages import Question
from controller.virtual.world import VirtualTable
from engine.tiles.tile import Tile
from vision.calibration.layout import STANDARD, Layout
from vision.calibration.mat import POND_ROW_Y, TILE_D, TILE_W, ZONES, Zone, to_player
from vision.scene.pinhole import View
from vision.scene.scene import Rest, TileBody
from vision.scene.spread import moved

TAKES: Final = (3.0, 6.0)
"""Seconds from a question to its answer, at human pace."""
UNSEEN: Final = ("unread_dora", "unread_ura", "unseen_set", "unseen_discard")
"""Codes of what the eyes did not find, which may have no mark."""


class AnsweringPlayers:
    """Answers at most `limit` questions of a hand, each once; one without a mark that comes again is about
    another tile. `view` gives the camera that took the picture in which a question marks its tile."""

    def __init__(
        self,
        world: VirtualTable,
        view: Callable[[float], View],
        limit: int,
        layout: Layout = STANDARD,
    ) -> None:
        self._layout = layout
        self._world = world
        self._view = view
        self._limit = limit
        self._pace = world.pace
        self._rng = random.Random(f"witness {world.seed}")
        self._hand = 0
        self._asked = 0
        self._due: dict[str, float] = {}
        self._unmarked: set[str] = set()
        self._ponds: Sequence[Sequence[Tile | None]] = ()

    def look(
        self,
        questions: Sequence[Question],
        now: float,
        shown: Sequence[Tile] = (),
        ponds: Sequence[Sequence[Tile | None]] = (),
    ) -> list[tuple[str, Tile | None]]:
        """Answers of this moment: the id of an open question, and the tile that lies there, None where no
        face shows. `shown` are the indicators that the screens show already, `ponds` by seat the discards
        that they show to lie there, None for unread ones.
        """
        self._ponds = ponds
        if self._hand != len(self._world.plans):
            self._hand, self._asked, self._due = len(self._world.plans), 0, {}
            self._unmarked.clear()
        for gone in self._unmarked - {question.id for question in questions}:
            if self._due[gone] == math.inf:
                self._unmarked.discard(gone)
                del self._due[gone]
        for question in questions:
            asks = question.quad is not None or question.code in UNSEEN
            if asks and question.id not in self._due and self._asked < self._limit:
                self._asked += 1
                self._due[question.id] = now + self._pace(self._rng.uniform(*TAKES))
                if question.quad is None:
                    self._unmarked.add(question.id)
        out = []
        for question in questions:
            if self._due.get(question.id, math.inf) <= now:
                self._due[question.id] = math.inf
                out += [(question.id, tile) for tile in self._said(question, now, shown)]
        return out

    def _said(self, question: Question, now: float, shown: Sequence[Tile]) -> Iterator[Tile | None]:
        """The face of the open tile in the middle of the question's mark, None where none lies; where it has
        no mark, of the only one at the wall of its seat, or else at any, that is not shown, of the rightmost
        one of its last set or of the discard that is not named, and nothing where that is not known."""
        tiles = [t for t in self._world.scene(now).tiles if t.rest is Rest.FACE_UP]
        if question.code == "unseen_set":
            meant = rightmost(tiles, question.seat or 0)
        elif question.code == "unseen_discard":
            meant = self._discard(tiles, question.seat or 0)
        elif question.quad is None:
            lying = [t for t in tiles if t.z <= TILE_D]
            mine = [t for t in lying if _in_wall(t, question.seat or 0)]
            # Where the dice were not seen nobody knows at which wall it lies.
            found = mine or [t for t in lying if any(_in_wall(t, seat) for seat in range(4))]
            for face in shown:
                known = next((t for t in found if t.face == face), None)
                found = [t for t in found if t is not known]
            meant = found[0] if len(found) == 1 else None
        else:
            middle = [sum(corner[axis] for corner in question.quad) / 4 for axis in (0, 1)]
            off = {tile: self._off(tile, middle, now) for tile in tiles}
            nearest = min(off, key=off.__getitem__, default=None)
            meant = nearest if nearest is not None and off[nearest] <= TILE_W / 2 else None
            if meant is None:
                yield None
        if meant is not None and isinstance(meant.face, Tile):
            yield meant.face

    def _discard(self, tiles: Sequence[TileBody], seat: int) -> TileBody | None:
        """The first discard of a seat that the screens do not name, else the one that they do not show."""
        lying, shown = discards(tiles, seat), self._ponds[seat] if self._ponds else ()
        place = next((n for n, tile in enumerate(shown) if tile is None), len(shown))
        return lying[place] if place < len(lying) else None

    def _off(self, tile: TileBody, pixel: Sequence[float], now: float) -> float:
        """Units on the tile's top from its middle to what the pixel shows."""
        x, y = self._view(now).unproject([pixel], tile.z + TILE_D)[0].tolist()
        there = moved(tile, self._layout)
        return math.hypot(x - there.x, y - there.y)


def rightmost(tiles: Sequence[TileBody], seat: int) -> TileBody | None:
    """The tile furthest right in the set that lies furthest left in the corner of a seat."""
    corner = {tile: to_player(seat, tile.x, tile.y) for tile in tiles}
    corner = {tile: at for tile, at in corner.items() if ZONES[Zone.MELD].holds(*at)}
    left = min((x for x, _ in corner.values()), default=0.0)
    last = [tile for tile, (x, _) in corner.items() if x - left < 3 * TILE_W]
    return max(last, key=lambda tile: corner[tile][0], default=None)


def discards(tiles: Sequence[TileBody], seat: int) -> list[TileBody]:
    """What lies in the pond of a seat, in reading order: three rows, of which the last may be longer."""
    at = {tile: to_player(seat, tile.x, tile.y) for tile in tiles}
    pond = [tile for tile, (x, y) in at.items() if ZONES[Zone.POND].holds(x, y)]
    row = {tile: min(range(3), key=lambda n: abs(POND_ROW_Y[n] - at[tile][1])) for tile in pond}
    return sorted(pond, key=lambda tile: (row[tile], at[tile][0]))


def _in_wall(tile: TileBody, seat: int) -> bool:
    return ZONES[Zone.WALL].holds(*to_player(seat, tile.x, tile.y))

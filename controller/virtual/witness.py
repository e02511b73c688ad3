"""Who sits at the virtual table looks at the tile that a screen asks about, and says what it is."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Final

from controller.topics import Question
from controller.virtual.world import VirtualTable
from engine.tile import Tile
from vision.mat import TILE_D, TILE_W
from vision.render_view import View
from vision.scene import Rest

TAKES: Final = (3.0, 6.0)
"""Seconds from a question to its answer, at human pace."""


class Witness:
    """Answers at most `limit` questions of a hand, each once. `view` gives the camera that took the
    picture in which a question marks its tile."""

    def __init__(self, world: VirtualTable, view: Callable[[float], View], limit: int) -> None:
        self._world = world
        self._view = view
        self._limit = limit
        self._pace = world.pace
        self._rng = random.Random(f"witness {world.seed}")
        self._hand = 0
        self._due: dict[str, float] = {}

    def look(self, questions: Sequence[Question], now: float) -> list[tuple[str, Tile]]:
        """Answers of this moment: the id of an open question, and the tile that lies there."""
        if self._hand != len(self._world.plans):
            self._hand, self._due = len(self._world.plans), {}
        for question in questions:
            if question.quad is not None and len(self._due) < self._limit:
                self._due.setdefault(question.id, now + self._pace(self._rng.uniform(*TAKES)))
        out = []
        for question in questions:
            if self._due.get(question.id, math.inf) <= now:
                self._due[question.id] = math.inf
                tile = self._tile(question, now)
                if tile is not None:
                    out.append((question.id, tile))
        return out

    def _tile(self, question: Question, now: float) -> Tile | None:
        """The face of the open tile in the middle of the question's mark."""
        assert question.quad is not None
        middle = [sum(corner[axis] for corner in question.quad) / 4 for axis in (0, 1)]
        tiles = [t for t in self._world.scene(now).tiles if t.rest is Rest.FACE_UP]
        off: list[float] = []
        for tile in tiles:
            x, y = self._view(now).unproject([middle], tile.z + TILE_D)[0].tolist()
            off.append(math.hypot(x - tile.x, y - tile.y))
        if not off or min(off) > TILE_W / 2:
            return None
        face = tiles[off.index(min(off))].face
        return face if isinstance(face, Tile) else None

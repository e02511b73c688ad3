"""Eyes that miss tiles, doubt them and lose sight of them, as real ones do, for a scene in millimetres."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final

from engine.tiles.tile import ALL
from tests.flows.scene_eyes import SceneEyes, Seen
from vision.calibration.mat import TILE_D, TILE_W, Zone
from vision.eyes.observation import Observation, TileSeen
from vision.scene.pinhole import View
from vision.scene.scene import Scene, TileBody

CAMERA: Final = View()
"""In whose picture tiles are marked."""
TILED: Final = (Zone.POND, Zone.MELD, Zone.HAND, Zone.WALL)
Key = tuple[Zone, int, int]
"""A tile where it lies: zone, seat and track."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Shares of the tiles that lie down somewhere."""

    lost: float = 0.002
    """Open ones that are never seen."""
    late: float = 0.01
    """That are seen up to 15 s later."""
    blinks: float = 0.005
    """That are lost for up to 6 s, once within a minute, and are another track afterwards."""
    doubtful: float = 0.012
    """That may be another face; for one in seven of them another one is likelier."""
    backs: float = 0.02
    """Standing ones and those of sets that are never seen."""


class WeakEyes(SceneEyes):
    """What is wrong with a tile stays so as long as it lies there."""

    def __init__(self, seed: int, faults: Faults | None = None) -> None:
        super().__init__()
        self._seed, self._faults = seed, faults or Faults()
        self._true: dict[tuple[Zone, int], Observation] = {}
        self._lies: dict[Key, tuple[int, float]] = {}
        """The number of each tile, and since when it lies there."""
        self._count = 0

    def feed(self, scene: Scene, now: float) -> list[Observation]:
        seen = super().feed(scene, now)
        for each in seen:
            if each.zone in TILED:
                self._true[each.zone, each.seat] = each
                self._number(each, now)
        return [*(each for each in seen if each.zone not in TILED), *self._changed(now)]

    def _seen(self, body: TileBody) -> tuple[Seen, ...]:
        top, reach = body.z + TILE_D, TILE_W / 3
        sides = ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach))
        marks = CAMERA.project([(body.x + dx, body.y + dy, top) for dx, dy in sides]).tolist()
        a, b, c, d = ((float(x), float(y)) for x, y in marks)
        return tuple((replace(tile, quad=(a, b, c, d)), zones) for tile, zones in super()._seen(body))

    def _number(self, true: Observation, now: float) -> None:
        """New tiles get numbers that none had before, tiles that are gone lose theirs."""
        here = {(true.zone, true.seat, tile.track) for tile in true.tiles}
        gone = [key for key in self._lies if key[:2] == (true.zone, true.seat) and key not in here]
        for key in gone:
            del self._lies[key]
        for key in sorted(here - self._lies.keys()):
            self._count += 1
            self._lies[key] = self._count, now

    def _changed(self, now: float) -> list[Observation]:
        out = []
        for (zone, seat), true in self._true.items():
            as_seen = (self._as_seen(true, tile, now) for tile in true.tiles)
            tiles = tuple(tile for tile in as_seen if tile is not None)
            if self._content.get((zone, seat)) != tiles or true.t == now:
                self._content[zone, seat] = tiles
                self._ids += 1
                out.append(replace(true, id=self._ids, t=now, tiles=tiles))
        return out

    def _as_seen(self, where: Observation, true: TileSeen, now: float) -> TileSeen | None:
        number, since = self._lies[where.zone, where.seat, true.track]
        luck, age, faults = random.Random(f"{self._seed} {number}"), now - since, self._faults
        seen = replace(true, track=2 * number)
        if true.tile is None:
            return None if where.zone is not Zone.WALL and luck.random() < faults.backs else seen
        if luck.random() < faults.lost:
            return None
        if luck.random() < faults.late and age < luck.uniform(1.0, 15.0):
            return None
        if luck.random() < faults.blinks:
            begins = luck.uniform(2.0, 60.0)
            ends = begins + luck.uniform(0.5, 6.0)
            if begins < age < ends:
                return None
            seen = replace(seen, track=seen.track + (age >= ends))
        return _doubted(seen, luck) if luck.random() < faults.doubtful else seen


def _doubted(seen: TileSeen, luck: random.Random) -> TileSeen:
    """It may be one of two faces that it is not, of which the first is rarely the likelier."""
    first, second = luck.sample([face for face in ALL if face != seen.tile], 2)
    p = luck.uniform(0.5, 0.95)
    likelier, other = (seen.tile, first) if luck.random() < 6 / 7 else (first, seen.tile)
    return replace(seen, odds=((likelier, p), (other, 0.97 - p), (second, 0.01)))

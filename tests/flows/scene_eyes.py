"""Perfect eyes for a scene in millimetres: what lies still is told zone by zone, without pixels."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.tiles.tile import ALL, Tile
from vision.calibration import mat
from vision.calibration.layout import STANDARD
from vision.calibration.mat import Zone
from vision.eyes.observation import DieSeen, Observation, StickSeen, TileSeen
from vision.eyes.observe import pond_order, split_strip, stacks, wall_order
from vision.scene.scene import Rest, Scene, TileBody

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
HIGH = 10.0
"""A tile of a wall is looked for on top of a stack or on the cloth before it."""


LOST, DOUBTFUL = 0.02, 0.01
_ZONES = (Zone.POND, Zone.HAND, Zone.MELD, Zone.WALL)


class SceneEyes:
    """Tells a zone when its content has changed and the whole mat rests."""

    def __init__(self, *, dice: bool = True) -> None:
        """Without `dice` none is ever read: people push them aside too soon."""
        self._read_dice = dice
        self._told: dict[tuple[Zone, int], tuple[object, ...]] = {}
        self._last: Scene | None = None
        self._ids = 0
        self._walls = (0, 0, 0, 0)
        self._standing: list[list[TileSeen]] = [[], [], [], []]
        self._content: dict[tuple[Zone, int], tuple[TileSeen, ...]] = {}
        self._read: Scene | None = None
        self._bodies: dict[int, tuple[TileBody, tuple[Seen, ...]]] = {}

    @property
    def walls(self) -> tuple[int, int, int, int]:
        """As of the real eyes."""
        return self._walls

    def wall(self, seat: int) -> list[TileSeen]:
        """As of the real eyes, lower tiles among them."""
        return list(self._standing[seat])

    def content(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        """As of the real eyes."""
        return self._content.get((zone, seat), ())

    def feed(self, scene: Scene, now: float) -> list[Observation]:
        resting = scene is self._last
        self._last = scene
        if not resting or scene is self._read:
            return []
        self._read = scene
        out = []
        lying = [(body, self._seen(body)) for body in scene.tiles]
        views = [[(body, *seen[seat]) for body, seen in lying] for seat in range(4)]
        self._standing = [[tile for _, tile, zones in view if Zone.WALL in zones] for view in views]
        east, south, west, north = map(stacks, self._standing)
        self._walls = east, south, west, north
        for seat, view in enumerate(views):
            for zone, tiles, sticks in _zones(scene, seat, view):
                content = (*((t.track, t.tile, round(t.x), round(t.y)) for t in tiles), *sticks)
                if self._told.get((zone, seat), ()) != content:
                    self._told[zone, seat] = content
                    self._content[zone, seat] = tiles
                    self._ids += 1
                    out.append(Observation(self._ids, zone, seat, now, tiles, sticks))
        return [*out, *self._dice(scene, now)]

    def _seen(self, body: TileBody) -> tuple[Seen, ...]:
        """A tile as each seat sees it, worked out anew only when it has moved."""
        known = self._bodies.get(body.id)
        if known is None or known[0] is not body:
            known = self._bodies[body.id] = body, tuple(_seen(body, seat) for seat in range(4))
        return known[1]

    def _dice(self, scene: Scene, now: float) -> list[Observation]:
        dice = tuple(DieSeen(die.value, 1.0, die.x, die.y) for die in scene.dice if self._read_dice)
        if self._told.get((Zone.CENTRE, 0), ()) == dice:
            return []
        self._told[Zone.CENTRE, 0] = dice
        self._ids += 1
        return [Observation(self._ids, Zone.CENTRE, 0, now, dice=dice)]


Seen = tuple[TileSeen, frozenset[Zone]]
"""A tile as one seat sees it, and in which of its zones."""
View = list[tuple[TileBody, TileSeen, frozenset[Zone]]]
"""The tiles of a scene, and each as one seat sees it."""


def _zones(
    scene: Scene, seat: int, view: View
) -> list[tuple[Zone, tuple[TileSeen, ...], tuple[StickSeen, ...]]]:
    tiles = [(body, t, zones) for body, t, zones in view if zones and body.z >= 0]
    low = [(t, zones) for body, t, zones in tiles if body.z < HIGH]
    strip = [t for t, zones in low if not zones.isdisjoint((Zone.HAND, Zone.MELD))]
    hand, melds = split_strip(strip, STANDARD)
    sticks = tuple(
        StickSeen(s.value, 1.0, s.x, s.y, s.angle)
        for s in scene.sticks
        if mat.ZONES[Zone.STICK].holds(*mat.to_player(seat, s.x, s.y))
    )
    return [
        (Zone.POND, pond_order([t for t, zones in low if Zone.POND in zones]), ()),
        (Zone.HAND, hand, ()),
        (Zone.MELD, melds, ()),
        (Zone.WALL, wall_order([t for _, t, zones in tiles if Zone.WALL in zones]), ()),
        (Zone.STICK, (), sticks),
    ]


def _seen(body: TileBody, seat: int) -> Seen:
    x, y = mat.to_player(seat, body.x, body.y)
    angle = mat.turn(-seat, body.angle)
    sideways = 45.0 < abs(angle) < 135.0
    face = body.face if body.rest is Rest.FACE_UP and isinstance(body.face, Tile) else None
    tile = TileSeen(body.id + 1, ((face, 1.0),), x, y, angle, sideways, QUAD)
    return tile, frozenset(zone for zone in _ZONES if mat.ZONES[zone].holds(x, y))


class FaultyEyes(SceneEyes):
    """The same with faults that stay as long as a tile lies, the same ones for the same seed.

    Backs of sets are never seen, nor a few tiles of sets and standing ones; a few open tiles are doubtful.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._seed = seed

    def feed(self, scene: Scene, now: float) -> list[Observation]:
        seen = super().feed(scene, now)
        return [replace(o, tiles=tuple(t for tile in o.tiles for t in self._as_seen(o, tile))) for o in seen]

    def _as_seen(self, where: Observation, tile: TileSeen) -> tuple[TileSeen, ...]:
        rng = random.Random(f"{self._seed} {where.zone} {where.seat} {tile.track}")
        luck, other = rng.random(), rng.choice(ALL)
        if tile.tile is None:
            lost = where.zone is Zone.MELD or (where.zone is Zone.HAND and luck < LOST)
            return () if lost else (tile,)
        if where.zone is Zone.MELD and luck < LOST:
            return ()
        doubtful = luck > 1 - DOUBTFUL and other != tile.tile
        return (replace(tile, odds=((tile.tile, 0.8), (other, 0.15))) if doubtful else tile,)


class LateEyes(SceneEyes):
    """They read no indicator until so many discards lie there."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._after = after
        self._late: dict[int, Observation] = {}

    def content(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        return () if zone is Zone.WALL and seat in self._late else super().content(zone, seat)

    def feed(self, scene: Scene, now: float) -> list[Observation]:
        seen = super().feed(scene, now)
        self._late |= {o.seat: o for o in seen if o.zone is Zone.WALL}
        if sum(len(self.content(Zone.POND, seat)) for seat in range(4)) < self._after:
            return [o for o in seen if o.zone is not Zone.WALL]
        read = [replace(o, t=now) for o in self._late.values()]
        self._late.clear()
        return [*(o for o in seen if o.zone is not Zone.WALL), *read]

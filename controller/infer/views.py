"""The latest settled content of every zone, with what people said its doubtful tiles are."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.infer.hands import laid_open
from controller.infer.reading import CERTAIN, WHITE, either, face_up, like_back
from engine.tile import Tile
from vision.mat import Zone
from vision.observation import DieSeen, Observation, StickSeen, TileSeen

SAME_MM: Final = 3.0
"""A die that has moved less was not thrown."""
_NOTHING: Final[tuple[TileSeen, ...]] = ()
Place = tuple[Zone, int, int]
"""A tile on the mat: zone, seat and track."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a person said a tile is, and which clear readings of it that person has overruled."""

    tile: Tile
    overruled: frozenset[Tile] = frozenset()

    def contested(self, seen: TileSeen) -> bool:
        """Whether the eyes are sure of another face, and nobody has decided about that yet."""
        face = _clear(seen)
        return face is not None and face != self.tile and face not in self.overruled


class Views:
    """What was last seen where. A zone that was not seen yet says nothing."""

    def __init__(self) -> None:
        self._seen: dict[tuple[Zone, int], Observation] = {}
        self._named: dict[Place, Named] = {}
        self._assumed: dict[Place, Tile] = {}
        self._since: dict[Place, float] = {}
        self._rolled = 0.0
        self._bare = False
        """People have named a white dragon that the eyes took for a back."""

    def put(self, observation: Observation) -> None:
        if observation.zone is Zone.CENTRE and not self._same_dice(observation):
            self._rolled = observation.t
        self._seen[observation.zone, observation.seat] = observation
        for tile in observation.tiles:
            self._since.setdefault((observation.zone, observation.seat, tile.track), observation.t)

    def _same_dice(self, now: Observation) -> bool:
        """Whether the dice lie as before, and only sticks beside them do not."""
        before = self._seen.get((Zone.CENTRE, 0))
        if before is None or len(before.dice) != len(now.dice):
            return False
        return all(
            any(a.value == b.value and math.hypot(a.x - b.x, a.y - b.y) < SAME_MM for b in now.dice)
            for a in before.dice
        )

    def since(self, place: Place) -> float:
        """When the tile was first seen to lie there, in seconds."""
        return self._since[place]

    def name(self, place: Place, tile: Tile) -> None:
        """A person, who knows what the eyes read, says what lies there: it holds until the next who does."""
        old = self._named.get(place, Named(tile)).overruled
        zone, seat, track = place
        lying = [seen for seen in self._raw(zone, seat) if seen.track == track]
        self._bare |= tile == WHITE and any(map(like_back, lying))
        read = set(map(_clear, lying))
        overruled = old.union(face for face in read if face is not None)
        self._named[place] = Named(tile, overruled - {tile})

    def named(self, place: Place) -> Tile | None:
        """What a person said lies there."""
        said = self._named.get(place)
        return None if said is None else said.tile

    @property
    def told(self) -> bool:
        """Whether anybody has named a tile in this hand."""
        return bool(self._named)

    def assume(self, place: Place, tile: Tile) -> None:
        """Nobody says what lies there, and play waits for it: it counts as this until somebody does."""
        self._assumed[place] = tile

    def settled(self, place: Place) -> Tile | None:
        """What a person said lies there, or what it counts as because nobody did."""
        said = self.named(place)
        return self._assumed.get(place) if said is None else said

    def assumed(self) -> Iterator[tuple[Place, TileSeen, Tile]]:
        """Tiles that nobody has named: the place, the reading, and what it counts as."""
        for (zone, seat, track), tile in self._assumed.items():
            for seen in self._raw(zone, seat):
                if seen.track == track and (zone, seat, track) not in self._named:
                    yield (zone, seat, track), seen, tile

    def contested(self) -> Iterator[tuple[Place, TileSeen, Tile]]:
        """Tiles that were named and are now clearly read otherwise: the place, the reading, the name."""
        for (zone, seat, track), said in self._named.items():
            for seen in self._raw(zone, seat):
                if seen.track == track and said.contested(seen):
                    yield (zone, seat, track), seen, said.tile

    def unname(self, place: Place) -> None:
        """What was said or assumed has been used."""
        self._named.pop(place, None)
        self._assumed.pop(place, None)

    def forget(self) -> None:
        """The mat is cleared for the next hand."""
        self._seen.clear()
        self._named.clear()
        self._assumed.clear()
        self._since.clear()

    def get(self, zone: Zone, seat: int) -> Observation | None:
        return self._seen.get((zone, seat))

    def tiles(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        raw = self._raw(zone, seat)
        if self._named or self._assumed:
            raw = tuple(self._with_name(zone, seat, tile) for tile in raw)
        if zone is Zone.POND or (zone is Zone.HAND and self._bare and laid_open(raw)):
            return tuple(face_up(tile, self._bare) for tile in raw)
        return tuple(map(either, raw)) if zone is Zone.MELD and self._bare else raw

    def sticks(self, seat: int) -> tuple[StickSeen, ...]:
        """What lies where the seat's riichi stick belongs."""
        seen = self._seen.get((Zone.STICK, seat))
        return () if seen is None else seen.sticks

    def counters(self, seat: int) -> tuple[StickSeen, ...]:
        """What lies where the seat's honba counters belong."""
        seen = self._seen.get((Zone.COUNTERS, seat))
        return () if seen is None else seen.sticks

    def kept(self) -> tuple[StickSeen, ...]:
        """The sticks in the centre."""
        seen = self._seen.get((Zone.CENTRE, 0))
        return () if seen is None else seen.sticks

    def dice(self) -> tuple[tuple[DieSeen, ...], float]:
        """The dice in the centre, and since when they lie still."""
        seen = self._seen.get((Zone.CENTRE, 0))
        return ((), 0.0) if seen is None else (seen.dice, self._rolled)

    def _raw(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        """As the eyes told it."""
        seen = self._seen.get((zone, seat))
        return _NOTHING if seen is None else seen.tiles

    def _with_name(self, zone: Zone, seat: int, tile: TileSeen) -> TileSeen:
        known = self.settled((zone, seat, tile.track))
        return tile if known is None else replace(tile, odds=((known, 1.0),))


def _clear(seen: TileSeen) -> Tile | None:
    return seen.tile if seen.p >= CERTAIN else None

"""The latest settled content of every zone, with what people said its doubtful tiles are."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.tile import Tile
from vision.mat import Zone
from vision.observation import Observation, TileSeen

_NOTHING: Final[tuple[TileSeen, ...]] = ()
Place = tuple[Zone, int, int]
"""A tile on the mat: zone, seat and track."""
UNSEEN: Final = 0
"""The track of a tile that must lie there and was never seen: tracks count from 1."""


class Views:
    """What was last seen where. A zone that was not seen yet says nothing."""

    def __init__(self) -> None:
        self._seen: dict[tuple[Zone, int], Observation] = {}
        self._named: dict[Place, Tile] = {}
        self._since: dict[Place, float] = {}

    def put(self, observation: Observation) -> None:
        self._seen[observation.zone, observation.seat] = observation
        for tile in observation.tiles:
            self._since.setdefault((observation.zone, observation.seat, tile.track), observation.t)

    def since(self, place: Place) -> float:
        """When the tile was first seen to lie there, in seconds."""
        return self._since[place]

    def name(self, place: Place, tile: Tile) -> None:
        """A person says what lies there; that is as good as the clearest picture."""
        self._named[place] = tile

    def named(self, place: Place) -> Tile | None:
        """What a person said lies there."""
        return self._named.get(place)

    def unname(self, place: Place) -> None:
        """What was said has been used."""
        self._named.pop(place, None)

    def forget(self) -> None:
        """The mat is cleared for the next hand."""
        self._seen.clear()
        self._named.clear()
        self._since.clear()

    def get(self, zone: Zone, seat: int) -> Observation | None:
        return self._seen.get((zone, seat))

    def tiles(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        seen = self._seen.get((zone, seat))
        if seen is None:
            return _NOTHING
        if not self._named:
            return seen.tiles
        return tuple(self._with_name(zone, seat, tile) for tile in seen.tiles)

    def sticks(self, seat: int) -> int:
        seen = self._seen.get((Zone.STICK, seat))
        return 0 if seen is None else seen.sticks

    def _with_name(self, zone: Zone, seat: int, tile: TileSeen) -> TileSeen:
        name = self._named.get((zone, seat, tile.track))
        return tile if name is None else replace(tile, odds=((name, 1.0),))

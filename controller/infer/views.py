"""The latest settled content of every zone, with what people said its doubtful tiles are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.infer import pond
from controller.infer.hands import laid_open, without_strays
from controller.infer.reading import CERTAIN, WHITE, Answers, either, face_up, like_back
from engine.state.hand import Hand
from engine.tiles.tile import Tile
from vision.calibration.mat import Zone
from vision.calibration.zones import TILED
from vision.eyes.observation import DieSeen, Observation, StickSeen, TileSeen

SAME_MM: Final = 3.0
"""A die that has moved less was not thrown."""
_NOTHING: Final[tuple[TileSeen, ...]] = ()
_FACE_DOWN: Final = (Zone.WALL, Zone.MELD)
"""Where tiles lie face down: of a wall, and of a closed kan. What else shows no face counts as nothing."""
Place = tuple[Zone, int, int]
"""A tile on the mat: zone, seat and track."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a person said a tile is, and which clear readings of it that person has overruled.

    `tile` None: no face shows there.
    """

    tile: Tile | None
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
        self._shown: dict[tuple[Zone, int], tuple[TileSeen, ...]] = {}
        self.changes = 0
        """Counts whatever changes what is seen or said: while it stands, every answer is the same."""
        self._ending: dict[Place, Tile | None] = {}
        """What lay there when the hand ended, with its face, and so is none of the next hand."""
        self._old: dict[Place, Tile | None] = {}
        """The same of the hand before."""
        self._bare = False
        """People have named a white dragon that the eyes took for a back."""
        self._answers = Answers()
        """Of discards, in all hands of the game: what lies elsewhere may be a back, too."""

    def put(self, observation: Observation) -> None:
        if observation.zone is Zone.CENTRE and not self._same_dice(observation):
            self._rolled = observation.t
        self._seen[observation.zone, observation.seat] = observation
        self._clear_away(observation)
        self._changed()
        self._note_since(observation)

    def _note_since(self, seen: Observation) -> None:
        for tile in seen.tiles:
            self._since.setdefault((seen.zone, seen.seat, tile.track), seen.t)

    def _changed(self) -> None:
        self.changes += 1
        self._shown.clear()

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

    def name(self, place: Place, tile: Tile | None) -> None:
        """A person, who knows what the eyes read, says what lies there: it holds until the next who does.

        That no face shows there (None) also ends when the eyes are sure of one that they were not sure of.
        """
        old = self._named.get(place, Named(tile)).overruled
        zone, seat, track = place
        lying = [seen for seen in self._raw(zone, seat) if seen.track == track]
        self._bare |= tile == WHITE and any(map(like_back, lying))
        for seen in lying if zone is Zone.POND else ():
            self._answers.put(place, tile, seen)
        read = set(map(_clear, lying))
        overruled = old.union(face for face in read if face is not None)
        self._named[place] = Named(tile, overruled - {tile})
        self._changed()

    def named(self, place: Place) -> Tile | None:
        """Which tile a person said lies there."""
        said = self._named.get(place)
        return None if said is None else said.tile

    def bare(self, place: Place) -> bool:
        """Whether a person said that no face shows there."""
        return place in self._named and self._named[place].tile is None

    def faceless(self, zone: Zone, seat: int) -> bool:
        """Whether a person said of something that is seen there that no face shows."""
        said = (self._named.get((zone, seat, tile.track)) for tile in self._raw(zone, seat))
        return any(each is not None and each.tile is None for each in said)

    def look_again(self, zone: Zone, seat: int) -> None:
        """What happened since cannot be where people were right that no face shows there."""
        for place, said in list(self._named.items()):
            if place[:2] == (zone, seat) and said.tile is None:
                del self._named[place]
                self._changed()

    @property
    def any_named(self) -> bool:
        """Whether anybody has named a tile in this hand."""
        return bool(self._named)

    def assume(self, place: Place, tile: Tile) -> None:
        """Nobody says what lies there, and play waits for it: it counts as this until somebody does."""
        self._assumed[place] = tile
        self._changed()

    def settled(self, place: Place) -> Tile | None:
        """What a person said lies there, or what it counts as because nobody did."""
        return self.named(place) if place in self._named else self._assumed.get(place)

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
                if seen.track == track and said.tile is not None and said.contested(seen):
                    yield (zone, seat, track), seen, said.tile

    def unname(self, place: Place) -> None:
        """What was said or assumed has been used."""
        self._named.pop(place, None)
        self._assumed.pop(place, None)
        self._changed()

    def forget(self, *, cleared: bool = True) -> None:
        """Another hand begins; unless the mat was `cleared` for it, what was seen last lies there still."""
        self._named.clear()
        self._assumed.clear()
        self._old, self._ending = ({} if cleared else self._ending), {}
        if cleared:
            self._seen.clear()
        lying = {(*key, tile.track) for key, seen in self._seen.items() for tile in seen.tiles}
        self._since = {place: since for place, since in self._since.items() if place in lying}
        self._changed()

    def over(self) -> None:
        """The hand is over: what lies open on the mat, but for the hands, is of this one and no other. It may
        lie there still when the next one begins."""
        zones = (Zone.POND, Zone.MELD, Zone.WALL)
        lying = ((key, tile) for key, seen in self._seen.items() if key[0] in zones for tile in seen.tiles)
        self._ending = {(*key, tile.track): tile.tile for key, tile in lying}

    def left_by(self, hand: Hand) -> None:
        """The same of a hand of which nobody here saw the end: the mat was not cleared where all ponds hold
        its discards, and no others."""
        ponds = [seen for seen in self.zone(Zone.POND) if seen.tiles]
        if ponds and all(_left_by(hand, seen) for seen in ponds):
            left = [seen for seen in self._seen.values() if _left_by(hand, seen)]
            lying = ((seen, tile) for seen in left for tile in seen.tiles)
            self._ending.update({(seen.zone, seen.seat, tile.track): tile.tile for seen, tile in lying})

    def _clear_away(self, now: Observation) -> None:
        """Forgets what a hand left in a zone once it lies there no more."""
        here = {tile.track: tile.tile for tile in now.tiles}
        for left in (self._ending, self._old):
            for place, face in list(left.items()):
                if place[:2] == (now.zone, now.seat) and (place[2] not in here or here[place[2]] != face):
                    del left[place]

    def rewind(self, seen: Iterable[Observation]) -> None:
        """The zones are as they were in these, of each the last."""
        self._seen = {(each.zone, each.seat): each for each in seen}
        for each in self._seen.values():
            self._note_since(each)
        self._changed()

    def zone(self, zone: Zone) -> tuple[Observation, ...]:
        """The zone of each seat for which it was seen."""
        return tuple(seen for (of, _), seen in self._seen.items() if of is zone)

    @property
    def still_since(self) -> float:
        """Since when all tiles lie as they were last seen, in seconds."""
        return max((seen.t for (zone, _), seen in self._seen.items() if zone in TILED), default=0.0)

    def get(self, zone: Zone, seat: int) -> Observation | None:
        return self._seen.get((zone, seat))

    def tiles(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        """What lies in the zone, by what was seen and said of it."""
        shown = self._shown.get((zone, seat))
        if shown is None:
            shown = self._shown[zone, seat] = self._read(zone, seat)
        return shown

    def _read(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        raw = self._raw(zone, seat)
        if self._named or self._assumed:
            named = (self._with_name(zone, seat, tile) for tile in raw)
            raw = tuple(tile for tile in named if tile is not None)
        if zone is Zone.HAND:
            raw = without_strays(raw)
        if zone is Zone.POND:
            return tuple(face_up(self._answers.weigh(tile), self._bare) for tile in raw)
        if zone is Zone.HAND and self._bare and laid_open(raw):
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
        """The reading as the eyes reported it, without what the last hand left there."""
        seen = self._seen.get((zone, seat))
        if seen is None or not self._old:
            return _NOTHING if seen is None else seen.tiles
        return tuple(tile for tile in seen.tiles if (zone, seat, tile.track) not in self._old)

    def _with_name(self, zone: Zone, seat: int, tile: TileSeen) -> TileSeen | None:
        """None for a tile without a face where none lies face down."""
        place = (zone, seat, tile.track)
        said = self._named.get(place)
        if said is not None and said.tile is None and not said.contested(tile):
            return replace(tile, odds=((None, 1.0),)) if zone in _FACE_DOWN else None
        known = self.settled(place)
        return tile if known is None else replace(tile, odds=((known, 1.0),))


def _left_by(hand: Hand, seen: Observation) -> bool:
    """Whether the zone holds what the hand left there; one tile may not be seen."""
    if seen.zone is Zone.POND:
        truth = pond.truth_of(hand.seats[seen.seat].pond)
        found = pond.compare(truth, seen.tiles)
        return len(found.known) >= max(1, len(truth.tiles) - 1) and not found.new and found.wrong is None
    if seen.zone is Zone.MELD:
        left = Counter(tile for meld in hand.seats[seen.seat].melds for tile in meld.tiles)
    elif seen.zone is Zone.WALL:
        left = Counter((*hand.indicators, *hand.ura))
    else:
        return False
    faces = Counter(tile.tile for tile in seen.tiles if tile.tile is not None)
    return bool(faces) and faces <= left


def _clear(seen: TileSeen) -> Tile | None:
    return seen.tile if seen.p >= CERTAIN else None

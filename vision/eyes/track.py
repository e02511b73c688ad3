"""Tiles as objects that stay: the same tile through nudges, its label gathered over readings.

Where the pixels of a tile have not changed, the tile has not changed: a detection that fails there
loses nothing, and one that appears there out of nothing must be seen twice.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from engine.tiles.tile import Face
from vision.calibration.zones import Scope
from vision.eyes.familiarity import Familiarity
from vision.nets.detection import Detection, Quad

Odds = tuple[tuple[Face | None, float], ...]

FLOOR: Final = 1e-3
"""Probability granted to every face that a reading does not name."""
LOOKS: Final = 6
"""So many readings of a tile count, the latest: a later reading can still overturn any number of earlier
ones."""
NEAR_MM: Final = 20.0
"""A tile at rest is found again within this distance; a row tidied up moves its tiles less."""
SAME_MM: Final = 9.0
"""Middles nearer than this belong to one tile: two lie a tile's width (26 mm) apart, and a middle is found
again within 2 mm."""
STRANGE: Final = 0.02
"""A face with less probability than this in a good reading is not that tile."""
DISTURBED: Final = 0.15
"""Share of changed pixels above which a tile's place has been touched."""
MOSTLY: Final = 4
"""A hand is laid open where at least so many times more tiles show a face than a back."""
SURE: Final = 0.9
LIKELY: Final = 0.5
"""Scores from which a detection is believed at once where no pixel has changed, and where some have; a
weaker one must be seen twice."""


@dataclass(slots=True, eq=False)
class Track:
    """One tile: place in mm of the table frame, `looks` the log odds of each of its latest readings."""

    id: int
    x: float
    y: float
    angle: float
    quad: Quad
    set: Familiarity
    looks: deque[dict[Face | None, float]] = field(default_factory=lambda: deque(maxlen=LOOKS))
    seen: int = 0
    missed: int = 0
    trusted: bool = True

    def odds(self) -> Odds:
        """Posterior of at most five faces, best first: the mean of the readings, believed as far as the set
        is known."""
        floor, power = math.log(FLOOR), self.set.power
        faces = {face for look in self.looks for face in look}
        logs = {face: fmean([look.get(face, floor) for look in self.looks]) for face in faces}
        best = max(logs.values())
        odds = {face: math.exp(power * (value - best)) for face, value in logs.items()}
        total = sum(odds.values())
        ranked = sorted(odds.items(), key=lambda item: -item[1])[:5]
        return tuple((face, value / total) for face, value in ranked)

    @property
    def margin(self) -> float:
        odds = self.odds()
        return odds[0][1] - (odds[1][1] if len(odds) > 1 else 0.0)

    def fits(self, detection: Detection) -> float:
        """How well a reading's faces agree with this tile's so far, 0..1."""
        if not self.looks:
            return 1.0
        mine = dict(self.odds())
        return min(1.0, sum(min(mine.get(face, 0.0), p) for face, p in detection.odds))

    def turned_over(self, detection: Detection) -> bool:
        """Whether a reading rather shows a face where a back lay, which a white dragon resembles."""
        return bool(self.looks) and self.odds()[0][0] is None and detection.odds[0][0] is not None

    def take(self, detection: Detection) -> None:
        """Gather one more reading of the same tile."""
        self.x, self.y, self.angle, self.quad = detection.x, detection.y, detection.angle, detection.quad
        if not self.looks:
            self.set.see(detection)
        self.looks.append({face: math.log(max(p, FLOOR)) for face, p in detection.odds})
        self.seen, self.missed = self.seen + 1, 0


Disturbed = Callable[[Quad], float]
"""The share of a quad's pixels that has changed since the last reading."""


def _beyond(track: Track, scope: Scope, found: Iterable[Detection]) -> bool:
    """The reading says nothing of the track; one at the border may be found just inside."""
    if scope.holds(track.x, track.y):
        return False
    return all(math.hypot(track.x - d.x, track.y - d.y) > SAME_MM for d in found)


class Tracks:
    """The tiles of one zone. `ids` is shared by all zones, so that a track names one tile anywhere, and
    `familiarity`, as all tiles are of one set."""

    def __init__(self, ids: Iterator[int], familiarity: Familiarity) -> None:
        self._ids, self._set = ids, familiarity
        self._tracks: list[Track] = []

    def __iter__(self) -> Iterator[Track]:
        return iter([track for track in self._tracks if track.trusted])

    @property
    def doubtful(self) -> bool:
        """A candidate or a missed tile asks for another reading."""
        return any(not track.trusted or track.missed for track in self._tracks)

    @property
    def opened(self) -> bool:
        """Whether nearly all show their faces, as of a hand laid open."""
        faces = [track.odds()[0][0] is not None for track in self]
        return any(faces) and MOSTLY * faces.count(False) <= faces.count(True)

    def update(
        self, detections: Iterable[Detection], disturbed: Disturbed, scope: Scope | None = None
    ) -> None:
        """Take in one reading of the whole zone, or of the part that `scope` holds."""
        found = list(detections)
        outside = [] if scope is None else [t for t in self._tracks if _beyond(t, scope, found)]
        self._tracks = [t for t in self._tracks if t not in outside]
        pairs = self._match(found)
        kept: list[Track] = []
        for i, track in enumerate(self._tracks):
            if i in pairs:
                kept.append(self._again(track, found[pairs[i]], disturbed))
            elif self._stays(track, disturbed):
                kept.append(track)
        known = set(pairs.values())
        fresh = [d for j, d in enumerate(found) if j not in known]
        kept.extend(self._new(d, _believed(d, disturbed)) for d in fresh)
        self._tracks = outside + kept

    def _new(self, detection: Detection, trusted: bool = True) -> Track:
        place = detection.x, detection.y, detection.angle, detection.quad
        track = Track(next(self._ids), *place, self._set, trusted=trusted)
        track.take(detection)
        return track

    def _again(self, track: Track, detection: Detection, disturbed: Disturbed) -> Track:
        touched = max(disturbed(track.quad), disturbed(detection.quad)) >= DISTURBED
        if touched and (track.fits(detection) < STRANGE or track.turned_over(detection)):
            return self._new(detection)
        track.take(detection)
        track.trusted = True
        return track

    @staticmethod
    def _stays(track: Track, disturbed: Disturbed) -> bool:
        """What was not found again lies there still if its pixels are the same; a candidate stays one."""
        track.missed += 1
        return disturbed(track.quad) < DISTURBED and track.missed <= min(track.seen, 3)

    def _match(self, found: list[Detection]) -> dict[int, int]:
        """Track index -> detection index, cheapest pairs first; a strange face costs half the way."""
        costs = []
        for i, track in enumerate(self._tracks):
            for j, detection in enumerate(found):
                away = math.hypot(track.x - detection.x, track.y - detection.y)
                if away <= NEAR_MM:
                    strange = 1.0 - track.fits(detection)
                    costs.append((away + strange * NEAR_MM / 2, i, j))
        pairs: dict[int, int] = {}
        taken: set[int] = set()
        for _, i, j in sorted(costs):
            if i not in pairs and j not in taken:
                pairs[i] = j
                taken.add(j)
        return pairs


def _believed(detection: Detection, disturbed: Disturbed) -> bool:
    if detection.score >= SURE:
        return True
    return detection.score >= LIKELY and disturbed(detection.quad) >= DISTURBED

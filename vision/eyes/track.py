"""Tiles as objects that stay: the same tile through nudges, its label gathered over readings.

Where the pixels of a tile have not changed, the tile has not changed: a detection that fails there
loses nothing, and one that appears there out of nothing must be seen twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.tiles.tile import Face, Tile
from vision.calibration.zones import Scope
from vision.nets.detection import Detection, Quad

Odds = tuple[tuple[Face | None, float], ...]
FIVES: Final = tuple((Tile.parse(f"5{suit}"), Tile.parse(f"0{suit}")) for suit in "mps")

FLOOR: Final = 1e-3
"""Probability granted to every face that a reading does not name."""
CAP: Final = 7.0
"""Most that the log odds of one face can lag behind the best (p = 0.001): a later reading can still
overturn any number of earlier ones, since errors of one view repeat."""
NEAR_MM: Final = 20.0
"""A tile at rest is found again within this distance; a row tidied up moves its tiles less."""
SAME_MM: Final = 9.0
"""Middles nearer than this belong to one tile: two lie a tile's width (26 mm) apart, and a middle is found
again within 2 mm."""
LOOKS: Final = 2
"""So many readings' worth is believed of whether a five is red: with most sets one is clear, and where a
plain five looks red it does so in every reading."""
STRANGE: Final = 0.02
"""A face with less probability than this in a good reading is not that tile."""
DISTURBED: Final = 0.15
"""Share of changed pixels above which a tile's place has been touched."""
SURE: Final = 0.9
LIKELY: Final = 0.5
"""Scores from which a detection is believed at once where no pixel has changed, and where some have; a
weaker one must be seen twice."""


@dataclass(slots=True, eq=False)
class Track:
    """One tile: place in mm of the table frame, `logs` the log odds of its faces, 0 for the best.

    `reds` are what each reading gave for a red five rather than a plain one, by the plain one, log odds.
    """

    id: int
    x: float
    y: float
    angle: float
    quad: Quad
    logs: dict[Face | None, float] = field(default_factory=dict)
    reds: dict[Tile, list[float]] = field(default_factory=dict)
    seen: int = 0
    missed: int = 0
    trusted: bool = True

    def odds(self) -> Odds:
        """Posterior of at most five faces, best first."""
        odds = {face: math.exp(value) for face, value in self.logs.items()}
        for plain, red in FIVES:
            if found := self.reds.get(plain):
                both = odds.get(plain, 0.0) + odds.get(red, 0.0)
                share = 1 / (1 + math.exp(-sum(found) / len(found) * min(LOOKS, len(found))))
                odds[plain], odds[red] = both * (1 - share), both * share
        total = sum(odds.values())
        best = sorted(odds.items(), key=lambda item: -item[1])[:5]
        return tuple((face, value / total) for face, value in best)

    @property
    def margin(self) -> float:
        odds = self.odds()
        return odds[0][1] - (odds[1][1] if len(odds) > 1 else 0.0)

    def fits(self, detection: Detection) -> float:
        """How well a reading's faces agree with this tile's so far, 0..1."""
        if not self.logs:
            return 1.0
        mine = dict(self.odds())
        return min(1.0, sum(min(mine.get(face, 0.0), p) for face, p in detection.odds))

    def turned_over(self, detection: Detection) -> bool:
        """Whether a reading rather shows a face where a back lay, which a white dragon resembles."""
        return bool(self.logs) and self.odds()[0][0] is None and detection.odds[0][0] is not None

    def take(self, detection: Detection) -> None:
        """Gather one more reading of the same tile."""
        self.x, self.y, self.angle, self.quad = detection.x, detection.y, detection.angle, detection.quad
        read = {face: math.log(max(p, FLOOR)) for face, p in detection.odds}
        floor = math.log(FLOOR)
        for plain, red in FIVES:
            if plain in read or red in read:
                self.reds.setdefault(plain, []).append(read.get(red, floor) - read.get(plain, floor))
        faces = self.logs.keys() | read.keys()
        lowest = -CAP if self.logs else 0.0
        sums = {face: self.logs.get(face, lowest) + read.get(face, floor) for face in faces}
        best = max(sums.values())
        self.logs = {face: max(value - best, -CAP) for face, value in sums.items()}
        self.seen, self.missed = self.seen + 1, 0


Disturbed = Callable[[Quad], float]
"""The share of a quad's pixels that has changed since the last reading."""


def _beyond(track: Track, scope: Scope, found: Iterable[Detection]) -> bool:
    """The reading says nothing of the track; one at the border may be found just inside."""
    if scope.holds(track.x, track.y):
        return False
    return all(math.hypot(track.x - d.x, track.y - d.y) > SAME_MM for d in found)


class Tracks:
    """The tiles of one zone. `ids` is shared by all zones, so that a track names one tile anywhere."""

    def __init__(self, ids: Iterator[int]) -> None:
        self._ids = ids
        self._tracks: list[Track] = []

    def __iter__(self) -> Iterator[Track]:
        return iter([track for track in self._tracks if track.trusted])

    @property
    def doubtful(self) -> bool:
        """A candidate or a missed tile asks for another reading."""
        return any(not track.trusted or track.missed for track in self._tracks)

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
        track = Track(
            next(self._ids), detection.x, detection.y, detection.angle, detection.quad, trusted=trusted
        )
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

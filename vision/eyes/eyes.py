"""The eyes of one table: pictures in, what lies where out.

A picture passes the check of sight, then the motion gate; regions that lie still, are free of hands
and have changed are read; their tiles become tracks, the tracks content, and content that has changed
leaves as an `Observation`.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple

import numpy as np

from runtime.tasks import Part
from vision.calibration.by_markers import calibrate
from vision.calibration.follow import placed_again
from vision.calibration.mat import Zone
from vision.calibration.surface import CalibrationError, Surface
from vision.calibration.zones import REGIONS, TILED, Region, hull, outline, rim, scope_of
from vision.camera.frame import Frame, Pixels
from vision.camera.light import small
from vision.eyes.backs import Walls
from vision.eyes.familiarity import Familiarity
from vision.eyes.motion import MotionGate
from vision.eyes.observation import DieSeen, Observation, Sight, SightChanged, StickSeen, TileSeen
from vision.eyes.observe import contents, seen, stacks
from vision.eyes.reading import Look, Reader, Readings, Task
from vision.eyes.shade import ARM_MM
from vision.eyes.sight import MISSING_S, TEXTS, SightCheck
from vision.eyes.stack import Stacks
from vision.eyes.still import StillMean, averaged
from vision.eyes.track import Tracks
from vision.nets.detection import Quad

SURE_MARGIN: Final = 0.99
"""Tiles with a smaller margin are read again while they lie still: where one copy of a face is left it
counts a quarter, and only so much is certain then."""
REREADS: Final = 5
"""What is doubtful is read again at most so often, and a hand laid open always is: a single tile that was not
found, or that was found where none lies, makes a winning hand worth nothing."""
IMPROVED: Final = 0.1
"""A doubtful tile whose margin has grown by this much, or which is sure now, is reported again."""
NUDGED_MM: Final = 8.0
"""A tile that has moved this far is reported again."""
MOVED_MM: Final = 3.0
"""A die or a stick that has moved this far is reported again: the same one is found within 0.5 mm."""
SHAKEN: Final = 0.7
"""If this share of the regions moves at once, it is the camera or the light rather than hands."""
GAP_S: Final = 1.0
"""After a longer pause between pictures everything may have moved."""
REST_S: Final = 1.0
"""How long a moved camera is left alone, and between two attempts to place it."""


class ZonePicture(NamedTuple):
    """A zone as the camera page draws it, outline in image pixels; a resting hand counts as moving."""

    zone: Zone
    seat: int
    outline: Quad
    moving: bool
    tiles: tuple[TileSeen, ...]
    sticks: tuple[StickSeen, ...]
    dice: tuple[DieSeen, ...]

    @property
    def seen(self) -> Observation:
        """The content alone, without number and time."""
        return Observation(0, self.zone, self.seat, 0.0, self.tiles, self.sticks, self.dice)


@dataclass(slots=True)
class _Content:
    """What is known of one region, and what was last reported of its zones.

    `again` counts the readings to come while nothing changes; `explained`: a tile has come or gone since
    the last change, or need not have; `mean` is what it is read by again.
    """

    tracks: Tracks
    reported: dict[Zone, tuple[TileSeen, ...]] = field(default_factory=dict)
    sticks: tuple[StickSeen, ...] = ()
    dice: tuple[DieSeen, ...] = ()
    again: int = 0
    explained: bool = True
    stacks: Stacks = field(default_factory=Stacks)
    mean: StillMean | None = None


class Eyes:
    """One camera over one mat. Without a surface nothing is read until a picture shows the markers; the first
    one that does not says so."""

    def __init__(self, detector: Reader, surface: Surface | None, part: Part | None = None) -> None:
        self._readings = Readings(detector, part)
        self._ids = count(1)
        self._observations = count(1)
        known = Familiarity()
        self._contents = {region: _Content(Tracks(self._ids, known)) for region in REGIONS}
        self._backs = Walls()
        self._moved: set[int] = set()
        """Seats before which something moves, or did until now."""
        self._surface: Surface | None = None
        self._blind: Sight | None = None
        self._last: float | None = None
        self._idle_since: float | None = None
        self._tried = 0.0
        if surface is not None:
            self.place(surface)

    def close(self) -> None:
        """Ends the threads that read."""
        self._readings.close()

    @property
    def surface(self) -> Surface | None:
        return self._surface

    @property
    def calibrated(self) -> bool:
        """Whether it is known where the camera sees the mat."""
        return self._surface is not None

    @property
    def sight(self) -> Sight:
        return (self._blind or Sight.UNCALIBRATED) if self._surface is None else self._check.sight

    @property
    def burnt(self) -> bool:
        """Whether the light is too strong for the camera where a marker lies: white shows nothing there."""
        return self._surface is not None and self._check.burnt

    def place(self, surface: Surface) -> None:
        """Use another calibration from now on; tiles keep their tracks, every region is read anew."""
        self._surface = surface
        self._check = SightCheck(surface)
        self._watch(surface)

    def _watch(self, surface: Surface) -> None:
        hulls = self._hulls = {region: hull(surface, region) for region in REGIONS}
        plain = [region for region in REGIONS if region.zone is Zone.COUNTERS]
        size, arm = (surface.width, surface.height), ARM_MM * surface.scale()
        self._gate = MotionGate(hulls, rim(surface), size, arm, plain)

    def idle(self, t: float) -> list[SightChanged]:
        """Call this at `t` when the camera gave no picture."""
        if self._surface is not None:
            return self._check.idle(t)
        self._idle_since = t if self._idle_since is None else self._idle_since
        return self._report_blind(t, Sight.MISSING) if t - self._idle_since >= MISSING_S else []

    def feed(self, frame: Frame) -> list[Observation | SightChanged]:
        """Everything that this picture settles, in the order of REGIONS."""
        self._idle_since = None
        if self._surface is None:
            return self._uncalibrated(frame)
        now = small(frame.pixels)
        if self._last is None or not 0 <= frame.t - self._last <= GAP_S:
            self._gate.restart(frame.t)
        self._last = frame.t
        if self._same_size(frame):
            self._gate.update(now, frame.t)
        out: list[Observation | SightChanged] = []
        shaken = self._gate.moving_share >= SHAKEN
        out += self._check.look(frame, now.grey, shaken, self._gate.covered_share)
        if self._check.seen:
            self._gate.watch_hands(frame.t)
            self._follow_hands(frame.t)
        if self._check.sight is Sight.MOVED:
            out += self._find_mat(frame)
        if self._check.sight is Sight.OK and self._check.clear:
            out += self._read_ready(frame)
        return out

    def _uncalibrated(self, frame: Frame) -> list[Observation | SightChanged]:
        """The first picture that shows the markers places the camera, however late that comes."""
        self._last = frame.t
        if self._blind is None or frame.t - self._tried >= REST_S:
            self._tried = frame.t
            with contextlib.suppress(CalibrationError):
                self.place(calibrate(frame.own))
                return [SightChanged(frame.t, Sight.OK, "The camera was calibrated by the markers in view.")]
        return [*self._report_blind(frame.t, Sight.UNCALIBRATED)]

    def _report_blind(self, t: float, sight: Sight) -> list[SightChanged]:
        """What hinders a camera without a calibration, once."""
        if sight is self._blind:
            return []
        self._blind = sight
        return [SightChanged(t, sight, TEXTS[sight])]

    def _same_size(self, frame: Frame) -> bool:
        """Whether the picture has the size of those by which the camera was calibrated."""
        assert self._surface is not None
        return frame.pixels.shape[:2] == (self._surface.height, self._surface.width)

    def _find_mat(self, frame: Frame) -> list[SightChanged]:
        """A moved camera that rests is placed again by the markers, or by the edges of the field; another
        one, whose pictures have another size, by the markers."""
        assert self._surface is not None
        if frame.t - self._check.since < REST_S or frame.t - self._tried < REST_S:
            return []
        if self._same_size(frame) and self._gate.moving_share > 0.3:
            return []
        self._tried = frame.t
        found = placed_again(frame.own, self._surface)
        if found is None:
            return []
        self._surface = found
        self._watch(found)
        return self._check.placed(found, frame.t)

    def _read_ready(self, frame: Frame) -> list[Observation]:
        assert self._surface is not None
        tasks = [task for region in REGIONS if (task := self._task(region, frame.t)) is not None]
        looks = self._readings.read(tasks, self._steadied(tasks, frame.pixels), self._surface)
        # What could not be read stays due, and is read again in the next picture.
        read = [(task, look) for task, look in zip(tasks, looks, strict=True) if look is not None]
        news = [each for task, look in read for each in self._take(task, look)]
        for seat in (task.region.seat for task, _ in read if task.region.zone is Zone.WALL):
            self._backs.see(seat, frame.pixels, self.wall(seat))
        return news

    def _steadied(self, tasks: Sequence[Task], pixels: Pixels) -> Pixels:
        """What is read again is read by the mean of its pictures, which has less noise: another picture alone
        tells little more than the first. Not beside what has changed: that may reach into it."""
        means = [mean for task in tasks if (mean := self._mean(task)) is not None]
        if not means or any(task.changed for task in tasks):
            return pixels
        for mean in means:
            mean.add(pixels)
        return averaged(pixels, means)

    def _mean(self, task: Task) -> StillMean | None:
        """The mean of a region that is read again; None if it has changed."""
        content, since = self._contents[task.region], self._gate.still_since(task.region)
        if task.changed or task.region.zone not in TILED:
            content.mean = None
        elif content.mean is None or content.mean.since != since:
            content.mean = StillMean(self._hulls[task.region], since)
        return content.mean

    def _task(self, region: Region, t: float) -> Task | None:
        """What is to be read of a region at `t`; None if nothing."""
        assert self._surface is not None
        if self._gate.worth_reading(region, t):
            box = self._gate.changed_box(region) if region.zone in (Zone.HAND, Zone.WALL) else None
            return Task(region, True, scope_of(self._surface, box) if box else None)
        # a dark tile on dark cloth changes too few pixels
        unseen = region.zone is Zone.POND and self._gate.touched(region)
        again = (unseen or self._contents[region].again) and self._gate.still(region, t)
        return Task(region, False) if again else None

    def _follow_hands(self, t: float) -> None:
        """Who has moved before himself may have discarded: an arm may be over the pond between two pictures,
        and a dark tile on dark cloth changes too few pixels."""
        for seat in range(4):
            hand = Region(Zone.HAND, seat)
            if self._gate.moving(hand):
                self._moved.add(seat)
            elif seat in self._moved and self._gate.still(hand, t):
                self._moved.discard(seat)
                self._gate.touch(Region(Zone.POND, seat))

    def _take(self, task: Task, look: Look) -> list[Observation]:
        """What a reading changes."""
        assert self._surface is not None
        region, content = task.region, self._contents[task.region]
        since = self._gate.still_since(region)
        content.again = REREADS if task.changed else max(content.again - 1, 0)
        if region.zone in (Zone.STICK, Zone.CENTRE, Zone.COUNTERS):
            self._gate.adopt(region)
            return self._take_things(region, look, since)

        def disturbed(quad: Quad) -> float:
            return self._gate.changed_share(region, np.asarray(quad)) if task.changed else 0.0

        before = {track.id for track in content.tracks}
        content.tracks.update(look.tiles, disturbed, task.scope)
        if task.changed:
            comes_or_goes = region.zone in (Zone.POND, Zone.WALL) and self._gate.broadly_changed(region)
            content.explained = not comes_or_goes
        other = before != {track.id for track in content.tracks}
        content.explained |= other
        if self._gate.touched(region) and (other or content.tracks.doubtful):
            content.again = REREADS
        if region.zone is Zone.HAND:
            content.stacks.follow(content.tracks, look.tiles, self._surface.eye())
        sure = not content.tracks.doubtful and all(t.margin >= SURE_MARGIN for t in content.tracks)
        if sure and content.explained and not (region.zone is Zone.HAND and content.tracks.opened):
            content.again = 0
        if not content.again:
            content.mean = None
        self._gate.adopt(region)
        return self._news(region, content, since)

    def _take_things(self, region: Region, look: Look, since: float) -> list[Observation]:
        """Sticks and dice have no tracks: they are reported when they lie or read otherwise."""
        content, (_, sticks, dice) = self._contents[region], look
        if None not in (*(s.value for s in sticks), *(d.value for d in dice)):
            content.again = 0
        if _alike(content.sticks, sticks) and _alike(content.dice, dice):
            return []
        content.sticks, content.dice = sticks, dice
        return [self._observation(region.zone, region.seat, since, sticks=sticks, dice=dice)]

    def _news(self, region: Region, content: _Content, since: float) -> list[Observation]:
        assert self._surface is not None
        out, layout = [], self._surface.layout
        found = contents(region.zone, region.seat, content.tracks, layout, content.stacks.raised)
        for zone, tiles in found.items():
            if _worth_a_report(content.reported.get(zone, ()), tiles):
                content.reported[zone] = tiles
                out.append(self._observation(zone, region.seat, since, tiles))
        return out

    def _observation(
        self,
        zone: Zone,
        seat: int,
        t: float,
        tiles: tuple[TileSeen, ...] = (),
        sticks: tuple[StickSeen, ...] = (),
        dice: tuple[DieSeen, ...] = (),
    ) -> Observation:
        return Observation(next(self._observations), zone, seat, t, tiles, sticks, dice)

    def content(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        """What was last reported of a zone of tiles; nothing before the first reading."""
        region = Region(Zone.HAND if zone is Zone.MELD else zone, seat)
        return self._contents[region].reported.get(zone, ())

    def rests(self, zone: Zone, seat: int) -> bool:
        """Whether it is known where the zone of tiles lies, and nothing moves in it."""
        region = Region(Zone.HAND if zone is Zone.MELD else zone, seat)
        return self._surface is not None and not self._gate.moving(region)

    def wall(self, seat: int) -> list[TileSeen]:
        """All tiles of a wall, those with their backs up among them; `content` has the others alone."""
        return [seen(track, seat) for track in self._contents[Region(Zone.WALL, seat)].tracks]

    @property
    def walls(self) -> tuple[int, int, int, int]:
        """How many stacks the wall before each seat has, as it was last read; 0 where none stands."""
        return stacks(self.wall(0)), stacks(self.wall(1)), stacks(self.wall(2)), stacks(self.wall(3))

    @property
    def two_sets(self) -> bool:
        """Whether the walls, when most of them was last seen, had backs of two sets."""
        return self._backs.mixed

    def picture(self) -> list[ZonePicture]:
        """Every zone with its outline and its latest content, for drawing over the camera's picture."""
        if self._surface is None:
            return []
        out, zones = [], self._surface.layout.zones
        for region in REGIONS:
            content = self._contents[region]
            shown = (Zone.HAND, Zone.MELD) if region.zone is Zone.HAND else (region.zone,)
            for zone in shown:
                corners = [(float(x), float(y)) for x, y in outline(self._surface, zones[zone], region.seat)]
                quad = (corners[0], corners[1], corners[2], corners[3])
                tiles = content.reported.get(zone, ())
                moving = self._gate.moving(region)
                sticks, dice = content.sticks, content.dice
                out.append(ZonePicture(zone, region.seat, quad, moving, tiles, sticks, dice))
        return out


def _alike(old: Sequence[DieSeen | StickSeen], new: Sequence[DieSeen | StickSeen]) -> bool:
    """Whether the same lies at the same places, and reads the same."""
    return len(old) == len(new) and all(
        any(a.value == b.value and math.hypot(a.x - b.x, a.y - b.y) < MOVED_MM for b in new) for a in old
    )


def _worth_a_report(reported: Sequence[TileSeen], now: Sequence[TileSeen]) -> bool:
    old, new = ([(t.track, t.tile, t.sideways, t.raised) for t in tiles] for tiles in (reported, now))
    if old != new:
        return True
    return any(
        math.hypot(old.x - new.x, old.y - new.y) >= NUDGED_MM
        or (old.margin < SURE_MARGIN and new.margin >= min(old.margin + IMPROVED, SURE_MARGIN))
        for old, new in zip(reported, now, strict=True)
    )

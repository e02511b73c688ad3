"""The motion gate: which zones lie still and free of hands, seen on a quarter-size grey picture.

Three differences answer three questions. Against the previous picture: does something move?
Against the zone's picture at its last reading: is there anything to read? Against the empty-handed
mat, along the wooden rim that an arm must cross: does an arm reach over the zone, even at rest?
Before every difference the light of the two pictures is made equal in horizontal bands, since a
lamp's flicker brightens bands of a rolling shutter's picture.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

Grey = NDArray[np.float32]
Mask = NDArray[np.uint8]
K = TypeVar("K", bound=Hashable)

SHRINK: Final = 4
STILL_S: Final = 0.16
"""A zone is still after this long without motion: two pictures at 12 or at 8 a second, three at 15."""
SIGMAS: Final = 6.0
LEAST_STEP: Final = 8.0
"""A pixel has changed if it differs by this many grey levels and standard deviations of the noise."""
MOVING_ON: Final = 10
MOVING_OFF: Final = 4
"""Changed pixels (about 5 mm2 each) that begin motion in a zone, and fewer than which end it."""
CHANGED: Final = 8
"""Changed pixels against the last reading that make a zone worth reading."""
RIM_PIXELS: Final = 30
"""Changed pixels on the rim that are an arm; a tile's shadow over the edge gives fewer."""
RECHECK_S: Final = 1.0
"""A still zone is compared with its last reading at least this often: slow changes add up."""
BANDS: Final = 16


def small_grey(pixels: Pixels) -> Grey:
    """The picture in grey at a quarter of its size, slightly blurred against noise."""
    size = (pixels.shape[1] // SHRINK, pixels.shape[0] // SHRINK)
    grey = cv2.cvtColor(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), cv2.COLOR_BGR2GRAY)
    return cv2.blur(grey, (3, 3)).astype(np.float32)


def light_gain(now: Grey, before: Grey, bands: int = BANDS) -> Grey:
    """Rows x 1: the factor that takes the light of `before` to that of `now`, smooth over the rows.

    The median over each band, so that what moves in less than half of a band has no part in it.
    """
    rows = now.shape[0]
    edges = np.linspace(0, rows, bands + 1).astype(int)
    ratio = (now[:, ::8] + 4.0) / (before[:, ::8] + 4.0)
    gains = [float(np.median(ratio[a:b:2])) for a, b in pairwise(edges)]
    middles = (edges[:-1] + edges[1:]) / 2
    smooth = np.interp(np.arange(rows), middles, np.clip(gains, 0.4, 2.5))
    return np.asarray(smooth[:, None], np.float32)


def changes(now: Grey, before: Grey, gain: Grey) -> Mask:
    """255 where `now` differs from `before` in the light of `now` by more than noise."""
    off = cv2.absdiff(now, np.minimum(before * gain, 255.0))
    noise = float(np.median(off[::5, ::5])) / 0.6745
    return np.where(off > max(LEAST_STEP, SIGMAS * noise), 255, 0).astype(np.uint8)


@dataclass(slots=True)
class _Area:
    """One zone on the small picture: its mask within the box, and what is known of it."""

    box: tuple[slice, slice]
    mask: Mask
    reference: Grey | None = None
    moving: bool = True
    blocked: bool = False
    dirty: bool = True
    last_motion: float = 0.0
    last_check: float = 0.0
    pictures: int = 0
    changed: Mask | None = field(default=None)

    def count(self, mask: Mask) -> int:
        return int(cv2.countNonZero(cv2.bitwise_and(mask[self.box], self.mask)))


class MotionGate(Generic[K]):
    """Follows the zones of one camera; `outlines` are convex polygons in pixels of the full picture.

    `rim` are polygons that nothing but an arm crosses.
    """

    def __init__(
        self,
        outlines: Mapping[K, NDArray[np.float64]],
        rim: Iterable[NDArray[np.float64]],
        size: tuple[int, int],
    ) -> None:
        self._shape = (size[1] // SHRINK, size[0] // SHRINK)
        self._areas = {key: self._area(polygon) for key, polygon in outlines.items()}
        self._rim = np.zeros(self._shape, np.uint8)
        for polygon in rim:
            cv2.fillConvexPoly(self._rim, _grid(polygon), 255)
        self._zones = np.zeros(self._shape, np.uint8)
        for area in self._areas.values():
            self._zones[area.box] |= area.mask
        self._now: Grey | None = None
        self._free: Grey | None = None
        self._quiet_since = 0.0
        self.arm_share = 0.0

    def _area(self, polygon: NDArray[np.float64]) -> _Area:
        mask = np.zeros(self._shape, np.uint8)
        cv2.fillConvexPoly(mask, _grid(polygon), 255)
        x, y, w, h = cv2.boundingRect(mask)
        box = (slice(y, y + h), slice(x, x + w))
        return _Area(box, mask[box].copy())

    def update(self, now: Grey, t: float) -> None:
        """Take in the small grey picture of time `t`."""
        before, self._now = self._now, now
        if before is None or self._free is None:
            self._free = now.copy()
            self._restart(t)
            return
        moving = changes(now, before, light_gain(now, before))
        arms = self._arms(now)
        for area in self._areas.values():
            self._follow(area, area.count(moving), arms, t)
        if cv2.countNonZero(moving) >= MOVING_ON:
            self._quiet_since = t
        self._renew_surroundings(now, arms, t)

    def restart(self, t: float) -> None:
        """Forget motion, not the readings: after the camera was away."""
        self._now = None
        self._restart(t)

    def _restart(self, t: float) -> None:
        self._quiet_since = t
        for area in self._areas.values():
            area.moving, area.dirty, area.last_motion, area.pictures = True, True, t, 0

    def _follow(self, area: _Area, moved: int, arms: Mask | None, t: float) -> None:
        area.blocked = arms is not None and area.count(arms) >= MOVING_ON
        area.moving = moved >= (MOVING_OFF if area.moving else MOVING_ON) or area.blocked
        if area.moving:
            area.last_motion, area.pictures, area.dirty, area.changed = t, 0, True, None
        else:
            area.pictures += 1

    def still(self, key: K, t: float) -> bool:
        """Nothing has moved in the zone for STILL_S and no arm is over it."""
        area = self._areas[key]
        return not area.moving and area.pictures >= 2 and t - area.last_motion >= STILL_S - 1e-6

    def moving(self, key: K) -> bool:
        return self._areas[key].moving

    @property
    def moving_share(self) -> float:
        """The share of zones in which something moves, 0..1."""
        return sum(area.moving for area in self._areas.values()) / len(self._areas)

    def still_since(self, key: K) -> float:
        return self._areas[key].last_motion

    def worth_reading(self, key: K, t: float) -> bool:
        """The zone is still and its pixels are not those of the last reading."""
        area = self._areas[key]
        if self._now is None or not self.still(key, t):
            return False
        if not area.dirty and t - area.last_check < RECHECK_S:
            return False
        area.last_check = t
        area.dirty = self._compare(area)
        return area.dirty

    def _compare(self, area: _Area) -> bool:
        assert self._now is not None
        now = self._now[area.box]
        if area.reference is None:
            area.changed = area.mask
            return True
        gain = light_gain(now, area.reference, bands=2)
        area.changed = changes(now, area.reference, gain) & area.mask
        return cv2.countNonZero(area.changed) >= CHANGED

    def changed_share(self, key: K, quad: NDArray[np.float64]) -> float:
        """The share of a quad (full pixels) that differs from the zone's last reading, 0..1."""
        area = self._areas[key]
        if area.changed is None:
            return 0.0
        rows, columns = area.box
        mask = np.zeros(area.mask.shape, np.uint8)
        cv2.fillConvexPoly(mask, _grid(quad) - np.array([columns.start, rows.start], np.int32), 255)
        inside = int(cv2.countNonZero(mask))
        return cv2.countNonZero(cv2.bitwise_and(mask, area.changed)) / inside if inside else 0.0

    def changed_box(self, key: K) -> tuple[float, float, float, float] | None:
        """Left, top, right, bottom (full pixels) of what differs from the zone's last reading."""
        area = self._areas[key]
        if area.changed is None:
            return None
        x, y, w, h = cv2.boundingRect(area.changed)
        x, y = x + area.box[1].start, y + area.box[0].start
        return x * SHRINK, y * SHRINK, (x + w) * SHRINK, (y + h) * SHRINK

    def adopt(self, key: K) -> None:
        """The zone has been read: its pixels are the reference from now on."""
        area = self._areas[key]
        assert self._now is not None
        assert self._free is not None
        area.reference = self._now[area.box].copy()
        area.dirty, area.changed = False, None
        gain = light_gain(self._now, self._free)[area.box[0]]
        free = self._free[area.box]
        np.copyto(free, self._now[area.box] / gain, where=area.mask > 0)

    def _arms(self, now: Grey) -> Mask | None:
        """255 where something lies that reaches over the rim, None if nothing does."""
        self.arm_share = 0.0
        assert self._free is not None
        foreign = changes(now, self._free, light_gain(now, self._free))
        if cv2.countNonZero(cv2.bitwise_and(foreign, self._rim)) < RIM_PIXELS:
            return None
        closed = cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels = cv2.connectedComponents(closed)
        on_rim = np.bincount(labels[self._rim > 0], minlength=count)
        arms = np.zeros(self._shape, np.uint8)
        for label in np.nonzero(on_rim >= RIM_PIXELS)[0]:
            if label == 0:
                continue
            part = np.where(labels == label, 255, 0).astype(np.uint8)
            if self._was_there(part, now):
                np.copyto(self._free, now, where=part > 0)
            else:
                arms |= part
        self.arm_share = cv2.countNonZero(arms) / arms.size
        return arms if self.arm_share else None

    def _was_there(self, part: Mask, now: Grey) -> bool:
        """The outline of `part` is an edge of the reference, not of the picture: the object has left."""
        assert self._free is not None
        x, y, w, h = cv2.boundingRect(part)
        box = (slice(max(y - 2, 0), y + h + 2), slice(max(x - 2, 0), x + w + 2))
        outline = cv2.morphologyEx(part[box], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
        sharp = [float(np.abs(_edges(picture[box]))[outline].mean()) for picture in (now, self._free)]
        return sharp[1] > 1.25 * sharp[0]

    def _renew_surroundings(self, now: Grey, arms: Mask | None, t: float) -> None:
        """What lies still outside the zones, such as a cup on the rim, becomes part of the mat."""
        harmless = arms is None or not cv2.countNonZero(cv2.bitwise_and(arms, self._zones))
        if harmless and t - self._quiet_since >= (RECHECK_S if arms is None else 5.0):
            assert self._free is not None
            gain = light_gain(now, self._free)
            np.copyto(self._free, now / gain, where=self._zones == 0)
            self._quiet_since = t


def _grid(polygon: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.round(np.asarray(polygon) / SHRINK).astype(np.int32)


def _edges(picture: Grey) -> Grey:
    x = cv2.Sobel(picture, cv2.CV_32F, 1, 0)
    y = cv2.Sobel(picture, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(x, y), np.float32)

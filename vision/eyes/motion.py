"""The motion gate: which zones lie still and free of hands, seen on a quarter-size grey picture.

Against the previous picture: does something move? Against the zone's picture at its last reading:
is there anything to read? An arm over the zone, even at rest (`vision.eyes.hands`), keeps it closed.
Before every difference the light of the two pictures is made equal in horizontal bands, since a
lamp's flicker brightens bands of a rolling shutter's picture.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.light import MOVING_ON, SHRINK, Grey, Mask, Small, changes, grid, light_gain, noise_of
from vision.eyes.hands import Hands

K = TypeVar("K", bound=Hashable)

STILL_S: Final = 0.16
"""A zone is still after this long without motion: two pictures at 12 or at 8 a second, three at 15."""
MOVING_OFF: Final = 4
"""Changed pixels (about 5 mm2 each) fewer than which end motion in a zone."""
CHANGED: Final = 8
"""Changed pixels against the last reading that make a zone worth reading."""
BROAD: Final = 7
"""Pixels in both directions of a patch that has changed where a tile has come or gone (8 at least at 1080p);
what walls and their shadows change along the border of a pond is narrower."""
STROKE: Final = 5
"""Pixels of a hole in it: strokes of a face may have the colour of the cloth."""
RECHECK_S: Final = 1.0
"""A still zone is compared with its last reading at least this often: slow changes add up."""


@dataclass(slots=True)
class _Area:
    """One zone on the small picture: its mask within the box, and what is known of it."""

    box: tuple[slice, slice]
    mask: Mask
    reference: Grey | None = None
    moving: bool = True
    blocked: bool = False
    touched: bool = False
    dirty: bool = True
    last_motion: float = 0.0
    last_check: float = 0.0
    pictures: int = 0
    changed: Mask | None = None

    def count(self, mask: Mask) -> int:
        return int(cv2.countNonZero(cv2.bitwise_and(mask[self.box], self.mask)))

    def disturb(self, t: float) -> None:
        self.last_motion, self.pictures, self.changed = t, 0, None
        self.dirty = self.touched = True


class MotionGate(Generic[K]):
    """Follows the zones of one camera; `outlines` are convex polygons in pixels of the full picture.

    `rim` are polygons that nothing but arms and shadows cross, `arm` is the most that an arm measures across
    (full pixels), `plain` are zones of bare cloth, where nothing shows that the camera moves.
    """

    def __init__(
        self,
        outlines: Mapping[K, NDArray[np.float64]],
        rim: Iterable[NDArray[np.float64]],
        size: tuple[int, int],
        arm: float,
        plain: Container[K] = (),
    ) -> None:
        self._shape = (size[1] // SHRINK, size[0] // SHRINK)
        self._areas = {key: self._area(polygon) for key, polygon in outlines.items()}
        self._telling = [area for key, area in self._areas.items() if key not in plain]
        zones = np.zeros(self._shape, np.uint8)
        for area in self._areas.values():
            zones[area.box] |= area.mask
        self._hands = Hands(zones, rim, arm / SHRINK)
        self._now: Small | None = None
        self._noise = 0.0
        self._moving = np.full(self._shape, 255, np.uint8)

    def _area(self, polygon: NDArray[np.float64]) -> _Area:
        mask = np.zeros(self._shape, np.uint8)
        cv2.fillConvexPoly(mask, grid(polygon), 255)
        x, y, w, h = cv2.boundingRect(mask)
        box = (slice(y, y + h), slice(x, x + w))
        return _Area(box, mask[box].copy())

    def update(self, now: Small, t: float) -> None:
        """Take in the small picture of time `t`."""
        before, self._now = self._now, now
        if before is None:
            self.restart(t, now)
            return
        gain = light_gain(now.grey, before.grey)
        self._noise = noise_of(now.grey, before.grey, gain)
        self._moving = changes(now.grey, before.grey, gain, self._noise)
        for area in self._areas.values():
            self._follow(area, area.count(self._moving), t)

    def watch_hands(self, t: float) -> None:
        """Look for arms in the picture of `t`; only when the mat is seen, since it learns the mat."""
        if self._now is None:
            return
        arms = self._hands.over(self._now, self._moving, t)
        for area in self._areas.values():
            area.blocked = arms is not None and area.count(arms) >= MOVING_ON
            if area.blocked:
                area.disturb(t)

    def restart(self, t: float, now: Small | None = None) -> None:
        """Forget motion, not the readings: after the camera was away."""
        self._now = now
        for area in self._areas.values():
            area.moving, area.dirty, area.last_motion, area.pictures = True, True, t, 0

    @staticmethod
    def _follow(area: _Area, moved: int, t: float) -> None:
        area.blocked = False
        area.moving = moved >= (MOVING_OFF if area.moving else MOVING_ON)
        if area.moving:
            area.disturb(t)
        else:
            area.pictures += 1

    def still(self, key: K, t: float) -> bool:
        """Nothing has moved in the zone for STILL_S and no arm is over it."""
        area = self._areas[key]
        return (
            not (area.moving or area.blocked)
            and area.pictures >= 2
            and t - area.last_motion >= STILL_S - 1e-6
        )

    def moving(self, key: K) -> bool:
        """Something moves in the zone, or an arm is over it."""
        return self._areas[key].moving or self._areas[key].blocked

    def touched(self, key: K) -> bool:
        """Something has moved in the zone since its last reading, and may have left what hardly shows."""
        return self._areas[key].touched

    def touch(self, key: K) -> None:
        """Something may have come or gone in the zone, though nothing was seen to move there."""
        self._areas[key].touched = True

    @property
    def moving_share(self) -> float:
        """The share of zones in which something moves, 0..1; without the plain ones."""
        return sum(area.moving for area in self._telling) / len(self._telling)

    @property
    def covered_share(self) -> float:
        """The share of the picture that arms cover, 0..1."""
        return self._hands.share

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
        now: Grey = self._now.grey[area.box]
        if area.reference is None:
            area.changed = area.mask
            return True
        area.changed = changes(now, area.reference, self._gain(area), self._noise) & area.mask
        return cv2.countNonZero(area.changed) >= CHANGED

    def _gain(self, area: _Area) -> Grey:
        """The light on the zone's rows, from the whole picture: a wall that rises may fill its zone."""
        return self._hands.gain[area.box[0]]

    def changed_share(self, key: K, quad: NDArray[np.float64]) -> float:
        """The share of a quad (full pixels) that differs from the zone's last reading, 0..1."""
        area = self._areas[key]
        if area.changed is None:
            return 0.0
        rows, columns = area.box
        mask = np.zeros(area.mask.shape, np.uint8)
        cv2.fillConvexPoly(mask, grid(quad) - np.array([columns.start, rows.start], np.int32), 255)
        inside = int(cv2.countNonZero(mask))
        return cv2.countNonZero(cv2.bitwise_and(mask, area.changed)) / inside if inside else 0.0

    def broadly_changed(self, key: K) -> bool:
        """Whether what differs from the zone's last reading may be a tile that came or went."""
        changed = self._areas[key].changed
        if changed is None:
            return False
        whole = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((STROKE, STROKE), np.uint8))
        patch = np.ones((BROAD, BROAD), np.uint8)
        return bool(cv2.erode(whole, patch, borderType=cv2.BORDER_CONSTANT, borderValue=(0,)).any())

    def changed_box(self, key: K) -> tuple[float, float, float, float] | None:
        """Left, top, right, bottom (full pixels) of what differs from an earlier reading of the zone."""
        area = self._areas[key]
        if area.changed is None or area.reference is None:
            return None
        x, y, w, h = cv2.boundingRect(area.changed)
        x, y = x + area.box[1].start, y + area.box[0].start
        return x * SHRINK, y * SHRINK, (x + w) * SHRINK, (y + h) * SHRINK

    def adopt(self, key: K) -> None:
        """The zone has been read: its pixels are the reference from now on."""
        area = self._areas[key]
        assert self._now is not None
        area.reference = self._now.grey[area.box] / self._gain(area)
        area.dirty, area.touched, area.changed = False, False, None
        self._hands.adopt(self._now, area.box, area.mask)

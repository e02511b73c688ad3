"""Hands and arms over the mat, also those at rest: whatever is connected with something on the rim.

Tiles never lie on the wooden rim, and nobody reaches the mat without crossing it; their shadows do lie there
(`vision.eyes.shade`). The small picture is compared in colour, for a sleeve may be as light as wood or cloth.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.light import LEAST_STEP, MOVING_ON, SIGMAS, Grey, Mask, Small, grid, light_gain
from vision.eyes.shade import Colours, Shade

RIM_PIXELS: Final = 30
"""Changed pixels (about 5 mm2 each) on the rim that are an arm; the shadow of a tile gives fewer."""
RENEW_S: Final = 1.0
RESTING_S: Final = 5.0
"""Things that lie still outside the zones become part of the empty-handed mat after this long: marks and
dice, and things such as a cup that reach over the rim."""
LEFT_S: Final = 0.3
"""The picture must have been quiet for so long before the rim counts as bare again: a moving arm may have
the colour of the wood, and what is taken for the empty-handed mat blocks it afterwards."""
BARE: Final = 0.5
"""Share of the reference's distance from the colour of the rim, below which the rim is bare again."""
COLOUR_STEP: Final = 1.5 * LEAST_STEP


class Hands:
    """`zones` is 255 where the mat is read; `rim` are polygons in full pixels that only arms and shadows
    cross, and `arm` is how wide an arm is at most, in pixels of the small picture."""

    def __init__(self, zones: Mask, rim: Iterable[NDArray[np.float64]], arm: float) -> None:
        self._zones = zones
        band = np.zeros_like(zones)
        for polygon in rim:
            cv2.fillConvexPoly(band, grid(polygon), 255)
        self._band = band > 0
        self._spots = np.flatnonzero(self._band)[::2]
        self._rows = self._spots // zones.shape[1]
        self._shade = Shade(arm)
        self._free: NDArray[np.float32] | None = None
        self._quiet_since = 0.0
        self._moved = np.full(zones.shape, -np.inf)
        """Where something moved when last."""
        self.gain: Grey = np.ones((zones.shape[0], 1), np.float32)
        """Rows x 1: the light of the last picture as a factor of the reference's."""
        self.share = 0.0
        """Of the picture that arms cover, 0..1."""

    def over(self, now: Small, moving: Mask, t: float) -> Mask | None:
        """The mask of arms, None without any; `moving` is the mask of what moved since the last picture."""
        if self._free is None:
            self._free = now.colour.astype(np.float32)
        self._moved[moving > 0] = t
        if cv2.countNonZero(moving) >= MOVING_ON:
            self._quiet_since = t
        gain = self.gain = self._gain(now)
        arms = self._arms(now, gain, t)
        self.share = 0.0 if arms is None else cv2.countNonZero(arms) / arms.size
        self._renew(now, gain, arms, t)
        return arms

    def adopt(self, now: Small, box: tuple[slice, slice], mask: Mask) -> None:
        """The zone at `box` was read: what lies there is no hand."""
        assert self._free is not None
        lit = now.colour[box] / self.gain[box[0], :, None]
        cv2.copyTo(lit, mask, self._free[box])

    def _gain(self, now: Small) -> Grey:
        assert self._free is not None
        return light_gain(now.colour[:, :, 1].astype(np.float32), self._free[:, :, 1])

    def _arms(self, now: Small, gain: Grey, t: float) -> Mask | None:
        assert self._free is not None
        lit = np.minimum(self._free.reshape(-1, 3)[self._spots] * gain[self._rows], 255.0)
        seen = now.colour.reshape(-1, 3)[self._spots].astype(np.float32)
        off = cv2.absdiff(seen, lit)
        limit = max(COLOUR_STEP, SIGMAS * float(np.median(off[::4])))
        changed = (off > limit).any(axis=1)
        if np.count_nonzero(changed & ~self._shade.explains(seen, lit, limit)) < RIM_PIXELS / 2:
            return None
        lit = np.minimum(self._free * gain[:, :, None], 255.0)
        far = cv2.absdiff(now.colour.astype(np.float32), lit) > limit
        foreign = np.where(far.any(axis=2), 255, 0).astype(np.uint8)
        closed = cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        rim = self._band & ~self._shaded(now, lit, foreign > 0, limit)
        count, labels = cv2.connectedComponents(closed)
        on_rim = np.bincount(labels[rim], minlength=count)
        arms = np.zeros(closed.shape, np.uint8)
        for label in np.nonzero(on_rim >= RIM_PIXELS)[0]:
            part = np.where(labels == label, 255, 0).astype(np.uint8)
            if not label or (t - self._quiet_since >= LEFT_S and self._has_left(part, now)):
                continue
            if self._rests(part, t) and self._is_shadow(part > 0, now, lit, limit):
                continue
            arms |= part
        return arms if arms.any() else None

    def _rests(self, part: Mask, t: float) -> bool:
        """Whether nothing has moved in this part for a second, whatever else moves."""
        return bool(np.count_nonzero(t - self._moved[part > 0] < RENEW_S) < MOVING_ON)

    def _shaded(
        self, now: Small, lit: Colours, changed: NDArray[np.bool_], limit: float
    ) -> NDArray[np.bool_]:
        """Where the rim has changed as known shadows change it."""
        out = self._band & changed
        out[out] = self._shade.explains(now.colour[out].astype(np.float32), lit[out], limit)
        return out

    def _is_shadow(self, part: NDArray[np.bool_], now: Small, lit: Colours, limit: float) -> bool:
        """Whether `part` lies on the rim as a shadow does; such shadows are known from then on."""
        where = part & self._band
        at, seen = np.argwhere(where), now.colour[where].astype(np.float32)
        return self._shade.learn(at, seen, lit[where], limit, RIM_PIXELS)

    def _has_left(self, part: Mask, now: Small) -> bool:
        """On the rim `part` shows the bare rim again, and the reference something that lay there.

        Judged by the rim's own colour, since on the mat the arm's outline joins that of tiles.
        """
        assert self._free is not None
        rim = np.median(now.colour.reshape(-1, 3)[self._spots], axis=0)
        where = (part > 0) & self._band
        here = np.median(np.abs(now.colour[where] - rim).sum(axis=1))
        before = np.median(np.abs(self._free[where] - rim).sum(axis=1))
        if here > BARE * before:
            return False
        np.copyto(self._free, now.colour, where=part[:, :, None] > 0, casting="unsafe")
        return True

    def _renew(self, now: Small, gain: Grey, arms: Mask | None, t: float) -> None:
        if arms is not None and cv2.countNonZero(cv2.bitwise_and(arms, self._zones)):
            return
        if t - self._quiet_since < (RENEW_S if arms is None else RESTING_S):
            return
        assert self._free is not None
        where = self._zones[:, :, None] == 0
        np.copyto(self._free, now.colour / gain[:, :, None], where=where, casting="unsafe")
        self._quiet_since = t

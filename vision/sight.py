"""Whether the camera sees the mat at all, and from where it did when it was calibrated."""

from __future__ import annotations

import statistics
from typing import Final

from vision.frame import Frame
from vision.light import Grey
from vision.markers import MARKERS
from vision.observation import Sight, SightChanged
from vision.surface import Surface, find_markers, marker_drift

DARK_BELOW: Final = 16.0
LIGHT_ABOVE: Final = 24.0
"""Mean grey level (0..255) that begins and that ends darkness."""
PLAIN: Final = 5.0
"""Spread of grey levels below which the picture shows nothing."""
MOVED_MM: Final = 4.0
BACK_MM: Final = 2.5
"""Markers this far from their places: tiles are read wrong from half a row of 34 mm on, and a careless
touch moves a camera a metre above the mat by more than this."""
COVERED_SHARE: Final = 0.3
"""Four arms hide a quarter of the picture."""
HOLD_S: Final = 0.5
"""A new state lasts this long before it is told."""
MISSING_S: Final = 1.0
PER_PICTURE: Final = 2
"""Markers looked for in one picture, in turn: all of them within a second."""
STALE_S: Final = 1.2
_TEXTS: Final = {
    Sight.OK: "The camera sees the mat.",
    Sight.MISSING: "The camera gives no pictures: check its cable.",
    Sight.DARK: "The picture is too dark to read: switch the lamp on.",
    Sight.COVERED: "The camera does not see the mat: take away what covers it.",
    Sight.MOVED: "The camera has moved against the mat: let it rest, or run `jantaku calibrate`.",
}


class SightCheck:
    """Follows one camera.

    `seen`: the last picture shows the mat in its place; `clear`: and no more arms than usual;
    `sight` is the told state and `since` its time.
    """

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self.sight = Sight.OK
        self.since = 0.0
        self.seen = False
        self.clear = False
        self._likely = Sight.OK
        self._likely_since: float | None = None
        self._last = 0.0
        self._next = 0
        self._offs: dict[int, tuple[float, float | None]] = {}
        self._elsewhere: tuple[float, bool] = (-1.0, False)

    def look(self, frame: Frame, grey: Grey, shaken: bool, covered: float = 0.0) -> list[SightChanged]:
        """Judge one picture. `shaken`: so much moved that all markers are looked for at once;
        `covered`: the share of the picture that arms and sleeves hide.
        """
        self._last = frame.t
        likely = self._judge(frame, grey, shaken)
        self.seen = likely is Sight.OK
        if self.seen and covered >= COVERED_SHARE:
            likely = Sight.COVERED
        self.clear = likely is Sight.OK
        return self._settle(likely, frame.t)

    def idle(self, t: float) -> list[SightChanged]:
        """No picture came; `t` is now."""
        if t - self._last < MISSING_S or self.sight is Sight.MISSING:
            return []
        self.clear = False
        return self._tell(Sight.MISSING, t)

    def placed(self, surface: Surface, t: float) -> list[SightChanged]:
        """The camera was found again at its new place."""
        self._surface = surface
        self._offs.clear()
        self.clear, self._likely, self._likely_since = True, Sight.OK, None
        return self._tell(Sight.OK, t, "The camera has moved and was placed again by the markers.")

    def _settle(self, likely: Sight, t: float) -> list[SightChanged]:
        if likely is self.sight:
            self._likely_since = None
            return []
        if likely is not self._likely or self._likely_since is None:
            self._likely, self._likely_since = likely, t
            return []
        return self._tell(likely, t) if t - self._likely_since >= HOLD_S else []

    def _tell(self, sight: Sight, t: float, message: str | None = None) -> list[SightChanged]:
        self.sight, self.since, self._likely_since = sight, t, None
        return [SightChanged(t, sight, message or _TEXTS[sight])]

    def _judge(self, frame: Frame, grey: Grey, shaken: bool) -> Sight:
        if frame.pixels.shape[:2] != (self._surface.height, self._surface.width):
            return Sight.MOVED
        if float(grey.mean()) < (LIGHT_ABOVE if self.sight is Sight.DARK else DARK_BELOW):
            return Sight.DARK
        if float(grey.std()) < PLAIN:
            return Sight.COVERED
        return self._judge_markers(frame, shaken or not self._offs)

    def _judge_markers(self, frame: Frame, everything: bool) -> Sight:
        count = len(MARKERS) if everything else PER_PICTURE
        for _ in range(count):
            marker = MARKERS[self._next % len(MARKERS)].id
            self._next += 1
            self._offs[marker] = (frame.t, marker_drift(frame.pixels, self._surface, marker))
        known = [off for t, off in self._offs.values() if frame.t - t <= STALE_S and off is not None]
        if known:
            limit = BACK_MM if self.sight is Sight.MOVED else MOVED_MM
            return Sight.MOVED if statistics.median(known) > limit else Sight.OK
        return Sight.MOVED if self._markers_elsewhere(frame) else Sight.COVERED

    def _markers_elsewhere(self, frame: Frame) -> bool:
        """Markers are in the picture though none is in its place; looked for twice a second."""
        if not 0 <= frame.t - self._elsewhere[0] < 0.45:
            self._elsewhere = (frame.t, len(find_markers(frame.pixels)) >= 2)
        return self._elsewhere[1]

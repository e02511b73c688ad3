"""Whether the camera sees the mat at all, and from where it did when it was calibrated."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from vision.calibration.corners import Floats
from vision.calibration.drift import around, displacement, marker_shift
from vision.calibration.follow import FAR_MM, held, softened
from vision.calibration.markers import MARKERS
from vision.calibration.surface import Surface, find_markers
from vision.calibration.zones import cut_off
from vision.camera.exposure import BURNT_SHARE, DARK_BELOW, LIGHT_ABOVE, burnt, level
from vision.camera.frame import Frame
from vision.camera.light import Grey
from vision.camera.sharpness import edge_width
from vision.eyes.observation import Sight, SightChanged

PLAIN: Final = 5.0
"""Spread of grey levels below which the picture shows nothing."""
MOVED_MM: Final = 1.8
BACK_MM: Final = 1.2
"""A mat moved by this much where it has moved most: tiles of neighbouring rows lie apart by less than
3 mm, and found markers scatter by 0.3 mm."""
BLURRED_MM: Final = 3.6
SHARP_MM: Final = 3.2
"""Where even the sharpest edge around a marker is as wide as this, no tile is read."""
SHARPEST_MM: Final = 2.6
"""What a sharp picture of 1.3 pixels a mm has. Edges of cloth have widths of their own, so a field without
markers is blurred by what was added since it was calibrated."""
WIDTH_SD: Final = 2.5
"""Standard deviations of the blur in an edge's width (`vision.camera.sharpness`)."""
EDGES_S: Final = 0.4
"""For so long the sharpness of a marker's edges counts; half of all are looked at meanwhile."""
COVERED_SHARE: Final = 0.3
"""Four arms hide a quarter of the picture."""
HOLD_S: Final = 0.5
"""A new state lasts this long before it is reported."""
MISSING_S: Final = 1.0
FROZEN_S: Final = 1.0
"""A living camera's pictures differ at least by the noise of its sensor."""
SWEEP_S: Final = 0.7
"""In this time all markers are looked for, a few in each picture."""
STALE_S: Final = 1.2
TEXTS: Final = {
    Sight.OK: "The camera sees the mat.",
    Sight.MISSING: "The camera gives no pictures: check its cable.",
    Sight.DARK: "The picture is too dark to read: switch the lamp on.",
    Sight.COVERED: "The camera does not see the mat: take away what covers it.",
    Sight.MOVED: "The camera has moved against the mat, or is another one: let it rest, or calibrate it.",
    Sight.UNCALIBRATED: "The camera is not calibrated: open calibrate.html, or run `jantaku calibrate`.",
    Sight.BLURRED: "The picture is blurred: wipe the lens and focus it.",
    Sight.FROZEN: "The camera gives the same picture again and again: plug it out and in.",
}
_RESIZED: Final = (
    "The pictures have another size than at calibration: is it another camera? Calibrate it again."
)


def cut(surface: Surface) -> str | None:
    """What to do where the picture ends before the mat does: what lies there is never read."""
    edges = cut_off(surface)
    if not edges:
        return None
    where = " and ".join(edges)
    return (
        f"The picture ends before the mat does (at its {where} edge{'s' * (len(edges) > 1)}): aim the camera "
        "there or hang it higher, then run `jantaku calibrate`."
    )


class SightCheck:
    """Follows one camera.

    `seen`: the last picture shows the mat in its place; `clear`: and no more arms than usual;
    `sight` is the reported state and `since` its time.
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
        self._idle_since: float | None = None
        self._next = 0
        self._owed = 0.0
        self._shifts: dict[int, tuple[float, Floats | None]] = {}
        self._edges: dict[int, tuple[float, float | None]] = {}
        self._burnt: dict[int, tuple[float, float]] = {}
        self._before: tuple[float, Grey] | None = None
        self._resized = False
        self._elsewhere: tuple[float, bool] = (-1.0, False)
        self._held: tuple[float, Sight] = (-1.0, Sight.OK)

    def look(self, frame: Frame, grey: Grey, shaken: bool, covered: float = 0.0) -> list[SightChanged]:
        """Judge one picture. `shaken`: so much moved that all markers are looked for at once;
        `covered`: the share of the picture that arms and sleeves hide.
        """
        passed, self._last, self._idle_since = frame.t - self._last, frame.t, None
        self._owed += len(MARKERS) * max(0.0, passed) / SWEEP_S
        likely = self._judge(frame, grey, shaken)
        self.seen = likely is Sight.OK
        if self.seen and covered >= COVERED_SHARE:
            likely = Sight.COVERED
        self.clear = likely is Sight.OK
        return self._settle(likely, frame.t)

    def idle(self, t: float) -> list[SightChanged]:
        """No picture came; `t` is now. It is missing from the first call on: before, none was asked for."""
        self._idle_since = t if self._idle_since is None else self._idle_since
        if t - self._idle_since < MISSING_S or self.sight is Sight.MISSING:
            return []
        self.clear = False
        return self._report(Sight.MISSING, t)

    def placed(self, surface: Surface, t: float) -> list[SightChanged]:
        """The camera was found again at its new place."""
        self._surface = surface
        self._shifts.clear()
        self._edges.clear()
        self._burnt.clear()
        self._held = (-1.0, Sight.OK)
        self.clear, self._likely, self._likely_since = True, Sight.OK, None
        by = "the markers" if surface.markers else "the edges of the mat"
        return self._report(Sight.OK, t, f"The camera has moved and was placed again by {by}.")

    def _settle(self, likely: Sight, t: float) -> list[SightChanged]:
        if likely is self.sight:
            self._likely_since = None
            return []
        if likely is not self._likely or self._likely_since is None:
            self._likely, self._likely_since = likely, t
            return []
        return self._report(likely, t) if t - self._likely_since >= HOLD_S else []

    def _report(self, sight: Sight, t: float, message: str | None = None) -> list[SightChanged]:
        self.sight, self.since, self._likely_since = sight, t, None
        if sight is Sight.MOVED and self._resized:
            message = _RESIZED
        return [SightChanged(t, sight, message or TEXTS[sight])]

    def _judge(self, frame: Frame, grey: Grey, shaken: bool) -> Sight:
        self._resized = frame.own.shape[:2] != (self._surface.height, self._surface.width)
        if self._resized:
            return Sight.MOVED
        frozen = self._frozen(frame.t, grey)
        if level(frame) < (LIGHT_ABOVE if self.sight is Sight.DARK else DARK_BELOW):
            return Sight.DARK
        if frozen:
            return Sight.FROZEN
        if float(grey.std()) < PLAIN:
            return Sight.COVERED
        if self._surface.markers:
            return self._judge_markers(frame, shaken or not self._shifts)
        return self._judge_edges(frame, shaken)

    def _frozen(self, t: float, grey: Grey) -> bool:
        """The picture has been the same to the last bit for FROZEN_S."""
        if self._before is None or not np.array_equal(self._before[1], grey):
            self._before = (t, grey)
        return t - self._before[0] >= FROZEN_S

    def _judge_markers(self, frame: Frame, everything: bool) -> Sight:
        count = len(MARKERS) if everything else min(max(0, math.ceil(self._owed)), len(MARKERS))
        self._owed = 0.0 if everything else self._owed - count
        for _ in range(count):
            self._look_for(MARKERS[self._next % len(MARKERS)].id, frame)
            self._next += 1
        edges = [e for t, e in self._edges.values() if frame.t - t <= EDGES_S and e is not None]
        if edges and min(edges) > (SHARP_MM if self.sight is Sight.BLURRED else BLURRED_MM):
            return Sight.BLURRED
        known = {i: s for i, (t, s) in self._shifts.items() if frame.t - t <= STALE_S and s is not None}
        moved = displacement(known, self._surface.plan)
        if moved is not None:
            return Sight.MOVED if moved > (BACK_MM if self.sight is Sight.MOVED else MOVED_MM) else Sight.OK
        return Sight.MOVED if self._markers_elsewhere(frame) else Sight.COVERED

    def _judge_edges(self, frame: Frame, shaken: bool) -> Sight:
        """Judges by the edges of a field without markers; they are measured three times a second."""
        if not self._surface.edges:
            return Sight.OK
        if shaken or not 0 <= frame.t - self._held[0] < SWEEP_S / 2:
            self._held = (frame.t, self._by_edges(frame))
        return self._held[1]

    def _by_edges(self, frame: Frame) -> Sight:
        now = held(frame.own, self._surface)
        if now is not None:
            if now.moved > (BACK_MM if self.sight is Sight.MOVED else MOVED_MM):
                return Sight.MOVED
            wide = SHARP_MM if self.sight is Sight.BLURRED else BLURRED_MM
            added = math.sqrt(wide**2 - SHARPEST_MM**2) / WIDTH_SD
            return Sight.BLURRED if softened(frame.own, self._surface) > added else Sight.OK
        far = held(frame.own, self._surface, FAR_MM)
        return Sight.COVERED if far is None else Sight.MOVED

    @property
    def burnt(self) -> bool:
        """Whether the white of some marker was burnt out when it was last looked at."""
        latest = (share for t, share in self._burnt.values() if self._last - t <= STALE_S)
        return max(latest, default=0.0) >= BURNT_SHARE

    def _look_for(self, marker: int, frame: Frame) -> None:
        part = around(frame.own, self._surface, marker)
        width = edge_width(part.pixels)
        self._edges[marker] = (frame.t, None if width is None else width / self._surface.scale())
        self._shifts[marker] = (frame.t, marker_shift(part, self._surface, marker))
        self._burnt[marker] = (frame.t, burnt(part.pixels))

    def _markers_elsewhere(self, frame: Frame) -> bool:
        """Markers are in the picture though none is in its place; looked for twice a second."""
        if not 0 <= frame.t - self._elsewhere[0] < 0.45:
            self._elsewhere = (frame.t, len(find_markers(frame.own)) >= 2)
        return self._elsewhere[1]

"""The camera and the eyes behind the main loop: what is seen and published, and what people teach."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from contract.messages import SightCode
from controller.clock import wall_ms
from controller.eyes.view import eyes, seen_zone
from vision.calibration.surface import Surface
from vision.camera.exposure import OFF, Exposure, Metering
from vision.camera.sources import CameraError
from vision.eyes.observation import Observation, Sight, SightChanged
from vision.eyes.sight import TEXTS, cut

if TYPE_CHECKING:
    from contract.messages import Eyes as EyesReport
    from contract.messages import Question
    from controller.health import Pulse
    from controller.sentences.alerts import Alerts
    from engine.tiles.tile import Tile
    from vision.camera.frame import Frame
    from vision.camera.sources import Camera
    from vision.eyes.eyes import Eyes
    from vision.eyes.taught import Teacher

EYES_S: Final = 0.25
"""Seconds of the world between two publications of what the camera page draws."""


class Watch:
    """`frame` is the newest picture, lightened where the room is dim; None while there is none."""

    def __init__(
        self,
        camera: Camera,
        eyes: Eyes,
        show: Callable[[Frame | None], None],
        teacher: Teacher | None,
        alerts: Alerts,
        pulse: Pulse,
    ) -> None:
        """`show` gets every picture, for the camera page."""
        self._camera = camera
        self._exposure = Exposure()
        self._metering = Metering()
        self._fixed = False
        """The camera does not expose less."""
        self._eyes = eyes
        self._show = show
        self._teacher = teacher
        self._alerts = alerts
        self._pulse = pulse
        self._sight = Sight.OK
        self._lost = False
        self._surface: Surface | None = None
        self._size = (0, 0)
        self._report_at = 0.0
        self._reported: object = None
        self.frame: Frame | None = None

    @property
    def sees(self) -> Sight:
        return Sight.MISSING if self._lost else self._sight

    @property
    def sight(self) -> SightCode:
        """The sight as the public state says it."""
        return SightCode(self.sees.value)

    @property
    def calibrated(self) -> bool:
        """Whether anybody, or the markers, have said where the mat lies."""
        return self._eyes.calibrated

    def place(self, surface: Surface) -> None:
        """Another calibration counts from now on; what hinders the camera is looked for anew."""
        self._eyes.place(surface)
        self._sight = Sight.OK
        self._alerts.sight(SightChanged(0.0, Sight.OK, TEXTS[Sight.OK]))

    def lying(self) -> Iterable[Observation]:
        """What the eyes read in every zone now."""
        return (zone.seen for zone in self._eyes.picture())

    def look(self, now: float) -> list[Observation]:
        """What the eyes have newly settled on; what hinders them stands among the alerts."""
        self.frame = frame = self._picture()
        self._show(frame)
        if frame is None:
            seen: Sequence[Observation | SightChanged] = self._eyes.idle(now)
        else:
            self._size = (frame.pixels.shape[1], frame.pixels.shape[0])
            begun = time.perf_counter()
            seen = self._eyes.feed(frame)
            self._pulse.picture(time.perf_counter() - begun)
        if self._eyes.surface is not self._surface:
            if self._surface is None:
                self._alerts.clear("no_hand")
            self._surface = self._eyes.surface
            self._alerts.cut(None if self._surface is None else cut(self._surface))
        self._alerts.backs(differ=self._eyes.two_sets)
        self._expose(now)
        out = []
        for item in seen:
            if isinstance(item, SightChanged):
                self._sight = item.sight
                self._alerts.sight(item)
            else:
                out.append(item)
        return out

    def _expose(self, now: float) -> None:
        """Where white is burnt out the camera exposes less; where it cannot, people read what to do."""
        if self.sees is Sight.MISSING:  # one that comes back exposes as it chooses
            self._metering, self._fixed = Metering(), False
            self._alerts.burnt(stays=False)
            return
        too_light, dim = self._eyes.burnt, self._exposure.gain > OFF
        wish = self._metering.wish(now, is_burnt=too_light, is_dim=dim)
        if wish is not None:
            self._fixed = not self._camera.expose(wish)
        self._alerts.burnt(stays=too_light and (self._fixed or self._metering.spent))

    def teach(self, quad: Sequence[tuple[float, float]] | None, tile: Tile) -> None:
        """What a person named the eyes shall know again."""
        if self._teacher is None or self.frame is None or quad is None:
            return
        try:
            self._teacher.teach(self.frame.pixels, quad, tile)
        except OSError as error:
            sentence = f"What was answered cannot be kept for later games ({error.strerror}): mend the disk."
            self._alerts.put("taught", sentence)
        else:
            self._alerts.clear("taught")

    def report(self, questions: Sequence[Question]) -> EyesReport | None:
        """The reading of the picture for the camera page, when it is due and another than before."""
        if time.monotonic() < self._report_at:
            return None
        self._report_at = time.monotonic() + EYES_S
        zones = self._eyes.picture()
        reading = (zones, self._size, self.sees, tuple(questions))
        if reading == self._reported:
            return None
        self._reported = reading
        width, height = self._size
        return eyes(
            [seen_zone(z.seen, z.outline, moving=z.moving) for z in zones],
            ts_ms=wall_ms(),
            width=width,
            height=height,
            sight=self.sight,
            questions=questions,
        )

    def _picture(self) -> Frame | None:
        """The camera's picture of now; why there is none stands among the alerts."""
        try:
            frame = self._camera.read()
        except CameraError as error:
            self._lost = True
            self._alerts.put("camera_missing", str(error))
            return None
        if self._lost:
            self._lost = False
            if self._sight is not Sight.MISSING:
                self._alerts.clear("camera_missing")
        return None if frame is None else self._exposure.lit(frame)

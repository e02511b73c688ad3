"""Reading one still picture of a calibrated mat: what lies in which zone of whom."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Final

from engine.tiles.tile import Tile
from runtime.tasks import Tasks
from vision.calibration.mat import Zone
from vision.calibration.surface import Surface
from vision.camera.exposure import Exposure
from vision.camera.files import PhotoError
from vision.camera.frame import Frame, Pixels
from vision.eyes.eyes import Eyes
from vision.eyes.observation import Sight, SightChanged
from vision.nets.detect import Detector
from vision.nets.detection import Quad

STEP_S: Final = 0.1
LONG_S: Final = 1.2
"""For so long the eyes are shown the same picture: they wait until it lies still, then read by turns;
soon after they would say that the camera is frozen."""
_REPORTED: Final = (Zone.POND, Zone.HAND, Zone.MELD, Zone.WALL)


@dataclass(frozen=True, slots=True)
class MatTile:
    """A tile of a zone; `place` counts from 1 in the reading order of its owner."""

    tile: Tile | None
    quad: Quad
    score: float
    zone: Zone
    seat: int
    place: int
    sideways: bool


def read_mat(detector: Detector, surface: Surface, pixels: Pixels) -> tuple[MatTile, ...]:
    """The tiles of all zones. PhotoError if the picture does not show the calibrated mat."""
    height, width = pixels.shape[:2]
    if (width, height) != (surface.width, surface.height):
        raise PhotoError(
            f"The picture is {width} x {height} and the calibration of {surface.width} x {surface.height}: "
            "give a picture of the calibrated camera."
        )
    exposure = Exposure()
    part = Tasks().part("readings")
    with closing(Eyes(detector, surface, part)) as eyes:
        for k in range(round(LONG_S / STEP_S)):
            for news in eyes.feed(exposure.lit(Frame("picture", k * STEP_S, pixels))):
                if isinstance(news, SightChanged) and news.sight is not Sight.OK:
                    raise PhotoError(news.message)
    if part.failures:
        raise PhotoError("The picture was not read whole by an error of the program: its log says more.")
    out = []
    for seat in range(4):
        for zone in _REPORTED:
            for place, one in enumerate(eyes.content(zone, seat), 1):
                out.append(MatTile(one.tile, one.quad, one.p, zone, seat, place, one.sideways))
    return tuple(out)

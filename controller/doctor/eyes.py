"""Whether the camera works, what its pictures are worth, and whether the calibration still holds."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

from controller.config import Config
from controller.doctor.checks import Finding, Level
from controller.eyes.cameras import camera_of, frames_of
from vision.calibration.advice import Quality, advice, few_pixels, quality
from vision.calibration.by_corners import UNHELD
from vision.calibration.drift import drift
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Frame
from vision.camera.sources import Camera, CameraError, FileCamera
from vision.eyes.sight import MOVED_MM, cut

PICTURES: Final = 40
SETTLED: Final = 10
"""Pictures until the exposure has settled; they do not count."""
GOOD_MM: Final = 1.0
CALIBRATE: Final = "jantaku calibrate"


def findings(config: Config) -> Iterator[Finding]:
    """Takes a few seconds of pictures; the table should rest meanwhile."""
    if config.camera.kind == "rendered":
        yield Finding("camera", Level.OK, "The table is virtual: its camera is drawn and calibrates itself.")
        return
    if config.camera.kind == "none":
        yield Finding("camera", Level.OK, "This table has no camera: its players enter the results.")
        return
    try:
        frames = frames_of(_camera(config), PICTURES)
    except CameraError as error:
        yield Finding("camera", Level.FAULT, str(error), _look(config))
        frames = []
    if frames:
        yield from _pictures(frames[SETTLED:] or frames)
    yield from _calibration(config, frames)


def _camera(config: Config) -> Camera:
    """A recording keeps its own times here: how fast it can be read says nothing."""
    if config.camera.kind == "file":
        return FileCamera(config.camera.source)
    return camera_of(config.camera, time.monotonic)


def _look(config: Config) -> str | None:
    """The command that shows what cameras there are."""
    return {"v4l2": "v4l2-ctl --list-devices", "picamera": "rpicam-hello --list-cameras"}.get(
        config.camera.kind
    )


def _pictures(frames: Sequence[Frame]) -> Iterator[Finding]:
    seen = quality(frames)
    rate = f", {seen.rate:.1f} a second" if seen.rate else ""
    yield Finding("camera", Level.OK, f"The camera gives pictures of {seen.width} x {seen.height}{rate}.")
    told = advice(seen)
    for sentence in told:
        yield Finding("picture", Level.FAULT if seen.frozen else Level.ADVICE, sentence)
    if not told:
        yield Finding("picture", Level.OK, _good(seen))


def _good(seen: Quality) -> str:
    return (
        f"Light, focus and exposure are good (brightness {seen.brightness:.0f} of 255, edges "
        f"{seen.edge_mm or 0.0:.1f} mm wide, flicker {100 * seen.flicker:.1f} %)."
    )


def _calibration(config: Config, frames: Sequence[Frame]) -> Iterator[Finding]:
    path = config.camera.calibration or config.data / "calibration.json"
    try:
        surface = Surface.load(path)
    except CalibrationError as error:
        yield Finding("calibration", Level.FAULT, str(error), CALIBRATE)
        return
    if surface.error_mm > GOOD_MM:
        message = f"The calibration errs by {surface.error_mm:.2f} mm, not {GOOD_MM:.0f}: lay the cards anew."
        yield Finding("calibration", Level.FAULT, message, CALIBRATE)
        return
    if frames:
        pixels = frames[-1].pixels
        if pixels.shape[:2] != (surface.height, surface.width):
            message = (
                f"The calibration is for pictures of {surface.width} x {surface.height}, the camera gives "
                f"{pixels.shape[1]} x {pixels.shape[0]}."
            )
            yield Finding("calibration", Level.FAULT, message, CALIBRATE)
            return
        if surface.markers or surface.edges:
            yield _place(surface, drift(pixels, surface))
        else:
            yield Finding("edges", Level.ADVICE, UNHELD, CALIBRATE)
    if (sentence := cut(surface)) is not None:
        yield Finding("calibration", Level.FAULT, sentence, CALIBRATE)
        return
    yield Finding("calibration", Level.OK, f"The mat is calibrated within {surface.error_mm:.2f} mm.")
    yield _tiles(surface)


def _tiles(surface: Surface) -> Finding:
    if (sentence := few_pixels(surface)) is not None:
        return Finding("tiles", Level.ADVICE, sentence)
    length = surface.least_length()
    return Finding("tiles", Level.OK, f"A tile of {surface.tile:g} mm is {length:.0f} pixels long.")


def _place(surface: Surface, moved: float | None) -> Finding:
    what = "markers" if surface.markers else "edges"
    if moved is None and what == "markers":
        message = f"None of the {len(surface.markers)} markers is seen: clear the mat and light it."
        return Finding(what, Level.FAULT, message)
    if moved is None:
        message = "The edges of the mat are not seen where they were: clear them, or calibrate again."
        return Finding(what, Level.FAULT, message, CALIBRATE)
    if moved > MOVED_MM:
        message = f"The camera has moved by {moved:.1f} mm since it was calibrated."
        return Finding(what, Level.FAULT, message, CALIBRATE)
    return Finding(what, Level.OK, f"The {what} lie where they were calibrated ({moved:.1f} mm).")

"""Whether the camera works, what its pictures are worth, and whether the calibration still holds."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

from controller.config import Config
from controller.eyes.cameras import camera_of, frames_of
from upkeep.finding import Finding, Level
from vision.calibration.advice import LEAST_PX, Quality, few_pixels, hints, quality
from vision.calibration.drift import drift
from vision.calibration.surface import CalibrationError, Surface
from vision.calibration.zones import cut_off
from vision.camera.frame import Frame
from vision.camera.sources import Camera, CameraError, FileCamera
from vision.eyes.sight import MOVED_MM

PICTURES: Final = 40
SETTLED: Final = 10
"""Pictures until the exposure has settled; they do not count."""
GOOD_MM: Final = 1.0
CALIBRATE: Final = "jantaku calibrate"
UNSEEING: Final = {"rendered": "camera_virtual", "none": "camera_none"}
"""Kinds of cameras that nothing can be wrong with."""


def findings(config: Config, taken: Sequence[Frame] | None = None) -> Iterator[Finding]:
    """Of the pictures that were `taken`, such as while a table runs; else it takes a few seconds of them
    itself, and the table should rest meanwhile."""
    if config.camera.kind in UNSEEING:
        yield Finding("camera", Level.OK, UNSEEING[config.camera.kind])
        return
    frames = list(taken or ())
    if taken is None:
        try:
            frames = frames_of(_camera(config), PICTURES)
            frames = frames[SETTLED:] or frames
        except CameraError as error:
            yield Finding("camera", Level.FAULT, "camera_fault", {"detail": str(error)}, _look(config))
    elif not frames:
        yield Finding("camera", Level.FAULT, "camera_no_picture", fix=_look(config))
    if frames:
        yield from _pictures(frames)
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
    size = {"width": seen.width, "height": seen.height, "rate": f"{seen.rate:.1f}"}
    yield Finding("camera", Level.OK, "camera_ok", size)
    found = hints(seen)
    for each in found:
        level = Level.FAULT if each.code == "frozen" else Level.ADVICE
        yield Finding("picture", level, each.code, each.values, hint=True)
    if not found:
        yield Finding("picture", Level.OK, "picture_good", _good(seen))


def _good(seen: Quality) -> dict[str, object]:
    return {
        "brightness": f"{seen.brightness:.0f}",
        "mm": f"{seen.edge_mm or 0.0:.1f}",
        "percent": f"{100 * seen.flicker:.1f}",
    }


def _calibration(config: Config, frames: Sequence[Frame]) -> Iterator[Finding]:
    path = config.camera.calibration or config.data / "calibration.json"
    try:
        surface = Surface.load(path)
    except CalibrationError as error:
        yield _uncalibrated("calibration_unread", detail=str(error))
        return
    if surface.error_mm > GOOD_MM:
        yield _uncalibrated("calibration_error", mm=f"{surface.error_mm:.2f}", most=f"{GOOD_MM:.0f}")
        return
    if frames:
        pixels = frames[-1].pixels
        if pixels.shape[:2] != (surface.height, surface.width):
            now = f"{pixels.shape[1]} x {pixels.shape[0]}"
            yield _uncalibrated("calibration_size", width=surface.width, height=surface.height, now=now)
            return
        if surface.markers or surface.edges:
            yield _place(surface, drift(pixels, surface))
        else:
            yield Finding("edges", Level.ADVICE, "edges_unheld", fix=CALIBRATE)
    if edges := cut_off(surface):
        yield _uncalibrated("calibration_cut", detail=" and ".join(edges))
        return
    yield Finding("calibration", Level.OK, "calibration_ok", {"mm": f"{surface.error_mm:.2f}"})
    yield _tiles(surface)


def _uncalibrated(code: str, **values: object) -> Finding:
    return Finding("calibration", Level.FAULT, code, values, CALIBRATE)


def _tiles(surface: Surface) -> Finding:
    length = {"tile": f"{surface.tile:g}", "px": f"{surface.least_length():.0f}"}
    if few_pixels(surface) is not None:
        return Finding("tiles", Level.ADVICE, "tiles_small", length | {"least": f"{LEAST_PX:.0f}"})
    return Finding("tiles", Level.OK, "tiles_ok", length)


def _place(surface: Surface, moved: float | None) -> Finding:
    what = "markers" if surface.markers else "edges"
    if moved is None and what == "markers":
        return Finding(what, Level.FAULT, "markers_hidden", {"n": len(surface.markers)})
    if moved is None:
        return Finding(what, Level.FAULT, "edges_hidden", fix=CALIBRATE)
    mm = {"mm": f"{moved:.1f}"}
    if moved > MOVED_MM:
        return Finding(what, Level.FAULT, "moved", mm, CALIBRATE)
    return Finding(what, Level.OK, f"{what}_ok", mm)

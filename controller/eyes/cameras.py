"""The camera that a configuration names."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from controller.config import CameraSection
from runtime.tasks import Part
from vision.camera.frame import Frame
from vision.camera.live import picamera, stream, v4l2
from vision.camera.sources import Camera, CameraError, FileCamera

PATIENCE_S: Final = 8.0
"""How long a camera may take from its opening to a picture."""


def camera_of(section: CameraSection, clock_now: Callable[[], float], part: Part | None = None) -> Camera:
    """The real camera of a configuration; CameraError for an invalid address."""
    match section.kind:
        case "v4l2":
            return v4l2(section.source, clock_now, section.exposure_ms, part)
        case "picamera":
            return picamera(section.source, clock_now, section.exposure_ms, part)
        case "rtsp":
            return stream(section.source, clock_now, part)
        case "file":
            return FileCamera(section.source, clock_now)
        case "rendered":
            raise CameraError("The rendered camera belongs to the virtual table: name a real one.")
        case "none":
            raise CameraError("This table has no camera: its players enter the results.")


def frames_of(camera: Camera, count: int, clock: Callable[[], float] = time.monotonic) -> list[Frame]:
    """`count` pictures one after the other, fewer where the camera ends; CameraError if none comes."""
    camera.open()
    out: list[Frame] = []
    try:
        last = clock()
        while len(out) < count and clock() - last < PATIENCE_S:
            frame = camera.read()
            if frame is not None:
                out.append(frame)
                last = clock()
            elif isinstance(camera, FileCamera):
                break
    finally:
        camera.close()
    if not out:
        raise CameraError(f"The camera {camera.name} gives no picture: check its cable.")
    return out

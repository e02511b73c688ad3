"""What tests of living cameras read of a picture, and how they wait for one."""

from __future__ import annotations

import time
from typing import Any

from vision.camera.frame import Frame


def level(frame: Frame | None) -> int:
    assert frame is not None
    return int(frame.pixels[0, 0, 0])


def patient(camera: Any, seconds: float = 60.0) -> Frame:
    """The first picture of a camera that may take long to be reached."""
    camera.open()
    return following(camera, seconds)


def following(camera: Any, seconds: float = 60.0) -> Frame:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        frame = camera.read()
        if frame is not None:
            return frame  # type: ignore[no-any-return]
    raise AssertionError("no picture came")

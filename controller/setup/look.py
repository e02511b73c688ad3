"""One picture of a camera that is not the table's yet, with what would make it better."""

from __future__ import annotations

import base64
import threading
import time
from typing import Final

from controller.config import CameraSection
from controller.eyes.cameras import camera_of, frames_of
from controller.setup.answers import SetupAdvice, SetupAsk, SetupLook
from controller.setup.desk import Desk, RefusedError, value_at
from controller.setup.keys import keys
from controller.setup.masking import unmasked

PICTURES: Final = 20
"""The exposure has settled within half of them."""
SIDE: Final = 1280
_LOOKING: Final = threading.Lock()
"""A camera is opened by one at a time."""


def look(desk: Desk, asked: SetupAsk) -> SetupLook:
    """Takes a few seconds. RefusedError says why there is no picture."""
    from vision.calibration.advice import hints, quality  # noqa: PLC0415 - a table without camera needs no OpenCV
    from vision.camera.jpeg import encode  # noqa: PLC0415
    from vision.camera.sources import CameraError  # noqa: PLC0415

    _, known = value_at(desk.read().values, keys()["camera.source"])
    source = unmasked(asked.source, known if isinstance(known, str) else "")
    if source is None:
        raise RefusedError("masked", "camera.source")
    if not source and asked.kind != "picamera":
        raise RefusedError("missing", "camera.source")
    if not _LOOKING.acquire(blocking=False):
        raise RefusedError("busy", status=503)
    try:
        section = CameraSection(kind=asked.kind, source=source, exposure_ms=asked.exposure_ms)
        frames = frames_of(camera_of(section, time.monotonic), PICTURES)
    except CameraError as error:
        raise RefusedError("no_camera_here", "camera.source", str(error)) from error
    finally:
        _LOOKING.release()
    pixels = frames[-1].pixels
    settled = frames[len(frames) // 2 :]
    return SetupLook(
        picture=f"data:image/jpeg;base64,{base64.b64encode(encode(pixels, SIDE)).decode()}",
        width=pixels.shape[1],
        height=pixels.shape[0],
        advice=[
            SetupAdvice(code=hint.code, values=dict(hint.values), message=hint.sentence)
            for hint in hints(quality(settled))
        ],
    )

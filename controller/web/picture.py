"""What the camera shows, for pages."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from vision.camera.frame import Frame

PICTURE_SIDE: Final = 1280
"""Longest side in pixels: a full-screen overlay on a tablet, about 150 kB."""


class Picture:
    """The latest frame, and its JPEG once somebody asked for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.frame: Frame | None = None
        self._encoded: tuple[Frame, bytes] | None = None

    def show(self, frame: Frame | None) -> None:
        self.frame = frame

    def jpeg(self) -> tuple[bytes, float] | None:
        """JPEG and time of the latest frame, None while there is none."""
        frame = self.frame
        if frame is None:
            return None
        with self._lock:
            if self._encoded is None or self._encoded[0] is not frame:
                from vision.camera.jpeg import encode  # noqa: PLC0415 - a table without camera needs no OpenCV

                self._encoded = (frame, encode(frame.pixels, PICTURE_SIDE))
            return self._encoded[1], frame.t

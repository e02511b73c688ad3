"""Photographs of hands are read one after the other; nothing of them is kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from controller.hand.answers import HandReading
    from vision.nets.detect import Detector

THREADS: Final = 2
"""Whoever photographs a hand waits for it."""


class NoPictureError(Exception):
    """What was sent is no picture that can be read."""


class HandReader:
    """Loads the nets with the first photograph. Safe to use from several threads."""

    def __init__(self, detector: Callable[[], Detector] | None = None) -> None:
        self._lock = threading.Lock()
        self._made = detector or any_set
        self._detector: Detector | None = None

    def read(self, content: bytes) -> HandReading:
        """The hand in a picture's file; NoPictureError where it is none."""
        from controller.hand.proposal import proposal  # noqa: PLC0415 - OpenCV only where pictures are read
        from controller.hand.reading import reading  # noqa: PLC0415
        from vision.camera.files import PhotoError, photo_of  # noqa: PLC0415
        from vision.photo.read import read_hand  # noqa: PLC0415

        try:
            pixels = photo_of(content)
        except PhotoError as error:
            raise NoPictureError from error
        with self._lock:
            start = time.perf_counter()
            if self._detector is None:
                self._detector = self._made()
            tiles = read_hand(self._detector, pixels).tiles
            ms = 1000 * (time.perf_counter() - start)
        return reading(tiles, proposal(tiles), (pixels.shape[1], pixels.shape[0]), ms)


def any_set() -> Detector:
    """Reads any set of tiles."""
    from vision.nets.detect import Detector  # noqa: PLC0415

    return Detector(threads=THREADS, flowers=True)

"""Pictures as a video file, one after the other."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Final, Self

import cv2
import numpy as np

from vision.camera.frame import Pixels

CODECS: Final = {".mp4": "mp4v", ".avi": "MJPG"}


class VideoError(Exception):
    """The video cannot be written; the message is one sentence that says what to do."""


class Video:
    """A file of `rate` pictures a second, its format by the suffix. VideoError."""

    def __init__(self, path: Path, rate: float, scale: float = 1.0) -> None:
        if path.suffix not in CODECS:
            raise VideoError(f"{path} is no name of a video: end it with {' or '.join(CODECS)}.")
        if not path.parent.is_dir():
            raise VideoError(f"There is no folder {path.parent}: make it first.")
        self.path, self.rate, self.scale = path, rate, scale
        self._writer: cv2.VideoWriter | None = None

    def write(self, pixels: Pixels) -> None:
        """Appends a picture; all must have the size of the first."""
        if self.scale != 1.0:
            small = cv2.resize(pixels, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA)
            pixels = np.asarray(small, np.uint8)
        if self._writer is None:
            h, w = pixels.shape[:2]
            codec = cv2.VideoWriter.fourcc(*CODECS[self.path.suffix])
            self._writer = cv2.VideoWriter(str(self.path), codec, self.rate, (w, h))
            if not self._writer.isOpened():
                raise VideoError(f"{self.path} cannot be written: choose another place or another suffix.")
        self._writer.write(pixels)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.release()
            self._writer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

"""Cameras: one protocol, and recordings; `camera.live` has real ones, `scene.camera` the rendered one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from vision.camera.files import claimed_size, quiet
from vision.camera.frame import Frame, Pixels

WIDTH: Final = 2028
HEIGHT: Final = 1520
"""The 2x2 binned mode of a 12-megapixel sensor; at 1.75 px/mm it reads every tile."""
PICTURES: Final = (".jpg", ".jpeg", ".png")
MOST_PIXELS: Final = 64_000_000
"""Of a picture of the mat: more than any camera used for this has."""
HEAD: Final = 1_000_000
"""Bytes in which a file gives its size."""

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg reads it once, at its first use


class CameraError(Exception):
    """The camera cannot be used; the message is one sentence that says what to do."""


class Camera(Protocol):
    """A source of frames, read in the main loop."""

    @property
    def name(self) -> str: ...

    def open(self) -> None:
        """Makes ready to read; CameraError where that is impossible."""
        ...

    def read(self) -> Frame | None:
        """The frame of this moment, or None where there is none (camera lost, end of a recording)."""
        ...

    def expose(self, factor: float) -> bool:
        """Exposes for `factor` times as long as now from some picture on; False where it cannot."""
        ...

    def close(self) -> None: ...


def read_picture(path: Path) -> Pixels:
    """The picture of a file as a camera took it; CameraError if there is none."""
    try:
        data = np.fromfile(path, np.uint8)
    except OSError as error:
        raise CameraError(f"The picture {path} cannot be read ({error.strerror}).") from error
    size = claimed_size(data[:HEAD].tobytes())
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise CameraError(
            f"The picture {path} is too large ({size[0]} x {size[1]} pixels): give a smaller one."
        )
    found = None
    with quiet(), suppress(cv2.error, MemoryError):
        found = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if found is None:
        raise CameraError(f"The picture {path} cannot be read: replace or remove it.")
    return np.asarray(found, np.uint8)


class FileCamera:
    """A recorded table: a video file, or a folder of pictures read in the order of their names.

    A frame's time is its number divided by the film's rate (for a folder `rate`). With `clock_now` the
    film plays along that clock: times are the clock's, and what a slow reader is late for is skipped.
    The end is one None; reading beyond it is an error.
    """

    def __init__(
        self, path: str | Path, clock_now: Callable[[], float] | None = None, rate: float = 12.5
    ) -> None:
        self.path = Path(path)
        self.name = self.path.name
        self._now = clock_now
        self._rate = rate
        self._frames: Iterator[Pixels] | None = None
        self._count = 0
        self._begun: float | None = None
        self._ended = False

    def open(self) -> None:
        if not self.path.exists():
            raise CameraError(
                f"There is no recording at {self.path}: name a video file or a folder of pictures."
            )
        self._frames = self._pictures() if self.path.is_dir() else self._film()
        self._count, self._begun, self._ended = 0, None, False

    def _pictures(self) -> Iterator[Pixels]:
        files = sorted(p for p in self.path.iterdir() if p.suffix.lower() in PICTURES)
        if not files:
            raise CameraError(f"The folder {self.path} holds no picture: put .jpg or .png files into it.")
        return (read_picture(file) for file in files)

    def _film(self) -> Iterator[Pixels]:
        with quiet():
            capture = cv2.VideoCapture(str(self.path))
            if not capture.isOpened():
                message = "cannot be read: copy it again or convert it to .mp4 or .avi."
                raise CameraError(f"The recording {self.path} {message}")
        self._rate = capture.get(cv2.CAP_PROP_FPS) or self._rate
        return _frames_of(capture)

    def read(self) -> Frame | None:
        if self._frames is None:
            raise CameraError(f"The recording {self.path} is closed: open it before reading.")
        if self._ended:
            raise CameraError(f"The recording {self.path} has ended.")
        t = self._count / self._rate if self._now is None else self._now()
        self._begun = t if self._begun is None else self._begun
        pixels = next(self._frames, None)
        self._count += 1
        while pixels is not None and self._count <= (t - self._begun) * self._rate:
            pixels = next(self._frames, None)
            self._count += 1
        self._ended = pixels is None
        return None if pixels is None else Frame(self.name, t, pixels)

    def expose(self, factor: float) -> bool:
        """Its pictures are taken already."""
        del factor
        return False

    def close(self) -> None:
        self._frames = None


def _frames_of(capture: cv2.VideoCapture) -> Iterator[Pixels]:
    try:
        while True:
            good, pixels = capture.read()
            if not good:
                return
            yield np.asarray(pixels, np.uint8)
    finally:
        capture.release()

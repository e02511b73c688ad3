"""Cameras: one protocol, recordings, and the rendered camera with its faults; `camera_live` has real ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from vision.camera.frame import Frame, Pixels
from vision.photo.files import claimed_size, quiet
from vision.scene.scene import Scene

WIDTH: Final = 2028
HEIGHT: Final = 1520
"""The 2x2 binned mode of a 12-megapixel sensor; at 1.75 px/mm it reads every tile."""
PICTURES: Final = (".jpg", ".jpeg", ".png")
MOST_PIXELS: Final = 64_000_000
"""Of a picture of the mat: more than any camera used for this has."""
HEAD: Final = 1_000_000
"""Bytes in which a file tells its size."""

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

    def close(self) -> None: ...


class CameraFault(StrEnum):
    """What can be wrong with the rendered camera, for tests and for trying out."""

    NONE = "none"
    MISSING = "missing"
    DARK = "dark"
    COVERED = "covered"
    BUMPED = "bumped"
    BLURRED = "blurred"
    FROZEN = "frozen"


class Draws(Protocol):
    """What the rendered camera needs of a renderer."""

    def render(self, scene: Scene, t: float) -> Pixels: ...


class RenderedCamera:
    """Looks at the scene that `source` gives for a time. `fault` may be set at any moment."""

    def __init__(
        self,
        source: Callable[[float], Scene],
        renderer: Draws,
        clock_now: Callable[[], float],
        name: str = "rendered",
    ) -> None:
        self.name = name
        self.fault = CameraFault.NONE
        self._source = source
        self._renderer = renderer
        self._now = clock_now
        self._held: Pixels | None = None

    def open(self) -> None:
        if self.fault is CameraFault.MISSING:
            raise CameraError(f"There is no camera {self.name}: check its cable.")

    def read(self) -> Frame | None:
        if self.fault is CameraFault.MISSING:
            return None
        t = self._now()
        if self.fault is not CameraFault.FROZEN or self._held is None:
            self._held = spoiled(self._renderer.render(self._source(t), t), self.fault)
        return Frame(self.name, t, self._held)

    def empty(self) -> Pixels:
        """The mat before anything lies on it, as a table is calibrated when it is set up."""
        return empty_mat(self._renderer, self._now())

    def close(self) -> None:
        """Holds nothing that needs closing."""


def empty_mat(renderer: Draws, t: float = 0.0) -> Pixels:
    """The picture of a mat on which nothing lies."""
    return renderer.render(Scene(), t)


def spoiled(pixels: Pixels, fault: CameraFault) -> Pixels:
    """The picture as a fault leaves it."""
    match fault:
        case CameraFault.DARK:
            return np.asarray(cv2.convertScaleAbs(pixels, alpha=0.04), np.uint8)
        case CameraFault.COVERED:
            return _covered(pixels)
        case CameraFault.BUMPED:
            h, w = pixels.shape[:2]
            turn = cv2.getRotationMatrix2D((w / 2, h / 2), 1.5, 1.0)
            turn[:, 2] += (0.02 * w, -0.013 * h)
            return np.asarray(cv2.warpAffine(pixels, turn, (w, h), borderMode=cv2.BORDER_REPLICATE), np.uint8)
        case CameraFault.BLURRED:
            return np.asarray(cv2.GaussianBlur(pixels, (0, 0), pixels.shape[1] / 400), np.uint8)
        case _:
            return pixels


def _covered(pixels: Pixels) -> Pixels:
    """A cloth over the lens: hardly any light and no detail, but the sensor's noise stays."""
    h, w = pixels.shape[:2]
    noise = cv2.subtract(pixels, cv2.blur(pixels, (5, 5)))
    veil = cv2.resize(cv2.blur(cv2.resize(pixels, (8, 6), interpolation=cv2.INTER_AREA), (5, 5)), (w, h))
    dim = cv2.addWeighted(veil, 0.12, np.full_like(pixels, (30, 44, 70)), 0.6, 0)
    return np.asarray(cv2.add(dim, cv2.min(noise, np.full_like(noise, 6))), np.uint8)


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

"""Living cameras: V4L2, the Raspberry Pi's own, and streams over the network; always the newest picture.

A thread takes the pictures as they come and throws away all but the one that is asked for, so that
nothing queues up behind a slow reader, and a camera that hangs never holds up the table.
"""

from __future__ import annotations

import atexit
import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np

from runtime.tasks import Part, Tasks
from vision.camera.files import quiet
from vision.camera.frame import Frame, Pixels
from vision.camera.sources import HEIGHT, WIDTH, Camera, CameraError

OPEN_S: Final = 0.4
"""How long `open` waits for the camera; what goes wrong later comes out of `read`. A table that stands
still for a second would stop its machine."""
WAIT_S: Final = 0.3
"""How long `read` waits for the next picture: three at the slowest rate of use."""
CLOSE_S: Final = 0.1
NETWORK_MS: Final = 5000
"""A stream that says nothing for so long is lost."""
END_S: Final = NETWORK_MS / 1000 + 1.0
"""How long the program waits at its end for threads that cameras hold: longest a silent stream."""
_BY_HAND: Final = 1
_AUTOMATIC: Final = 3
"""Exposure in the kernel's video interface: manual, and aperture priority, which cameras have at first."""
_OPTIONS: Final = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
SCHEMES: Final = ("rtsp", "rtsps", "http", "https")


class Source(Protocol):
    """What the thread takes pictures from; used by that thread alone."""

    def grab(self) -> bool:
        """Waits for the next picture; False where there will be none."""
        ...

    def retrieve(self) -> Pixels | None:
        """The picture that was grabbed, height x width x 3, BGR."""
        ...

    def expose(self, factor: float) -> bool:
        """As `Camera.expose`."""
        ...

    def release(self) -> None: ...


class LiveCamera:
    """A camera behind a thread. `connect` makes the source or says in a CameraError why it cannot."""

    def __init__(
        self,
        name: str,
        connect: Callable[[], Source],
        clock_now: Callable[[], float],
        part: Part | None = None,
    ) -> None:
        self.name = name
        self._part = part or Tasks().part("camera")
        self._connect = connect
        self._now = clock_now
        self._taker: _Taker | None = None

    def open(self) -> None:
        self.close()
        self._taker = _Taker(self.name, self._connect, self._now, self._part)
        self._taker.start()
        self._taker.ready.wait(OPEN_S)
        self._taker.check()

    def read(self) -> Frame | None:
        if self._taker is None:
            raise CameraError(f"The camera {self.name} is closed: open it before reading.")
        self._taker.check()
        return self._taker.next(WAIT_S)

    def expose(self, factor: float) -> bool:
        """As `Camera.expose`; that the camera refused is known at the next call."""
        return self._taker is not None and self._taker.expose(factor)

    def close(self) -> None:
        if self._taker is not None:
            self._taker.stop()
            self._taker = None


class _Taker(threading.Thread):
    def __init__(
        self, name: str, connect: Callable[[], Source], now: Callable[[], float], part: Part
    ) -> None:
        super().__init__(name=f"camera {name}", daemon=True)
        self.ready = threading.Event()
        self._camera = name
        self._connect = connect
        self._now = now
        self._trouble: CameraError | None = None
        self._news = threading.Condition()
        self._wanted = False
        self._frame: Frame | None = None
        self._late = False
        self._part = part
        self._stopping = False
        self._wish = 1.0
        self._fixed = False

    def run(self) -> None:
        try:
            self._take()
        except CameraError as error:
            self._trouble = error
        except Exception as error:  # whoever reads the camera opens it again
            self._part.slipped(error)
            self._trouble = CameraError(f"The camera {self._camera} failed by an error: it is opened again.")
        finally:
            self.ready.set()

    def _take(self) -> None:
        source = self._connect()
        self.ready.set()
        try:
            while not self._stopping and source.grab():
                self._adjust(source)
                self._serve(source)
        finally:
            source.release()

    def expose(self, factor: float) -> bool:
        """Between two pictures; False once the source has refused."""
        with self._news:
            self._wish *= factor
            return not self._fixed

    def _adjust(self, source: Source) -> None:
        with self._news:
            wish, self._wish = self._wish, 1.0
        if wish != 1.0 and not self._fixed:
            self._fixed = not source.expose(wish)

    def _serve(self, source: Source) -> None:
        t = self._now()
        with self._news:
            if not self._wanted:
                return
        pixels = source.retrieve()
        with self._news:
            if pixels is not None:
                self._frame, self._wanted = Frame(self._camera, t, pixels), False
                self._news.notify()

    def next(self, wait: float) -> Frame | None:
        """The first picture that begins now, or None after `wait` seconds; then the next call gives that
        picture, so that a slow computer has late pictures and not none."""
        with self._news:
            if not self._late:
                self._frame, self._wanted = None, True
            self._news.wait_for(lambda: self._frame is not None or not self.is_alive(), wait)
            self._late = self._frame is None
            return self._frame

    def check(self) -> None:
        if self._trouble is not None:
            raise self._trouble

    def stop(self) -> None:
        """A thread that hangs in its camera is left to end when the camera lets go of it; the end of the
        program waits for that."""
        self._stopping = True
        self.join(CLOSE_S)
        _HELD[:] = [taker for taker in (*_HELD, self) if taker.is_alive()]


_HELD: Final[list[_Taker]] = []
"""Threads that their camera held when they were stopped."""


@atexit.register
def _wait_for_held() -> None:
    """Python ends a thread that is still in OpenCV's or a driver's C++ by aborting the whole program."""
    until = time.monotonic() + END_S
    for taker in _HELD:
        taker.join(max(0.0, until - time.monotonic()))


class _Capture:
    """A source of OpenCV. `fixed`: its exposure is not to be changed."""

    def __init__(self, capture: cv2.VideoCapture, name: str, *, fixed: bool) -> None:
        self._capture = capture
        self._name = name
        self._fixed = fixed
        self._chosen = 0.0
        """The exposure that the camera chose by itself."""
        self._factor = 1.0

    def grab(self) -> bool:
        return self._capture.grab()

    def retrieve(self) -> Pixels | None:
        good, pixels = self._capture.retrieve()
        return bgr(pixels, self._name) if good else None

    def expose(self, factor: float) -> bool:
        """A kernel's camera has no automatic exposure that aims lower: it is set by hand to a part of what it
        chose, and chooses again once it is to expose as long as that."""
        if self._fixed:
            return False
        if self._factor == 1.0:
            self._chosen = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        self._factor = min(self._factor * factor, 1.0)
        if self._factor == 1.0:
            return self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
        shorter = max(1.0, round(self._chosen * self._factor))
        if not 0 < shorter < self._chosen:
            return False
        by_hand = self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_HAND)
        return by_hand and self._capture.set(cv2.CAP_PROP_EXPOSURE, shorter)

    def release(self) -> None:
        if self._factor != 1.0:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
        self._capture.release()


def bgr(pixels: np.ndarray[Any, Any], name: str) -> Pixels:
    """A camera's picture as height x width x 3; CameraError where it is none of grey, BGR and BGRA."""
    if pixels.dtype != np.uint8 or pixels.ndim not in {2, 3} or not pixels.size:
        raise CameraError(
            f"The camera {name} gives no colour pictures of 8 bits: choose another mode or camera."
        )
    match 1 if pixels.ndim == 2 else pixels.shape[2]:
        case 3:
            return pixels
        case 1:
            return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
        case 4:
            return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8)
        case channels:
            raise CameraError(
                f"The camera {name} gives {channels} channels instead of 3: choose another mode."
            )


def v4l2(
    device: str | int,
    clock_now: Callable[[], float],
    exposure_ms: float | None = None,
    part: Part | None = None,
) -> Camera:
    """A camera of the kernel's video interface: a path such as `/dev/video0`, or its number."""
    name = f"/dev/video{device}" if str(device).isdigit() else str(device)

    def connect() -> Source:
        if not Path(name).exists():
            raise CameraError(
                f"There is no camera at {name}: plug it in, or name another in the configuration."
            )
        with quiet():
            capture = cv2.VideoCapture(name, cv2.CAP_V4L2)
            # Cameras on USB 2 have full pictures at full rate only when they compress them.
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
            # A camera keeps what a program that was killed has set.
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC if exposure_ms is None else _BY_HAND)
            if exposure_ms is not None:
                capture.set(cv2.CAP_PROP_EXPOSURE, exposure_ms * 10)
            if not capture.isOpened():
                raise CameraError(f"The camera {name} gives no picture: close other programs that use it.")
        return _Capture(capture, name, fixed=exposure_ms is not None)

    return LiveCamera(name, connect, clock_now, part)


def stream(url: str, clock_now: Callable[[], float], part: Part | None = None) -> Camera:
    """A camera in the network: `rtsp://[user:password@]host/path`, or pictures over http."""
    parts = urlsplit(url)
    name = f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise CameraError(f"{name} is no address of a camera: write rtsp://host/path.")

    def connect() -> Source:
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, NETWORK_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, NETWORK_MS]
        with _low_delay():
            capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            raise CameraError(f"The camera {name} does not answer: check its address, password and network.")
        return _Capture(capture, name, fixed=True)

    return LiveCamera(name, connect, clock_now, part)


@contextmanager
def _low_delay() -> Iterator[None]:
    """Options that OpenCV takes for every stream opened meanwhile, and that a film would not survive."""
    before = os.environ.get(_OPTIONS)
    os.environ[_OPTIONS] = before or "rtsp_transport;tcp|fflags;nobuffer|flags;low_delay"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_OPTIONS]


class _Pi:
    """A source of libcamera. `fixed`: its exposure is not to be changed."""

    def __init__(self, camera: Any, name: str, *, fixed: bool) -> None:
        self._camera = camera
        self._name = name
        self._fixed = fixed
        self._steps = 0.0
        self._request: Any = None

    def grab(self) -> bool:
        self._drop()
        self._request = self._camera.capture_request()
        return True

    def retrieve(self) -> Pixels | None:
        return bgr(self._request.make_array("main"), self._name)

    def expose(self, factor: float) -> bool:
        """Its automatic exposure aims so many steps (EV, powers of two) lower."""
        if self._fixed:
            return False
        self._steps = min(0.0, self._steps + math.log2(factor))
        self._camera.set_controls({"ExposureValue": self._steps})
        return True

    def _drop(self) -> None:
        if self._request is not None:
            self._request.release()
            self._request = None

    def release(self) -> None:
        self._drop()
        self._camera.stop()
        self._camera.close()


def picamera(
    number: str,
    clock_now: Callable[[], float],
    exposure_ms: float | None = None,
    part: Part | None = None,
) -> Camera:
    """A camera at the Raspberry Pi's own connector, by its number; "" is the first."""
    name = f"picamera {number or 0}"

    def connect() -> Source:
        try:
            from picamera2 import Picamera2  # noqa: PLC0415 - only a Pi has it
        except ImportError as error:
            raise CameraError(
                "The Raspberry Pi's camera needs the package picamera2, which is not installed: run "
                "`sudo apt install -y python3-picamera2` and make the virtual environment anew with "
                "--system-site-packages."
            ) from error
        try:
            camera = Picamera2(int(number or 0))
            # What libcamera calls RGB888 lies in memory as BGR.
            controls = {} if exposure_ms is None else {"ExposureTime": round(exposure_ms * 1000)}
            main = {"size": (WIDTH, HEIGHT), "format": "RGB888"}
            camera.configure(camera.create_video_configuration(main=main, controls=controls))
            camera.start()
        except (IndexError, RuntimeError, ValueError, OSError) as error:
            raise CameraError(
                f"There is no camera {name}: check its ribbon cable, and that `rpicam-hello --list-cameras` "
                "shows it."
            ) from error
        return _Pi(camera, name, fixed=exposure_ms is not None)

    return LiveCamera(name, connect, clock_now, part)

"""A camera that may come late, go and come back: it is opened again by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from vision.camera.frame import Frame
from vision.camera.sources import Camera, CameraError

AGAIN_S: Final = 2.0
"""Between two attempts to open a camera, and how long it may give no picture."""
FIRST_S: Final = 8.0
"""How long it may give none after it was opened: a stream begins with its next key picture, and these may
lie some seconds apart.
"""


class SteadyCamera:
    """A `Camera` around another one. `clock` gives seconds of the world."""

    def __init__(self, camera: Camera, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = camera.name
        self._camera = camera
        self._clock = clock
        self._trouble: CameraError | None = None
        self._next = 0.0
        self._silent_since: float | None = None
        """The first read in vain, not the last picture: a computer that was busy meanwhile asked for none."""
        self._patience_s = FIRST_S

    def open(self) -> None:
        """Never fails: `read` says what is wrong, and tries again."""
        self._next = self._clock() + AGAIN_S
        self._silent_since, self._patience_s = None, FIRST_S
        try:
            self._camera.open()
            self._trouble = None
        except CameraError as error:
            self._trouble = error

    def read(self) -> Frame | None:
        """The frame of this moment, or None; CameraError while the camera cannot be used."""
        now = self._clock()
        if self._trouble is not None:
            if now >= self._next:
                self.open()
            if self._trouble is not None:
                raise self._trouble
        try:
            frame = self._camera.read()
        except CameraError as error:
            self._trouble, self._next = error, now + AGAIN_S
            raise
        if frame is not None:
            self._silent_since, self._patience_s = None, AGAIN_S
        elif self._silent_since is None:
            self._silent_since = now
        elif now - self._silent_since >= self._patience_s:
            self._camera.close()
            self.open()
        return frame

    def expose(self, factor: float) -> bool:
        """As `Camera.expose`; one that was lost and found again exposes as it chooses."""
        return self._trouble is None and self._camera.expose(factor)

    def close(self) -> None:
        self._camera.close()

"""The rendered camera and what can be wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

import cv2
import numpy as np

from vision.camera.frame import Frame, Pixels
from vision.camera.sources import CameraError
from vision.scene.scene import Scene


class CameraFault(StrEnum):
    """What can be wrong with the rendered camera, for tests and for trying out."""

    NONE = "none"
    MISSING = "missing"
    DIM = "dim"
    """Half of the light has failed."""
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
        shutter: Callable[[float], None] | None = None,
    ) -> None:
        """`shutter` changes the exposure of what the renderer draws by a factor; None: nobody can."""
        self.name = name
        self._shutter = shutter
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

    def expose(self, factor: float) -> bool:
        """As `Camera.expose`."""
        if self._shutter is None:
            return False
        self._shutter(factor)
        return True

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
        case CameraFault.DIM:
            return np.asarray(cv2.convertScaleAbs(pixels, alpha=0.5), np.uint8)
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

"""A camera that may come late, go and come back."""

from __future__ import annotations

import numpy as np
import pytest

from controller.eyes.steady import AGAIN_S, FIRST_S, SteadyCamera
from vision.camera.frame import Frame
from vision.camera.live import v4l2
from vision.camera.sources import CameraError

FRAME = Frame("x", 0.0, np.zeros((2, 2, 3), np.uint8))


class Plugged:
    """A camera on a cable: `there` is whether the cable is in, `stuck` whether it gives nothing,
    `dead` whether reading fails."""

    name = "x"

    def __init__(self) -> None:
        self.there, self.stuck, self.dead, self.opened, self.closed = True, False, False, 0, 0
        self._open = False

    def open(self) -> None:
        if not self.there:
            raise CameraError("There is no camera x: plug it in.")
        self.opened += 1
        self._open = True

    def read(self) -> Frame | None:
        if not self._open:
            raise AssertionError("read while closed")
        if self.dead:
            raise CameraError("The camera x does not answer: check its network.")
        return FRAME if self.there and not self.stuck else None

    def expose(self, factor: float) -> bool:
        return factor < 1.0

    def close(self) -> None:
        self._open = False
        self.closed += 1


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_exposure_is_the_camera_s_own_affair_while_it_is_there() -> None:
    inner, clock = Plugged(), Clock()
    camera = SteadyCamera(inner, clock)
    camera.open()
    assert camera.expose(0.8)
    assert not camera.expose(1.25)
    inner.dead = True
    with pytest.raises(CameraError):
        camera.read()
    assert not camera.expose(0.8)


def test_a_camera_that_comes_late_is_opened_when_it_is_there() -> None:
    inner, clock = Plugged(), Clock()
    inner.there = False
    camera = SteadyCamera(inner, clock)
    camera.open()
    with pytest.raises(CameraError, match="plug it in"):
        camera.read()
    inner.there = True
    clock.now += AGAIN_S / 2
    with pytest.raises(CameraError):
        camera.read()
    clock.now += AGAIN_S / 2
    assert camera.read() is FRAME


def test_a_camera_that_was_pulled_out_is_opened_again() -> None:
    inner, clock = Plugged(), Clock()
    camera = SteadyCamera(inner, clock)
    camera.open()
    assert camera.read() is FRAME
    inner.there = False
    assert camera.read() is None
    clock.now += AGAIN_S
    assert camera.read() is None
    with pytest.raises(CameraError):
        camera.read()
    inner.there = True
    clock.now += AGAIN_S
    assert camera.read() is FRAME
    assert inner.opened == 2


def test_a_camera_that_hangs_is_opened_again_now_and_then() -> None:
    inner, clock = Plugged(), Clock()
    camera = SteadyCamera(inner, clock)
    camera.open()
    assert camera.read() is FRAME
    inner.stuck = True
    for _ in range(5):
        clock.now += AGAIN_S / 4
        assert camera.read() is None
    assert inner.opened == 2
    for _ in range(40):
        clock.now += FIRST_S / 4
        assert camera.read() is None
    assert (inner.opened, inner.closed) == (10, 9), "never twice at once"


def test_a_camera_is_not_opened_again_because_its_computer_was_busy() -> None:
    """It read the last picture for long, and the next one is not there at once."""
    inner, clock = Plugged(), Clock()
    camera = SteadyCamera(inner, clock)
    camera.open()
    for _ in range(5):
        assert camera.read() is FRAME
        clock.now += 3 * AGAIN_S
        inner.stuck = True
        assert camera.read() is None
        inner.stuck = False
        clock.now += AGAIN_S / 4
    assert inner.opened == 1


def test_a_stream_whose_first_picture_comes_late_is_not_opened_again() -> None:
    inner, clock = Plugged(), Clock()
    camera = SteadyCamera(inner, clock)
    camera.open()
    inner.stuck = True
    clock.now += 0.9 * FIRST_S
    assert camera.read() is None
    inner.stuck = False
    assert camera.read() is FRAME
    assert inner.opened == 1


def test_a_camera_that_dies_while_it_is_read_is_opened_again() -> None:
    inner, clock = Plugged(), Clock()
    camera = SteadyCamera(inner, clock)
    camera.open()
    inner.dead = True
    with pytest.raises(CameraError, match="does not answer"):
        camera.read()
    inner.dead = False
    with pytest.raises(CameraError, match="does not answer"):
        camera.read()
    clock.now += AGAIN_S
    assert camera.read() is FRAME
    assert inner.opened == 2


def test_a_device_that_is_not_there_is_one_sentence() -> None:
    camera = SteadyCamera(v4l2("/dev/video-none", lambda: 0.0), Clock())
    camera.open()
    with pytest.raises(CameraError, match="There is no camera at /dev/video-none: plug it in"):
        camera.read()
    camera.close()

"""The Raspberry Pi's own camera, by a stand-in of libcamera."""

from __future__ import annotations

import sys
import time
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.vision.camera.waiting import level, patient
from vision.camera.frame import Pixels
from vision.camera.live import picamera
from vision.camera.sources import CameraError


class _Request:
    """A buffer that is lent until `release`; its picture is gone afterwards."""

    def __init__(self) -> None:
        self._lent = True

    def make_array(self, name: str) -> Pixels:
        assert self._lent
        assert name == "main"
        return np.full((4, 6, 3), 7, np.uint8)

    def release(self) -> None:
        assert self._lent
        self._lent = False
        _Picamera2.held -= 1


class _Picamera2:
    """Stands in for the Pi's library, whose manual says what is asked here; the second camera is missing."""

    held = 0
    asked: dict[str, Any]

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num:
            raise IndexError("list index out of range")
        self._configured = self._started = False

    def create_video_configuration(
        self,
        main: dict[str, Any],
        controls: dict[str, Any],
        buffer_count: int = 6,
        queue: bool = True,
    ) -> dict[str, Any]:
        return {"main": main, "controls": controls, "buffer_count": buffer_count, "queue": queue}

    def configure(self, camera_config: dict[str, Any]) -> None:
        assert not self._started, "Camera must be stopped before configuring"
        _Picamera2.asked, self._configured = camera_config, True

    def start(self) -> None:
        assert self._configured
        self._started = True

    def capture_request(self) -> _Request:
        assert self._started
        assert _Picamera2.held < _Picamera2.asked["buffer_count"], "waits for ever: all buffers are lent"
        time.sleep(0.01)
        _Picamera2.held += 1
        return _Request()

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert self._started
        assert -8.0 <= controls["ExposureValue"] <= 8.0
        _Picamera2.asked["later"] = controls

    def stop(self) -> None:
        self._started = False

    def close(self) -> None:
        assert _Picamera2.held == 0, "buffers are still lent"
        self._configured = False


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("picamera2")
    module.Picamera2 = _Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)


@pytest.mark.usefixtures("pi")
def test_the_pi_s_camera_gives_bgr_and_keeps_no_buffer() -> None:
    camera = picamera("", time.monotonic, exposure_ms=10.0)
    camera.open()
    for _ in range(10):
        assert level(camera.read()) == 7
    camera.close()
    time.sleep(0.1)
    assert _Picamera2.held == 0
    assert _Picamera2.asked["main"]["format"] == "RGB888"
    assert _Picamera2.asked["controls"] == {"ExposureTime": 10000}


@pytest.mark.usefixtures("pi")
@pytest.mark.parametrize(("exposure_ms", "steps"), [(None, [-1.0, -3.0, 0.0]), (10.0, [])])
def test_the_pi_s_camera_aims_lower_unless_its_exposure_is_set(
    exposure_ms: float | None, steps: list[float]
) -> None:
    camera = picamera("", time.monotonic, exposure_ms=exposure_ms)
    camera.open()
    found = []
    for factor in (0.5, 0.25, 32.0):
        _Picamera2.asked.pop("later", None)
        camera.expose(factor)
        for _ in range(3):
            assert level(camera.read()) == 7
        found += [_Picamera2.asked["later"]["ExposureValue"]] if "later" in _Picamera2.asked else []
    camera.close()
    assert found == steps


@pytest.mark.usefixtures("pi")
def test_a_pi_without_the_camera_is_one_sentence() -> None:
    with pytest.raises(CameraError, match="no camera picamera 1: check its ribbon"):
        patient(picamera("1", time.monotonic))


def test_a_machine_that_is_no_pi_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install -y python3-picamera2"):
        patient(picamera("0", time.monotonic))

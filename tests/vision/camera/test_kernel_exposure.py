"""The exposure of a camera of the kernel's video interface, by a stand-in of OpenCV's capture."""

from __future__ import annotations

from typing import Any

import cv2
import pytest

from vision.camera import live


class Kernel:
    """A stand-in of OpenCV's capture, as the kernel documents `auto_exposure` and `exposure_time_absolute`;
    1: `exposure` counts, 3: the camera chooses `chosen` hundreds of microseconds."""

    def __init__(self, chosen: float, settable: bool = True) -> None:
        self.chosen, self.settable = chosen, settable
        self.way, self.exposure = 3.0, 157.0

    def get(self, prop: int) -> float:
        assert prop == cv2.CAP_PROP_EXPOSURE
        return self.chosen if self.way == 3 else self.exposure

    def set(self, prop: int, value: float) -> bool:
        if not self.settable:
            return False
        if prop == cv2.CAP_PROP_AUTO_EXPOSURE:
            self.way = value
        else:
            assert prop == cv2.CAP_PROP_EXPOSURE
            assert self.way == 1, "inactive"
            self.exposure = value
        return True

    def release(self) -> None:
        self.settable = False


def captured(kernel: Kernel, fixed: bool = False) -> live._Capture:
    capture: Any = kernel
    return live._Capture(capture, "/dev/video0", fixed=fixed)


def test_a_kernel_s_camera_exposes_a_part_of_what_it_chose_and_then_chooses_again() -> None:
    kernel = Kernel(300.0)
    source = captured(kernel)
    assert source.expose(0.8)
    assert (kernel.way, kernel.exposure) == (1, 240)
    assert source.expose(0.5)
    assert (kernel.way, kernel.exposure) == (1, 120)
    assert source.expose(2.5)
    assert kernel.way == 3
    kernel.chosen = 100.0
    assert source.expose(0.8)
    assert (kernel.way, kernel.exposure) == (1, 80)
    source.release()
    assert kernel.way == 3, "other programs find it as it was"


@pytest.mark.parametrize("kernel", [Kernel(0.0), Kernel(-1.0), Kernel(1.0), Kernel(300.0, settable=False)])
def test_a_kernel_s_camera_whose_exposure_is_unknown_or_shortest_stays_as_it_is(kernel: Kernel) -> None:
    assert not captured(kernel).expose(0.8)


def test_an_exposure_that_people_have_set_stays() -> None:
    kernel = Kernel(300.0)
    assert not captured(kernel, fixed=True).expose(0.8)
    assert kernel.way == 3

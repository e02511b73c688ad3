"""What is taken for the empty-handed mat, on pictures painted in plain colours."""

from __future__ import annotations

import numpy as np

from vision.camera.frame import Pixels
from vision.camera.light import SHRINK, small
from vision.eyes.hands import Hands

WOOD, CLOTH, MARKER, SLEEVE = (60, 110, 165), (70, 40, 130), (255, 255, 255), (150, 90, 20)
HEIGHT, WIDTH, RIM = 480, 640, 48
FPS = 10.0


def mat() -> Pixels:
    """A wooden rim at the left with a marker on it, cloth beside it."""
    out = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    out[:], out[:, :RIM] = CLOTH, WOOD
    out[200:240, 4:44] = MARKER
    return out


def reach(colour: tuple[int, int, int], to: int, row: int = 196) -> Pixels:
    """An arm across the rim as far as column `to`, over the marker if nothing else is said."""
    out = mat()
    out[row : row + 48, :to] = colour
    return out


class Watch:
    def __init__(self) -> None:
        zones = np.zeros((HEIGHT // SHRINK, WIDTH // SHRINK), np.uint8)
        zones[:, (RIM + 16) // SHRINK :] = 255
        rim = np.array([[0, 0], [RIM, 0], [RIM, HEIGHT], [0, HEIGHT]], np.float64)
        self.hands, self.t = Hands(zones, [rim]), 0.0

    def over(self, picture: Pixels, quiet: bool, times: int = 1) -> bool:
        """Whether arms are seen in the last of so many pictures."""
        for _ in range(times):
            seen = self.hands.over(small(picture), quiet, self.t)
            self.t += 1 / FPS
        return seen is not None


def test_a_moving_arm_of_the_colour_of_the_wood_leaves_no_ghost() -> None:
    watch = Watch()
    assert not watch.over(mat(), True, 6)
    for to in (150, 250, 350, 250):
        assert watch.over(reach(WOOD, to), False)
    assert not watch.over(mat(), False)
    assert not watch.over(mat(), True, 10)


def test_an_arm_that_hid_the_rim_from_the_start_is_gone_when_it_has_left() -> None:
    watch = Watch()
    watch.over(reach(SLEEVE, 300, row=320), True, 3)
    watch.over(mat(), False)
    assert not watch.over(mat(), True, 6)

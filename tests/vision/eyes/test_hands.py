"""What is taken for the empty-handed mat, on pictures painted in plain colours."""

from __future__ import annotations

import numpy as np
import pytest

from vision.camera.frame import Pixels
from vision.camera.light import SHRINK, small
from vision.eyes.hands import Hands

WOOD, CLOTH, MARKER = (60, 110, 165), (70, 40, 130), (255, 255, 255)
SLEEVE, TILES = (150, 90, 20), (230, 240, 240)
HEIGHT, WIDTH, RIM = 480, 640, 48
FPS = 10.0
ARM = 72
"""Pixels."""


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


def row(tall: int, left: float, top: int = 24) -> Pixels:
    """A row of tiles as tall as this stands at the rim, and across that falls its shadow, which leaves
    so much of the light."""
    out = mat()
    out[top : top + tall, : RIM + 40] = out[top : top + tall, : RIM + 40] * left
    out[top : top + tall, RIM + 40 : RIM + 60] = TILES
    return out


class Watch:
    def __init__(self) -> None:
        zones = np.zeros((HEIGHT // SHRINK, WIDTH // SHRINK), np.uint8)
        zones[:, (RIM + 16) // SHRINK :] = 255
        rim = np.array([[0, 0], [RIM, 0], [RIM, HEIGHT], [0, HEIGHT]], np.float64)
        self.hands, self.t = Hands(zones, [rim], ARM / SHRINK), 0.0

    def over(self, picture: Pixels, quiet: bool, times: int = 1, since: int = 0) -> bool:
        """Whether arms are seen in the last of so many pictures; if not `quiet`, something moves from column
        `since` on."""
        for _ in range(times):
            moving = np.zeros((HEIGHT // SHRINK, WIDTH // SHRINK), np.uint8)
            moving[:, WIDTH if quiet else since // SHRINK :] = 255
            seen = self.hands.over(small(picture), moving, self.t)
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


def test_a_wide_still_shadow_is_no_arm_and_another_like_it_is_known_at_once() -> None:
    watch = Watch()
    watch.over(mat(), True, 3)
    shaded = row(150, 0.8)
    assert watch.over(shaded, False)
    assert watch.over(shaded, True, 5), "it may be an arm that rests"
    assert not watch.over(shaded, True, 10)
    assert not watch.over(row(190, 0.8), False), "a drawn tile stands beside it"
    assert not watch.over(mat(), False), "and the light has come back"
    assert not watch.over(row(40, 0.8, top=300), False), "a set laid beside the rim"


def test_a_shadow_lies_still_while_others_play() -> None:
    watch = Watch()
    watch.over(mat(), True, 3)
    assert watch.over(row(150, 0.8), False, 12)
    assert not watch.over(row(150, 0.8), False, 12, since=200)


@pytest.mark.parametrize(("colour", "tall"), [((48, 88, 132), 48), ((30, 55, 84), 60), ((20, 20, 24), 150)])
def test_a_resting_arm_is_none_however_dark_and_however_like_a_shadow(
    colour: tuple[int, int, int], tall: int
) -> None:
    """Two have the colours of the wood in a shadow, and the third is as wide as a row of tiles."""
    watch = Watch()
    watch.over(mat(), True, 3)
    arm = mat()
    arm[24 : 24 + tall, :300] = colour
    assert watch.over(arm, False)
    assert watch.over(arm, True, 30)


def test_where_shadows_are_known_a_sleeve_is_still_an_arm() -> None:
    watch = Watch()
    watch.over(mat(), True, 3)
    assert not watch.over(row(150, 0.8), True, 15)
    reaching = row(150, 0.8)
    reaching[300:360, :400] = SLEEVE
    assert watch.over(reaching, False)
    reaching = row(150, 0.8)
    reaching[80:140, :400] = (30, 55, 84)
    assert watch.over(reaching, False), "darker than any shadow here, in the middle of one"

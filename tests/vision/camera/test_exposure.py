"""Pictures of a dim room are lightened, and no others; a camera that burns white out exposes less."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles.tile import parse_tiles
from tests.vision.nets.test_detect import POND, pond, reader
from vision.calibration.by_markers import calibrate
from vision.camera.exposure import (
    DARK_BELOW,
    DIM_S,
    LIGHT,
    MOST,
    OFF,
    PATIENCE_S,
    SETTLES_S,
    STEP,
    Exposure,
    Metering,
    burnt,
    level,
    lightest,
    lit,
)
from vision.camera.frame import Frame, Pixels
from vision.faces.makers import HELD
from vision.scene.camera import empty_mat
from vision.scene.scene import Scene
from vision.scene.venue import Venue


def grey(light: float) -> Pixels:
    return np.full((64, 64, 3), round(light), np.uint8)


def shown(exposure: Exposure, light: float, t: float) -> float:
    return lightest(exposure.lit(Frame("mat", t, grey(light))).pixels)


def test_the_lightest_hundredth_counts_by_its_lightest_channel() -> None:
    pixels = np.zeros((320, 320, 3), np.uint8)
    pixels[:, :, 1] = 40
    assert lightest(pixels) == 40
    pixels[:16, :16, 2] = 250
    assert lightest(pixels) == 40, "one of 400 is a lamp"
    pixels[:16, :96, 2] = 250
    assert lightest(pixels) == 250


@given(st.integers(1, 255))
def test_the_first_picture_is_as_light_as_it_can_be(light: int) -> None:
    frame = Frame("mat", 3.0, grey(light))
    after = Exposure().lit(frame)
    if light * OFF >= LIGHT:
        assert after is frame
    else:
        assert lightest(after.pixels) == pytest.approx(min(LIGHT, light * MOST), abs=1)
    assert level(after) == pytest.approx(light, abs=0.51), "what the camera saw is still known"


def test_light_that_fails_is_made_up_for_when_it_stays_so() -> None:
    exposure = Exposure()
    assert shown(exposure, 200, 0.9) == 200
    assert shown(exposure, 80, 1.0) == 80
    assert shown(exposure, 80, 1.0 + PATIENCE_S - 0.1) == 80
    assert shown(exposure, 200, 1.0 + PATIENCE_S) == 200, "a shadow went by"
    assert shown(exposure, 80, 1.6) == 80
    assert shown(exposure, 80, 9.0 + PATIENCE_S) == pytest.approx(LIGHT, abs=1)
    assert shown(exposure, 70, 9.1 + PATIENCE_S) == pytest.approx(LIGHT * 7 / 8, abs=1), (
        "an arm changes nothing"
    )


def test_a_lamp_that_is_switched_on_counts_at_once() -> None:
    exposure = Exposure()
    assert shown(exposure, 40, 0.0) == LIGHT
    assert shown(exposure, 240, 0.1) == 240
    assert exposure.gain == 1.0


def test_what_cannot_be_lightened_enough_is_dark() -> None:
    assert lightest(lit(grey(DARK_BELOW - 1))) < LIGHT
    assert MOST * DARK_BELOW < LIGHT


def test_at_a_tenth_of_its_light_a_club_is_read_as_in_full_light() -> None:
    names = "123456789m123456p"
    club = Venue.of(HELD + 6201).rig()
    surface = calibrate(empty_mat(club))
    shown = club.render(Scene(pond(names)), 0.0)
    noise = np.random.default_rng(4).normal(0, 1.5, shown.shape)
    dim = np.clip(shown * 0.1 + noise, 0, 255).astype(np.uint8)

    def read(pixels: Pixels) -> list[str]:
        return sorted(str(d.tile) for d in reader().detect(pixels, surface, POND))

    truth = sorted(map(str, parse_tiles(names)))
    assert read(dim) != truth, "too dim for the nets"
    assert read(lit(dim)) == truth


def marker(white: int, noise: float) -> Pixels:
    """A black square on white paper."""
    paper = np.full((60, 60, 3), white, np.float64)
    paper[15:45, 15:45] = 20
    return np.clip(paper + np.random.default_rng(1).normal(0, noise, paper.shape), 0, 255).astype(np.uint8)


def test_white_is_burnt_out_where_it_shows_nothing_any_more() -> None:
    white = 1 - 0.5**2
    assert burnt(marker(255, 0.0)) == white
    assert burnt(marker(255, 4.0)) == pytest.approx(white, abs=0.1)
    assert burnt(marker(230, 4.0)) == 0.0
    warm = marker(255, 0.0)
    warm[..., 0] = np.minimum(warm[..., 0], 200)
    assert burnt(warm) == white, "a single colour is left"
    warm[..., 1] = np.minimum(warm[..., 1], 240)
    assert burnt(warm) == 0.0
    assert burnt(np.zeros((4, 4, 3), np.uint8)) == 0.0


def room(light: float, seconds: float, metering: Metering, t: float = 0.0) -> float:
    """Seconds of a room that lights white to `light` (255: just burnt out); the white in the end."""
    for k in range(int(seconds * 10)):
        white = light * metering.factor
        metering.wish(t + k / 10, is_burnt=white >= 250, is_dim=white < LIGHT / OFF)
    return light * metering.factor


@given(st.floats(60.0, 255.0 * MOST * STEP))
def test_exposure_comes_to_rest_without_burnt_white(light: float) -> None:
    metering = Metering()
    white = room(light, 30.0, metering)
    assert white < 250
    assert white >= min(light, 250 * STEP)
    factor = metering.factor
    room(light, 30.0, metering, 30.0)
    assert metering.factor == factor, "it does not swing"


def test_it_waits_until_the_camera_has_followed() -> None:
    metering = Metering()
    wishes = [metering.wish(k / 10, is_burnt=True, is_dim=False) for k in range(20)]
    assert [k / 10 for k, wish in enumerate(wishes) if wish is not None] == [0.0, SETTLES_S]


def test_more_light_than_can_be_left_out_is_no_endless_wish() -> None:
    metering = Metering()
    assert room(1e6, 60.0, metering) > 250
    assert metering.spent
    assert metering.factor >= 1 / MOST


def test_a_room_that_grew_dim_is_exposed_as_before() -> None:
    metering = Metering()
    room(500.0, 10.0, metering)
    assert metering.factor < 0.6
    assert metering.wish(10.0, is_burnt=False, is_dim=True) is None, "a shadow may go by"
    room(120.0, 20.0 * DIM_S, metering, 10.0)
    assert metering.factor == pytest.approx(1.0)

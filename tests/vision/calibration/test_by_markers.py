"""Markers on the rim alone, fields of other widths, and what is said where the markers do not suffice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.calibration.mats import ASLANT, fov, raised, seen_whole, shot, through_lens, worst
from vision.calibration.by_markers import calibrate, corner_errors, field_width, measured_field
from vision.calibration.markers import Plan
from vision.calibration.surface import CalibrationError, find_markers
from vision.camera.frame import Pixels
from vision.scene.render import Light, MatLook, Renderer, View
from vision.scene.scene import Scene

CARD = 28.0


@pytest.mark.parametrize("view", [View(), ASLANT], ids=["above", "aslant"])
@pytest.mark.parametrize("field", [650.0, 900.0])
@pytest.mark.parametrize("cards", [(8, 9, 10, 11), (12, 13, 14, 15), (8, 13, 10, 15)])
def test_any_four_of_the_rim_that_lie_apart_place_the_camera(
    view: View, field: float, cards: tuple[int, ...]
) -> None:
    plan, view = Plan(field, CARD), seen_whole(view, field)
    found = calibrate(shot(view, plan, cards), fov(view), plan=plan)
    assert found.markers == tuple(sorted(cards))
    assert worst(found, view) < 1.5


@pytest.mark.parametrize("field", [650.0, 700.0, 760.0, 900.0])
def test_the_width_of_the_field_is_measured_by_markers_of_known_size(field: float) -> None:
    plan, view = Plan(field), seen_whole(ASLANT, field)
    measured = measured_field(shot(view, plan, tuple(range(8, 16))), fov(view), plan.marker)
    assert measured is not None
    width, spread = measured
    assert abs(width - field) < 4 * spread
    assert abs(width - field) < 0.005 * field


@pytest.mark.parametrize("cards", [tuple(range(8, 16)), (8, 13, 10, 15)])
def test_cards_on_a_rim_that_stands_above_the_cloth_place_the_cloth_below_them(
    cards: tuple[int, ...],
) -> None:
    plan, view = Plan(750.0, CARD, 16.0), seen_whole(ASLANT, 800.0)
    pixels = raised(view, plan, cards)
    found = calibrate(pixels, fov(view), plan=plan)
    assert found.markers == tuple(sorted(cards))
    assert worst(found, view) < 1.0
    assert worst(calibrate(pixels, fov(view), plan=replace(plan, rim=0.0)), view) > 4.0
    assert corner_errors(pixels, found).max() < 0.5


def test_the_usual_width_is_told_unless_the_markers_say_otherwise() -> None:
    view = seen_whole(View(), 700.0)
    assert field_width(shot(View(), Plan()), fov(View()), 30.0) == 750.0
    assert field_width(shot(View(), Plan(), (0, 1, 2, 3)), fov(View()), 30.0) == 750.0
    narrow = shot(view, Plan(700.0))
    assert field_width(narrow, fov(view), 30.0) == pytest.approx(700.0, abs=1.0)
    with pytest.raises(CalibrationError, match=r"too dim to measure the field by its markers.*--field"):
        field_width(np.asarray(narrow * 0.4, np.uint8), fov(view), 30.0)


def test_markers_of_the_middle_tell_no_width() -> None:
    assert measured_field(shot(View(), Plan(), tuple(range(8))), fov(View()), 30.0) is None


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ((8, 9, 12), "only 3 of the 16 markers are seen"),
        (
            (8, 9, 12),
            "10 upper right corner, 11 upper left corner, 13 right side, 14 upper side, 15 left side",
        ),
        ((), "no marker is seen"),
        ((4, 5, 6, 7), "lie too close together"),
        ((8, 12, 9), "missing on the rim"),
    ],
)
def test_what_is_missing_is_one_sentence(cards: tuple[int, ...], words: str) -> None:
    with pytest.raises(CalibrationError, match=words) as measured:
        calibrate(shot(View(), Plan(), cards), fov(View()))
    assert str(measured.value).endswith(".")
    assert str(measured.value).count(".") == 1


@pytest.fixture(scope="module")
def mat() -> Pixels:
    return shot(View(), Plan())


def test_a_mirrored_picture_is_reported(mat: Pixels) -> None:
    with pytest.raises(CalibrationError, match="picture is mirrored"):
        calibrate(np.ascontiguousarray(mat[:, ::-1]), fov(View()))


def test_a_camera_that_sees_half_the_mat_is_told_which(mat: Pixels) -> None:
    half = mat.copy()
    half[:, mat.shape[1] // 2 :] = (46, 48, 52)
    with pytest.raises(CalibrationError, match=r"13 right side"):
        calibrate(half[:, : mat.shape[1] // 2], fov(View()) / 2)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_needs_no_word(mat: Pixels, turns: int) -> None:
    turned = np.ascontiguousarray(np.rot90(mat, turns))
    view = View()
    wide = fov(view) if turns == 2 else float(np.degrees(2 * np.arctan(view.height / 2 / view.focal)))
    found = calibrate(turned, wide)
    assert found.error_mm < 0.3
    assert len(found.markers) == 16


def test_a_card_close_to_the_edge_of_a_soft_picture_is_found() -> None:
    plan, view = Plan(900.0), seen_whole(View(), 900.0)
    rng = np.random.default_rng((731_000, 0, 900))
    light, look = Light.random(rng), replace(MatLook.random(rng), plan=plan, cards=(8, 9, 10, 11))
    picture = Renderer(view, light=light, mat=look).render(Scene(), 0.0)
    assert sorted(find_markers(picture)) == [8, 9, 10, 11]


@pytest.mark.parametrize("times", [1.0, 2.0, 4.0])
def test_a_picture_that_is_burnt_out_places_the_camera_as_well(times: float) -> None:
    """White grows over the edges of black where there is too much light, so that markers look too small."""
    view = replace(View(), width=1600, height=1200, focal=View().focal * 1600 / View().width)
    pixels = through_lens(shot(view, Plan()), 1.0, times)
    found = calibrate(pixels)
    assert len(found.markers) >= 15
    assert worst(found, view) < 0.5
    assert corner_errors(pixels, found).max() < 0.6


def test_markers_that_lie_well_apart_but_are_no_markers_of_the_plan_are_said_to_be_so() -> None:
    """Cards a fifth too small: that they lie too close together would be wrong."""
    with pytest.raises(CalibrationError, match="do not fit the mat's plan") as refused:
        calibrate(shot(View(), Plan(marker=24.0), tuple(range(8, 16))), fov(View()))
    assert refused.value.code == "misfit"

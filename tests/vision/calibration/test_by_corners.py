"""A field without markers: its four corners touched, its edges traced."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.calibration.mats import ASLANT, corners, fov, raised, seen_whole, shot, worst
from vision.calibration.by_corners import calibrate_by_corners, in_order
from vision.calibration.markers import Plan
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Pixels
from vision.scene.render import MatLook, Renderer, View
from vision.scene.scene import Scene

BARREL = View(k1=-0.2)
SIZE = (2028, 1520)


@pytest.mark.parametrize("view", [View(), ASLANT, BARREL], ids=["above", "aslant", "barrel"])
@pytest.mark.parametrize("field", [650.0, 760.0, 900.0])
def test_the_edges_place_the_camera_better_than_fingers(view: View, field: float) -> None:
    plan, view = Plan(field), seen_whole(view, field)
    touched = corners(view, plan) + np.random.default_rng(int(field)).normal(0, 2.5, (4, 2))
    found = calibrate_by_corners(shot(view, plan, ()), touched.tolist(), plan, fov(view))
    assert len(found.edges) == 4
    assert found.markers == ()
    assert worst(found, view) < 2.0


@pytest.mark.parametrize("view", [View(), ASLANT], ids=["above", "aslant"])
@pytest.mark.parametrize("height", [6.0, 16.0])
def test_the_foot_of_a_rim_that_stands_above_the_cloth_is_the_edge(view: View, height: float) -> None:
    plan, view = Plan(750.0, rim=height), seen_whole(view, 800.0)
    touched = (corners(view, plan) + np.random.default_rng(3).normal(0, 2.0, (4, 2))).tolist()
    pixels = raised(view, plan)
    known = calibrate_by_corners(pixels, touched, plan, fov(view))
    assert worst(known, view) < 0.6
    flush = calibrate_by_corners(pixels, touched, replace(plan, rim=0.0), fov(view))
    assert worst(flush, view) > 2 * worst(known, view)


@pytest.mark.parametrize("off", [-2.0, 2.0])
def test_the_height_of_the_rim_may_be_measured_two_millimetres_wrong(off: float) -> None:
    plan, view = Plan(750.0, rim=14.0), seen_whole(ASLANT, 800.0)
    found = calibrate_by_corners(
        raised(view, plan), corners(view, plan).tolist(), replace(plan, rim=plan.rim + off), fov(view)
    )
    assert worst(found, view) < 2.5


@pytest.fixture(scope="module")
def bare() -> Pixels:
    return shot(View(), Plan(), ())


def test_corners_alone_place_the_camera_where_no_edge_is_seen() -> None:
    plain = np.full((1520, 2028, 3), 120, np.uint8)
    plain[::2, ::3] = 70
    plain = np.asarray(
        cv2.GaussianBlur(plain, (0, 0), 3) + (np.arange(2028) % 60 < 30)[None, :, None] * 9, np.uint8
    )
    plan = Plan()
    found = calibrate_by_corners(plain, corners(View(), plan).tolist(), plan, fov(View()))
    assert found.edges == ()
    assert worst(found, View()) < 1.0


def test_the_file_keeps_the_edges(bare: Pixels, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("kept") / "c.json"
    found = calibrate_by_corners(bare, corners(View(), Plan()).tolist(), Plan(), fov(View()))
    found.save(path)
    assert Surface.load(path) == found


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_corners_come_in_any_order(order: tuple[int, ...]) -> None:
    spots = corners(ASLANT, Plan())
    assert in_order(spots[list(order)].tolist(), SIZE) == pytest.approx(spots)


@given(
    turn=st.floats(-40.0, 40.0),
    scale=st.floats(0.5, 1.0),
    order=st.permutations(range(4)),
)
@settings(max_examples=60, deadline=None)
def test_a_turned_field_begins_at_the_lower_side_and_runs_round(
    turn: float, scale: float, order: list[int]
) -> None:
    angle = np.radians(turn)
    way = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * 500 * scale
    spin = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    spots = way @ spin.T + (1014, 760)
    assert in_order(spots[order].tolist(), SIZE) == pytest.approx(spots, abs=0.01)


@pytest.mark.parametrize(
    ("spots", "words"),
    [
        ([(500, 200), (1500, 200), (1500, 1300)], "3 corners were given"),
        ([(500, 200), (1500, 200), (1500, 1300), (500, 1900)], "outside the picture"),
        ([(500, 200), (1500, 200), (1500, 1300), (510, 210)], "those of no field"),
        ([(500, 200), (1500, 200), (1500, 1300), (1300, 500)], "those of no field"),
        ([(500, 200), (560, 200), (560, 260), (500, 260)], "those of no field"),
        ([(300, 200), (1800, 200), (1800, 700), (300, 700)], "not those of a square"),
    ],
)
def test_wrong_corners_are_one_sentence(bare: Pixels, spots: list[tuple[float, float]], words: str) -> None:
    with pytest.raises(CalibrationError, match=words) as refused:
        calibrate_by_corners(bare, spots, Plan(), fov(View()))
    assert str(refused.value).endswith(".")


def test_a_dark_picture_is_reported() -> None:
    dark = np.full((1520, 2028, 3), 5, np.uint8)
    with pytest.raises(CalibrationError, match="too dark"):
        calibrate_by_corners(dark, corners(View(), Plan()).tolist(), Plan(), fov(View()))


@pytest.mark.parametrize("seed", [2, 5, 9, 10])
def test_shaded_cloth_and_a_rounded_rim_draw_no_edge_aside(seed: int) -> None:
    """The cloth darkens over its last millimetres and the rim is lit on its rounding, on every mat that is
    drawn: the steepest place lies 0.2 to 0.4 mm beside the edge, on all four sides."""
    plan, view = Plan(), View()
    look = MatLook.random(np.random.default_rng(seed))
    pixels = Renderer(view, mat=replace(look, plan=plan, cards=()), seed=seed).render(Scene(), 0.0)
    touched = corners(view, plan) + np.random.default_rng(seed).normal(0, 2.5, (4, 2))
    found = calibrate_by_corners(pixels, touched.tolist(), plan, fov(view))
    assert worst(found, view) < 0.25
    ends = [(0.0, -375.0, 0.0), (375.0, 0.0, 0.0), (0.0, 375.0, 0.0), (-375.0, 0.0, 0.0)]
    seen = found.table_points(view.project(np.array(ends)), 0.0)
    assert float(np.abs(seen).max(axis=1).mean()) == pytest.approx(375.0, abs=0.1)

"""Calibration of rendered empty mats: known points must come back within a millimetre at every height."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibration.by_markers import calibrate, relocate
from vision.calibration.fit import directions
from vision.calibration.markers import MARKERS, Plan
from vision.calibration.mat import Rect
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Pixels
from vision.scene.render import Light, Renderer, View
from vision.scene.scene import Scene

CLOTH = (40, 90, 50)
VIEWS = {
    "usual": View(),
    "straight": View(x=0.0, y=0.0, tilt=0.0, pan=0.0, roll=0.0),
    "leaning": View(x=-30.0, y=-120.0, tilt=6.0, pan=-2.0, roll=3.0),
    "full hd, wide, barrel": View(
        1920, 1080, focal=1420.0, x=10.0, y=-20.0, z=1150.0, tilt=1.0, pan=0.4, k1=-0.05
    ),
}
LIGHTS = {
    "day": Light(),
    "dim and noisy": Light(brightness=0.4, warmth=0.8, noise=5.0, blur=1.0),
    "packed": Light(blur=0.9, jpeg=70),
}


def fov(view: View) -> float:
    return 2 * math.degrees(math.atan(view.width / 2 / view.focal))


def shot(view: View, light: Light | None = None) -> Pixels:
    return Renderer(view, light=light).render(Scene(), 0.0)


def worst(surface: Surface, view: View, z: float) -> float:
    """The largest error in mm over a lattice of points `z` mm above the cloth."""
    steps = np.linspace(-370, 370, 9)
    points = np.array([(x, y, z) for x in steps for y in steps])
    off = surface.table_points(view.project(points), z) - points[:, :2]
    return float(np.hypot(*off.T).max())


@pytest.fixture(scope="module")
def usual() -> Pixels:
    return shot(VIEWS["usual"])


@pytest.fixture(scope="module")
def surface(usual: Pixels) -> Surface:
    return calibrate(usual, fov(VIEWS["usual"]))


@pytest.mark.parametrize("name", VIEWS)
def test_every_height_is_placed_within_a_millimetre(name: str) -> None:
    found = calibrate(shot(VIEWS[name]), fov(VIEWS[name]))
    assert max(worst(found, VIEWS[name], z) for z in (0.0, 20.0, 40.0)) < 1.0
    assert found.error_mm < 0.3


@pytest.mark.parametrize(("k1", "k2"), [(-0.16, 0.05), (0.05, -0.02)])
def test_a_bent_lens_with_its_axis_aside_is_placed_within_a_millimetre(k1: float, k2: float) -> None:
    view = VIEWS["usual"]
    aside = (9.0, -7.0)
    bent = Surface(view.width, view.height, 2000.0, k1, (0, 0, 0), (0, 0, 0), 0, 0, k2=k2, axis=aside)
    v, u = np.mgrid[0 : view.height, 0 : view.width]
    flat = directions(
        bent.params, np.column_stack([u.ravel(), v.ravel()]).astype(float), view.width, view.height
    )
    spots = (flat * 2000.0 + [(view.width - 1) / 2, (view.height - 1) / 2]).astype(np.float32)
    maps = spots.reshape(*u.shape, 2)
    picture = cv2.remap(shot(replace(view, focal=2000.0)), maps[:, :, 0], maps[:, :, 1], cv2.INTER_CUBIC)
    found = calibrate(np.asarray(picture, np.uint8), fov(replace(view, focal=2000.0)))
    a, b, c = np.ravel(cv2.Rodrigues(view.rotation)[0]).tolist()
    x, y, z = (-view.rotation @ (view.x, view.y, view.z)).tolist()
    true = replace(bent, rotation=(a, b, c), shift=(x, y, z))
    steps = np.linspace(-370, 370, 9)
    for z in (0.0, 20.0, 40.0):
        points = np.array([(x, y, z) for x in steps for y in steps])
        off = found.table_points(true.image_points(points), z) - points[:, :2]
        assert np.hypot(*off.T).max() < 1.0
    assert found.k1 == pytest.approx(k1, abs=0.02)


@pytest.mark.parametrize("name", LIGHTS)
def test_any_light_that_shows_the_markers_will_do(name: str) -> None:
    view = VIEWS["leaning"]
    found = calibrate(shot(view, LIGHTS[name]), fov(view))
    assert max(worst(found, view, z) for z in (0.0, 20.0, 40.0)) < 1.0


def test_a_data_sheet_three_percent_wrong_still_places_stacked_tiles() -> None:
    view = VIEWS["straight"]
    found = calibrate(shot(view), fov(view) * 1.03)
    assert worst(found, view, 40.0) < 1.0


def test_without_a_field_of_view_the_surface_says_how_unsure_it_is(usual: Pixels) -> None:
    view = VIEWS["usual"]
    found = calibrate(usual)
    assert worst(found, view, 0.0) < 0.5
    assert found.lift_mm > 0.2
    assert worst(found, view, 40.0) < 4 * found.lift_mm


def test_half_of_the_markers_are_enough(usual: Pixels) -> None:
    view = VIEWS["usual"]
    covered = usual.copy()
    for marker in MARKERS[::2]:
        x, y = view.project([[marker.x, marker.y, 0.0]])[0].astype(int)
        covered[max(y - 60, 0) : y + 60, max(x - 60, 0) : x + 60] = CLOTH
    found = calibrate(covered, fov(view))
    assert len(found.markers) == len(MARKERS) // 2
    assert max(worst(found, view, z) for z in (0.0, 20.0, 40.0)) < 1.0


def test_a_marker_that_was_moved_is_left_out(usual: Pixels) -> None:
    view = VIEWS["usual"]
    moved = usual.copy()
    x, y = view.project([[128.0, 128.0, 0.0]])[0].astype(int)
    card = moved[y - 50 : y + 50, x - 50 : x + 50].copy()
    moved[y - 50 : y + 50, x - 50 : x + 50] = CLOTH
    moved[y - 60 : y + 40, x - 25 : x + 75] = card
    found = calibrate(moved, fov(view))
    assert 2 not in found.markers
    assert worst(found, view, 20.0) < 0.5


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (np.full((1520, 2028, 3), 4, np.uint8), "too dark"),
        (np.full((1520, 2028, 3), 120, np.uint8), "uncover the lens"),
    ],
)
def test_a_picture_of_nothing_is_named(picture: Pixels, words: str) -> None:
    with pytest.raises(CalibrationError, match=words):
        calibrate(picture)


@pytest.mark.parametrize("shape", [(1, 1, 3), (5, 7, 3), (1, 4000, 3)])
def test_pictures_of_hardly_a_pixel_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(CalibrationError):
        calibrate(np.random.default_rng(1).integers(0, 255, shape, np.uint8))


def test_a_lamp_that_is_off_is_named(usual: Pixels) -> None:
    with pytest.raises(CalibrationError, match="switch the lamp on"):
        calibrate((usual * 0.03).astype(np.uint8))


def test_missing_markers_are_named(usual: Pixels) -> None:
    cut = usual.copy()
    cut[250:] = CLOTH
    missing = r"of the 16 markers are seen.*missing on the rim: 8 lower left corner, 9 .*clear the mat"
    with pytest.raises(CalibrationError, match=missing):
        calibrate(cut)


def test_a_mat_of_another_plan_is_refused(usual: Pixels) -> None:
    shorter = usual.copy()
    half = shorter.shape[0] // 2
    shorter[half + 20 :] = usual[half - 20 : -40]
    with pytest.raises(CalibrationError):
        calibrate(shorter, fov(VIEWS["usual"]))


def test_points_go_to_pixels_and_back(surface: Surface) -> None:
    bent = replace(surface, k1=-0.08, k2=0.02, axis=(12.0, -8.0))
    points = np.array([[-370.0, 120.0, 20.0], [0.0, 0.0, 20.0], [365.0, -350.0, 20.0]])
    assert np.allclose(bent.table_points(bent.image_points(points), 20.0), points[:, :2], atol=0.01)
    points[:, 2] = 0.0, 20.0, 40.0
    assert np.allclose(bent.table_points(bent.image_points(points), points[:, 2]), points[:, :2], atol=0.01)


def test_a_homography_of_a_region_follows_a_bent_lens(surface: Surface) -> None:
    bent = replace(surface, k1=-0.08)
    region = Rect(60.0, -203.0, 240.0, -92.0)
    matrix = bent.homography(20.0, region)
    x, y = np.meshgrid([60.0, 150.0, 240.0], [-203.0, -150.0, -92.0])
    flat = np.column_stack([x.ravel(), y.ravel(), np.ones(9)]) @ matrix.T
    right = bent.image_points(np.column_stack([x.ravel(), y.ravel(), np.full(9, 20.0)]))
    assert np.hypot(*(flat[:, :2] / flat[:, 2:] - right).T).max() < 0.5


def test_a_saved_surface_comes_back(surface: Surface, tmp_path: Path) -> None:
    bent = replace(surface, k2=0.02, axis=(1.5, -2.0))
    bent.save(tmp_path / "c.json")
    assert Surface.load(tmp_path / "c.json") == bent


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"width": "x"}', json.dumps({"width": 1, "height": 1})])
def test_a_broken_file_is_one_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationError, match="is no calibration"):
        Surface.load(path)


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cannot be read"):
        Surface.load(tmp_path / "none.json")


def test_the_same_camera_is_placed_anew(surface: Surface) -> None:
    view = replace(VIEWS["usual"], x=30.0, tilt=1.2, roll=-1.0)
    found = relocate(shot(view), surface)
    assert found is not None
    assert max(worst(found, view, z) for z in (0.0, 40.0)) < 0.5


@pytest.mark.parametrize("length", [24.0, 26.0, 28.0, 42.0])
def test_tiles_of_another_length_are_seen_by_the_same_camera(surface: Surface, length: float) -> None:
    """A point of the mat stays where it is in the picture; only what it is measured in changes."""
    other, unit = surface.with_tiles(length), length / 34
    points = np.array([(0.0, 0.0, 0.0), (300.0, -200.0, 20.0), (-350.0, 120.0, 40.0)])
    px = surface.image_points(points)
    assert other.image_points(other.of_mm(points)) == pytest.approx(px, abs=1e-6)
    assert other.table_points(px, points[:, 2] / unit) == pytest.approx(points[:, :2] / unit, abs=1e-6)
    assert other.scale() == pytest.approx(surface.scale())
    assert other.layout.half * other.unit == pytest.approx(375.0)
    assert other.with_tiles(34.0).shift == pytest.approx(surface.shift)


def test_the_length_of_the_tiles_is_stored(surface: Surface, tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    surface.with_tiles(28.0).save(file)
    assert Surface.load(file).tile == 28.0
    assert Surface.load(file).shift == pytest.approx(surface.with_tiles(28.0).shift)
    assert json.loads(file.read_text())["shift"] == pytest.approx(surface.shift)


def test_the_unit_in_the_middle_is_stored_and_kept_where_the_camera_moves(
    surface: Surface, usual: Pixels, tmp_path: Path
) -> None:
    file = tmp_path / "calibration.json"
    around = surface.with_tiles(28.0, 280.0)
    around.save(file)
    assert (Surface.load(file).tile, Surface.load(file).centre) == (28.0, 280.0)
    assert around.layout.centre * around.unit == pytest.approx(140.0)
    found = relocate(usual, around)
    assert found is not None
    assert found.centre == 280.0


@pytest.mark.parametrize(
    ("length", "centre", "why"),
    [(42.0, 280.0, "42 mm long around a unit 280 mm wide: ponds"), (28.0, 290, r"give 0 \(none\) to 280 mm")],
)
def test_a_unit_that_leaves_no_room_is_refused(
    surface: Surface, length: float, centre: float, why: str
) -> None:
    with pytest.raises(CalibrationError, match=why):
        surface.with_tiles(length, centre)


def test_a_calibration_without_a_length_is_of_34_mm(surface: Surface, tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    surface.save(file)
    data = json.loads(file.read_text())
    del data["tile"], data["centre"], data["format"]
    file.write_text(json.dumps(data))
    assert Surface.load(file) == surface


def test_of_the_third_format_the_rim_is_flush_and_its_markers_keep_their_size(
    surface: Surface, tmp_path: Path
) -> None:
    file, small = tmp_path / "calibration.json", replace(surface, plan=Plan(750.0, 26.0))
    small.save(file)
    data = json.loads(file.read_text())
    data |= {"format": "jantaku-calibration/3", "rim": data.pop("marker")}
    file.write_text(json.dumps(data))
    assert Surface.load(file) == small


def test_the_file_keeps_the_height_of_the_rim(surface: Surface, tmp_path: Path) -> None:
    high = replace(surface, plan=Plan(700.0, 28.0, 15.0))
    high.save(tmp_path / "calibration.json")
    assert Surface.load(tmp_path / "calibration.json") == high


@pytest.mark.parametrize("length", [0.0, 23.0, 47.0, math.nan])
def test_a_length_that_no_tile_has_is_refused(surface: Surface, length: float) -> None:
    with pytest.raises(CalibrationError, match="give 24 to 46 mm"):
        surface.with_tiles(length)


def test_tiles_that_the_mat_has_no_room_for_are_refused(surface: Surface) -> None:
    with pytest.raises(CalibrationError, match="too small for tiles 46 mm long"):
        surface.with_tiles(46.0)


def test_a_moved_camera_keeps_the_length(surface: Surface, usual: Pixels) -> None:
    found = relocate(usual, surface.with_tiles(28.0))
    assert found is not None
    assert found.tile == 28.0

"""Cameras that are dark, covered, moved, frozen, away and back: what is said, and that play goes on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.tiles.tile import ALL
from tests.vision.calibration.mats import corners, fov
from tests.vision.calibration.mats import renderer as bare_mat
from tests.vision.eyes.table import FPS, HANDS, Change, Table, Teller, discard, faces
from vision.calibration.by_corners import calibrate_by_corners
from vision.calibration.markers import Plan
from vision.calibration.surface import Surface
from vision.camera.frame import Frame, Pixels
from vision.eyes.eyes import REST_S, Eyes
from vision.eyes.observation import Observation, Sight, SightChanged
from vision.eyes.sight import SightCheck
from vision.scene.camera import CameraFault, spoiled
from vision.scene.render import Renderer, View
from vision.scene.scene import Scene


@pytest.mark.parametrize(
    ("fault", "sight"),
    [
        (CameraFault.DARK, Sight.DARK),
        (CameraFault.COVERED, Sight.COVERED),
        (CameraFault.BUMPED, Sight.MOVED),
        (CameraFault.BLURRED, Sight.BLURRED),
    ],
)
def test_a_fault_is_noticed_in_two_seconds_and_passes(table: Table, fault: CameraFault, sight: Sight) -> None:
    pond = tuple(discard(60 + i, ALL[i], 0, i) for i in range(3))
    table.show([Scene(HANDS + pond)] * 6)
    begun = table.t
    changed = table.show([Scene(HANDS + pond)] * 12, lambda p: spoiled(p, fault))
    assert table.sights == [sight]
    assert table.given[-1].t - begun <= 2.0
    assert changed == []
    if sight is not Sight.MOVED:
        table.show([Scene(HANDS + pond)] * 24)
        assert table.sights == [sight, Sight.OK]
    assert all(
        isinstance(x, SightChanged) and x.message.endswith(".")
        for x in table.given
        if not isinstance(x, Observation)
    )


def nudged(surface: Surface, mm: float, degrees: float) -> Change:
    """What the camera shows after the picture has slipped and turned around the middle of the mat."""
    x, y = surface.image_points([[0.0, 0.0, 0.0]])[0].tolist()
    matrix = cv2.getRotationMatrix2D((x, y), degrees, 1.0)
    matrix[:, 2] += np.multiply((0.6, 0.8), mm * surface.scale())
    size = (surface.width, surface.height)
    return lambda p: np.asarray(cv2.warpAffine(p, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize(("mm", "degrees"), [(3.0, 0.0), (0.0, 0.3)])
def test_a_small_bump_is_named_in_two_seconds_and_the_mat_found_again(
    table: Table, surface: Surface, mm: float, degrees: float
) -> None:
    pond = tuple(discard(60 + i, ALL[i], 0, i) for i in range(3))
    table.show([Scene(HANDS + pond)] * 18)
    assert table.sights == []
    begun = table.t
    table.show([Scene(HANDS + pond)] * 36, nudged(surface, mm, degrees))
    assert table.sights == [Sight.MOVED, Sight.OK]
    named = next(x for x in table.given if isinstance(x, SightChanged))
    assert named.t - begun <= 2.0


def test_a_hair_s_breadth_is_no_bump(table: Table, surface: Surface) -> None:
    table.show([Scene(HANDS)] * 30, nudged(surface, 0.8, 0.05))
    assert table.sights == []


@pytest.mark.parametrize("fps", [4, 12, 30])
def test_a_camera_that_freezes_is_named_in_two_seconds_and_lives_again(table: Table, fps: int) -> None:
    held = table.renderer.render(Scene(HANDS), table.t)
    begun, step = table.t, 1 / fps
    given: list[Observation | SightChanged] = []
    for _ in range(2 * fps):
        table.t += step
        given += table.eyes.feed(Frame("t", table.t, held))
    assert [x.sight for x in given if isinstance(x, SightChanged)] == [Sight.FROZEN]
    assert given[-1].t - begun <= 2.0
    table.show([Scene(HANDS)] * 12)
    assert table.sights == [Sight.OK]


def test_pictures_of_another_size_are_told_so(table: Table) -> None:
    for shape in ((1, 1, 3), (760, 1014, 3)):
        for _ in range(9):
            table.t += 1 / FPS
            table.given += table.eyes.feed(Frame("t", table.t, np.full(shape, 90, np.uint8)))
    assert table.sights == [Sight.MOVED]
    (one,) = (x for x in table.given if isinstance(x, SightChanged))
    assert "another size" in one.message


def test_another_camera_is_placed_by_the_markers_in_the_middle_of_a_hand(table: Table) -> None:
    """With another lens, at another place, with fewer pixels: play goes on, and the old one may come back."""
    pond = tuple(discard(60 + i, ALL[i], 0, i) for i in range(3))
    table.show([Scene(HANDS + pond)] * 18)
    old, before = table.renderer, table.eyes.surface
    assert before is not None
    view = View(1920, 1080, focal=1450.0, x=-20.0, y=35.0, z=1230.0, tilt=-1.5, roll=-2.0)
    table.renderer = Renderer(view, seed=3)
    begun = table.t
    table.show([Scene(HANDS + pond)] * 30)
    assert table.sights == [Sight.MOVED, Sight.OK]
    assert table.given[-1].t - begun <= 3.0
    here = table.eyes.surface
    assert here is not None
    assert (here.width, here.height, here.tile) == (1920, 1080, before.tile)
    places = np.array([[x, y, 0.0] for x in (-300.0, 0.0, 300.0) for y in (-300.0, 0.0, 300.0)])
    off = here.image_points(places) - view.project(places)
    assert float(np.hypot(*off.T).max()) / here.scale() < 1.0, "mm"
    (given,) = table.show([Scene((*HANDS, *pond, discard(63, ALL[9], 0, 3)))] * 18)
    assert faces(given) == "1m 2m 3m 1p"
    table.renderer = old
    table.show([Scene((*HANDS, *pond, discard(63, ALL[9], 0, 3)))] * 30)
    assert table.sights == [Sight.MOVED, Sight.OK] * 2


def test_a_bumped_camera_is_placed_again_by_the_markers(table: Table) -> None:
    table.show([Scene(HANDS)] * 30, lambda p: spoiled(p, CameraFault.BUMPED))
    assert table.sights == [Sight.MOVED, Sight.OK]
    pushed = table.eyes.surface
    assert pushed is not None
    assert pushed.error_mm < 0.5
    table.show([Scene(HANDS)] * 40)
    assert table.sights == [Sight.MOVED, Sight.OK] * 2


def test_a_missing_camera_is_noticed_and_comes_back(table: Table) -> None:
    given: list[SightChanged] = []
    for _ in range(24):
        table.t += 1 / FPS
        given += table.eyes.idle(table.t)
    assert [x.sight for x in given] == [Sight.MISSING]
    table.show([Scene(HANDS)] * 12)
    assert table.sights == [Sight.OK]


def test_a_camera_is_not_missing_because_its_computer_was_busy(table: Table) -> None:
    """It read the last picture for long, asked for none meanwhile, and the next one is not there at once."""
    assert table.eyes.idle(table.t + 5.0) == []
    assert table.eyes.idle(table.t + 5.5) == []
    assert [one.sight for one in table.eyes.idle(table.t + 6.0)] == [Sight.MISSING]


def test_a_light_that_burns_white_out_is_noticed_and_tiles_are_read_all_the_same(table: Table) -> None:
    def lit(pixels: Pixels) -> Pixels:
        return np.asarray(cv2.convertScaleAbs(pixels, alpha=1.4), np.uint8)

    table.show([Scene(HANDS)] * 12)
    assert not table.eyes.burnt
    scene = Scene((*HANDS, discard(50, ALL[4], 0, 0)))
    (*_, last) = table.show([scene] * 24, lit)
    assert faces(last) == "5m"
    assert table.eyes.burnt
    assert table.sights == []
    table.show([scene] * 24)
    assert not table.eyes.burnt


def test_what_happened_in_the_dark_is_told_afterwards(table: Table) -> None:
    table.show([Scene(HANDS)] * 12, lambda p: spoiled(p, CameraFault.DARK))
    scene = Scene((*HANDS, discard(50, ALL[4], 0, 0)))
    table.show([scene] * 6, lambda p: spoiled(p, CameraFault.DARK))
    (one,) = table.show([scene] * 18)
    assert faces(one) == "5m"


def test_without_a_calibration_the_eyes_say_so_once(renderer: Renderer) -> None:
    eyes = Eyes(Teller(renderer.view), None)
    frame = Frame("t", 0.0, np.full_like(renderer.render(Scene(), 0.0), 90))
    (one,) = eyes.feed(frame)
    assert isinstance(one, SightChanged)
    assert "jantaku calibrate" in one.message
    assert eyes.feed(frame) == []
    assert eyes.picture() == []
    eyes.close()


def test_a_camera_that_goes_before_it_is_calibrated_is_missing_and_comes_back(renderer: Renderer) -> None:
    eyes = Eyes(Teller(renderer.view), None)
    grey = np.full_like(renderer.render(Scene(), 0.0), 90)
    given = [*eyes.feed(Frame("t", 0.0, grey)), *eyes.idle(0.5), *eyes.idle(1.5), *eyes.idle(2.0)]
    given += eyes.feed(Frame("t", 3.0, grey))
    given += [*eyes.idle(30.0), *eyes.idle(30.5)]
    sights = [one.sight for one in given if isinstance(one, SightChanged)]
    assert sights == [Sight.UNCALIBRATED, Sight.MISSING, Sight.UNCALIBRATED]
    eyes.close()


def test_a_camera_that_comes_late_is_placed_by_the_markers(renderer: Renderer) -> None:
    eyes = Eyes(Teller(renderer.view), None)
    mat = renderer.render(Scene(), 0.0)
    seen = eyes.feed(Frame("t", 0.0, np.full_like(mat, 90)))
    seen += eyes.feed(Frame("t", REST_S / 2, mat))
    assert eyes.surface is None, "it is not tried with every picture"
    seen += eyes.feed(Frame("t", 2 * REST_S, mat))
    assert [one.sight for one in seen if isinstance(one, SightChanged)] == [Sight.UNCALIBRATED, Sight.OK]
    assert eyes.surface is not None
    assert eyes.surface.error_mm < 1.0
    assert eyes.sight is Sight.OK
    eyes.close()


@pytest.fixture
def unmarked() -> tuple[Table, Surface]:
    """A table without markers, known by its corners and edges."""
    view, plan = View(), Plan()
    draw = bare_mat(view, plan, ())
    known = calibrate_by_corners(draw.render(Scene(), 0.0), corners(view, plan).tolist(), plan, fov(view))
    return Table(draw, known), known


def test_a_mat_without_markers_is_followed_by_its_edges(unmarked: tuple[Table, Surface]) -> None:
    table, known = unmarked
    pond = tuple(discard(60 + i, ALL[i], 0, i) for i in range(3))
    seen = table.show([Scene(HANDS + pond)] * 18)
    assert table.sights == []
    begun = table.t
    again = table.show([Scene(HANDS + pond)] * 40, nudged(known, 4.0, 0.5))
    assert table.sights == [Sight.MOVED, Sight.OK]
    given = [x for x in table.given if isinstance(x, SightChanged)]
    assert given[0].t - begun <= 2.0
    assert "edges of the mat" in given[1].message
    assert {faces(x) for x in again} <= {faces(x) for x in seen}


def test_a_mat_without_markers_that_goes_far_is_reported_as_moved(unmarked: tuple[Table, Surface]) -> None:
    table, known = unmarked
    table.show([Scene(HANDS)] * 12)
    table.show([Scene(HANDS)] * 40, nudged(known, 40.0, 0.0))
    assert table.sights == [Sight.MOVED]


@pytest.mark.parametrize(
    ("fault", "sight"),
    [
        (CameraFault.BLURRED, Sight.BLURRED),
        (CameraFault.COVERED, Sight.COVERED),
        (CameraFault.DARK, Sight.DARK),
    ],
)
def test_faults_are_told_without_markers_too(
    unmarked: tuple[Table, Surface], fault: CameraFault, sight: Sight
) -> None:
    table, _ = unmarked
    table.show([Scene(HANDS)] * 12)
    assert table.sights == []
    table.show([Scene(HANDS)] * 24, lambda p: spoiled(p, fault))
    table.show([Scene(HANDS)] * 24)
    assert table.sights == [sight, Sight.OK]


def test_between_two_bounds_a_picture_stays_as_sharp_or_blurred_as_it_was_said_to_be(
    renderer: Renderer, surface: Surface
) -> None:
    check, sharp, t = SightCheck(surface), renderer.render(Scene(), 0.0), 0.0

    def shown(sigma: float) -> list[Sight]:
        nonlocal t
        given = []
        pixels = np.asarray(cv2.GaussianBlur(sharp, (0, 0), sigma), np.uint8) if sigma else sharp
        for flicker in range(6):
            t += 0.15
            grey = np.asarray(cv2.cvtColor(pixels[::8, ::8], cv2.COLOR_BGR2GRAY) + np.uint8(flicker % 2))
            given += [each.sight for each in check.look(Frame("t", t, pixels), grey, shaken=True)]
        return given

    assert [shown(sigma) for sigma in (3.5, 5.0, 3.5, 0.0, 3.5)] == [[], [Sight.BLURRED], [], [Sight.OK], []]

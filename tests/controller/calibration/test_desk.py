"""The desk at which a camera is calibrated: what it sees, what it tries, and what it saves."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from controller.calibration import desk
from controller.calibration.answers import CalibrateAsked, CalibrateHint, CalibrateTried
from controller.calibration.desk import BEFORE, Calibrating
from runtime.stored import copy_of
from tests.controller.calibration.fakes import PATIENCE_S, FakeWatch, Table, blank, row, until
from tests.vision.calibration.mats import corners, fov, shot, worst
from vision.calibration.markers import Plan
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.scene.render import View

VIEW = View()
MARKERS = CalibrateAsked(by="markers", corners=[], fov=fov(VIEW))


@pytest.fixture(scope="module")
def marked() -> Pixels:
    return shot(VIEW, Plan())


@pytest.fixture(scope="module")
def bare() -> Pixels:
    return shot(VIEW, Plan(), ())


def table(pixels: Pixels | None, path: Path | None = None, **given: Any) -> Table:
    return Table(Calibrating(path), FakeWatch(pixels), **given)


def touched(off: float = 0.0, **more: Any) -> CalibrateAsked:
    """The corners as somebody has dragged them, `off` pixels from their places."""
    spots = corners(VIEW, Plan()) + np.array([(1, -1), (-1, -1), (-1, 1), (1, 1)]) * off
    return CalibrateAsked(by="corners", corners=[(x, y) for x, y in spots.tolist()], fov=fov(VIEW), **more)


def why(tried: CalibrateTried) -> str:
    assert tried.refused is not None
    assert tried.refused.message.endswith((".", ")"))
    return tried.refused.code


def saved(running: Table, tried: CalibrateTried) -> Surface:
    """What the table uses after it was saved."""
    assert tried.refused is None
    assert running.desk.save(tried.id) is None
    assert running.eyes.surface is not None
    return running.eyes.surface


# what is seen


def test_markers_are_seen_before_anybody_has_calibrated(marked: Pixels) -> None:
    with table(marked).running() as running:
        now = running.desk.now()
    assert (now.sight, now.refused, now.current) == ("uncalibrated", None, None)
    assert [marker.id for marker in now.markers] == list(range(16))
    assert now.hints == []
    assert (now.width, now.height) == (2028, 1520)
    assert all(0 < x < 2028 and 0 < y < 1520 for x, y in now.corners)


def test_a_sharp_mat_without_markers_is_not_called_soft(bare: Pixels) -> None:
    with table(bare).running() as running:
        assert [hint.code for hint in running.desk.now().hints] == []
    blurred = np.asarray(cv2.GaussianBlur(bare, (0, 0), 6.0), np.uint8)
    with table(blurred).running() as running:
        assert [hint.code for hint in running.desk.now().hints] == ["soft"]


@pytest.mark.parametrize(
    ("pixels", "sight", "refused"),
    [(None, "missing", "missing"), (blank(4, 1.0), "dark", "dark"), (blank(90, 1.0), "covered", "covered")],
    ids=["missing", "dark", "covered"],
)
def test_a_camera_that_shows_no_mat_is_reported_in_one_word(
    pixels: Pixels | None, sight: str, refused: str
) -> None:
    with table(pixels).running() as running:
        assert running.desk.now().sight == sight
        assert why(running.desk.attempt(MARKERS)) == refused
        assert why(running.desk.attempt(touched())) == refused


def test_a_camera_that_goes_is_missing(marked: Pixels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.calibration.desk.STALE_S", 0.2)
    with table(marked).running() as running:
        assert running.desk.now().sight == "uncalibrated"
        running.watch.pixels = None
        until(lambda: running.desk.now().sight == "missing")
        assert isinstance(running.desk.picture(), CalibrateHint)


def test_nothing_is_kept_while_nobody_looks(marked: Pixels) -> None:
    lonely = table(marked)
    lonely.turn()
    assert lonely.watch.looks == 0


# what is tried and saved


def test_markers_place_the_camera_within_a_quarter_of_a_millimetre(marked: Pixels, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "calibration.json"
    with table(marked, path).running() as running:
        tried = running.desk.attempt(MARKERS)
        assert tried.found is not None
        assert (tried.found.by, tried.found.grade, tried.found.hints) == ("markers", "good", [])
        assert running.watch.placed == [], "it is only tried"
        used = saved(running, tried)
    assert worst(used, VIEW) < 0.25
    assert Surface.load(path) == used


def test_touched_corners_place_it_by_the_edges_between_them(bare: Pixels) -> None:
    with table(bare).running() as running:
        tried = running.desk.attempt(touched(3.0))
        assert tried.found is not None
        assert (tried.found.by, tried.found.grade) == ("edges", "good")
        assert worst(saved(running, tried), VIEW) < 1.5


def test_zones_and_corners_are_those_of_what_would_be_saved(marked: Pixels) -> None:
    with table(marked).running() as running:
        found = running.desk.attempt(MARKERS).found
    assert found is not None
    assert np.array(found.corners) == pytest.approx(corners(VIEW, Plan()), abs=0.6)
    assert len([zone for zone in found.zones if zone.zone == "pond"]) == 4


def test_sizes_that_are_not_given_stay_as_they_were(marked: Pixels) -> None:
    with table(marked).running() as running:
        saved(running, running.desk.attempt(MARKERS.model_copy(update={"tile_mm": 28.0, "centre_mm": 200.0})))
        running.desk.now()
        again = running.desk.attempt(MARKERS).found
    assert again is not None
    assert (again.tile_mm, again.centre_mm) == (28.0, 200.0)


def test_tiles_that_have_no_room_are_refused(marked: Pixels) -> None:
    with table(marked).running() as running:
        asked = MARKERS.model_copy(update={"tile_mm": 46.0, "centre_mm": 280.0})
        assert why(running.desk.attempt(asked)) == "no_room"


def test_a_mat_that_is_half_outside_the_picture_is_not_good() -> None:
    aside = replace(VIEW, x=VIEW.x + 320.0)
    with table(shot(aside, Plan())).running() as running:
        tried = running.desk.attempt(MARKERS)
    assert tried.found is not None
    assert tried.found.grade == "poor"
    assert (tried.found.hints[0].code, tried.found.hints[0].values) == ("cut", {"edges": ["left"]})


def test_too_few_markers_are_named(marked: Pixels) -> None:
    most = marked.copy()
    most[:, 560:] = 60
    with table(most).running() as running:
        tried = running.desk.attempt(MARKERS)
    assert why(tried) == "few_markers"
    assert tried.refused is not None
    missing = tried.refused.values["missing"]
    assert isinstance(missing, list)
    assert {9, 10, 12, 13, 14} <= {*missing}
    assert 15 not in missing


def test_corners_of_no_field_are_refused(bare: Pixels) -> None:
    with table(bare).running() as running:
        spots = [(500.0, 200.0), (560.0, 200.0), (560.0, 260.0), (500.0, 260.0)]
        assert why(running.desk.attempt(CalibrateAsked(by="corners", corners=spots))) == "no_field"
        spots = [(300.0, 200.0), (1800.0, 200.0), (1800.0, 700.0), (300.0, 700.0)]
        assert why(running.desk.attempt(CalibrateAsked(by="corners", corners=spots))) == "no_square"


def test_the_calibration_that_is_replaced_stays_beside_the_new_one(marked: Pixels, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    with table(marked, path).running() as running:
        saved(running, running.desk.attempt(MARKERS))
        old = path.read_bytes()
        saved(running, running.desk.attempt(MARKERS.model_copy(update={"tile_mm": 28.0})))
    assert path.with_name(path.name + BEFORE).read_bytes() == old
    assert path.read_bytes() == copy_of(path).read_bytes() != old


def test_the_height_of_the_rim_stays_until_another_is_given(bare: Pixels) -> None:
    with table(bare).running() as running:
        high = saved(running, running.desk.attempt(touched(rim_mm=12.0)))
        assert high.plan.rim == 12.0
        until(lambda: (now := running.desk.now().current) is not None and now.rim_mm == 12.0)
        assert saved(running, running.desk.attempt(touched())).plan.rim == 12.0
        assert saved(running, running.desk.attempt(touched(rim_mm=0.0))).plan.rim == 0.0


def test_a_disk_that_cannot_be_written_changes_nothing(marked: Pixels, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with table(marked, tmp_path / "file" / "calibration.json").running() as running:
        refused = running.desk.save(running.desk.attempt(MARKERS).id)
    assert refused is not None
    assert refused.code == "calibration_unkept"
    assert running.watch.placed == []


def test_what_was_tried_long_ago_is_gone(marked: Pixels) -> None:
    with table(marked).running() as running:
        first = running.desk.attempt(MARKERS)
        for _ in range(4):
            running.desk.attempt(MARKERS)
        for refused in (running.desk.save(first.id), running.desk.save("")):
            assert refused is not None
            assert refused.code == "calibration_over"


def test_two_who_save_at_once_are_both_answered(marked: Pixels) -> None:
    at = table(marked)
    with at.running():
        first, second = (
            at.desk.attempt(MARKERS),
            at.desk.attempt(MARKERS.model_copy(update={"tile_mm": 28.0})),
        )
    with ThreadPoolExecutor() as pool:
        answers = [pool.submit(at.desk.save, tried.id) for tried in (first, second)]
        time.sleep(0.2)  # both wait, before the main loop has its next turn
        with at.running():
            assert [answer.result(timeout=PATIENCE_S) for answer in answers] == [None, None]
    assert len(at.watch.placed) == 2


def test_what_was_refused_because_nobody_came_is_never_taken_over(
    marked: Pixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = table(marked)
    with at.running():
        tried = at.desk.attempt(MARKERS)
    monkeypatch.setattr(desk, "TAKEN_S", 0.05)
    refused = at.desk.save(tried.id)
    assert refused is not None
    assert refused.code == "crowded"
    for _ in range(3):
        at.turn()
    assert at.watch.placed == []


# during and between hands


def test_nothing_is_shown_or_changed_while_a_hand_is_played(marked: Pixels, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    with table(marked, path).running() as running:
        tried = running.desk.attempt(MARKERS)
        running.play()
        refused = running.desk.save(tried.id)
        assert refused is not None
        assert refused.code == "calibrating_hand"
        picture, now = running.desk.picture(), running.desk.now()
        assert isinstance(picture, CalibrateHint)
        assert picture.code == "calibrating_hand"
        assert now.refused == picture
        assert why(running.desk.attempt(MARKERS)) == "calibrating_hand"
        assert isinstance(running.desk.tried(tried.id), CalibrateHint)
    assert running.watch.placed == []
    assert not path.exists()


def test_hands_that_stand_after_a_hand_are_blacked_out(marked: Pixels) -> None:
    with table(marked).running() as running:
        used = saved(running, running.desk.attempt(MARKERS))
        running.eyes.hands = {0: row(None), 1: row("5m")}
        until(lambda: running.desk.now().hidden == [0])
        shown = running.desk.picture()
    assert isinstance(shown, bytes)
    seen = np.asarray(cv2.imdecode(np.frombuffer(shown, np.uint8), cv2.IMREAD_COLOR))
    for seat, y in ((0, -345.0), (2, 345.0)):
        u, v = np.round(used.image_points([(0.0, y, 0.0)])[0]).astype(int)
        assert (seen[v - 3 : v + 3, u - 3 : u + 3].mean() < 12) == (seat == 0), seat

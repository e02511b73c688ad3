"""What a picture shows before anybody has calibrated."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.vision.calibration.mats import corners, shot
from vision.calibration.first_look import FirstLook, first_look, thinned
from vision.calibration.markers import Plan
from vision.camera.frame import Frame, Pixels
from vision.scene.render import View


@pytest.fixture(scope="module")
def mat() -> Pixels:
    return shot(View(), Plan())


def look(pixels: Pixels) -> FirstLook:
    return first_look(Frame("test", 0.0, pixels))


def test_markers_have_their_corners(mat: Pixels) -> None:
    found = look(mat)
    assert (found.sight, found.hints) == ("ok", ())
    assert sorted(found.markers) == list(range(16))
    outer = np.array(found.markers[8])
    assert np.hypot(*(outer.mean(axis=0) - corners(View(), Plan())[0])) < 60


@pytest.mark.parametrize(("share", "sight"), [(0.05, "dark"), (1.0, "ok")])
def test_a_dark_picture_gives_one_word_and_no_advice(mat: Pixels, share: float, sight: str) -> None:
    found = look(np.asarray(mat * share, np.uint8))
    assert (found.sight, found.hints) == (sight, ())


def test_a_picture_of_nothing_is_covered() -> None:
    assert look(np.full((1520, 2028, 3), 90, np.uint8)).sight == "covered"


def test_a_dim_picture_is_seen_and_advised(mat: Pixels) -> None:
    found = look(np.asarray(mat * 0.5, np.uint8))
    assert found.sight == "ok"
    assert [hint.code for hint in found.hints] == ["dim"]


def test_flicker_is_reported_by_thinned_pictures(mat: Pixels) -> None:
    times = [n / 12 for n in range(12)]
    lit = [1.0 + 0.06 * math.cos(2 * math.pi * 100 * (t + 0.0007 * n)) for n, t in enumerate(times)]
    before = [
        thinned(Frame("test", t, np.asarray(np.clip(mat * part, 0, 255), np.uint8)))
        for t, part in zip(times, lit, strict=True)
    ]
    assert before[0].pixels.shape[1] == -(-mat.shape[1] // 8)
    found = first_look(Frame("test", 1.0, mat), before)
    assert [hint.code for hint in found.hints] == ["flickers"]
    assert first_look(Frame("test", 1.0, mat), [before[0]] * 12).hints == ()

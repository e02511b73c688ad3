"""White that outgrows black is measured by the edges inside the markers, and makes no field wider."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.calibration.mats import ASLANT, fov, seen_whole, shot, through_lens
from vision.calibration.by_markers import measured_field
from vision.calibration.corners import Floats
from vision.calibration.ink import grown, widened
from vision.calibration.markers import DICTIONARY, Plan

FINE = 20
"""Dots a pixel in which markers are drawn here."""
SIDE = 36
"""Pixels of a marker's side, twice that of its card."""


def printed(marker: int, white: float) -> tuple[NDArray[np.uint8], Floats]:
    """A marker whose white is wider by `white` pixels at each edge, and where its black square ends then."""
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    card = np.full((2 * SIDE * FINE,) * 2, 230, np.uint8)
    start, end = SIDE * FINE // 2, SIDE * FINE * 3 // 2
    card[start:end, start:end] = np.clip(cv2.aruco.generateImageMarker(book, marker, SIDE * FINE), 20, 230)
    size = 2 * round(abs(white) * FINE) + 1
    card = np.asarray(
        (cv2.dilate if white > 0 else cv2.erode)(card, np.ones((size, size), np.uint8)), np.uint8
    )
    seen = cv2.GaussianBlur(
        cv2.resize(card, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA), (0, 0), 0.8
    )
    low, high = SIDE / 2 + white - 0.5, SIDE * 1.5 - white - 0.5
    return np.asarray(seen, np.uint8), np.array([(low, low), (high, low), (high, high), (low, high)])


@pytest.mark.parametrize("white", [-0.4, -0.1, 0.0, 0.2, 0.5])
@pytest.mark.parametrize("marker", [8, 13])
def test_how_far_white_has_grown_is_measured_inside_a_marker(marker: int, white: float) -> None:
    grey, corners = printed(marker, white)
    assert grown(grey, {marker: corners}) == pytest.approx(white, abs=0.06)


def test_a_square_is_widened_on_every_side() -> None:
    square = np.array([(10.0, 10.0), (40.0, 10.0), (40.0, 40.0), (10.0, 40.0)])
    assert widened(square, 0.5) == pytest.approx(square + 0.5 * np.sign(square - 25.0))


def test_where_no_marker_is_nothing_is_said() -> None:
    flat = np.full((100, 100), 120, np.uint8)
    square = np.array([(30.0, 30.0), (60.0, 30.0), (60.0, 60.0), (30.0, 60.0)])
    assert grown(flat, {}) == 0.0
    assert grown(flat, {8: square}) == 0.0


@pytest.mark.parametrize("field", [650.0, 750.0, 900.0])
def test_a_soft_lens_makes_no_field_wider(field: float) -> None:
    plan, view = Plan(field), seen_whole(ASLANT, field)
    soft = through_lens(shot(view, plan, tuple(range(8, 16))), 1.2)
    measured = measured_field(soft, fov(view), plan.marker)
    assert measured is not None
    assert measured[0] == pytest.approx(field, rel=0.005)

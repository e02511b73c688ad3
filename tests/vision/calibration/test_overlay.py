"""The picture of a calibration: what is drawn where, and in which colour."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.calibration.mats import shot
from vision.calibration.by_markers import calibrate
from vision.calibration.markers import IDS, Plan
from vision.calibration.overlay import COLOURS, calibration_picture, write_picture
from vision.calibration.surface import Surface, find_markers, marker_corners, marker_offsets
from vision.calibration.zones import outline
from vision.camera.frame import Pixels
from vision.camera.sources import read_picture
from vision.scene.render import View

VIEW = View(1014, 760, focal=1095.0)
YELLOW, ORANGE, RED = (0, 255, 255), (0, 128, 255), (0, 0, 255)


@pytest.fixture(scope="module")
def empty() -> Pixels:
    return shot(VIEW, Plan())


@pytest.fixture(scope="module")
def surface(empty: Pixels) -> Surface:
    return calibrate(empty)


def share(pixels: Pixels, corners: np.ndarray, colour: tuple[int, ...]) -> float:
    """Of the outline through these corners: how much has about the colour."""
    ends = np.roll(corners, -1, axis=0)
    steps = np.linspace(0.0, 1.0, 60)[:, None]
    along = np.concatenate([a + (b - a) * steps for a, b in zip(corners, ends, strict=True)])
    near = [
        (np.abs(pixels[y - 1 : y + 2, x - 1 : x + 2].astype(int) - colour).max(axis=2) < 60).any()
        for x, y in np.round(along).astype(int)
        if 1 <= y < pixels.shape[0] - 1 and 1 <= x < pixels.shape[1] - 1
    ]
    return float(np.mean(near))


def marker(surface: Surface, number: int) -> np.ndarray:
    return surface.image_points(surface.of_mm(marker_corners(surface.plan, number)))


def test_grid_and_zones_lie_where_they_are(empty: Pixels, surface: Surface) -> None:
    before = empty.copy()
    out = calibration_picture(empty, surface)
    assert (empty == before).all(), "it is a copy"
    for zone, rect in surface.layout.zones.items():
        for seat in range(4):
            assert share(out, outline(surface, rect, seat), COLOURS[zone]) > 0.6, (zone, seat)
    half = surface.plan.field / 2
    steps = np.arange(-round(half // 50) * 50.0, half, 50.0)
    lines = [step for step in steps if abs(step) < half]
    for step in lines:
        for ends in ([(step, -half, 0), (step, half, 0)], [(-half, step, 0), (half, step, 0)]):
            line = surface.image_points(surface.of_mm(np.array(ends, float)))
            assert share(out, line, (235, 235, 235)) > 0.3, step
    assert (out[10:34, 10:300] == 255).all(axis=2).any(), "the error in all stands at the top"


def test_a_marker_is_used_left_out_or_not_seen(empty: Pixels, surface: Surface) -> None:
    out = calibration_picture(empty, surface)
    assert min(share(out, marker(surface, number), YELLOW) for number in IDS) > 0.5
    left_out, hidden = IDS[0], IDS[-1]
    covered = empty.copy()
    cv2.fillConvexPoly(covered, np.round(marker(surface, hidden)).astype(np.int32), (90, 90, 90))
    fewer = replace(surface, markers=tuple(n for n in surface.markers if n != left_out))
    out = calibration_picture(covered, fewer)
    assert share(out, marker(surface, left_out), ORANGE) > 0.5
    assert share(out, marker(surface, hidden), RED) > 0.5
    assert share(out, marker(surface, IDS[1]), YELLOW) > 0.5
    x, y = np.round(marker(surface, hidden).mean(axis=0)).astype(int)
    name = (out[y - 14 : y + 1] == RED).all(axis=2).nonzero()[1]
    assert (name.min() + name.max()) / 2 == pytest.approx(x, abs=6), "its name stands in the middle"


def test_an_arrow_leads_fifty_times_as_far_as_a_marker_errs(empty: Pixels, surface: Surface) -> None:
    moved = np.roll(empty, 4, axis=1)
    out = calibration_picture(moved, surface)
    offs = marker_offsets(surface, find_markers(moved))
    for number in IDS:
        middle = marker_corners(surface.plan, number).mean(axis=0)
        tip = middle + np.append(offs[number].mean(axis=0) * 50, 0.0)
        arrow = surface.image_points(surface.of_mm(np.array([middle, tip])))
        assert np.hypot(*(arrow[1] - arrow[0])) == pytest.approx(200, rel=0.2)
        assert share(out, arrow, RED) > 0.9, number


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.png", b"\x89PNG"), ("a.jpg", b"\xff\xd8\xff"), ("a.JPG", b"\xff\xd8\xff"), ("a.txt", b"\x89PNG")],
)
def test_a_picture_is_written_as_its_name_says(tmp_path: Path, name: str, start: bytes) -> None:
    write_picture(tmp_path / name, np.full((9, 7, 3), 200, np.uint8))
    assert (tmp_path / name).read_bytes().startswith(start)
    assert read_picture(tmp_path / name).shape == (9, 7, 3)
    with pytest.raises(FileNotFoundError):
        write_picture(tmp_path / "nowhere" / name, np.zeros((9, 7, 3), np.uint8))

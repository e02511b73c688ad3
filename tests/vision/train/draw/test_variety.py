"""Patches of the mat made into others: the truth goes with the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.calibration.mat import TILE_H, TILE_W
from vision.train.draw import variety
from vision.train.draw.layout import SIDE, Points, corners

PLACE = (120.0, 90.0, 25.0)
"""x, y in mm, y down, and degrees counter-clockwise of the only tile."""


def patch() -> tuple[variety.Image, variety.Truth]:
    """A white tile on black, with a face that lies on the cloth and is seen whole."""
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    quad = corners(*PLACE, (TILE_W, TILE_H)) - 0.5
    cv2.fillConvexPoly(image, np.round(quad * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    return image, np.array([[*PLACE, 3, 20, 1]], np.float32)


def lies(image: variety.Image) -> tuple[Points, float]:
    """Middle of what differs from the cloth, and the mean angle of its four sides, degrees of 180."""
    cloth = image[2, 2].astype(int)
    mask = (np.abs(image.astype(int) - cloth).sum(axis=2) > 60).astype(np.uint8)
    (ring,), _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    quad = cv2.approxPolyDP(ring, 6.0, True)[:, 0].astype(float)
    assert len(quad) == 4
    sides = np.roll(quad, -1, axis=0) - quad
    lengths = np.hypot(*sides.T)
    angles = np.arctan2(-sides[:, 0], -sides[:, 1])
    angles[np.argsort(lengths)[:2]] += np.pi / 2
    double = np.exp(2j * angles).sum()
    return quad.mean(axis=0) + 0.5, float(np.degrees(np.angle(double)) / 2 % 180)


@pytest.mark.parametrize("seed", range(40))
def test_the_truth_moves_with_the_tile(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variety, "LEANING", 0.0)
    monkeypatch.setattr(variety, "RESCALED", 0.0)
    monkeypatch.setattr(variety, "STRETCHED", 0.7)
    image, truth, known = variety.varied(np.random.default_rng(seed), *patch())
    x, y, angle = truth[0, :3].tolist()
    middle, seen = lies(image)
    assert np.hypot(*(middle - (x, y))) < 1.5
    assert abs((seen - angle + 90) % 180 - 90) < 4
    assert known[int(y), int(x)]


@pytest.mark.parametrize("seed", range(10))
def test_a_tile_of_quite_another_size_is_none(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variety, "RESCALED", 1.0)
    monkeypatch.setattr(variety, "STRETCHED", 0.0)
    _, truth, known = variety.varied(np.random.default_rng(seed), *patch())
    assert len(truth) == 0
    assert known.all()


def test_what_was_made_up_at_the_rim_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variety, "STRETCHED", 1.0)
    _, _, known = variety.varied(np.random.default_rng(1), *patch())
    assert 0.5 < known.mean() < 1.0
    assert known[SIDE // 2, SIDE // 2]


@pytest.mark.parametrize("seed", range(10))
def test_a_tile_that_leans_is_not_to_be_read_and_looks_narrower(seed: int) -> None:
    image, truth = patch()
    x, y, _ = PLACE
    image[86:94, 116:124] = (255, 0, 255)
    seen, leaning = variety.leaning(np.random.default_rng(seed), image, truth)
    assert leaning[0].tolist() == [*truth[0, :3].tolist(), -1, 20, 1]
    far = np.abs(np.mgrid[0:SIDE, 0:SIDE] - np.array([y, x])[:, None, None]).max(axis=0) > variety.WINDOW / 2
    assert (seen[far] == image[far]).all()
    assert marked(seen) <= 0.9 * marked(image)


def marked(image: variety.Image) -> int:
    """How many pixels are magenta, however dark."""
    blue, green, red = image.astype(int).transpose(2, 0, 1)
    ink = np.minimum(blue, red)
    return int(((ink > 60) & (ink - green > ink // 2)).sum())


@pytest.mark.parametrize(("face", "place"), [(variety.BACK, PLACE), (-1, PLACE), (3, (12.0, 90.0, 0.0))])
def test_only_whole_faces_are_made_to_lean(face: int, place: tuple[float, float, float]) -> None:
    image, _ = patch()
    truth = np.array([[*place, face, 20, 1]], np.float32)
    seen, leaning = variety.leaning(np.random.default_rng(1), image, truth)
    assert (seen == image).all()
    assert (leaning == truth).all()

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.train.draw import others
from vision.train.draw.aslant import fit, picture, truth_of
from vision.train.draw.bodies import Box, Camera
from vision.train.draw.designs import BACK, TileSet

STANDING = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
SIZE = np.array([26.0, 34, 20])


def plain_set() -> TileSet:
    face = np.full((160, 120, 3), 230, np.uint8)
    face[40:120, 40:80] = 30
    return TileSet("plain", (face,) * (BACK + 1), (230, 230, 230), (40, 120, 60))


def box(label: int = 3) -> Box:
    return Box(plain_set().faces[0], label, np.array([0.0, 0, 17]), STANDING, SIZE)


@pytest.mark.parametrize("lift", [5, 30, 55])
def test_the_picture_is_stretched_until_the_face_is_as_wide_and_high_as_a_tile(lift: int) -> None:
    camera = Camera(600.0, math.radians(lift), 0.0)
    found = fit(camera, box())
    assert found is not None
    scale, offset = found
    quad = camera.seen(box().front) * scale + offset
    assert quad.mean(axis=0) == pytest.approx([104, 104])
    assert np.linalg.norm(quad[1] + quad[2] - quad[0] - quad[3]) / 2 == pytest.approx(26)
    assert np.linalg.norm(quad[2] + quad[3] - quad[0] - quad[1]) / 2 == pytest.approx(34)


def test_what_is_nearer_looks_larger_and_what_is_higher_lies_further_up() -> None:
    camera = Camera(600.0, math.radians(20), 0.0)
    near, far, high = camera.seen(np.array([[10.0, -100, 0], [10, 100, 0], [10, 100, 50]]))
    assert near[0] > far[0] > 0
    assert near[1] > far[1] > high[1]


def quad_of(width: float, height: float) -> np.ndarray:
    return np.array([[50.0, 50], [50 + width, 50], [50 + width, 50 + height], [50, 50 + height]])


@pytest.mark.parametrize(
    ("width", "height", "shown"), [(26, 34, 1.0), (28, 32, 1.0), (33, 34, 0.5), (26, 70, 0.0), (12, 16, 0.0)]
)
def test_faces_much_too_large_or_small_are_none_and_doubtful_ones_half_shown(
    width: float, height: float, shown: float
) -> None:
    x, y, angle, face, _, share = truth_of(
        quad_of(width, height), np.ones(2), np.ones((208, 208), np.uint16), 1, 7
    )
    assert (x, y, face) == (50 + width / 2, 50 + height / 2, 7)
    assert angle == pytest.approx(0)
    assert share == pytest.approx(shown)


def test_a_face_behind_another_body_is_hidden() -> None:
    owner = np.ones((208, 208), np.uint16)
    owner[:, 63:] = 2
    assert truth_of(quad_of(26, 34), np.ones(2), owner, 1, 7)[-1] == pytest.approx(0.5, abs=0.05)


def test_a_seed_draws_the_same_picture_and_its_tiles_are_there() -> None:
    first, second = (picture(np.random.default_rng(4), plain_set()) for _ in range(2))
    assert (first[0] == second[0]).all()
    assert first[1] == second[1]
    assert first[0].shape == (208, 208, 3)
    rows = [row for k in range(8) for row in picture(np.random.default_rng(k), plain_set())[1]]
    assert sum(row[5] > 0.75 and row[3] >= 0 for row in rows) >= 8


@pytest.mark.parametrize("kind", others.KINDS)
def test_other_things_are_drawn_in_two_colours_at_least(kind: str) -> None:
    spread = []
    for seed in range(4):
        face, wide, high, thick = others.draw(np.random.default_rng(seed), kind)
        assert face.shape == (round(4 * high), round(4 * wide), 3)
        assert thick > 0
        spread.append(float(face.std()))
    assert max(spread) > 10

"""Bodies painted into a picture."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.train.draw.test_aslant import SIZE, STANDING, plain_set
from vision.train.draw.bodies import Box, Camera, flat, things
from vision.train.draw.others import DISCS, KINDS, STRANGE
from vision.train.draw.paint import Painter

CAMERA = Camera(600.0, math.radians(40), 0.0)
PLACE = np.full(2, 600.0), np.array([150.0, 100])


def painted(*boxes: Box) -> Painter:
    painter = Painter(np.full((200, 300, 3), 90, np.float32), CAMERA, PLACE, plain_set())
    painter.paint(np.random.default_rng(1), boxes)
    return painter


def lying(x: float, y: float) -> Box:
    return Box(plain_set().faces[0], 3, np.array([x, y, 20.0]), flat(0.0), SIZE)


def px(points: np.ndarray) -> np.ndarray:
    return CAMERA.seen(points) * PLACE[0] + PLACE[1]


def test_each_body_owns_its_face_and_the_sides_that_show() -> None:
    box = lying(0, 0)
    owner = painted(box).owner
    x, y = np.round(px(box.middle)).astype(int)
    assert owner[y, x] == 1
    nearer_side = px(box.corner(0, -1, 0.5))
    assert owner[round(nearer_side[1]), round(nearer_side[0])] == 1
    behind = px(box.corner(0, 1, 1.0))
    assert owner[round(behind[1]) - 25, round(behind[0])] == 0


def test_what_is_painted_later_hides_what_is_behind_it() -> None:
    behind = Box(plain_set().faces[0], 3, np.array([0.0, 60, 17]), STANDING, SIZE)
    before = replace(behind, middle=np.array([0.0, 30, 17]))
    owner = painted(behind, before).owner
    x, y = np.round(px(before.middle)).astype(int)
    assert owner[y, x] == 2


def test_a_disc_has_no_corners() -> None:
    box = replace(lying(0, 0), disc=True)
    owner = painted(box).owner
    for corner in box.front:
        x, y = np.round(px(0.95 * corner + 0.05 * box.middle)).astype(int)
        assert owner[y, x] == 0
    x, y = np.round(px(box.middle)).astype(int)
    assert owner[y, x] == 1


def test_bodies_throw_a_shadow_on_the_table() -> None:
    canvas = np.full((200, 300, 3), 90, np.float32)
    Painter(canvas, CAMERA, PLACE, plain_set()).paint(np.random.default_rng(2), [lying(0, 0)])
    assert canvas[painted(lying(0, 0)).owner == 0].min() < 85


@pytest.mark.parametrize("kind", KINDS + STRANGE)
def test_other_things_are_labelled_as_no_tiles(kind: str) -> None:
    boxes = things(np.random.default_rng(3), kind, 4, np.zeros(2))
    assert len(boxes) == 4
    assert all(b.label < 0 and b.disc == (kind in DISCS) for b in boxes)

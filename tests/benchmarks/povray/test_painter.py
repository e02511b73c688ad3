"""What POV-Ray's camera sees of a table in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.povray import drawing, faces, painter
from benchmarks.povray.drawing import Camera, Linear
from benchmarks.povray.painter import Painter, Seen, apart, reached
from benchmarks.povray.shown import FIELD
from benchmarks.povray.tables import Place, Set
from engine.tiles.tile import Tile
from vision.scene.scene import ArmBody, Rest, Scene, TileBody

SMALL = Camera(np.array([20.0, -60.0, 1200.0]), np.array([2.0, -6.0, 0.0]), 52.0, 640, 480)
ABSENT = drawing.absent() or faces.absent()


def place(seed: int = 3) -> Place:
    return replace(Place.random(np.random.default_rng(seed), FIELD), camera=SMALL)


def tile(number: int, x: float, y: float, z: float = 0.0) -> TileBody:
    return TileBody(number, Tile.parse("3s"), x, y, 0.0, Rest.FACE_DOWN, z)


def blank(tile: Tile) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    del tile
    return np.zeros((46, 35, 4), np.uint8)


BLANK = Set(faces.Drawings("blank", blank), (0.8, 0.8, 0.7), (0.7, 0.3, 0.02), 0.0, 0.0)


class Pen:
    """Stands in for POV-Ray: each picture is as light as it is late, and only where it was asked for."""

    def __init__(self) -> None:
        self.parts: list[tuple[int, int, int, int]] = []

    def lit(self, text: str, camera: Camera, quality: Iterable[str], pictures: Mapping[str, bytes]) -> Linear:
        del text, pictures
        said = {word[:3]: int(word[3:]) for word in quality if word[:3] in ("+SC", "+EC", "+SR", "+ER")}
        left, top, right, low = said["+SC"] - 1, said["+SR"] - 1, said["+EC"], said["+ER"]
        self.parts.append((left, top, right, low))
        out = np.zeros((camera.height, camera.width, 3), np.float32)
        out[top:low, left:right] = 0.1 * len(self.parts)
        return out


@pytest.fixture
def pen(monkeypatch: pytest.MonkeyPatch) -> Pen:
    made = Pen()
    monkeypatch.setattr(painter, "lit", made.lit)
    return made


def still() -> Painter:
    return Painter(place(), BLANK, 1, 0.5, 0.0)


def test_while_something_moves_the_last_picture_stays(pen: Pen) -> None:
    camera = still()
    before = camera.render(Scene((tile(0, 0, 0),)), 0.0)
    moving = [camera.render(Scene((tile(0, x, 0, 40.0),)), 0.0) for x in (10, 30, 60)]
    assert len(pen.parts) == 1
    assert all(np.array_equal(before, seen) for seen in moving)
    camera.render(Scene((tile(0, 90, 0),)), 0.0)
    after = camera.render(Scene((tile(0, 90, 0),)), 0.0)
    assert camera.drawn == len(pen.parts) == 2
    assert not np.array_equal(before, after)


def test_only_what_is_around_a_change_is_drawn_anew(pen: Pen) -> None:
    camera, one, two = still(), tile(0, -200, 100), tile(1, 150, -120)
    camera.render(Scene((one, two)), 0.0)
    for _ in range(2):
        seen = camera.render(Scene((one,)), 0.0)
    left, top, right, low = pen.parts[1]
    x, y = SMALL.project([(150.0, -120.0, 20.0)])[0]
    assert left < x < right
    assert top < y < low
    assert (right - left) * (low - top) < SMALL.width * SMALL.height / 8
    x, y = np.rint(SMALL.project([(-200.0, 100.0, 20.0)])[0]).astype(int)
    assert not np.array_equal(seen[y, x], seen[(top + low) // 2, (left + right) // 2])


def test_two_places_are_two_small_parts(pen: Pen) -> None:
    camera, one, two = still(), tile(0, -250, 200), tile(1, 250, -200)
    camera.render(Scene((one, two)), 0.0)
    for _ in range(2):
        camera.render(Scene((replace(one, x=-240.0), replace(two, x=240.0))), 0.0)
    assert len(pen.parts) == 3
    assert all((right - left) * (low - top) < 480 * 640 / 8 for left, top, right, low in pen.parts[1:])


PARTS = st.tuples(*[st.integers(0, 40)] * 2, *[st.integers(1, 20)] * 2).map(
    lambda p: (p[0], p[1], p[0] + p[2], p[1] + p[3])
)


@given(st.lists(PARTS, max_size=8))
def test_parts_that_overlap_are_one(parts: list[tuple[int, int, int, int]]) -> None:
    found = apart(parts)
    for a in parts:
        assert any(b[0] <= a[0] and b[1] <= a[1] and b[2] >= a[2] and b[3] >= a[3] for b in found)
    for n, a in enumerate(found):
        for b in found[n + 1 :]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_nothing_is_drawn_where_nothing_changes(pen: Pen) -> None:
    camera, scene = still(), Scene((tile(0, 0, 0),))
    for _ in range(4):
        camera.render(scene, 0.0)
        camera.render(replace(scene, arms=(ArmBody(0, 0.0, -100.0),)), 0.0)
    assert len(pen.parts) == 1


@pytest.mark.parametrize("seat", range(4))
def test_an_arm_comes_from_its_own_side_and_ends_at_its_finger_tips(seat: int) -> None:
    grey = np.full((SMALL.height, SMALL.width, 3), 120, np.uint8)
    made = reached(grey, ArmBody(seat, 40.0, -30.0), SMALL, (200, 10, 10), (10, 200, 10))
    skin, sleeve = (np.argwhere(made[..., c] > 180)[:, ::-1].mean(axis=0) for c in (0, 1))
    tip = SMALL.project([(40.0, -30.0, 30.0)])[0]
    side = SMALL.project([((0.0, 400.0, 0.0, -400.0)[seat], (-400.0, 0.0, 400.0, 0.0)[seat], 60.0)])[0]
    assert np.linalg.norm(skin - tip) < 60
    assert np.linalg.norm(sleeve - side) < np.linalg.norm(skin - side)


def test_an_exposed_camera_draws_nothing_anew(pen: Pen) -> None:
    camera, scene = still(), Scene((tile(0, 0, 0),))
    before = camera.render(scene, 0.0)
    camera.expose(0.5)
    assert camera.render(scene, 0.0).mean() < before.mean()
    assert len(pen.parts) == 1


@given(st.floats(-375, 375), st.floats(-375, 375), st.sampled_from((0.0, 20.0, 40.0)))
def test_what_is_seen_is_where_it_lies(x: float, y: float, z: float) -> None:
    shown = SMALL.project([(x, y, z)])
    assert Seen(SMALL).unproject(shown, z)[0] == pytest.approx((x, y), abs=0.05)


@pytest.mark.skipif(ABSENT is not None, reason=str(ABSENT))
@pytest.mark.parametrize("room", ["strips", "window"])
def test_a_part_drawn_anew_is_as_in_a_whole_picture(room: str) -> None:
    lit = next(found for n in range(40) if (found := place(n)).room == room)
    one, two, three = tile(0, 120, 40), tile(1, 146, 40), tile(2, 120, 40, 20.0)
    before, after = Scene((one, two, three)), Scene((one, two))
    parts, whole = Painter(lit, BLANK, 1, 0.5, 0.0), Painter(lit, BLANK, 1, 0.5, 0.0)
    parts.render(before, 0.0)
    for _ in range(2):
        seen = parts.render(after, 0.0)
    wanted = whole.render(after, 0.0)
    changed = cv2.blur(seen.astype(np.float32) - wanted, (9, 9))  # lamps of many points tremble
    assert np.abs(changed).max() < 6
    assert np.abs(cv2.blur(parts.render(before, 0.0).astype(np.float32) - wanted, (9, 9))).max() < 6
    for _ in range(2):
        seen = parts.render(before, 0.0)
    assert np.abs(cv2.blur(seen.astype(np.float32) - wanted, (9, 9))).max() > 20

"""Sticks before the ponds, in any room and as people drop them; nothing else is one."""

from __future__ import annotations

import numpy as np
import pytest

from engine.tile import ALL
from vision.mat import POND_ROW_Y, STICK_Y, TILE_W, to_table, turn
from vision.render import Light, MatLook, Renderer, View
from vision.scene import ArmBody, Rest, Scene, StickBody, TileBody
from vision.sticks import count_sticks
from vision.surface import Surface, calibrate


def stick(number: int, seat: int, x: float, y: float, angle: float) -> StickBody:
    at_x, at_y = to_table(seat, x, y)
    return StickBody(number, 1000, at_x, at_y, turn(seat, angle))


ROWS = tuple(
    TileBody(
        10 * seat + i, ALL[i], *to_table(seat, TILE_W * (i - 2.5), POND_ROW_Y[0]), turn(seat, 0), Rest.FACE_UP
    )
    for seat in range(4)
    for i in range(6)
)


@pytest.fixture(scope="module", params=range(3))
def room(request: pytest.FixtureRequest) -> tuple[Renderer, Surface]:
    rng = np.random.default_rng(request.param)
    view = View(x=float(rng.normal(0, 30)), y=float(rng.normal(0, 40)), tilt=float(rng.normal(0, 2)))
    renderer = Renderer(view, light=Light.random(rng), seed=request.param, mat=MatLook.random(rng))
    return renderer, calibrate(renderer.render(Scene(), 0.0), 50.0)


def counts(room: tuple[Renderer, Surface], scene: Scene) -> list[int]:
    renderer, surface = room
    pixels = renderer.render(scene, 1.0)
    return [count_sticks(pixels, surface, seat) for seat in range(4)]


def test_sticks_are_counted_where_they_lie(room: tuple[Renderer, Surface]) -> None:
    assert counts(room, Scene(ROWS)) == [0, 0, 0, 0]
    askew = (stick(0, 1, -16.0, STICK_Y + 1.5, 5.0), stick(1, 3, 14.0, STICK_Y - 1.5, -4.0))
    assert counts(room, Scene(ROWS, askew)) == [0, 1, 0, 1]


def test_two_sticks_side_by_side_are_two(room: tuple[Renderer, Surface]) -> None:
    pair = (stick(0, 0, 0.0, STICK_Y - 4.0, 0.0), stick(1, 0, 3.0, STICK_Y + 4.5, 0.0))
    assert counts(room, Scene(ROWS, pair)) == [2, 0, 0, 0]


def test_the_sticks_of_earlier_hands_in_the_centre_are_not_counted(room: tuple[Renderer, Surface]) -> None:
    kept = tuple(stick(i, 0, 0.0, 56.0 - 10.0 * i, 0.0) for i in range(7))
    assert counts(room, Scene(ROWS, kept)) == [0, 0, 0, 0]


def test_fingers_are_no_sticks(room: tuple[Renderer, Surface]) -> None:
    x, y = to_table(0, 20.0, STICK_Y)
    assert counts(room, Scene(ROWS, arms=(ArmBody(0, x, y),)))[0] == 0

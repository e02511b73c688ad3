"""Sticks before the ponds and their values, in any room and as people drop them; nothing else is one."""

from __future__ import annotations

import numpy as np
import pytest

from engine.tiles.tile import ALL
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import POND_ROW_Y, STICK_Y, TILE_W, WALL_LEFT, WALL_Y, to_table, turn
from vision.calibration.surface import Surface
from vision.eyes.sticks import VALUES, Sticks, bars, by_ink
from vision.scene.render import Light, MatLook, Renderer, View
from vision.scene.scene import ArmBody, DieBody, Rest, Scene, StickBody, TileBody


def stick(number: int, seat: int, x: float, y: float, angle: float, value: int = 1000) -> StickBody:
    at_x, at_y = to_table(seat, x, y)
    return StickBody(number, value, at_x, at_y, turn(seat, angle))


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
    return [len(Sticks().find(pixels, surface, seat)) for seat in range(4)]


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


@pytest.mark.parametrize("values", [(100, 1000, 5000, 10000), (1000, 500, 100, 5000)])
def test_the_value_of_a_stick_is_read_where_it_lies(
    room: tuple[Renderer, Surface], values: tuple[int, ...]
) -> None:
    renderer, surface = room
    lying = [stick(seat, seat, 3.0, STICK_Y, 1.5, value) for seat, value in enumerate(values)]
    pixels = renderer.render(Scene(ROWS, tuple(lying)), 1.0)
    for seat, body in enumerate(lying):
        (seen,) = Sticks().find(pixels, surface, seat)
        assert seen.value in (body.value, None)
        assert (seen.x, seen.y) == pytest.approx((body.x, body.y), abs=2.0)
    read = [Sticks().find(pixels, surface, seat)[0].value for seat in range(4)]
    assert sum(value is not None for value in read) >= 3


def banded(stick: tuple[int, int, int]) -> np.ndarray:
    """A place of green cloth with a stick of that colour; flicker takes half of the light on one side."""
    place = np.full((43, 300, 3), (60, 120, 40), np.uint8)
    place[15:28, 60:240] = stick
    light = np.interp(np.arange(300), (90, 210), (1.0, 0.4))
    return (place * light[:, None]).astype(np.uint8)


@pytest.mark.parametrize("body", [(110, 170, 90), (176, 120, 60), (214, 224, 222)])
def test_a_stick_across_bands_of_flicker_is_one_whole(body: tuple[int, int, int]) -> None:
    (seen,) = bars(banded(body))
    assert (seen.x, seen.y, seen.angle) == pytest.approx((149.5, 21.0, 0.0), abs=2.0)


def dotted(ink: tuple[int, int, int]) -> np.ndarray:
    """The middle of an ivory stick in warm light with eight dots."""
    strip = np.full((12, 44, 3), (139, 198, 215), np.uint8)
    for x in (13, 18, 24, 29):
        for y in (3, 7):
            strip[y : y + 2, x : x + 2] = ink
    return strip


@pytest.mark.parametrize(("ink", "value"), [((25, 30, 28), 100), ((25, 100, 28), 500)])
def test_the_ink_tells_a_hundred_from_a_five_hundred_of_as_many_dots(
    ink: tuple[int, int, int], value: int
) -> None:
    """R-SET-04."""
    odds = np.array([[0.49, 0.49, 0.02, 0, 0, 0, 0, 0]], np.float32)
    weighed = by_ink(dotted(ink)[None], odds)
    assert VALUES[int(weighed.argmax())] == value
    assert weighed.max() > 0.8
    assert weighed.sum() == pytest.approx(1.0)


def test_dots_that_are_lighter_than_the_stick_have_no_ink_to_tell() -> None:
    odds = np.array([[0.49, 0.49, 0.02, 0, 0, 0, 0, 0]], np.float32)
    assert by_ink(dotted((250, 250, 250))[None], odds) == pytest.approx(odds)


def test_a_stick_without_dots_has_no_value_but_lies_there() -> None:
    """E-RIICHI-05."""
    renderer = Renderer(seed=4)
    surface = calibrate(renderer.render(Scene(), 0.0), 50.0)
    own = stick(0, 2, 0.0, STICK_Y, 0.0, 0)
    (seen,) = Sticks().find(renderer.render(Scene(ROWS, (own,)), 1.0), surface, 2)
    assert seen.value is None


def test_honba_counters_and_dice_in_the_corners_are_no_sticks_before_a_pond(
    room: tuple[Renderer, Surface],
) -> None:
    """E-MARK-01, -03."""
    counters = tuple(stick(k, seat, 268.0, -268.0 - 9.0 * k, 0.0, 100) for seat in range(4) for k in range(3))
    dice = tuple(DieBody(k, k + 1, *to_table(k, 268.0, -244.0), 20.0) for k in range(4))
    assert counts(room, Scene(ROWS, counters, dice)) == [0, 0, 0, 0]


@pytest.mark.parametrize("count", range(5))
def test_sticks_of_earlier_hands_are_read_in_the_centre(room: tuple[Renderer, Surface], count: int) -> None:
    """E-RIICHI-04: beside dice and between the markers, which are none."""
    renderer, surface = room
    kept = tuple(stick(i, 0, 2.0 * i, y, 0.5) for i, y in enumerate((21.0, -21.0, 30.0, -30.0)[:count]))
    dice = (DieBody(0, 5, -12.0, 1.0, 20.0), DieBody(1, 2, 12.0, -1.0, 50.0))
    seen = Sticks().kept(renderer.render(Scene(ROWS, kept, dice), 1.0), surface)
    assert len(seen) == count
    assert {one.value for one in seen} <= {1000, None}


@pytest.mark.parametrize("count", [0, 1, 3])
def test_honba_counters_are_read_beside_the_dice(room: tuple[Renderer, Surface], count: int) -> None:
    """E-MARK-01, -03."""
    renderer, surface = room
    lying = tuple(stick(k, 2, 268.0, -268.0 - 9.0 * k, 1.0, 100) for k in range(count))
    dice = tuple(DieBody(k, k + 1, *to_table(2, 255.0 + 20.0 * k, -244.0), 20.0) for k in range(2))
    walls = tuple(
        TileBody(
            100 + k, ALL[0], *to_table(2, WALL_LEFT + (k + 0.5) * TILE_W, WALL_Y), 0.0, Rest.FACE_DOWN, z
        )
        for k in range(17)
        for z in (0.0, 20.0)
    )
    pixels = renderer.render(Scene((*ROWS, *walls), lying, dice), 1.0)
    assert [len(Sticks().counters(pixels, surface, seat)) for seat in range(4)] == [0, 0, count, 0]
    assert {one.value for one in Sticks().counters(pixels, surface, 2)} <= {100, None}

"""Backs of two colours in the walls are two sets; light makes no such of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest
from numpy.random import Generator

from benchmarks.backs import TwoSets, blind, half_sun, mirrored, walls
from engine.tiles.tile import Tile
from tests.vision.eyes.table import Table
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import TILE_W, WALL_Y
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.eyes.backs import WHITE, Back, colours, row_of, two_sets
from vision.eyes.observation import TileSeen
from vision.faces.makers import maker
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.scene import Scene
from vision.scene.venue import Venue

GREEN = (70.0, 122.0, 24.0)
ORANGE = (34.0, 160.0, 232.0)
BLACK = (32.0, 28.0, 28.0)
LILAC = (195.0, 172.0, 186.0)
SHADED = (42.0, 73.2, 14.4)
WARM = (49.0, 122.0, 31.2)
PALE = (160.0, 186.0, 137.0)
"""The green in shade, in the light of a candle, and where it mirrors a lamp."""
STILL = 12
"""Pictures in which nothing moves: a second."""
Light = Callable[[Pixels, Surface, Generator], Pixels]


def rows(colour: Callable[[int, int], Sequence[float]], stacks: int = 17) -> list[list[Back]]:
    """Four walls whose backs have a colour by wall and stack, and some grain."""
    rng = np.random.default_rng(4)
    return [
        [
            Back(TILE_W * n, tuple(np.clip(np.array(colour(wall, n)) * rng.normal(1, 0.02, 3), 0, 255)))
            for n in range(stacks)
        ]
        for wall in range(4)
    ]


def test_one_set_is_one_set() -> None:
    assert two_sets(rows(lambda wall, n: GREEN)) is False


@pytest.mark.parametrize("every", [3, 5, 11])
def test_tiles_of_another_colour_among_the_others_are_of_another_set(every: int) -> None:
    assert two_sets(rows(lambda wall, n: ORANGE if (17 * wall + n) % every == 1 else GREEN)) is True


def test_black_backs_among_green_ones_are_of_another_set() -> None:
    assert two_sets(rows(lambda wall, n: BLACK if (wall + n) % 3 == 0 else GREEN)) is True


def test_pale_backs_of_another_colour_mirror_no_lamp() -> None:
    assert two_sets(rows(lambda wall, n: LILAC if (wall + n) % 3 == 0 else ORANGE)) is True


def test_three_tiles_of_a_colour_that_no_light_makes_are_of_another_set() -> None:
    assert two_sets(rows(lambda wall, n: ORANGE if wall == 1 and n in {3, 6, 9} else GREEN)) is True


def test_one_or_two_tiles_may_replace_what_was_lost() -> None:
    assert two_sets(rows(lambda wall, n: ORANGE if n == 6 and wall < 2 else GREEN)) is False


def test_the_middle_of_each_wall_in_warm_light_is_one_set() -> None:
    assert two_sets(rows(lambda wall, n: WARM if 4 < n < 12 else GREEN)) is False


def test_a_lamp_mirrored_in_single_tiles_is_no_other_set() -> None:
    assert two_sets(rows(lambda wall, n: PALE if (wall + n) % 3 == 0 else GREEN)) is False


def test_tiles_that_only_lie_in_shade_are_no_other_set() -> None:
    assert two_sets(rows(lambda wall, n: SHADED if (wall + n) % 3 == 0 else GREEN)) is False


def test_of_few_tiles_nothing_is_said() -> None:
    assert two_sets(rows(lambda wall, n: ORANGE if n % 2 else GREEN, stacks=9)) is None
    assert two_sets([]) is None


def test_the_colour_is_that_of_the_middle_of_a_tile() -> None:
    pixels = np.zeros((60, 60, 3), np.uint8)
    pixels[18:42, 20:40] = (10, 200, 90)
    corners = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
    assert colours(pixels, [corners]).tolist() == [[10.0, 200.0, 90.0]]
    assert colours(pixels, []).shape == (0, 3)


@pytest.mark.parametrize(("face", "counts"), [(None, True), (WHITE, True), (Tile.parse("1m"), False)])
def test_what_reads_as_a_white_dragon_may_be_a_pale_back(face: Tile | None, counts: bool) -> None:
    corners = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
    tile = TileSeen(1, ((face, 1.0),), 4.0, WALL_Y, 0.0, False, corners)
    assert bool(row_of(np.zeros((60, 60, 3), np.uint8), [tile])) == counts


@pytest.fixture(scope="module")
def draw() -> TwoSets:
    return TwoSets(Venue(style=maker(3)), maker(8), 5)


@pytest.fixture
def table(draw: TwoSets) -> Iterator[Table]:
    out = Table(draw, calibrate(draw.render(Scene(), 0.0)), Detector(threads=2, colours=Colours()))
    yield out
    out.eyes.close()


def test_the_eyes_say_it_before_a_face_is_seen_and_until_other_walls_stand(table: Table) -> None:
    table.show([Scene()] * 2)
    assert not table.eyes.two_sets
    table.show([walls("mixed", 0.5, 0.3)] * STILL)
    assert table.eyes.two_sets
    table.show([Scene()] * STILL)
    assert table.eyes.two_sets, "what was seen of whole walls counts while they are dealt"
    table.show([walls("one", 0.5, 0.0)] * STILL)
    assert not table.eyes.two_sets


@pytest.mark.parametrize("light", [half_sun, blind, mirrored])
def test_no_light_makes_two_sets_of_one(table: Table, light: Light) -> None:
    surface = table.eyes.surface
    assert surface is not None

    def lit(pixels: Pixels) -> Pixels:
        return light(pixels, surface, np.random.default_rng(7))

    table.show([walls("one", 0.5, 0.0)] * STILL, lit)
    assert not table.eyes.two_sets

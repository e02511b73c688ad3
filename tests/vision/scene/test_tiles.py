"""Tiles that stand askew, and things that come in several kinds."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.calibration.mat import TILE_D, TILE_H, TILE_W
from vision.scene.bodies import STICK_D
from vision.scene.looks import DICE, die_look, sides_of
from vision.scene.render import Light, Renderer, Style, View
from vision.scene.scene import DieBody, Rest, Scene, StickBody, TileBody
from vision.scene.tiles import tile_top

CLEAN = Light(noise=0.0)
ABOVE = View(width=1014, height=760, focal=1095.0, x=0.0, y=0.0, tilt=0.0, pan=0.0, roll=0.0)
FACE = Tile.parse("7p")


def lengths(quad: np.ndarray) -> tuple[float, float]:
    """Of the quad's upper and left side, in mm at the middle of the mat."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    return math.hypot(*across) / ABOVE.scale, math.hypot(*down) / ABOVE.scale


def test_a_tile_on_its_long_side_shows_its_thickness_and_no_face() -> None:
    body = TileBody(0, FACE, 0.0, 0.0, 0.0, Rest.EDGE)
    (truth,) = Renderer(ABOVE, light=CLEAN).truth(Scene((body,)))
    assert truth.tile is None
    grown = ABOVE.z / (ABOVE.z - TILE_W)
    assert lengths(truth.quad) == pytest.approx((TILE_H * grown, TILE_D * grown), abs=0.3)


@pytest.mark.parametrize(("pitch", "bank"), [(30.0, 0.0), (-30.0, 0.0), (0.0, 30.0), (0.0, -30.0)])
def test_a_tipped_tile_is_foreshortened_and_rests_on_its_lowest_corner(pitch: float, bank: float) -> None:
    body = TileBody(0, FACE, 0.0, 0.0, 0.0, Rest.FACE_UP, 0.0, pitch, bank)
    width, depth = lengths(tile_top(body, ABOVE))
    shrunk = math.cos(math.radians(30.0))
    assert width == pytest.approx(TILE_W * (shrunk if bank else 1.0), rel=0.05)
    assert depth == pytest.approx(TILE_H * (shrunk if pitch else 1.0), rel=0.05)
    quad = tile_top(body, ABOVE)
    far, right, near, left = (math.hypot(*(quad[i] - quad[(i + 1) % 4])) for i in range(4))
    # what is raised is nearer to the camera and so appears longer
    grown = {"pitch": far - near, "bank": right - left}
    assert grown["pitch"] * pitch + grown["bank"] * bank > 0


def test_a_tipped_tile_can_still_be_read_and_hides_the_one_below() -> None:
    low = TileBody(0, Tile.parse("3s"), 0.0, 150.0, 0.0, Rest.FACE_UP)
    over = TileBody(1, FACE, 18.0, 150.0, 0.0, Rest.FACE_UP, 0.0, 0.0, -30.0)
    seen = Renderer(ABOVE, light=CLEAN).truth(Scene((low, over)))
    assert [t.tile for t in seen] == [low.face, FACE]
    assert seen[0].visible < 0.8
    assert seen[1].visible > 0.95


def test_tipped_tiles_drawn_in_steps_equal_the_whole() -> None:
    bodies = tuple(
        TileBody(i, FACE, 30.0 * i - 200, 100.0, 40.0 * i, rest, 0.0, 8.0 * (i - 3), 5.0 * i)
        for i, rest in enumerate([Rest.FACE_UP, Rest.EDGE, Rest.FACE_DOWN] * 3)
    )
    stepwise = Renderer(ABOVE, light=CLEAN)
    for count in range(len(bodies)):
        stepwise.render(Scene(bodies[:count]), 0.0)
    whole = Renderer(ABOVE, light=CLEAN).render(Scene(bodies), 0.0)
    assert np.array_equal(stepwise.render(Scene(bodies), 0.0), whole)


def around(
    x: float, y: float, z: float, scene: Scene, style: Style | None = None, view: View = ABOVE
) -> np.ndarray:
    """Mean BGR of the few pixels at a place."""
    ((u, v),) = view.project([[x, y, z]])
    picture = Renderer(view, style, CLEAN).render(scene, 0.0)
    return np.asarray(picture[round(v) - 1 : round(v) + 2, round(u) - 1 : round(u) + 2].mean(axis=(0, 1)))


def test_an_owed_stick_is_black() -> None:
    paid, owed = (
        around(30.0, 0.0, STICK_D, Scene(sticks=(StickBody(0, v, 0.0, 0.0, 0.0),))) for v in (1000, -1000)
    )
    assert paid.min() > 180
    assert owed.max() < 60


def test_sticks_of_a_coloured_set_differ_in_colour() -> None:
    style = replace(Style.default(), coloured_sticks=True)
    tones = [
        around(30.0, 0.0, STICK_D, Scene(sticks=(StickBody(0, v, 0.0, 0.0, 0.0),)), style)
        for v in (100, 500, 1000, 5000, 10000, -10000)
    ]
    for i, a in enumerate(tones):
        assert all(np.abs(a - b).max() > 30 for b in tones[:i])


@pytest.mark.parametrize("design", range(len(DICE)))
@pytest.mark.parametrize("value", [1, 4])
def test_a_die_shows_its_pips_wherever_it_lies(design: int, value: int) -> None:
    style = replace(Style.default(), die=design)
    die = DieBody(0, value, 262.0, -300.0, 30.0)
    look = die_look(design)
    middle = around(262.0, -300.0, die.size, Scene(dice=(die,)), style, View())
    wanted = look.one_ink if value == 1 else look.body
    contrast = np.abs(np.asarray(look.pips) - np.asarray(look.body)).max()
    assert np.abs(middle - np.asarray(wanted)).max() < contrast / 2


def test_opposite_sides_of_a_die_make_seven() -> None:
    for top in range(1, 7):
        near, far, left, right = sides_of(top)
        assert near + far == left + right == 7
        assert {near, far, left, right} == set(range(1, 7)) - {top, 7 - top}

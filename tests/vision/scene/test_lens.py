"""Lamp, lens and sensor: each fault can be switched on alone, and the truth stays the truth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.calibration.mat import TILE_D
from vision.scene.demo import demo_scene
from vision.scene.lens import disc
from vision.scene.render import Lens, Light, Renderer, View
from vision.scene.scene import ArmBody, Rest, Scene, TileBody

CLEAN = Light(noise=0.0)
SMALL = View(width=1014, height=760, focal=1095.0)


def tile(x: float, y: float, number: int = 0) -> TileBody:
    return TileBody(number, Tile.parse("9s"), x, y, 0.0, Rest.FACE_UP)


def patch(renderer: Renderer, scene: Scene, x: float, y: float, t: float = 0.0) -> float:
    """Mean brightness of the 10 x 10 pixels where a lying tile's middle at (x, y) appears."""
    ((u, v),) = renderer.view.project([[x, y, TILE_D]])
    cut = renderer.render(scene, t)[round(v) - 5 : round(v) + 5, round(u) - 5 : round(u) + 5]
    return float(cut.mean())


def test_the_lamp_is_mirrored_where_the_angles_are_equal() -> None:
    light = replace(CLEAN, direction=0.0, lean=0.2, glare=0.9, spread=0.03)
    view = replace(SMALL, x=0.0, y=0.0)
    # seen from straight above the middle, the lamp leaning 0.2 per height to the right
    there = 0.2 * (view.z - TILE_D)
    scene = Scene((tile(there, 0.0), tile(-there, 0.0, 1)))
    plain, polished = Renderer(view, light=replace(light, glare=0.0)), Renderer(view, light=light)
    assert patch(polished, scene, there, 0.0) > patch(plain, scene, there, 0.0) + 60
    assert patch(polished, scene, -there, 0.0) == pytest.approx(patch(plain, scene, -there, 0.0), abs=0.5)
    for a, b in zip(plain.truth(scene), polished.truth(scene), strict=True):
        assert a.tile == b.tile
        assert np.array_equal(a.quad, b.quad)


def test_a_lamp_flickers_for_a_quick_shutter_and_not_for_a_whole_period() -> None:
    light = replace(CLEAN, flicker=0.5, mains=50.0)
    scene = Scene((tile(0.0, 150.0),))
    quick = Renderer(SMALL, light=light, lens=Lens(exposure=0.001))
    bright, dark = (patch(quick, scene, 0.0, 150.0, t) for t in (0.0, 0.005))
    assert bright > 1.5 * dark
    whole = Renderer(SMALL, light=light, lens=Lens(exposure=0.01))
    still = Renderer(SMALL, light=CLEAN).render(scene, 0.0)
    for t in (0.0, 0.005):
        assert np.abs(whole.render(scene, t).astype(int) - still).max() <= 1


def test_reading_row_by_row_makes_bands() -> None:
    lens = Lens(exposure=0.001, readout=0.02)
    banded = Renderer(SMALL, light=replace(CLEAN, flicker=0.4, mains=60.0), lens=lens)
    even = Renderer(SMALL, light=CLEAN).render(Scene(), 0.0).astype(float).mean(axis=(1, 2))
    rows = banded.render(Scene(), 0.0).astype(float).mean(axis=(1, 2)) / even
    waves = np.abs(np.fft.rfft(rows - rows.mean()))
    # 20 ms of a lamp that brightens 120 times a second
    assert int(waves.argmax()) in (2, 3)
    assert rows.max() - rows.min() > 0.5


def test_what_moves_is_smeared_and_what_rests_is_not() -> None:
    renderer = Renderer(SMALL, light=CLEAN, lens=Lens(exposure=0.04))

    def moving(t: float) -> Scene:
        return Scene((tile(1000.0 * t, 150.0), tile(0.0, -200.0, 1)))

    smeared, sharp = renderer.exposed(moving, 0.0), renderer.render(moving(0.0), 0.0)
    ((_, v),) = SMALL.project([[0.0, 150.0, TILE_D]])
    row = slice(round(v) - 3, round(v) + 3)
    empty = renderer.render(Scene(), 0.0)

    def width(picture: np.ndarray) -> int:
        seen = (picture[row].astype(int) - empty[row]).max(axis=(0, 2)) > 12
        return int(np.flatnonzero(seen).max() - np.flatnonzero(seen).min())

    # 40 mm of way, the first and the last seventh of it in half
    assert width(smeared) - width(sharp) == pytest.approx(40 * 6 / 7 * SMALL.scale, abs=4)
    ((_, low),) = SMALL.project([[0.0, -200.0, 0.0]])
    kept = slice(round(low) - 20, round(low) + 20)
    assert np.abs(smeared[kept].astype(int) - sharp[kept]).max() <= 1
    assert np.array_equal(renderer.exposed(lambda _: moving(0.0), 0.0), sharp)


@pytest.mark.parametrize("radius", [0.5, 1.4, 3.0])
def test_out_of_focus_a_point_becomes_an_even_disc(radius: float) -> None:
    kernel = disc(radius)
    assert kernel.sum() == pytest.approx(1.0, abs=1e-5)
    y, x = np.indices(kernel.shape) - kernel.shape[0] // 2
    spread = float((kernel * (x**2 + y**2)).sum())
    assert spread == pytest.approx(radius**2 / 2, rel=0.35, abs=0.3)


def test_an_unsharp_picture_drawn_in_steps_equals_the_whole() -> None:
    lens = Lens(defocus=1.7)
    scene = demo_scene(3, arm=True)
    stepwise = Renderer(SMALL, light=CLEAN, lens=lens)
    for count in range(0, len(scene.tiles), 31):
        stepwise.render(replace(scene, tiles=scene.tiles[:count]), 0.0)
    whole = Renderer(SMALL, light=CLEAN, lens=lens).render(scene, 0.0)
    assert np.array_equal(stepwise.render(scene, 0.0), whole)
    sharp = Renderer(SMALL, light=CLEAN).render(scene, 0.0)
    soft, crisp = (np.abs(np.diff(p.astype(int), axis=1)).mean() for p in (whole, sharp))
    assert soft < 0.8 * crisp


def test_an_arm_is_out_of_focus_like_all_else() -> None:
    scene = Scene(arms=(ArmBody(0, 0.0, -150.0),))
    pictures = [Renderer(SMALL, light=CLEAN, lens=Lens(defocus=d)).render(scene, 0.0) for d in (0.0, 3.0)]
    steepest = [np.abs(np.diff(p.astype(int), axis=1)).max() for p in pictures]
    assert steepest[1] < 0.6 * steepest[0]


def test_harsh_rooms_and_lenses_repeat_with_their_seed() -> None:
    for make in (Light.harsh, Lens.random):
        one, same, other = (make(np.random.default_rng(s)) for s in (1, 1, 2))
        assert one == same
        assert one != other

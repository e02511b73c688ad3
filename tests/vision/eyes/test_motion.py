"""The motion gate: what opens and what closes a zone, on rendered pictures with noise and flicker."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import cv2
import numpy as np
import pytest

from engine.tiles.tile import ALL
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import HAND_LEFT, HAND_Y, POND_ROW_Y, WALL_LEFT, WALL_Y, Zone, to_table, turn
from vision.calibration.surface import Surface
from vision.calibration.zones import REGIONS, Region, hull, rim
from vision.camera.frame import Pixels
from vision.camera.light import changes, light_gain, small
from vision.eyes.motion import MotionGate
from vision.eyes.shade import ARM_MM
from vision.scene.render import Light, Renderer
from vision.scene.scene import ArmBody, Rest, Scene, TileBody

POND = Region(Zone.POND, 0)
STRIP = Region(Zone.HAND, 0)
FAR = Region(Zone.POND, 2)
Change = Callable[[Pixels, int], Pixels]


def standing(seat: int) -> list[TileBody]:
    out = []
    for i in range(13):
        x, y = to_table(seat, HAND_LEFT + 26 * (i + 0.5), HAND_Y)
        out.append(TileBody(100 * seat + i, ALL[i], x, y, turn(seat, 0.0), Rest.STANDING))
    return out


TABLE = tuple(tile for seat in range(4) for tile in standing(seat))
TILE = TileBody(1, ALL[7], 0.0, POND_ROW_Y[0], 0.0, Rest.FACE_UP)


@pytest.fixture(scope="module", params=["day", "dim"])
def renderer(request: pytest.FixtureRequest) -> Renderer:
    light = Light(noise=3.0) if request.param == "day" else Light(brightness=0.45, warmth=0.6, noise=5.0)
    return Renderer(light=light, seed=4)


@pytest.fixture(scope="module")
def surface(renderer: Renderer) -> Surface:
    return calibrate(renderer.render(Scene(), 0.0), 50.0)


class Watch:
    """A gate fed with scenes at `fps`, its zones adopted as soon as they are worth reading."""

    def __init__(self, renderer: Renderer, surface: Surface, fps: float = 12.0) -> None:
        hulls = {region: hull(surface, region) for region in REGIONS}
        size = (surface.width, surface.height)
        self.gate = MotionGate(hulls, rim(surface), size, ARM_MM * surface.scale())
        self.renderer, self.fps, self.t = renderer, fps, 0.0
        self.reads: list[tuple[float, Region]] = []

    def feed(self, scenes: Iterable[Scene], change: Change = lambda pixels, _: pixels) -> None:
        for i, scene in enumerate(scenes):
            self.gate.update(small(change(self.renderer.render(scene, self.t), i)), self.t)
            self.gate.watch_hands(self.t)
            for region in REGIONS:
                if self.gate.worth_reading(region, self.t):
                    self.reads.append((self.t, region))
                    self.gate.adopt(region)
            self.t += 1 / self.fps


def settled(renderer: Renderer, surface: Surface, fps: float = 12.0) -> Watch:
    watch = Watch(renderer, surface, fps)
    watch.feed([Scene(TABLE)] * 6)
    watch.reads.clear()
    return watch


def reach(seat: int, y: float, x: float = 10.0) -> Scene:
    ax, ay = to_table(seat, x, y)
    return Scene(TABLE, arms=(ArmBody(seat, ax, ay),))


def test_noise_is_no_motion(renderer: Renderer, surface: Surface) -> None:
    watch = settled(renderer, surface)
    watch.feed([Scene(TABLE)] * 18)
    assert watch.reads == []
    assert not any(watch.gate.moving(region) for region in REGIONS)


def test_a_flickering_lamp_is_no_motion(renderer: Renderer, surface: Surface) -> None:
    def flicker(pixels: Pixels, i: int) -> Pixels:
        rows = np.arange(pixels.shape[0]) / pixels.shape[0]
        gain = 1 + 0.07 * np.sin(2 * math.pi * (1.5 * rows + 0.31 * i))
        return np.asarray(np.clip(pixels * gain[:, None, None], 0, 255), np.uint8)

    watch = settled(renderer, surface)
    watch.feed([Scene(TABLE)] * 14, flicker)
    assert watch.reads == []


def test_a_cloud_is_no_motion(renderer: Renderer, surface: Surface) -> None:
    watch = settled(renderer, surface)
    watch.feed([Scene(TABLE)] * 10, lambda p, i: np.asarray(p * (1 - 0.03 * min(i, 8)), np.uint8))
    assert watch.reads == []


def test_a_moving_arm_closes_the_zones_under_it_alone(renderer: Renderer, surface: Surface) -> None:
    watch = settled(renderer, surface)
    watch.feed(reach(0, -360 + 60 * i) for i in range(5))
    assert watch.gate.moving(POND)
    assert watch.gate.moving(STRIP)
    assert not watch.gate.moving(FAR)
    assert watch.reads == []


@pytest.mark.parametrize("seat", range(4))
def test_a_resting_arm_keeps_a_zone_closed_and_gives_it_free(
    renderer: Renderer, surface: Surface, seat: int
) -> None:
    watch = settled(renderer, surface)
    watch.feed([reach(seat, -130.0)] * 24)
    assert watch.gate.moving(Region(Zone.POND, seat))
    assert Region(Zone.POND, seat) not in [region for _, region in watch.reads]
    watch.feed([Scene(TABLE)] * 4)
    assert not any(watch.gate.moving(region) for region in REGIONS)


def test_an_arm_that_was_there_from_the_start_leaves_no_ghost(renderer: Renderer, surface: Surface) -> None:
    watch = Watch(renderer, surface)
    watch.feed([reach(0, -130.0)] * 5)
    watch.feed([Scene(TABLE)] * 8)
    assert not any(watch.gate.moving(region) for region in REGIONS)
    assert POND in [region for _, region in watch.reads]


@pytest.mark.parametrize("fps", [8.0, 12.0, 15.0])
def test_a_new_tile_is_read_once_and_soon(renderer: Renderer, surface: Surface, fps: float) -> None:
    watch = settled(renderer, surface, fps)
    laid = watch.t
    watch.feed([Scene((*TABLE, TILE))] * 9)
    times = [t for t, region in watch.reads if region == POND]
    assert len(times) == 1
    assert times[0] - laid <= 0.26
    assert {region.seat for _, region in watch.reads} == {0}


def test_a_wall_that_fills_its_zone_is_seen_to_come(renderer: Renderer, surface: Surface) -> None:
    watch = settled(renderer, surface)
    wall = [
        TileBody(500 + 2 * i + z, ALL[0], WALL_LEFT + 26 * (i + 0.5), WALL_Y, 0.0, Rest.FACE_DOWN, 20.0 * z)
        for i in range(17)
        for z in (0, 1)
    ]
    watch.feed([Scene((*TABLE, *wall))] * 5)
    assert Region(Zone.WALL, 0) in [region for _, region in watch.reads]
    quad = surface.image_points([(-13.0, WALL_Y, 40.0), (13.0, WALL_Y, 40.0), (0.0, WALL_Y + 10, 40.0)])
    assert watch.gate.changed_share(Region(Zone.WALL, 0), quad) == 0.0
    watch.reads.clear()
    watch.feed([Scene(TABLE)] * 5)
    assert Region(Zone.WALL, 0) in [region for _, region in watch.reads]


def test_what_changes_slowly_is_read_in_the_end(renderer: Renderer, surface: Surface) -> None:
    watch = settled(renderer, surface)
    low = TileBody(1, ALL[7], 0.0, POND_ROW_Y[0], 0.0, Rest.FACE_UP)
    watch.feed([Scene((*TABLE, low))] * 6)
    watch.reads.clear()
    creep = [TileBody(1, ALL[7], 0.12 * i, POND_ROW_Y[0], 0.0, Rest.FACE_UP) for i in range(40)]
    watch.feed(Scene((*TABLE, tile)) for tile in creep)
    watch.feed([Scene((*TABLE, creep[-1]))] * 12)
    assert POND in [region for _, region in watch.reads]


def changed(watch: Watch, scene: Scene, change: Callable[[Pixels], Pixels] = lambda pixels: pixels) -> None:
    """Shows a scene until the pond is worth reading, and does not read it."""
    for _ in range(3):
        watch.gate.update(small(change(watch.renderer.render(scene, watch.t))), watch.t)
        watch.gate.watch_hands(watch.t)
        watch.t += 1 / 12
    assert watch.gate.worth_reading(POND, watch.t)


def test_a_tile_changes_its_place_broadly(renderer: Renderer, surface: Surface) -> None:
    watch = settled(renderer, surface)
    changed(watch, Scene((*TABLE, TILE)))
    assert watch.gate.broadly_changed(POND)
    assert not watch.gate.broadly_changed(FAR)


def test_strokes_of_the_colour_of_the_cloth_make_no_tile_narrow(renderer: Renderer, surface: Surface) -> None:
    watch = settled(renderer, surface)
    cloth, strokes = (
        renderer.render(Scene(TABLE), watch.t),
        np.zeros((surface.height, surface.width), np.uint8),
    )
    for y in (-9, 0, 9):
        stroke = [(x, TILE.y + y + dy, 20.0) for x, dy in ((-10, 3), (10, 3), (10, -3), (-10, -3))]
        cv2.fillConvexPoly(strokes, surface.image_points(stroke).round().astype(np.int32), (1,))
    changed(watch, Scene((*TABLE, TILE)), lambda pixels: np.where(strokes[..., None] > 0, cloth, pixels))
    assert watch.gate.broadly_changed(POND)


def test_a_narrow_shadow_changes_a_pond_but_not_broadly(renderer: Renderer, surface: Surface) -> None:
    strip = [(x, POND_ROW_Y[0] + y, 0.0) for x, y in ((-60, 4), (60, 4), (60, -4), (-60, -4))]
    corners = surface.image_points(strip).round().astype(np.int32)

    def shaded(pixels: Pixels) -> Pixels:
        light = np.ones(pixels.shape[:2], np.float32)
        cv2.fillConvexPoly(light, corners, (0.4,))
        return np.asarray(pixels * light[..., None], np.uint8)

    watch = settled(renderer, surface)
    changed(watch, Scene(TABLE), shaded)
    assert not watch.gate.broadly_changed(POND)


def test_where_it_changed_is_known(renderer: Renderer, surface: Surface) -> None:
    watch = settled(renderer, surface)
    changed(watch, Scene((*TABLE, TILE)))
    there = surface.image_points(
        [(x, TILE.y + y, 20.0) for x, y in ((-13, 17), (13, 17), (13, -17), (-13, -17))]
    )
    away = surface.image_points(
        [(x, TILE.y + y, 20.0) for x, y in ((87, 17), (113, 17), (113, -17), (87, -17))]
    )
    assert watch.gate.changed_share(POND, there) > 0.8
    assert watch.gate.changed_share(POND, away) < 0.1
    box = watch.gate.changed_box(POND)
    assert box is not None
    middle, size = there.mean(axis=0), np.ptp(there, axis=0)
    assert np.allclose(np.reshape(box, (2, 2)).mean(axis=0), middle, atol=12)
    assert (np.ptp(np.reshape(box, (2, 2)), axis=0) < 1.8 * size).all()


def test_a_zone_that_was_never_read_is_new_all_over(renderer: Renderer, surface: Surface) -> None:
    gate = Watch(renderer, surface).gate
    for t in (0.0, 0.1, 0.2, 0.3):
        gate.update(small(renderer.render(Scene(TABLE), t)), t)
        gate.watch_hands(t)
    assert gate.worth_reading(POND, 0.3)
    assert gate.changed_box(POND) is None


def test_pictures_in_other_light_do_not_differ() -> None:
    rng = np.random.default_rng(1)
    before = rng.uniform(20, 180, (380, 507)).astype(np.float32)
    now = before * 1.2
    assert not changes(now, before, light_gain(now, before), 1.0).any()

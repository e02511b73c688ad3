"""Tiles of other lengths than 34 mm: measured in a picture, then read as those are."""

from __future__ import annotations

from functools import cache

import pytest

from vision.calibration.by_markers import calibrate
from vision.calibration.mat import TILE_H, Zone
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Pixels
from vision.eyes.sticks import Sticks
from vision.eyes.tile_size import measured
from vision.nets.detect import Detector
from vision.photo.still_mat import MatTile, read_mat
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer, View
from vision.scene.scene import Scene
from vision.scene.spread import spread

SEED = 6


@cache
def detector() -> Detector:
    return Detector()


def table(length: float, scene: Scene, centre: float = 0.0) -> tuple[Pixels, Surface]:
    """A picture of the table with tiles of this length, and the camera over the bare mat."""
    unit = length / TILE_H
    draw = Renderer(View().in_units(unit), unit=unit, centre=centre)
    bare = calibrate(draw.render(Scene(), 0.0))
    return draw.render(spread(scene, bare.with_tiles(length, centre).layout), 0.0), bare


def read(length: float, centre: float = 0.0) -> tuple[MatTile, ...]:
    pixels, bare = table(length, demo_scene(SEED), centre)
    return read_mat(detector(), bare.with_tiles(length, centre), pixels)


@pytest.mark.parametrize("length", [26.0, 30.0, 42.0])
def test_the_picture_tells_how_long_the_tiles_are(length: float) -> None:
    pixels, bare = table(length, demo_scene(SEED))
    assert measured(detector(), pixels, bare) == pytest.approx(length, rel=0.015)


def test_a_mat_without_tiles_tells_nothing() -> None:
    pixels, bare = table(28.0, Scene())
    with pytest.raises(CalibrationError, match="lay a wall"):
        measured(detector(), pixels, bare)


@pytest.mark.parametrize("length", [26.0, 28.0, 42.0])
def test_a_table_is_read_whatever_the_length_of_its_tiles(length: float) -> None:
    """Hands, sets, ponds and walls hold what they hold with tiles of 34 mm, tile by tile."""
    wanted = {(t.zone, t.seat, t.place): (t.tile, t.sideways) for t in read(TILE_H)}
    assert {zone for zone, _, _ in wanted} >= {Zone.POND, Zone.MELD, Zone.HAND, Zone.WALL}
    assert {(t.zone, t.seat, t.place): (t.tile, t.sideways) for t in read(length)} == wanted


@pytest.mark.parametrize(("length", "centre"), [(28.0, 280.0), (26.0, 200.0)])
def test_a_table_is_read_around_the_unit_in_its_middle(length: float, centre: float) -> None:
    """As without it, tile by tile; sticks lie between it and the ponds, and nothing lies on it."""
    wanted = {(t.zone, t.seat, t.place): (t.tile, t.sideways) for t in read(TILE_H)}
    assert {(t.zone, t.seat, t.place): (t.tile, t.sideways) for t in read(length, centre)} == wanted
    pixels, bare = table(length, demo_scene(SEED), centre)
    surface = bare.with_tiles(length, centre)
    sticks = Sticks()
    assert [len(sticks.find(pixels, surface, seat)) for seat in range(4)] == [0, 1, 0, 1]
    assert sticks.kept(pixels, surface) == ()


def test_small_tiles_seen_as_long_ones_are_not_read() -> None:
    """That the length matters is why it is measured."""
    pixels, bare = table(26.0, demo_scene(SEED))
    faces = [seen for seen in detector().detect(pixels, bare) if seen.tile is not None]
    assert len(faces) < len(read(26.0)) / 2

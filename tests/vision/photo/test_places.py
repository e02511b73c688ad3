"""Tiles laid where the set-up page draws them are found though the nets do not know them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from engine.tiles.tile import Face
from tests.vision.laid_sets import renderer, scene
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import TILE_W
from vision.camera.frame import Pixels
from vision.faces.textures import texture
from vision.nets.detect import Detector
from vision.nets.enrol import layout
from vision.photo.laid import laid, lying
from vision.photo.places import placed
from vision.scene.scene import Scene


def quartered(face: Face | None, *given: Any) -> Pixels:
    drawn = np.array(texture(face, *given))
    height, width = drawn.shape[:2]
    return drawn if face is None else np.roll(drawn, (height // 2, width // 2), axis=(0, 1))


def shot(laid_so: Scene, patch: pytest.MonkeyPatch) -> Pixels:
    """Of a set whose faces are cut into quarters."""
    patch.setattr("vision.scene.tiles.texture", quartered)
    return renderer().render(laid_so, 1.0)


@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0])
def test_a_set_cut_into_quarters_is_found_whole(monkeypatch: pytest.MonkeyPatch, turn: float) -> None:
    """The net has a middle, of whatever heat, for 27 of its 38 tiles.

    Of 24 such pictures three had one tile that is found half a tile off; which picture has one depends on the
    processor.
    """
    mat = calibrate(renderer().render(Scene(), 0.0))
    there = scene(4.0, seed=1, turn=turn)
    found = placed(Detector(), shot(there, monkeypatch), mat)
    assert found is not None
    assert [tile.face for tile in found] == [face for row in layout() for face in row]
    off = sorted(math.hypot(t.x - b.x, t.y - b.y) for t, b in zip(found, there.tiles, strict=True))
    turned = sorted(
        abs(math.remainder(t.angle - b.angle, 360)) for t, b in zip(found, there.tiles, strict=True)
    )
    assert (off[-2] < 3, off[-1] < TILE_W, turned[-1] < 8) == (True, True, True)


def test_what_the_rows_do_not_tell_the_places_do(monkeypatch: pytest.MonkeyPatch) -> None:
    mat = calibrate(renderer().render(Scene(), 0.0))
    pixels = shot(scene(4.0, seed=1), monkeypatch)
    assert len(lying(Detector(), pixels, mat)) < 34
    tiles, error = laid(Detector(), pixels, mat)
    assert (len(tiles), error) == (38, None)


def test_a_bare_place_is_no_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    mat = calibrate(renderer().render(Scene(), 0.0))
    there = scene(4.0, seed=1, without=("5p",))
    assert placed(Detector(), shot(there, monkeypatch), mat) is None

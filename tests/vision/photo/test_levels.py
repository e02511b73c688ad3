"""Guesses of the scale, and what is found at one of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.tiles.tile import parse_tiles
from vision.calibration.mat import TILE_H, TILE_W
from vision.faces.textures import texture
from vision.nets.detect import Detector
from vision.photo.levels import Candidate, Level, candidates, halves, levels

FACES = parse_tiles("19m46p37s124z")
SCALE = 2.0
"""Pixels a mm."""


def found(level: Level) -> list[Candidate]:
    """In a picture of a row of these faces on cloth, from the left."""
    wide, high = round(SCALE * TILE_W), round(SCALE * TILE_H)
    picture = np.full((400, 700, 3), (70, 110, 60), np.uint8)
    for k, face in enumerate(FACES):
        x = 80 + k * (wide + 4)
        picture[160 : 160 + high, x : x + wide] = cv2.resize(np.array(texture(face, 120)), (wide, high))
    return sorted(candidates(Detector(), halves(picture), level), key=lambda c: float(c.middle[0]))


def test_levels_reach_from_small_tiles_to_one_that_fills_the_picture() -> None:
    some = levels(900, 600)
    heights = [level.down * TILE_H for level in some]
    assert min(heights) < 40
    assert max(heights) > 600
    assert min(level.stretch for level in some) < 0.5
    assert max(level.stretch for level in some) > 2
    for level in some:
        assert level.across * level.down == pytest.approx(level.scale**2)
        assert level.down / level.across == pytest.approx(level.stretch)


def test_at_the_right_scale_every_tile_is_found_and_at_a_wrong_one_none() -> None:
    findings = [c.tile for c in found(Level(SCALE, 1.0)) if c.score > 0.6]
    assert findings == list(FACES)
    for wrong in (0.5, 2.0):
        assert not [c for c in found(Level(SCALE * wrong, 1.0)) if c.score > 0.6]


def test_halves_end_before_a_tile_would_vanish() -> None:
    sides = [h.shape[0] for h in halves(np.zeros((400, 900, 3), np.uint8))]
    assert sides == [400, 200, 100, 50, 25]

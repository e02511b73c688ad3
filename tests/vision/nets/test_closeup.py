"""Tiles cut out of pictures: how the crop is laid, and that standing tiles are read with their tops."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from engine.tiles.tile import Tile, parse_tiles
from vision.camera.frame import Pixels
from vision.faces.textures import texture
from vision.nets import closeup
from vision.nets.detect import CROP_H, CROP_W, FACES, NO_TILE, Detector

BODY = (236, 242, 244)


@cache
def reader() -> Detector:
    return Detector()


def standing(face: Tile, top: float) -> Pixels:
    """A tile that stands: `top` of the picture's height is its upper side, a little darker than the face."""
    front = np.array(texture(face, 90))
    upper = np.full((round(front.shape[0] * top / (1 - top)), front.shape[1], 3), BODY, np.uint8)
    return np.vstack([(upper * 0.85).astype(np.uint8), front])


@pytest.mark.parametrize("finer", [1, 2])
def test_a_crop_has_the_picture_in_its_middle_and_its_edges_around(finer: int) -> None:
    picture = np.full((340, 260, 3), 200, np.uint8)
    picture[:, :20] = 10
    crop = closeup.as_crop(picture, finer)
    assert crop.shape == (CROP_H * finer, CROP_W * finer, 3)
    wide = CROP_W * finer * 26 / 30
    edge = (CROP_W * finer - wide) / 2 + wide * 20 / 260
    row = crop[CROP_H * finer // 2, :, 0]
    assert (row[: int(edge) - 1] < 60).all()
    assert (row[int(edge) + 2 :] > 150).all()


def test_odds_are_probabilities_of_every_face_and_of_no_tile() -> None:
    crops = np.stack([closeup.as_crop(np.array(texture(face, 90)), 2) for face in parse_tiles("19m5z")])
    odds = closeup.odds(reader(), crops)
    assert odds.shape == (3, NO_TILE + 2)
    assert np.allclose(odds[:, :-1].sum(axis=1), 1, atol=1e-4)
    assert ((odds[:, -1] >= 0) & (odds[:, -1] <= 1)).all()


@pytest.mark.parametrize("top", [0.2, 0.35])
def test_standing_tiles_are_read(top: float) -> None:
    faces = parse_tiles("147m258p369s1267z")
    crops = np.stack([closeup.as_crop(standing(face, top), closeup.FINER) for face in faces])
    read = closeup.odds(reader(), crops)[:, :NO_TILE].argmax(axis=1)
    assert [FACES[k] for k in read] == list(faces)


def test_few_pixels_are_enough() -> None:
    """34 x 44 px: a tile as a camera of 1080 rows sees it."""
    faces = parse_tiles("147m258p369s1267z")
    small = [
        cv2.resize(np.array(texture(face, 90)), (34, 44), interpolation=cv2.INTER_AREA) for face in faces
    ]
    crops = np.stack([closeup.as_crop(np.asarray(one, np.uint8), closeup.FINER) for one in small])
    read = closeup.odds(reader(), crops)[:, :NO_TILE].argmax(axis=1)
    assert [FACES[k] for k in read] == list(faces)

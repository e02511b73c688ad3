"""A set that no net knows is taught from photographs of it on a plain cloth."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from engine.tiles.tile import Face
from tests.vision.laid_sets import scene
from tests.vision.photo.test_places import quartered
from vision.camera.frame import Pixels
from vision.nets.detect import Detector
from vision.nets.enrol import EnrolError, layout
from vision.photo.enrol import as_laid, laid_out
from vision.photo.outlines import outlines, turned
from vision.scene.render import MatLook, Renderer

FACES = [face for row in layout() for face in row]
CLOTHS = {
    "green": MatLook(cards=()),
    "brown": MatLook(cards=(), cloth=(150, 120, 90)),
    "dark": MatLook(cards=(), cloth=(40, 42, 60)),
}
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
ASLANT = np.array([[0.04, 0], [0.98, 0.06], [0.93, 0.96], [0, 0.88]], np.float32)


@cache
def photograph(cloth: str, without: tuple[str, ...] = ()) -> Pixels:
    """Of a set whose faces are cut into quarters, from above."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.scene.tiles.texture", quartered)
        seed = 1 + [*CLOTHS].index(cloth)
        pixels = Renderer(mat=CLOTHS[cloth], seed=seed).render(scene(-30.0, 0.0, seed, without), 1.0)
    height, width = (side // 2 for side in pixels.shape[:2])
    part = pixels[height - 240 : height + 260, width - 340 : width + 360]
    return np.asarray(cv2.resize(part, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)


def aslant(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    size = np.array([width, height], np.float32)
    bend = cv2.getPerspectiveTransform(CORNERS * size, ASLANT * size)
    seen = cv2.warpPerspective(pixels, bend, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def askew(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 14, 0.75)
    seen = cv2.warpAffine(pixels, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def over(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.rotate(pixels, cv2.ROTATE_180), np.uint8)


def beside(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE), np.uint8)


def faces(pixels: Pixels) -> list[Face | None]:
    there = outlines(pixels)
    for tiles in (there, turned(there)):
        try:
            return [face for face, _ in as_laid(tiles)]
        except EnrolError:
            continue
    return []


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("held", [np.copy, aslant, askew, over, beside])
def test_each_tile_is_found_whatever_it_shows(cloth: str, held: Callable[[Pixels], Pixels]) -> None:
    assert faces(held(photograph(cloth))) == FACES


def test_tiles_that_the_nets_cannot_read_are_cut_out_with_their_names() -> None:
    shown = laid_out(Detector(), photograph("green"))
    assert [face for face, _ in shown] == FACES
    back = shown[-1][1].reshape(-1, 3).astype(int)
    assert np.abs(back.mean(axis=0) - shown[0][1].reshape(-1, 3).mean(axis=0)).max() > 60


def test_a_picture_that_cuts_a_column_off_teaches_nothing() -> None:
    pixels = photograph("green")
    left = min(tile.quad[0][0] for _, tile in as_laid(outlines(pixels))[-2:])
    assert faces(np.ascontiguousarray(pixels[:, : round(left) + 30])) == []


def test_a_tile_that_is_missing_teaches_nothing() -> None:
    assert faces(photograph("green", ("5p",))) == []


def test_without_red_fives_the_rest_has_its_names() -> None:
    red = ("0m", "0p", "0s")
    assert faces(photograph("green", red)) == [face for face in FACES if face is None or str(face) not in red]


def test_a_bare_cloth_has_no_tiles() -> None:
    assert outlines(np.full((300, 400, 3), 90, np.uint8)) == []

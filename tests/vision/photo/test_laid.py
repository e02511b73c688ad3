"""A tile set on the mat: where its tiles belong, and all that lies there."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.vision.laid_sets import renderer, scene, shifted
from vision.calibration.by_markers import calibrate
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.nets.detect import Detector
from vision.nets.enrol import EnrolError, layout
from vision.photo.enrol import as_laid
from vision.photo.laid import lying, places, still
from vision.scene.scene import Scene


@cache
def plain() -> Detector:
    return Detector()


@cache
def mat() -> Surface:
    return calibrate(renderer().render(Scene(), 0.0))


def shot(laid: Scene) -> Pixels:
    return renderer().render(laid, 1.0)


FACES = [face for row in layout() for face in row]


def test_places_are_where_people_lay_them() -> None:
    """Whoever lays each tile at its drawn place has laid the set."""
    found = lying(plain(), shot(scene(seed=4)), mat())
    for (face, place), (named, tile) in zip(places(mat()), as_laid(found), strict=True):
        assert face == named
        off = np.mean(place, axis=0) - np.mean(tile.quad, axis=0)
        assert float(np.hypot(*off)) < 12, "pixels"


@pytest.mark.parametrize("turn", [0.0, 180.0, 90.0])
def test_the_rows_are_read_from_whichever_side_they_were_laid(turn: float) -> None:
    found = as_laid(lying(plain(), shot(scene(turn=turn, seed=2)), mat()))
    assert [face for face, _ in found] == FACES
    assert [tile.tile for _, tile in found] == FACES


def test_a_set_that_is_misread_is_laid_out_all_the_same() -> None:
    with shifted():
        found = as_laid(lying(plain(), shot(scene()), mat()))
    assert [face for face, _ in found] == FACES
    assert sum(tile.tile == face for face, tile in found) < 10


def test_a_set_without_red_fives_is_whole() -> None:
    found = as_laid(lying(plain(), shot(scene(without=("0m", "0p", "0s"))), mat()))
    assert [str(face) for face, _ in found[-8:]] == ["1z", "2z", "3z", "4z", "5z", "6z", "7z", "None"]


def test_a_missing_tile_is_reported_by_its_row() -> None:
    with pytest.raises(EnrolError, match="The rows hold 9, 8, 9, 11 where 9, 9, 9, 11") as refused:
        as_laid(lying(plain(), shot(scene(without=("5p",))), mat()))
    assert refused.value.code == "rows"
    assert refused.value.values == {"rows": "9, 8, 9, 11", "wanted": "9, 9, 9, 11"}


def test_an_empty_mat_has_no_tile() -> None:
    assert lying(plain(), shot(Scene()), mat()) == []


def test_what_was_not_moved_is_still() -> None:
    one, again, other = (
        lying(plain(), shot(laid), mat()) for laid in (scene(), scene(0.3, 0.2), scene(5.0, -8.0, seed=1))
    )
    assert still(one, again)
    assert not still(one, other)
    assert not still(one, one[:-1])
    assert not still([], one)

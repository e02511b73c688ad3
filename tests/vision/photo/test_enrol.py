"""A set is kept only if it is read better by it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.vision.laid_sets import renderer, scene, shifted
from vision.calibration.by_markers import calibrate
from vision.nets.detect import Detector
from vision.nets.enrol import EnrolError, TileSet
from vision.photo.enrol import Marks, Shown, marked, taught, total
from vision.photo.laid import laid
from vision.photo.read import tile_crop
from vision.scene.scene import Scene


@cache
def looks(style: int | None, odd: bool) -> tuple[list[Shown], list[Shown]]:
    """Two, in two lights."""
    if odd:
        with shifted():
            return shown(None, style, 0), shown("day", style, 1)
    return shown(None, style, 0), shown("day", style, 1)


def shown(light: str | None, style: int | None, seed: int) -> list[Shown]:
    """As the set-up page reads them: what the detector does not find lies where it was drawn."""
    camera = renderer(light, style)
    mat = calibrate(camera.render(Scene(), 0.0))
    pixels = camera.render(scene(4.0 * seed, seed=seed), 1.0)
    tiles, refused = laid(Detector(), pixels, mat)
    assert refused is None
    return [(face, tile_crop(pixels, tile.quad)) for face, tile in tiles]


@cache
def misread() -> tuple[TileSet, Marks, Marks]:
    """What a set that is misread has taught, and how it was read before and since."""
    return taught(looks(None, True))


def test_a_set_that_is_misread_is_read_by_what_the_other_look_taught() -> None:
    found, now, then = misread()
    assert now.count == then.count == 76
    assert now.right < 20
    assert then.right > 70
    first, second = looks(None, True)
    assert marked(Detector(tile_set=found), [*first, *second]).right > 72


def test_a_set_that_is_read_right_already_leaves_less_doubt_when_it_is_taught() -> None:
    _, now, then = taught(looks(900_000, False))
    assert now.right >= 75  # a white dragon is found or not by a tenth of a millimetre of the mat's place
    assert then.right == now.count == 76
    assert then.doubt < now.doubt


def test_what_was_taught_once_must_be_bettered() -> None:
    found, _, _ = misread()
    with pytest.raises(EnrolError, match="would not be read better"):
        taught(looks(None, True), found)


def test_two_looks_with_other_names_teach_nothing() -> None:
    """Whoever lays the second look otherwise contradicts the first one."""
    first, second = looks(None, False)
    faces = [face for face, _ in second]
    wrong = [(face, crop) for face, (_, crop) in zip(faces[1:] + faces[:1], second, strict=True)]
    with pytest.raises(EnrolError, match="would not be read better") as refused:
        taught([first, wrong])
    assert refused.value.code == "no_better"


def test_more_right_counts_before_less_doubt() -> None:
    assert Marks(10, 9, 0.5).better(Marks(10, 8, 0.1))
    assert Marks(10, 9, 0.1).better(Marks(10, 9, 0.2))
    assert not Marks(10, 9, 0.2).better(Marks(10, 9, 0.2))
    assert total([Marks(10, 9, 0.2), Marks(30, 30, 0.0)]) == Marks(40, 39, 0.05)

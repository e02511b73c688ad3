"""What a calibration is worth, in a grade and in hints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.calibration.mats import corners, fov, shot
from vision.calibration.assess import assessed
from vision.calibration.by_markers import calibrate
from vision.calibration.markers import Plan
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.scene.render import View


@pytest.fixture(scope="module")
def mat() -> Pixels:
    return shot(View(), Plan())


@pytest.fixture(scope="module")
def surface(mat: Pixels) -> Surface:
    return calibrate(mat, fov(View()))


def test_a_good_one_has_no_hints(surface: Surface, mat: Pixels) -> None:
    found = assessed(surface, mat)
    assert (found.by, found.grade, found.hints) == ("markers", "good", ())
    assert found.worst_mm is not None
    assert found.error_mm <= found.worst_mm < 0.5
    assert found.height_mm == pytest.approx(1250, abs=15)
    for seen, true in zip(found.corners, corners(View(), Plan()), strict=True):
        assert seen == pytest.approx(true, abs=0.6)


@pytest.mark.parametrize(
    ("change", "grade", "hint"),
    [
        ({"error_mm": 0.6}, "fair", None),
        ({"error_mm": 1.1}, "poor", None),
        ({"lift_mm": 3.0}, "fair", "height"),
        ({"markers": ()}, "fair", "unheld"),
        ({"axis": (-450.0, 0.0)}, "poor", "cut"),
        ({"focal": 1200.0}, "fair", "few_pixels"),
    ],
)
def test_what_lacks_makes_it_worse_and_is_named(
    surface: Surface, change: dict[str, object], grade: str, hint: str | None
) -> None:
    found = assessed(replace(surface, **change))  # type: ignore[arg-type] # of any field
    assert found.grade == grade
    assert [each.code for each in found.hints] == ([] if hint is None else [hint])
    assert all(each.sentence.endswith(".") for each in found.hints)


def test_smaller_tiles_have_other_zones_on_the_same_field(surface: Surface) -> None:
    whole, small = assessed(surface), assessed(surface.with_tiles(26.0))
    assert small.corners == whole.corners
    assert small.tile_px < whole.tile_px
    assert {zone.zone for zone in small.zones} == {zone.zone for zone in whole.zones}
    assert small.zones != whole.zones

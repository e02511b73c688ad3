"""Zones on mats of every size."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.calibration.layout import STANDARD, Layout
from vision.calibration.mat import HAND_Y, MAT_HALF, POND_ROW_Y, TILE_H, WALL_Y, ZONES, Zone

HALVES = st.floats(200.0, MAT_HALF * 34 / 24).filter(lambda half: Layout(half).fits)
PLACES = st.floats(-375.0, 375.0)


def test_tiles_of_34_mm_on_750_mm_lie_as_the_rules_draw_them() -> None:
    assert STANDARD.zones == ZONES
    assert STANDARD.standard(Zone.MELD, 300.0, -350.0) == (300.0, -350.0)


@given(HALVES)
def test_zones_lie_one_behind_the_other_on_the_mat(half: float) -> None:
    zones = Layout(half).zones
    rows = [zones[zone] for zone in (Zone.CENTRE, Zone.POND, Zone.WALL, Zone.HAND)]
    assert all(near.near >= far.far for near, far in pairwise(rows))
    assert all(rect.near >= -half - 1e-9 and rect.right <= half + 1e-9 for rect in zones.values())
    assert zones[Zone.WALL].far - zones[Zone.WALL].near > TILE_H
    assert zones[Zone.HAND].far - zones[Zone.HAND].near > TILE_H


@given(HALVES)
def test_walls_and_hands_lie_within_their_zones(half: float) -> None:
    layout = Layout(half)
    for zone, y in ((Zone.WALL, WALL_Y), (Zone.HAND, HAND_Y)):
        rect, (_, middle) = layout.zones[zone], layout.place(zone, 0.0, y)
        assert rect.near <= middle - TILE_H / 2 + 1e-9
        assert middle + TILE_H / 2 <= rect.far + 1e-9


@given(HALVES)
def test_stacks_stand_along_each_walls_zone_with_room_for_an_ura_indicator(
    half: float,
) -> None:
    layout = Layout(half)
    wall = layout.zones[Zone.WALL]
    south, east, north, west = layout.stacks
    assert (south.left, south.right, south.near) == (wall.left, wall.right, wall.near)
    assert south.near + TILE_H / 2 < south.far < wall.far, "an ura indicator lies before them"
    for one, other in ((south, north), (west, east)):
        assert (one.left, one.near) == pytest.approx((-other.right, -other.far))
        assert (one.right, one.far) == pytest.approx((-other.left, -other.near))
    assert {round(rect.right - rect.left - (wall.right - wall.left), 6) for rect in (south, north)} == {0}
    assert {round(rect.far - rect.near - (wall.right - wall.left), 6) for rect in (west, east)} == {0}


@given(HALVES, st.sampled_from(Zone), PLACES, PLACES)
def test_a_place_is_found_again(half: float, zone: Zone, x: float, y: float) -> None:
    layout = Layout(half)
    assert layout.standard(zone, *layout.place(zone, x, y)) == pytest.approx((x, y))


@pytest.mark.parametrize("length", [24.0, 34.0, 42.0])
def test_what_fits(length: float) -> None:
    assert Layout(MAT_HALF * TILE_H / length).fits
    assert not Layout(MAT_HALF * TILE_H / 43.0).fits


@pytest.mark.parametrize("length", [24.0, 28.0, 34.0])
def test_a_hand_may_stand_as_far_from_the_edge_as_ever(length: float) -> None:
    """Evidence hides it there, whatever the length of its tiles."""
    unit = length / TILE_H
    layout = Layout(MAT_HALF / unit)
    for zone in (Zone.HAND, Zone.MELD):
        depth = (layout.zones[zone].far + layout.half) * unit
        assert depth == pytest.approx(MAT_HALF + ZONES[zone].far)


CENTRES = st.floats(0.0, 190.0)


@given(HALVES, CENTRES)
def test_ponds_and_sticks_lie_around_a_unit_in_the_middle(half: float, centre: float) -> None:
    layout = Layout(half, centre)
    assume(layout.fits)
    zones = layout.zones
    rows = [zones[zone] for zone in (Zone.STICK, Zone.POND, Zone.WALL, Zone.HAND)]
    assert zones[Zone.STICK].far <= -centre
    assert zones[Zone.CENTRE].near <= -centre
    assert all(near.near >= far.far or near is rows[0] for near, far in pairwise(rows))
    assert zones[Zone.WALL].far - zones[Zone.WALL].near > TILE_H
    for zone, y in ((Zone.WALL, WALL_Y), (Zone.HAND, HAND_Y), (Zone.POND, POND_ROW_Y[2])):
        x, there = layout.place(zone, 10.0, y)
        assert zones[zone].near <= there - TILE_H / 2 + 1e-9
        assert there + TILE_H / 2 <= zones[zone].far + 1e-9
        assert layout.standard(zone, x, there) == pytest.approx((10.0, y))


@pytest.mark.parametrize(("length", "centre", "fits"), [(28, 280, True), (34, 280, True), (38, 280, False)])
def test_what_fits_around_a_unit(length: float, centre: float, fits: bool) -> None:
    unit = length / TILE_H
    assert Layout(MAT_HALF / unit, centre / 2 / unit).fits is fits


def test_a_small_unit_moves_nothing() -> None:
    assert Layout(MAT_HALF, 70.0).zones == ZONES


def test_what_lies_on_the_unit_is_hidden() -> None:
    layout = Layout(MAT_HALF, 100.0)
    assert layout.hidden(-99.0, 20.0)
    assert not layout.hidden(20.0, -101.0)
    assert not STANDARD.hidden(0.0, 0.0)

"""A venue is one value: the same number gives the same table, and what is named replaces its part."""

from __future__ import annotations

import numpy as np
import pytest

from vision.calibration.mat import MAT_HALF
from vision.faces.makers import maker
from vision.scene.render import Style, View
from vision.scene.rooms import ROOMS, room
from vision.scene.scene import Scene
from vision.scene.untidiness import LEVELS
from vision.scene.venue import Venue


def test_without_a_number_it_is_the_house() -> None:
    venue = Venue.chosen()
    assert venue == Venue()
    assert (venue.style, venue.room, venue.view, venue.mess) == (
        Style.default(),
        ROOMS["house"],
        View(),
        None,
    )


def test_numbers_are_venues_that_differ_in_everything_and_repeat() -> None:
    venues = [Venue.of(seed) for seed in range(20)]
    assert venues[3] == Venue.of(3)
    for part in ("style", "room", "cloth", "view", "tidiness"):
        assert len({repr(getattr(v, part)) for v in venues}) == len(venues), part
    assert {v.mess for v in venues} == LEVELS.keys() - {"wild"}
    assert all(0.0 <= v.tidiness <= 1.0 for v in venues)


def test_the_whole_mat_stays_in_the_picture() -> None:
    """Of 905674 it would not, as chance has it: what cannot be seen cannot be read."""
    corners = [[x, y, z] for x in (-MAT_HALF, MAT_HALF) for y in (-MAT_HALF, MAT_HALF) for z in (0.0, 20.0)]
    for seed in (*range(200), 905674, 905688):
        view = Venue.of(seed).view
        seen = view.project(corners)
        assert (seen >= 0).all(), seed
        assert (seen < (view.width, view.height)).all(), seed


def test_named_parts_replace_those_of_the_number() -> None:
    venue = Venue.chosen(venue=7, style=8, light="9", mess="tidy", tidiness=0.0)
    assert (venue.style, venue.room, venue.mess, venue.tidiness) == (maker(8), room(9), "tidy", 0.0)
    assert venue.view == Venue.of(7).view
    assert Venue.chosen(light="warm").room == ROOMS["warm"]


def test_an_unknown_light_is_reported_with_the_choice() -> None:
    with pytest.raises(ValueError, match="choose one of house, day"):
        Venue.chosen(light="disco")


def test_every_bump_pushes_the_camera_further() -> None:
    rig = Venue().rig(bumps=(5.0, 2.0))
    views = [rig.at(t).view for t in (1.9, 2.0, 5.0)]
    moved = [view.project([[0.0, 0.0, 0.0]])[0] for view in views]
    first, second = (float(np.hypot(*(moved[n] - moved[0]))) for n in (1, 2))
    assert first > 3 * View().scale
    assert second > 1.5 * first
    assert rig.render(Scene(), 0.0).shape == (View().height, View().width, 3)

"""The regions of the mat, and whether the picture holds all of them."""

from __future__ import annotations

import math

import pytest

from vision.calibration.surface import Surface
from vision.calibration.zones import cut_off
from vision.eyes.sight import cut
from vision.scene.render import View
from vision.scene.rig import pushed


def surface(view: View) -> Surface:
    """The calibration of a camera that is known: the middle of the picture is the middle of the lens."""
    down = math.pi
    eye = (view.x, view.y, view.z)
    return Surface(
        view.width, view.height, view.focal, 0.0, (down, 0.0, 0.0), (-eye[0], eye[1], eye[2]), 0.1, 0.1
    )


STRAIGHT = View(x=0.0, y=0.0, tilt=0.0, pan=0.0, roll=0.0)


@pytest.mark.parametrize(
    ("x", "y", "edges"),
    [
        (0.0, 0.0, ()),
        (0.0, 70.0, ("lower",)),
        (0.0, -70.0, ("upper",)),
        (-250.0, 0.0, ("right",)),
        (250.0, 0.0, ("left",)),
        (250.0, 70.0, ("left", "lower")),
        (0.0, 53.0, ()),
    ],
)
def test_where_the_picture_ends_before_the_mat_does(x: float, y: float, edges: tuple[str, ...]) -> None:
    assert cut_off(surface(pushed(STRAIGHT, x, y))) == edges


def test_what_to_do_about_it_is_one_sentence() -> None:
    assert cut(surface(STRAIGHT)) is None
    sentence = cut(surface(pushed(STRAIGHT, 250.0, 70.0)))
    assert sentence is not None
    assert "(at its left and lower edges): aim the camera there or hang it higher" in sentence

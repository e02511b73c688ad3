"""The sets of other makers: a seed is a style, and every tile of every set can be told."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.tiles.tile import ALL, Face, Flower, Tile
from vision.faces.makers import maker
from vision.faces.pictures import program
from vision.faces.shapes import Disc, Stroke, flipped, upside_down
from vision.faces.style import BIRDS, CANES, DOTS, PATTERNS, WHITES, RedFive
from vision.faces.textures import Style, texture

EVERY = (*ALL, None, *Flower)
MANY = [maker(seed) for seed in range(400)]


def apart(a: np.ndarray, b: np.ndarray) -> float:
    """Mean difference in grey levels of the tenth of the face that differs most."""
    off = np.sort(np.abs(a - b).max(axis=2).ravel())
    return float(off[-off.size // 10 :].mean())


def seen(face: Face | None, style: Style) -> np.ndarray:
    """The face as the camera may see it at its best."""
    return cv2.blur(texture(face, 46, style), (3, 3)).astype(np.float64)


@pytest.mark.parametrize("seed", range(6))
def test_no_two_faces_of_a_set_look_alike(seed: int) -> None:
    style = maker(seed)
    for a, b in itertools.combinations(EVERY, 2):
        assert apart(seen(a, style), seen(b, style)) > 25.0, f"{a} and {b}"


def test_a_seed_is_a_style() -> None:
    assert maker(7) == maker(7)
    assert len(set(MANY)) == len(MANY)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("bird", BIRDS),
        ("dot", DOTS),
        ("bamboo", CANES),
        ("white", WHITES),
        ("pattern", PATTERNS),
        ("index", 4),
    ],
)
def test_every_design_occurs_and_differs_from_the_others(name: str, count: int) -> None:
    assert {getattr(style, name) for style in MANY} == set(range(count))
    face = {"bird": "1s", "dot": "4p", "bamboo": "6s", "white": "5z", "index": "3m"}.get(name)
    tile = None if face is None else Tile.parse(face)
    looks = [seen(tile, replace(Style.default(), **{name: i})) for i in range(count)]  # type: ignore[arg-type]
    for a, b in itertools.combinations(looks, 2):
        assert np.abs(a - b).mean() > 0.8


def test_there_are_light_and_dark_bodies_with_and_without_a_belt() -> None:
    assert {style.dark for style in MANY} == {True, False}
    assert {style.belt is None for style in MANY} == {True, False}


def test_inks_stand_out_from_every_body() -> None:
    for style in MANY:
        paper = np.asarray(style.paper)
        assert all(
            np.abs(np.asarray(ink) - paper).max() > 80
            for ink in (style.black, style.red, style.green, style.blue)
        )


@pytest.mark.parametrize("five", ["0m", "0p", "0s"])
@pytest.mark.parametrize("mode", list(RedFive))
def test_a_red_five_differs_from_a_plain_one_and_has_red_ink(five: str, mode: RedFive) -> None:
    style = replace(Style.default(), red_five=mode)
    red = Tile.parse(five)
    assert np.abs(seen(red, style) - seen(red.plain, style)).mean() > 1.0
    inks = {shape.ink for shape in program(red, style)} - {"w"}
    assert inks == {"r"} if mode is not RedFive.DOTTED else "r" in inks


def test_an_index_stands_in_its_corner() -> None:
    for index, corners in ((1, {"upper left"}), (2, {"upper right"}), (3, {"upper left", "lower right"})):
        plain, marked = (
            texture(Tile.parse("1p"), 104, replace(Style.default(), index=i)) for i in (0, index)
        )
        changed = np.abs(plain.astype(int) - marked).max(axis=2) > 60
        parts = {
            "upper left": changed[:34, :26], "upper right": changed[:34, -26:],
            "lower left": changed[-34:, :26], "lower right": changed[-34:, -26:],
        }  # fmt: skip
        assert {name for name, part in parts.items() if part.sum() > 20} == corners


def test_turning_twice_changes_nothing() -> None:
    shapes = (Disc(3.0, 4.0, 2.0, 1.0, "k", 30.0), Stroke(((1.0, 2.0, 0.5), (9.0, 20.0, 1.0)), "r"))
    for turn in (flipped, upside_down):
        assert turn(turn(shapes)) == shapes
        assert turn(shapes) != shapes
